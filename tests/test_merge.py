"""The merge: a table of cases, and what holds for any editing session."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.cases import FOLDER, course_in, load, others_of
from tests.sessions import Step, sessions, tags
from tests.small import SECOND, built
from tiedbook.merge import Purpose, apply, merge, offered
from tiedbook.notebook import Cell, Notebook, answers, is_pristine, mark, role
from tiedbook.operations import Operation

CASES = sorted(FOLDER.glob("*.toml"))
RENEWALS = [path for path in CASES if not path.stem.startswith("rebuild")]
MERGES = [path for path in CASES if load(path).files is None]  # the others need a workspace: tests/test_renewal.py


def operations(mine: Notebook, target: str, purpose: Purpose = "switch") -> tuple[Operation, ...]:
    return merge(mine, course_in(target), purpose, [course_in(other) for other in others_of(target)])


def switched(mine: Notebook, target: str, purpose: Purpose = "switch") -> Notebook:
    return apply(mine, operations(mine, target, purpose))


def after(session: list[Step | str]) -> Notebook:
    """Return what a session of edits and switches leaves, started with the English chapter."""
    notebook = built(SECOND, "en")
    for number, step in enumerate(session):
        notebook = switched(notebook, step) if isinstance(step, str) else step(notebook, number)
    return notebook


def learners(notebook: Notebook) -> list[Cell]:
    """Return every cell that is not unedited prose of the course."""
    return [cell for cell in notebook["cells"] if not (cell["cell_type"] == "markdown" and may_be_ours(cell))]


def may_be_ours(cell: Cell) -> bool:
    texts = {item["source"] for tag in ("en", "hi-Latn", "es") for item in built(SECOND, tag)["cells"]}
    return is_pristine(cell) or cell["source"] in texts


def without_translations(notebook: Notebook) -> list[Cell]:
    return [cell for cell in notebook["cells"] if "beside" not in mark(cell) and not cell["id"].endswith("--beside")]


@pytest.mark.parametrize("path", MERGES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    case = load(path)
    course, *others = case.frames
    changes = merge(case.before, course, case.purpose, others, case.back)
    result = apply(course if case.purpose == "rebuild" else case.before, changes)
    assert result["cells"] == case.after, case.says
    assert mark(result)["edition"] == mark(course)["edition"]
    if "offered" in path.read_text(encoding="utf-8") or "deleted" in path.stem:
        assert [cell["id"] for cell in offered(result, course, others)] == case.offered


@pytest.mark.parametrize("path", RENEWALS, ids=lambda path: path.stem)
def test_doing_it_again_changes_nothing(path: Path) -> None:
    case = load(path)
    once = switched(case.before, case.target, case.purpose)
    assert operations(once, case.target, case.purpose) == ()


@settings(max_examples=200, deadline=None)
@given(sessions, tags)
def test_a_switch_never_changes_code_by_a_byte(session: list[Step | str], target: str) -> None:
    mine = after(session)
    code = [cell for cell in mine["cells"] if cell["cell_type"] != "markdown"]
    assert [cell for cell in switched(mine, target)["cells"] if cell["cell_type"] != "markdown"] == code


@settings(max_examples=200, deadline=None)
@given(sessions, tags)
def test_every_cell_of_the_learner_survives_a_switch_in_order(session: list[Step | str], target: str) -> None:
    mine = after(session)
    survived = iter(switched(mine, target)["cells"])
    assert all(cell in survived for cell in learners(mine))  # a subsequence


@settings(max_examples=200, deadline=None)
@given(sessions, tags)
def test_a_switch_makes_no_duplicate_ids(session: list[Step | str], target: str) -> None:
    ids = [cell["id"] for cell in switched(after(session), target)["cells"]]
    assert len(ids) == len(set(ids))


@settings(max_examples=200, deadline=None)
@given(sessions, tags, tags)
def test_there_and_back_restores_every_cell_exactly(session: list[Step | str], home: str, away: str) -> None:
    mine = switched(after(session), home)
    back = switched(switched(mine, away), home)
    assert without_translations(back) == without_translations(mine)
    assert back["metadata"] == mine["metadata"]


@settings(max_examples=200, deadline=None)
@given(sessions, tags)
def test_switching_twice_is_switching_once(session: list[Step | str], target: str) -> None:
    once = switched(after(session), target)
    assert operations(once, target) == ()


@settings(max_examples=200, deadline=None)
@given(sessions, tags)
def test_an_update_keeps_what_the_learner_wrote(session: list[Step | str], target: str) -> None:
    mine = after(session)
    edited = [cell for cell in mine["cells"] if not may_be_ours(cell)]
    updated = switched(mine, f"{target}+", "update")
    survived = iter(updated["cells"])
    assert all(cell in survived for cell in edited)
    assert operations(updated, f"{target}+", "update") == ()


@settings(max_examples=200, deadline=None)
@given(sessions, tags)
def test_a_rebuild_is_the_frame_with_answers_and_own_code(session: list[Step | str], target: str) -> None:
    mine, frame = after(session), course_in(target)
    rebuilt = apply(frame, merge(mine, frame, "rebuild"))
    course_cells = [cell for cell in rebuilt["cells"] if role(cell)]
    assert [cell for cell in course_cells if role(cell) != "answer"] == [
        cell for cell in frame["cells"] if role(cell) != "answer"
    ]
    written = {cell["source"] for cell in mine["cells"]}
    assert set(answers(rebuilt).values()) <= written | set(answers(frame).values())
    own = [cell for cell in rebuilt["cells"] if not role(cell)]
    assert {cell["source"] for cell in own} <= written
    assert all(cell["metadata"] == {} and cell["outputs"] == [] for cell in own)
