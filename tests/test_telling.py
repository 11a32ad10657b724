"""A verdict in the words of an edition, and where it sends the learner."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.small import SECOND
from tiedbook import telling
from tiedbook.catalog import Catalog
from tiedbook.course import Course, course
from tiedbook.diagnosis import Diagnosis, Verdict
from tiedbook.telling import Place, finding, places, tell

ENGLISH = Catalog("en", {})
SPANISH = Catalog(
    "es",
    {
        ("embed.columns", "These are columns of {table}."): "Son columnas de {table}.",
        ("check.core_failed", "`{exercise}`: the core is not right yet."): "`{exercise}`: aún no.",
        ("check.got", "What came back"): "Lo que devolvió",
    },
)
COLUMNS = Diagnosis(
    "embed.columns",
    "These are columns of {table}.",
    {"table": "`E`", "call": "embed([1], E)", "got": "[1]", "wanted": "[2]", "see": "view-copy"},
)


def verdict(*diagnoses: Diagnosis) -> Verdict:
    return Verdict("embed", "core", 6, diagnoses)


@pytest.fixture
def forgetful() -> Iterator[None]:
    yield
    places.cache_clear()
    telling._chapter.cache_clear()


def test_a_finding_has_its_sentence_its_call_and_its_section() -> None:
    told = tell(verdict(COLUMNS), ENGLISH)
    assert (told.edition, told.passed, told.detail, told.more) == ("en", False, "", "")
    (found,) = told.findings
    assert found.sentence == "These are columns of `E`."
    assert (found.code, found.call, found.got, found.wanted) == ("embed.columns", "embed([1], E)", "[1]", "[2]")
    assert found.place == Place("A window or a photocopy", "view-copy")


def test_another_edition_has_other_words_and_its_own_headings() -> None:
    told = tell(verdict(COLUMNS), SPANISH)
    assert told.title == "`embed`: aún no."
    assert told.words.got == "Lo que devolvió"
    assert told.findings[0].sentence == "Son columnas de `E`."
    english, spanish = places("ch01_lookup_is_matmul", "en"), places("ch01_lookup_is_matmul", "es")
    assert english.keys() == spanish.keys()
    assert told.findings[0].place == spanish["view-copy"]


def test_three_findings_are_told_and_the_others_counted() -> None:
    told = tell(verdict(*[COLUMNS] * 5), ENGLISH)
    assert len(told.findings) == 3
    assert "(2)" in told.more
    assert tell(verdict(*[COLUMNS] * 3), ENGLISH).more == ""


@pytest.mark.parametrize(("part", "word"), [("core", "core"), ("contract", "contract")])
def test_a_pass_says_what_was_right_and_how_much_was_tried(part: str, word: str) -> None:
    told = tell(Verdict("embed", "contract" if part == "contract" else "core", 4), ENGLISH, calls=12)
    assert told.passed
    assert word in told.title
    assert "4 of 4" in told.title
    assert "12" in told.detail


def test_what_a_diagnosis_does_not_show_stays_empty() -> None:
    found = finding(Diagnosis("answer.missing", "There is none."), ENGLISH)
    assert (found.call, found.got, found.wanted, found.place) == ("", "", "", None)


def test_without_a_built_chapter_there_is_no_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgetful: None
) -> None:
    monkeypatch.setattr(telling, "course", lambda: Course(tmp_path))
    places.cache_clear()
    telling._chapter.cache_clear()
    assert tell(verdict(COLUMNS), ENGLISH).findings[0].place is None


def test_every_cell_belongs_to_the_heading_above_it(small_course: Course, forgetful: None) -> None:
    places.cache_clear()
    found = places(SECOND, "es")
    assert "editions" not in found  # it stands above the title
    assert found["hints"] == Place("Una búsqueda", "hints")


def test_headings_lose_their_marks(monkeypatch: pytest.MonkeyPatch, forgetful: None) -> None:
    texts = ["## Exercise: `embed` ##", "text\n\n### The *sum* over $j$", "# not code\n"]
    kinds = ["markdown", "markdown", "code"]
    pairs = enumerate(zip(kinds, texts, strict=True))
    cells = [{"id": f"c{n}", "cell_type": kind, "source": text} for n, (kind, text) in pairs]
    monkeypatch.setattr(telling, "read_notebook", lambda path: {"cells": cells})
    places.cache_clear()
    assert places("any", "en") == {
        "c0": Place("Exercise: embed", "c0"),
        "c1": Place("The sum over $j$", "c1"),
        "c2": Place("The sum over $j$", "c2"),
    }


def test_the_chapters_of_all_exercises_are_found() -> None:
    assert course().stems()
    assert telling._chapter("embed") == telling._chapter("one_hot") == "ch01_lookup_is_matmul"
    assert telling._chapter("nothing") == ""
