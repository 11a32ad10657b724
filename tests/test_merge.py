"""The merge: a table of cases, and what holds for any editing session."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import FOLDER, course_in, load, others_of
from tests.sessions import BACK, UPDATE, Step, sessions, tags
from tests.small import SECOND, TAGS, built
from tiedbook.bilingual import unfolded
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


def after(session: list[Step | str]) -> tuple[Notebook, str]:
    """Return what a session leaves, started with the English chapter; and `+` where it has the later release."""
    notebook, edition, plus = built(SECOND, "en"), "en", ""
    for number, step in enumerate(session):
        if isinstance(step, Step):
            notebook = step(notebook, number)
        elif step == UPDATE:
            plus = "+"
            notebook = switched(notebook, edition + plus, "update")
        elif step == BACK:
            notebook = brought_back(notebook, edition + plus)
        else:
            edition = step
            notebook = switched(notebook, edition + plus)
    return notebook, plus


def brought_back(mine: Notebook, target: str) -> Notebook:
    course, *others = [course_in(target), *map(course_in, others_of(target))]
    wanted = [cell["id"] for cell in offered(mine, course, others)]
    return apply(mine, merge(mine, course, "switch", others, wanted))


def learners(notebook: Notebook) -> list[Cell]:
    """Return every cell that is not unedited prose of the course."""
    return [cell for cell in notebook["cells"] if not (cell["cell_type"] == "markdown" and may_be_ours(cell))]


TEXTS = {cell["source"] for tag in (*TAGS, *(f"{tag}+" for tag in TAGS)) for cell in course_in(tag)["cells"]}


def may_be_ours(cell: Cell) -> bool:
    return is_pristine(cell) or unfolded(cell["source"]) in TEXTS


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


SESSIONS = 2000  # random sessions, each of which the promises of a switch have to survive
OTHERS = 300  # for each promise about something else


@settings(max_examples=SESSIONS, deadline=None)
@given(sessions, tags, tags)
def test_what_a_switch_promises_holds_after_any_session(session: list[Step | str], home: str, away: str) -> None:
    mine, plus = after(session)
    home, away = home + plus, away + plus
    there = switched(mine, home)
    code_stays(mine, there)
    learners_cells_survive(mine, there)
    no_id_is_there_twice(there)
    no_id_is_there_twice(brought_back(there, home))
    assert operations(there, home) == (), "switching twice is switching once"
    away_and_back = switched(switched(there, away), home)
    assert without_translations(away_and_back) == without_translations(there)
    assert away_and_back["metadata"] == there["metadata"]


def code_stays(mine: Notebook, there: Notebook) -> None:
    code, kept = ([cell for cell in each["cells"] if cell["cell_type"] != "markdown"] for each in (mine, there))
    assert kept == code


def learners_cells_survive(mine: Notebook, there: Notebook) -> None:
    survived = iter(there["cells"])
    assert all(cell in survived for cell in learners(mine))  # a subsequence


def no_id_is_there_twice(notebook: Notebook) -> None:
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(ids) == len(set(ids))


@settings(max_examples=OTHERS, deadline=None)
@given(sessions, tags)
def test_an_update_keeps_what_the_learner_wrote(session: list[Step | str], target: str) -> None:
    mine, _ = after(session)
    edited = [cell for cell in mine["cells"] if not may_be_ours(cell)]
    updated = switched(mine, f"{target}+", "update")
    survived = iter(updated["cells"])
    assert all(cell in survived for cell in edited)
    assert operations(updated, f"{target}+", "update") == ()


@settings(max_examples=OTHERS, deadline=None)
@given(sessions, tags)
def test_deleted_cells_come_back_once_and_nothing_else_changes(session: list[Step | str], target: str) -> None:
    mine, plus = after(session)
    there = switched(mine, target + plus)
    back = brought_back(there, target + plus)
    survived = iter(back["cells"])
    assert all(cell in survived for cell in there["cells"])
    course, *others = [course_in(target + plus), *map(course_in, others_of(target + plus))]
    assert offered(back, course, others) == ()
    assert len(back["cells"]) - len(there["cells"]) == len(offered(there, course, others))


@settings(max_examples=OTHERS, deadline=None)
@given(sessions, st.sampled_from(TAGS))
def test_a_rebuild_is_the_frame_with_answers_and_own_code(session: list[Step | str], target: str) -> None:
    (mine, _), frame = after(session), course_in(target)
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
