"""Stock nbgrader on the same course folder: export, autograde, formgrader's API, validate."""

from __future__ import annotations

import csv
import io
import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from autograde.course import CourseFolder
from autograde.export import COLUMNS, gradebook_csv
from autograde.feedback import write_feedback
from autograde.grade import grade
from autograde.register import locked
from tests.autograde.classroom import PARTS, STEM, half_right, notebook, scores, submit
from tiedbook.notebook import role, write_notebook

pytestmark = pytest.mark.sandbox


@pytest.fixture
def graded(course: CourseFolder) -> CourseFolder:
    submit(course, "ana", notebook("es"), stamp="2026-05-04 12:00:00 UTC")
    submit(course, "bob", half_right())
    submit(course, "cut", b"{")
    grade(course)
    return course


def nbgrader(course: CourseFolder, programs: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        ["nbgrader", *arguments], cwd=course.root, env=programs, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_its_export_says_the_same(graded: CourseFolder, programs: dict[str, str]) -> None:
    with closing(sqlite3.connect(graded.gradebook)) as database:
        database.execute("INSERT INTO student (id, email) VALUES ('zoe', 'zoe@example.org')")
        database.execute("UPDATE submitted_notebook SET late_submission_penalty = 1.5")
        database.execute("UPDATE assignment SET duedate = '2026-05-03 12:00:00.000000'")
        database.commit()
    nbgrader(graded, programs, "export", "--to", "theirs.csv")
    assert gradebook_csv(graded) == (graded.root / "theirs.csv").read_text(encoding="utf-8")


def test_a_name_with_a_comma_or_a_formula_keeps_its_column(graded: CourseFolder) -> None:
    with closing(sqlite3.connect(graded.gradebook)) as database:
        database.execute("UPDATE student SET last_name = 'Núñez, the \"younger\"', first_name = '=1+1'")
        database.commit()
    rows = list(csv.DictReader(io.StringIO(gradebook_csv(graded))))
    assert tuple(rows[0]) == COLUMNS
    assert {row["last_name"] for row in rows} == {'Núñez, the "younger"'}
    assert {row["first_name"] for row in rows} == {"'=1+1"}
    assert {row["student_id"]: float(row["score"]) for row in rows} == {"ana": 16.0, "bob": 6.0}


def test_its_autograde_gives_honest_submissions_the_same_points(
    course: CourseFolder, assigned: CourseFolder, programs: dict[str, str]
) -> None:
    submit(course, "ana", notebook("es"))
    submit(course, "bob", half_right())
    grade(course)
    ours = {name: scores(course, name) for name in ("ana", "bob")}
    assert ours["ana"] == PARTS
    shutil.rmtree(course.root / "autograded")
    shutil.copy(assigned.gradebook, course.gradebook)
    nbgrader(course, programs, "autograde", STEM)
    assert {name: scores(course, name) for name in ours} == ours


def test_its_feedback_and_ours_stand_in_the_same_place(graded: CourseFolder, programs: dict[str, str]) -> None:
    write_feedback(graded)
    ours = graded.feedback("bob", STEM)
    assert ours.is_file()
    shutil.rmtree(graded.root / "feedback")
    nbgrader(graded, programs, "generate_feedback", STEM)
    theirs = ours.read_text(encoding="utf-8")
    assert "The result is a window onto" in theirs
    assert "<script>alert" not in theirs


LISTED = """
import json, os, sys
os.chdir(sys.argv[1])
from nbgrader.apps.api import NbGraderAPI
api = NbGraderAPI()
stem = sys.argv[2]
print(json.dumps({
    "assignments": [(item["name"], item["max_score"], item["num_submissions"]) for item in api.get_assignments()],
    "submissions": [
        (item["student"], item["autograded"], item["score"], item["max_score"], item["needs_manual_grade"])
        for item in api.get_submissions(stem)
    ],
    "notebooks": [
        (item["student"], item["score"], item["failed_tests"]) for item in api.get_notebook_submissions(stem, stem)
    ],
    "ungraded": sorted(api.get_submitted_students(stem) - api.get_autograded_students(stem)),
}))
"""


def test_formgrader_lists_the_submissions_with_their_scores(graded: CourseFolder, programs: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LISTED, str(graded.root), STEM], env=programs, capture_output=True, text=True, check=True
    )
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["assignments"] == [[STEM, 16.0, 3]]
    assert found["submissions"] == [
        ["ana", True, 16.0, 16.0, False],
        ["bob", True, 6.0, 16.0, False],
        ["cut", False, 0.0, 0.0, False],
    ]
    assert sorted(found["notebooks"]) == [["ana", 16.0, False], ["bob", 6.0, True]]
    assert found["ungraded"] == ["cut"]


READ = """
import json, sys
from nbgrader.nbgraderformat import read
from nbgrader.utils import determine_grade, is_grade
notebook = read(sys.argv[1], as_version=4)
found = [cell for cell in notebook.cells if is_grade(cell)]
print(json.dumps({cell.metadata.nbgrader.grade_id: float(determine_grade(cell)[0]) for cell in found}))
"""


def test_it_reads_the_same_points_off_a_graded_notebook(graded: CourseFolder, programs: dict[str, str]) -> None:
    for learner in ("ana", "bob"):
        path = graded.autograded(learner, STEM)
        done = subprocess.run(
            [sys.executable, "-c", READ, str(path)], env=programs, capture_output=True, text=True, check=True
        )
        assert json.loads(done.stdout.splitlines()[-1]) == scores(graded, learner)


def test_it_validates_a_solved_release_and_not_a_half_right_one(
    tmp_path: Path, course: CourseFolder, programs: dict[str, str]
) -> None:
    for name, work in (("right", notebook("es")), ("half", half_right())):
        work["cells"] = [cell for cell in work["cells"] if role(cell) != "show"]  # which take longer than the checks
        write_notebook(tmp_path / f"{name}.ipynb", locked(work))
    assert "Success" in nbgrader(course, programs, "validate", str(tmp_path / "right.ipynb"))
    told = nbgrader(course, programs, "validate", str(tmp_path / "half.ipynb"))
    assert "VALIDATION FAILED ON" in told
