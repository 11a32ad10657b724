"""Assigning chapters: what nbgrader itself would have made, and nothing lost on the way."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from autograde.assign import assign, between_marks
from autograde.course import CourseFolder
from autograde.grade import grade
from tests.autograde.classroom import PARTS, STEM, cell, contents, notebook, scores, submit
from tiedbook.author.starter import solution, starter
from tiedbook.errors import TiedbookError
from tiedbook.notebook import edition_of, mark, read_notebook


def test_nbgrader_generates_the_very_same_release_and_gradebook(course: CourseFolder, programs: dict[str, str]) -> None:
    released, known = course.release(STEM).read_bytes(), contents(course)
    shutil.rmtree(course.root / "release")
    course.gradebook.unlink()
    subprocess.run(
        ["nbgrader", "generate_assignment", STEM], cwd=course.root, env=programs, check=True, capture_output=True
    )
    assert course.release(STEM).read_bytes() == released
    assert contents(course) == known


def test_chapters_with_exercises_are_assigned_and_others_are_not(assigned: CourseFolder) -> None:
    assert STEM in assigned.stems()
    assert "ch00_start_here" not in assigned.stems()
    known = {name: most for name, kind, most, _ in contents(assigned)["cells"] if kind == "GradeCell"}
    assert PARTS.items() <= known.items()


def test_a_release_reveals_no_solution(assigned: CourseFolder) -> None:
    release = read_notebook(assigned.release(STEM))
    assert not [item["id"] for item in release["cells"] if mark(item).get("kind") == "reveal"]
    assert not [id_ for id_ in mark(release)["cells"] if id_.endswith("-solution")]
    assert "np.take(embedding_matrix, ids" not in assigned.release(STEM).read_text(encoding="utf-8")


def test_the_source_holds_solutions_that_run(assigned: CourseFolder) -> None:
    source = read_notebook(assigned.source(STEM))
    names: dict[str, object] = {}
    exec(cell(source, "table")["source"], names)
    for exercise in ("one_hot", "embed"):
        assert "### BEGIN SOLUTION" in cell(source, exercise)["source"]
        exec(cell(source, exercise)["source"], names)
    one_hot = names["one_hot"]
    assert callable(one_hot)
    assert one_hot([1], 3).tolist() == [[0, 1, 0]]


def test_a_second_time_changes_no_file(course: CourseFolder) -> None:
    before = {path: path.read_bytes() for path in course.root.rglob("*") if path.is_file()}
    assert not any(item.changed for item in assign(course, "en", [STEM]))
    assert {path: path.read_bytes() for path in course.root.rglob("*") if path.is_file()} == before


@pytest.mark.sandbox
def test_another_edition_is_released_and_grades_and_settings_stay(course: CourseFolder) -> None:
    submit(course, "ana", notebook("en"))
    grade(course)
    before = contents(course)["grades"]
    course.config.write_text("# mine\n", encoding="utf-8")
    assign(course, "es", [STEM])
    assert edition_of(read_notebook(course.release(STEM))) == "es"
    assert contents(course)["grades"] == before
    assert course.config.read_text(encoding="utf-8") == "# mine\n"
    assert grade(course).counts()["unchanged"] == 1


@pytest.mark.sandbox
def test_a_check_cell_with_grades_does_not_vanish(course: CourseFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    submit(course, "ana", notebook("en"))
    grade(course)
    before = contents(course), course.release(STEM).read_bytes()
    built = notebook("en", {})
    built["cells"] = [item for item in built["cells"] if item["id"] != "embed-contract"]
    monkeypatch.setattr("autograde.assign.read_notebook", lambda _: built)
    with pytest.raises(TiedbookError, match="'embed-contract' has grades"):
        assign(course, "en", [STEM])
    assert (contents(course), course.release(STEM).read_bytes()) == before
    assert scores(course, "ana") == PARTS


@pytest.mark.sandbox
def test_a_new_check_cell_is_added_beside_grades(course: CourseFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    submit(course, "ana", notebook("en"))
    grade(course)
    built = notebook("en", {})
    added = json.loads(json.dumps(cell(built, "embed-contract")))
    added["id"] = added["metadata"]["nbgrader"]["grade_id"] = "embed-more"
    built["cells"].append(added)
    monkeypatch.setattr("autograde.assign.read_notebook", lambda _: built)
    assign(course, "en", [STEM])
    assert scores(course, "ana") == PARTS
    assert "embed-more" in {row[0] for row in contents(course)["cells"]}


@pytest.mark.parametrize(
    ("edition", "stems", "message"),
    [
        ("xx", [], "There is no edition 'xx'"),
        ("en", ["ch77_none"], "no chapter 'ch77_none'.*ch01_lookup_is_matmul"),
        ("en", ["../../etc"], "no chapter"),
        ("en", ["ch00_start_here"], "has no exercises"),
    ],
)
def test_what_cannot_be_assigned_is_refused_and_nothing_is_made(
    tmp_path: Path, edition: str, stems: list[str], message: str
) -> None:
    with pytest.raises(TiedbookError, match=message) as caught:
        assign(CourseFolder(tmp_path / "course"), edition, stems)
    assert caught.value.status == 2
    assert not (tmp_path / "course").exists()


WITH_HELPERS = '''
import math

import numpy as np

LIMIT = 3


def scaled(values: np.ndarray) -> np.ndarray:
    """Scale.

    Twice.
    """
    return helper(values) * LIMIT


def helper(values: np.ndarray) -> np.ndarray:
    """Help."""
    return values * math.pi
'''


def test_helpers_of_a_solution_stand_inside_the_marks_and_are_cut_with_it() -> None:
    given = starter(WITH_HELPERS, "scaled")
    marked = between_marks(given, solution(WITH_HELPERS, "scaled"))
    names: dict[str, object] = {}
    exec(marked, names)
    scaled = names["scaled"]
    assert callable(scaled)
    assert scaled(1) == pytest.approx(3 * 3.14159265)
    before, _, rest = marked.partition("    ### BEGIN SOLUTION")
    _, _, after = rest.partition("### END SOLUTION")
    assert before + "    raise NotImplementedError" + after == given


def test_the_secret_is_the_owners_alone_and_stays(course: CourseFolder) -> None:
    secret = course.seed_secret()
    assert len(secret) == 32
    assert course.secret.stat().st_mode & 0o777 == 0o600
    assert course.seed_secret() == secret
