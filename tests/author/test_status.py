from __future__ import annotations

import polib
import pytest

from tests.author.scratch import STEM, edit
from tiedbook.author.status import Counters, catalogs_of, counters, incomplete, missing, table
from tiedbook.course import Course
from tiedbook.errors import TiedbookError


def spanish(home: Course) -> Counters:
    return counters(catalogs_of(home, "es")[0])


def test_an_untouched_catalog_is_untranslated(scratch: Course) -> None:
    assert spanish(scratch) == Counters(f"locales/es/{STEM}.po", 0, 0, 13, 0)


def test_a_translation_a_changed_and_a_removed_sentence_are_counted(scratch: Course) -> None:
    path = scratch.locales / "es" / f"{STEM}.po"
    for english in ("Addition.", "Look at the rule.", "The rule"):
        edit(path, f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "x"')
    source = scratch.chapters / f"{STEM}.py"
    edit(source, "# Look at the rule.", "# Look at the rules.")  # the source counts as it is, extracted or not
    edit(source, "#\n# Addition.\n", "")
    assert spanish(scratch) == Counters(f"locales/es/{STEM}.po", 1, 1, 10, 1)


def test_a_missing_catalog_counts_as_untranslated(scratch: Course) -> None:
    (scratch.locales / "es" / f"{STEM}.po").unlink()
    assert spanish(scratch) == Counters(f"locales/es/{STEM}.po", 0, 0, 13, 0)


def test_what_is_missing_is_listed_with_its_path_first(scratch: Course) -> None:
    path = scratch.locales / "es" / f"{STEM}.po"
    edit(path, 'msgid "Addition."\nmsgstr ""', 'msgid "Addition."\nmsgstr "Suma."')
    edit(scratch.chapters / f"{STEM}.py", "# Addition.", "# Addition, twice.")
    lines = [str(finding) for finding in missing(catalogs_of(scratch, "es")[0])]
    assert len(lines) == 14
    assert f"locales/es/{STEM}.po: [rule/heading-the-rule]: untranslated: The rule" in lines
    said = "fuzzy, the English has changed; mend the msgstr and remove `fuzzy`: Addition, twice."
    assert f"locales/es/{STEM}.po: [pair-hints/text-addition-twice]: {said}" in lines


def test_doubt_of_a_translator_is_not_told_as_a_change_of_the_english(scratch: Course) -> None:
    path = scratch.locales / "es" / f"{STEM}.po"
    edit(path, 'msgctxt "pair-hints/text-addition"', '#, fuzzy\nmsgctxt "pair-hints/text-addition"')
    edit(path, 'msgid "Addition."\nmsgstr ""', 'msgid "Addition."\nmsgstr "¿Suma?"')
    said = "fuzzy, its translator was in doubt; mend the msgstr and remove `fuzzy`: Addition."
    lines = [str(finding) for finding in missing(catalogs_of(scratch, "es")[0])]
    assert f"locales/es/{STEM}.po: [pair-hints/text-addition]: {said}" in lines


def test_an_english_edited_in_the_catalog_is_told_once_and_as_that(scratch: Course) -> None:
    path = scratch.locales / "es" / f"{STEM}.po"
    edit(path, 'msgid "Addition."\nmsgstr ""', 'msgid "Adición."\nmsgstr "Suma."')
    lines = [str(finding) for finding in missing(catalogs_of(scratch, "es")[0])]
    assert len(lines) == 13
    [said] = [line for line in lines if "text-addition" in line]
    assert f"its msgid is not the English in chapters/{STEM}.py, 'Addition.': put that back" in said


def test_all_editions_come_in_the_order_of_their_file(scratch: Course) -> None:
    assert [item.where for item in catalogs_of(scratch)] == [
        f"locales/{tag}/{name}.po" for tag in ("hi-Latn", "es") for name in (STEM, "runtime")
    ]


@pytest.mark.parametrize("tag", ["en", "fr"])
def test_an_edition_without_catalogs_is_a_fault_of_the_order(scratch: Course, tag: str) -> None:
    with pytest.raises(TiedbookError, match="hi-Latn, es") as told:
        catalogs_of(scratch, tag)
    assert told.value.status == 2


def test_the_table_lines_up() -> None:
    lines = table((Counters("locales/es/a.po", 100, 2, 3, 4), Counters("locales/es/longer.po", 1, 0, 0, 0))).split("\n")
    assert lines == [
        "catalog               translated  fuzzy  untranslated  obsolete",
        "locales/es/a.po              100      2             3         4",
        "locales/es/longer.po           1      0             0         0",
    ]


def unfinish(scratch: Course, stem: str) -> None:
    path = scratch.locales / "editions.toml"
    edit(path, "[es]\n", f'[es]\nunfinished = ["{stem}"]\n')


def test_an_unfinished_chapter_is_not_asked_to_be_complete_but_runtime_text_always_is(scratch: Course) -> None:
    unfinish(scratch, STEM)
    left = {finding.where.split(":")[0] for finding in incomplete(scratch, catalogs_of(scratch, "es"))}
    assert f"locales/es/{STEM}.po" not in left
    assert left <= {"locales/es/runtime.po"}


def test_a_complete_chapter_must_not_be_called_unfinished(scratch: Course) -> None:
    path = scratch.locales / "es" / f"{STEM}.po"
    catalog = polib.pofile(str(path))
    for entry in catalog:
        entry.msgstr = entry.msgid
    catalog.save()
    unfinish(scratch, STEM)
    said = f"locales/editions.toml: [es]: {STEM} is complete: take it off the unfinished ones"
    assert said in [str(finding) for finding in incomplete(scratch, catalogs_of(scratch, "es"))]
