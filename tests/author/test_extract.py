from __future__ import annotations

import pytest

from tests.author.scratch import STEM, edit
from tiedbook.author.extract import extract, merge_all
from tiedbook.author.po import CatalogFile, read_catalog_file
from tiedbook.course import Course, course
from tiedbook.errors import TiedbookError


def catalogs(home: Course) -> dict[str, bytes]:
    return {path.relative_to(home.root).as_posix(): path.read_bytes() for path in home.locales.glob("*/*.po")}


def translate(home: Course, english: str, text: str) -> None:
    edit(home.locales / "es" / f"{STEM}.po", f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{text}"')


def spanish(home: Course) -> CatalogFile:
    catalog, faults = read_catalog_file(home.locales / "es" / f"{STEM}.po", "")
    assert faults == ()
    return catalog


def test_every_edition_gets_a_catalog_of_each_chapter_and_of_runtime_text(bare: Course) -> None:
    names = [f"locales/{tag}/{name}.po" for tag in ("hi-Latn", "es") for name in (STEM, "runtime")]
    assert extract(bare) == tuple(names)
    assert sorted(catalogs(bare)) == sorted(names)


def test_a_second_run_writes_nothing(scratch: Course) -> None:
    before = {path: path.stat().st_mtime_ns for path in scratch.locales.glob("*/*.po")}
    assert extract(scratch) == ()
    assert {path: path.stat().st_mtime_ns for path in scratch.locales.glob("*/*.po")} == before


def test_a_changed_sentence_leaves_its_translation_fuzzy(scratch: Course) -> None:
    translate(scratch, "Addition.", "Suma.")
    edit(scratch.chapters / f"{STEM}.py", "# Addition.", "# Addition, twice.")
    assert f"locales/es/{STEM}.po" in extract(scratch)
    [entry] = [entry for entry in spanish(scratch).entries if entry.text]
    assert (entry.text, entry.fuzzy, entry.previous) == ("Suma.", True, "Addition.")
    assert entry.unit.english == "Addition, twice."


def test_whoever_removes_the_word_fuzzy_has_settled_it(scratch: Course) -> None:
    translate(scratch, "Addition.", "Suma.")
    edit(scratch.chapters / f"{STEM}.py", "# Addition.", "# Addition, twice.")
    extract(scratch)
    edit(scratch.locales / "es" / f"{STEM}.po", "#, fuzzy\n", "")  # and leaves the previous English where it is
    extract(scratch)
    [entry] = [entry for entry in spanish(scratch).entries if entry.text]
    assert (entry.reviewed, entry.previous, entry.unit.english) == (True, None, "Addition, twice.")


def test_a_removed_sentence_is_kept_at_the_end(scratch: Course) -> None:
    translate(scratch, "Addition.", "Suma.")
    edit(scratch.chapters / f"{STEM}.py", "#\n# Addition.\n", "")
    extract(scratch)
    assert [(entry.unit.english, entry.text) for entry in spanish(scratch).obsolete] == [("Addition.", "Suma.")]


def test_what_a_translator_and_poedit_write_is_kept(scratch: Course) -> None:
    path = scratch.locales / "es" / f"{STEM}.po"
    edit(path, '"Language: es\\n"', '"Language: es\\n"\n"Last-Translator: Ana\\n"\n"X-Generator: Poedit 3\\n"')
    edit(path, "#. heading in cell rule\n", "# Said by the teacher.\n#. heading in cell rule\n")
    extract(scratch)
    text = path.read_text(encoding="utf-8")
    assert all(part in text for part in ("Last-Translator: Ana", "X-Generator: Poedit 3", "# Said by the teacher."))


def test_a_new_edition_is_a_table_in_a_file_and_nothing_else(scratch: Course) -> None:
    path = scratch.locales / "editions.toml"
    path.write_text(path.read_text(encoding="utf-8") + '\n[pt]\nname = "Português"\n', encoding="utf-8")
    assert extract(scratch) == (f"locales/pt/{STEM}.po", "locales/pt/runtime.po")
    catalog, faults = read_catalog_file(scratch.locales / "pt" / f"{STEM}.po", "")
    assert (len(catalog.entries), faults) == (13, ())


@pytest.mark.parametrize(
    ("name", "old", "new", "where"),
    [
        (f"chapters/{STEM}.py", 'id="rule"', 'id="Rule"', f"chapters/{STEM}.py:"),
        (f"locales/es/{STEM}.po", 'msgctxt "rule/heading-the-rule"', "msgctxt oops", f"locales/es/{STEM}.po:"),
        ("tiedbook/found.py", "found", 'say("pair_sum.more", f"Else {1}.")\nfound', "tiedbook/found.py:"),
    ],
)
def test_a_fault_is_named_and_nothing_is_written(scratch: Course, name: str, old: str, new: str, where: str) -> None:
    edit(scratch.chapters / f"{STEM}.py", "# Addition.", "# Addition, twice.")
    edit(scratch.root / name, old, new)
    before = catalogs(scratch)
    with pytest.raises(TiedbookError) as told:
        extract(scratch)
    assert told.value.message.startswith(where)
    assert catalogs(scratch) == before


def test_the_real_catalogs_are_up_to_date() -> None:
    stale = [item.where for item in merge_all(course()) if (course().root / item.where).read_text("utf-8") != item.text]
    assert stale == [], "run `tiedbook extract`"
