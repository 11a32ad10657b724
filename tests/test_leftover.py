"""An answer whose exercise is gone stays in view, with a note in the notebook's edition."""

from __future__ import annotations

import pytest

from tests.small import SECOND, TAGS, built
from tiedbook.leftover import leftovers, note_of
from tiedbook.merge import apply, merge
from tiedbook.notebook import Cell, Notebook, digest, is_pristine, listed, mark

OLD = "def old(x):\n    return x"


def old(id_: str = "old", source: str = OLD, name: str = "old") -> Cell:
    answer = next(cell for cell in built(SECOND, "en")["cells"] if cell["id"] == "embed")
    marked = {"tiedbook": {"role": "answer", "exercise": name, "hash": digest("starter")}}
    return {**answer, "id": id_, "source": source, "metadata": marked}


def with_old(*cells: Cell, tag: str = "en") -> Notebook:
    notebook = built(SECOND, tag)
    notebook["cells"] += cells or (old(),)
    notebook["metadata"]["tiedbook"]["cells"] += ["old"]
    return notebook


def merged(mine: Notebook, tag: str, purpose: str = "update") -> Notebook:
    assert purpose in ("switch", "update")
    others = [built(SECOND, other) for other in TAGS if other != tag]
    return apply(mine, merge(mine, built(SECOND, tag), "update" if purpose == "update" else "switch", others))


def notes(notebook: Notebook) -> list[Cell]:
    return [cell for cell in notebook["cells"] if note_of(cell)]


def test_the_note_names_the_exercise_and_stands_below_the_answer() -> None:
    after = merged(with_old(), "en")
    answer, note = after["cells"][-2:]
    assert answer == old()
    assert note["source"].startswith("> **Your answer to `old`, above, stays.** The course no longer has this exercise")
    assert is_pristine(note)


@pytest.mark.parametrize("tag", TAGS)
def test_notes_are_written_once_and_follow_the_edition(tag: str) -> None:
    once = merged(with_old(tag=tag), tag)
    assert len(notes(once)) == 1
    assert merged(once, tag) == once
    there = merged(once, "es", "switch")
    assert merged(there, tag, "switch") == once


def test_a_note_that_was_deleted_stays_away() -> None:
    once = merged(with_old(), "en")
    once["cells"] = once["cells"][:-1]
    assert notes(merged(once, "en")) == []
    assert notes(merged(merged(once, "es", "switch"), "es")) == []


def test_copies_of_an_answer_get_one_note_below_the_original() -> None:
    after = merged(with_old(old("copy"), old(), old("more")), "en")
    assert [cell["id"] for cell in after["cells"] if note_of(cell)] == [after["cells"][-2]["id"]]


def test_no_answer_and_no_longer_an_answer_get_no_note() -> None:
    assert notes(merged(with_old(old(source="")), "en")) == []
    starter = {**old(), "source": "starter"}
    after = merged(with_old(starter), "en")
    assert notes(after) == []
    assert "old" not in [cell["id"] for cell in after["cells"]]


def test_an_exercise_that_comes_back_takes_its_note_away() -> None:
    once = merged(with_old(), "en")
    course = with_old()
    again = apply(once, merge(once, course, "update"))
    assert notes(again) == []
    assert "notes" not in mark(again)


@pytest.mark.parametrize("name", ["ünicode", "with space", "x" * 500, "a`b", "{hole}"])
def test_odd_names_make_valid_ids(name: str) -> None:
    (note,) = notes(merged(with_old(old(name=name)), "en"))
    assert len(note["id"]) <= 64
    assert note["id"].replace("-", "").isalnum()


def test_answers_that_the_course_has_are_not_left_over() -> None:
    mine = built(SECOND, "en")
    assert leftovers(mine, built(SECOND, "es"), set()) == {}
    assert "embed" in listed(mine)
