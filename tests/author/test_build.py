from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest

from tests.author.scratch import STEM, edit
from tiedbook.author import build as building
from tiedbook.author.build import Order, build, check, made, write
from tiedbook.author.extract import extract
from tiedbook.course import Course, course
from tiedbook.errors import TiedbookError
from tiedbook.notebook import notebook_text

ALL = Order()


def notebooks(home: Course) -> dict[str, bytes]:
    return {path.relative_to(home.root).as_posix(): path.read_bytes() for path in sorted(home.root.rglob("*.ipynb"))}


def translate(home: Course, english: str, text: str, name: str = STEM) -> None:
    edit(home.locales / "es" / f"{name}.po", f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{text}"')


def told(home: Course, order: Order = ALL) -> list[str]:
    with pytest.raises(TiedbookError) as fault:
        build(home, order)
    return fault.value.message.split("\n")


def test_every_edition_gets_every_chapter(scratch: Course) -> None:
    paths = build(scratch, ALL)
    assert [path.relative_to(scratch.chapters).as_posix() for path in paths] == [
        f"{tag}/{STEM}.ipynb" for tag in ("en", "hi-Latn", "es")
    ]
    for path in paths:
        nbformat.validate(json.loads(path.read_text(encoding="utf-8")))


def test_a_second_build_writes_nothing_and_a_fresh_one_the_same_bytes(scratch: Course) -> None:
    build(scratch, ALL)
    first = notebooks(scratch)
    assert build(scratch, ALL) == ()
    for path in scratch.chapters.glob("*/*.ipynb"):
        path.unlink()
    build(scratch, ALL)
    assert notebooks(scratch) == first


def test_an_invalid_notebook_is_never_written(tmp_path: Path) -> None:
    path = tmp_path / "a.ipynb"
    with pytest.raises(TiedbookError, match="invalid notebook"):
        write({path: {"cells": [{"cell_type": "markdown", "source": ""}], "nbformat": 4, "nbformat_minor": 5}})
    assert not path.exists()


def test_only_what_changed_is_written(scratch: Course) -> None:
    build(scratch, ALL)
    translate(scratch, "Addition.", "Suma.")
    assert build(scratch, ALL) == (scratch.built("es") / f"{STEM}.ipynb",)
    assert "Suma." in (scratch.built("es") / f"{STEM}.ipynb").read_text(encoding="utf-8")


def test_a_fuzzy_translation_is_never_shown(scratch: Course) -> None:
    path = scratch.locales / "es" / f"{STEM}.po"
    edit(path, 'msgctxt "pair-hints/text-addition"', '#, fuzzy\nmsgctxt "pair-hints/text-addition"')
    translate(scratch, "Addition.", "Suma.")
    build(scratch, ALL)
    text = (scratch.built("es") / f"{STEM}.ipynb").read_text(encoding="utf-8")
    assert "Suma." not in text
    assert "<small>[en]</small> Addition." in text


def test_a_translation_of_the_sentence_before_the_edit_is_never_shown(scratch: Course) -> None:
    translate(scratch, "Addition.", "Suma.")
    edit(scratch.chapters / f"{STEM}.py", "# Addition.", "# Addition!")  # and nobody ran `tiedbook extract`
    assert not any("Suma." in notebook_text(notebook) for notebook in made(scratch, ALL).notebooks.values())
    assert len(told(scratch)) == 2
    extract(scratch)
    build(scratch, ALL)
    assert "Suma." not in (scratch.built("es") / f"{STEM}.ipynb").read_text(encoding="utf-8")


def spoil_chapter(home: Course) -> None:
    edit(home.chapters / f"{STEM}.py", 'id="drawing" role', "role")


def spoil_parity(home: Course) -> None:
    translate(home, "What is 1 plus 2?", "¿Cuánto es 1 más 3?")


def spoil_runtime(home: Course) -> None:
    english = "Only the first number came back: {got}. Add the second."
    translate(home, english, "Solo volvió el primer número. Suma el segundo.", "runtime")


def alter_english(home: Course) -> None:
    edit(home.locales / "es" / f"{STEM}.po", 'msgid "The rule"', 'msgid "The rules"')


def alter_context(home: Course) -> None:
    edit(home.locales / "es" / f"{STEM}.po", 'msgctxt "pair-hints/text-addition"', 'msgctxt "pair-hints/suma"')


def alter_runtime(home: Course) -> None:
    edit(home.locales / "es" / "runtime.po", "Add the second.", "Add the other.")


def spoil_catalog(home: Course) -> None:
    edit(home.locales / "es" / f"{STEM}.po", 'msgid "Addition."', "msgid Addition.")


def lose_catalog(home: Course) -> None:
    (home.locales / "es" / f"{STEM}.po").unlink()


@pytest.mark.parametrize(
    ("spoil", "where"),
    [
        (spoil_chapter, f"chapters/{STEM}.py:"),
        (spoil_parity, f"locales/es/{STEM}.po: [rule/item-what-is-1-plus]: numbers differ"),
        (spoil_runtime, "locales/es/runtime.po: [pair_sum.first_only]: placeholders differ"),
        (alter_english, f"locales/es/{STEM}.po: [rule/heading-the-rule]: its msgid is not the English in chapters/"),
        (alter_context, f"locales/es/{STEM}.po: [pair-hints/suma]: the source has no such unit"),
        (alter_runtime, "locales/es/runtime.po: [pair_sum.first_only]: its msgid is not the English in tiedbook/"),
        (spoil_catalog, f"locales/es/{STEM}.po:"),
        (lose_catalog, f"locales/es/{STEM}.po: the catalog is missing"),
    ],
)
def test_a_fault_stops_the_build_before_anything_is_written(scratch: Course, spoil: object, where: str) -> None:
    build(scratch, ALL)
    translate(scratch, "Addition.", "Suma.")  # something that a build would write
    before = notebooks(scratch)
    spoil(scratch)  # type: ignore[operator]
    assert told(scratch)[0].startswith(where)
    assert notebooks(scratch) == before
    if not where.startswith("chapters/"):
        assert str(check(scratch, ALL)[0]).startswith(where)


def test_all_findings_of_all_catalogs_come_at_once(scratch: Course) -> None:
    spoil_parity(scratch)
    spoil_runtime(scratch)
    (scratch.locales / "hi-Latn" / "runtime.po").unlink()
    assert len(told(scratch)) == 3


def test_an_exercise_without_checks_is_named(scratch: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "exercises_of", lambda _: ())
    [line] = told(scratch)
    assert line == f"chapters/{STEM}.py: the exercise 'pair_sum' has no checks: list it in tiedbook/checks/{STEM}.py"


@pytest.mark.parametrize("order", [Order(editions=("fr",)), Order(beside="fr"), Order(chapter="ch99")])
def test_what_the_course_does_not_have_is_a_fault_of_the_order(scratch: Course, order: Order) -> None:
    with pytest.raises(TiedbookError) as fault:
        build(scratch, order)
    assert fault.value.status == 2
    assert "es" in fault.value.message or STEM in fault.value.message


def test_one_edition_needs_the_catalogs_of_no_other(scratch: Course) -> None:
    lose_catalog(scratch)
    assert build(scratch, Order(editions=("hi-Latn",))) == (scratch.built("hi-Latn") / f"{STEM}.ipynb",)


def test_a_bilingual_build_goes_where_it_is_told(scratch: Course, tmp_path: Path) -> None:
    [path] = build(scratch, Order(editions=("es",), beside="en", out=tmp_path / "two"))
    assert path == tmp_path / "two" / "es" / f"{STEM}.ipynb"
    assert json.loads(path.read_text(encoding="utf-8"))["metadata"]["tiedbook"]["beside"] == "en"
    assert notebooks(scratch) == {}


@pytest.mark.parametrize("editions", [("en",), ("es", "en")])
def test_an_edition_beside_itself_is_refused(scratch: Course, tmp_path: Path, editions: tuple[str, ...]) -> None:
    with pytest.raises(TiedbookError, match="--beside en: an edition cannot be read beside itself") as fault:
        build(scratch, Order(editions=editions, beside="en", out=tmp_path / "two"))
    assert fault.value.status == 2
    assert not (tmp_path / "two").exists()


def test_all_other_editions_get_one_beside_them(scratch: Course, tmp_path: Path) -> None:
    made = build(scratch, Order(beside="en", out=tmp_path))
    assert sorted(path.parent.name for path in made) == ["es", "hi-Latn"]


def test_what_an_order_makes_is_there_in_spite_of_findings(scratch: Course) -> None:
    spoil_parity(scratch)
    result = made(scratch, Order(editions=("es",), chapter="ch01"))
    assert [finding.where for finding in result.findings] == [f"locales/es/{STEM}.po: [rule/item-what-is-1-plus]"]
    [notebook] = result.notebooks.values()
    assert any("Cuánto" in cell["source"] for cell in notebook["cells"])


def test_a_check_is_silent_after_a_build(scratch: Course) -> None:
    build(scratch, ALL)
    assert check(scratch, ALL) == ()


def test_a_check_lists_every_stale_missing_and_stray_notebook(scratch: Course) -> None:
    build(scratch, ALL)
    edit(scratch.built("es") / f"{STEM}.ipynb", "Español**", "Castellano**")
    (scratch.built("en") / f"{STEM}.ipynb").unlink()
    for name in ("es/ch09_old.ipynb", "hi-Latn/notes.txt", "fr/ch01_pairs.ipynb"):
        path = scratch.chapters / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("{}", encoding="utf-8")
    before = notebooks(scratch)
    assert [(finding.where, finding.what.partition(",")[0].partition(":")[0]) for finding in check(scratch, ALL)] == [
        (f"chapters/en/{STEM}.ipynb", "missing"),
        (f"chapters/es/{STEM}.ipynb", "stale"),
        ("chapters/es/ch09_old.ipynb", "stray"),
        ("chapters/fr/ch01_pairs.ipynb", "stray"),
        ("chapters/hi-Latn/notes.txt", "stray"),
    ]
    assert notebooks(scratch) == before


def test_the_real_notebooks_are_up_to_date() -> None:
    assert [str(finding) for finding in check(course(), ALL)] == []
