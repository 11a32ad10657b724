"""The learner sees where they stand, in the notebook and on the terminal."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.small import SECOND
from tests.test_journal import small
from tiedbook.author.source import read_chapters
from tiedbook.course import Course, course
from tiedbook.exercise import Exercise
from tiedbook.journal import record
from tiedbook.session import set_edition
from tiedbook.standing import progress, standing
from tiedbook.workspace import start


@pytest.fixture
def workspace(small_course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    def exercises_of(stem: str) -> tuple[Exercise, ...]:
        return (small("one_hot"), small("embed")) if stem == SECOND else ()

    monkeypatch.setattr("tiedbook.standing.exercises_of", exercises_of)
    start(tmp_path / "w", "es")
    monkeypatch.chdir(tmp_path / "w")
    return tmp_path / "w"


class Tags(HTMLParser):
    """Collects the tags of a piece of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


def test_every_exercise_has_a_row_with_its_state(workspace: Path) -> None:
    record("one_hot", "core", True, None)
    record("one_hot", "contract", False, "one_hot.dtype")
    record("one_hot", "contract", False, "one_hot.dtype")
    lines = repr(progress()).splitlines()
    assert lines[0] == "Your progress: 4 of 12 points"
    assert [line.split() for line in lines[4:6]] == [
        ["one_hot", "Una", "búsqueda", "✓", "done", "tried", "(2×)", "4", "of", "6"],
        ["embed", "Una", "búsqueda", *("not", "yet", "tried") * 2, "0", "of", "6"],
    ]
    assert lines[-1] == "Next: one_hot, part contract, in “Una búsqueda”."


def test_the_chapter_is_named_in_the_edition_that_is_spoken(workspace: Path) -> None:
    set_edition("hi-Latn")
    assert "Ek lookup" in repr(standing(workspace))


def test_when_everything_is_done_there_is_no_next_step(workspace: Path) -> None:
    for name in ("one_hot", "embed"):
        for part in ("core", "contract"):
            record(name, part, True, None)
    assert repr(progress()).splitlines()[-1] == "Everything is done."


def test_the_html_is_a_table_that_a_screen_reader_can_walk(workspace: Path) -> None:
    tags = Tags(progress()._repr_html_()).seen
    assert [name for name, _ in tags].count("tr") == 3
    assert ("table", {"lang": "es"}) in tags
    assert "caption" in [name for name, _ in tags]
    scopes = [attributes["scope"] for name, attributes in tags if name == "th"]
    assert scopes == ["col"] * 5 + ["row"] * 2


def test_outside_a_workspace_the_table_stands_all_the_same_and_a_sentence_says_how_to_get_one(
    small_course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "`tiedbook lab`" in repr(progress())
    assert progress()._repr_html_().startswith("<table")


def test_what_answers_in_words_are_worth_is_told_as_the_table_lacks_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cells = [cell for chapter in read_chapters(course()) for cell in chapter.cells]
    asked = sum(cell.points or 0 for cell in cells if cell.role == "written")
    assert asked > 0
    assert f" {asked:g} points more" in repr(progress())
    assert f" {asked:g} points more" in progress()._repr_html_()
