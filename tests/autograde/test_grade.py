"""Grading through the whole of it: folder, rebuild, judge, gradebook."""

from __future__ import annotations

import json
import os
import pickle
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from autograde.cli import main
from autograde.course import CourseFolder
from autograde.feedback import write_feedback
from autograde.grade import Choice, _worthwhile, grade
from autograde.graded import read_graded
from autograde.judge.judge import Judge, Judged, WallError
from tests.autograde.classroom import (
    PARTS,
    STEM,
    VIEW,
    cell,
    contents,
    half_right,
    notebook,
    own,
    right,
    scores,
    submit,
)
from tests.autograde.falling import FallingWalls
from tiedbook.errors import TiedbookError
from tiedbook.notebook import Notebook, edition_of

pytestmark = pytest.mark.sandbox


def codes(course: CourseFolder, learner: str) -> dict[str, set[str]]:
    found = read_graded(course.autograded(learner, STEM))
    assert found is not None
    return {f"{item.exercise}-{item.part}": {each.code for each in item.diagnoses} for item in found[1].verdicts}


def test_three_editions_and_a_half_right_answer_stand_in_one_gradebook(course: CourseFolder) -> None:
    submit(course, "ana", notebook("es"))
    submit(course, "bob", half_right())
    submit(course, "chandra", notebook("hi-Latn", {}))
    report = grade(course)
    assert report.complete
    assert [(line.learner, line.points, line.most) for line in report.lines] == [
        ("ana", 16.0, 16.0),
        ("bob", 6.0, 16.0),
        ("chandra", 0.0, 16.0),
    ]
    assert scores(course, "ana") == PARTS
    assert scores(course, "bob") == {**dict.fromkeys(PARTS, 0.0), "embed-core": 6.0}
    assert scores(course, "chandra") == dict.fromkeys(PARTS, 0.0)
    found = read_graded(course.autograded("ana", STEM))
    assert found is not None
    assert edition_of(found[0]) == "es"


def test_a_half_right_answer_is_told_its_misconceptions(course: CourseFolder) -> None:
    submit(course, "bob", half_right())
    grade(course)
    found = codes(course, "bob")
    assert "one_hot.sized_by_ids" in found["one_hot-core"]
    assert found["embed-core"] == set()
    assert {"contract.view", "ids.bool_as_mask"} <= found["embed-contract"]


def tampered() -> Notebook:
    """An honest half-right notebook whose learner did everything to its check cells."""
    found = half_right()
    for id_ in ("one_hot-core", "embed-contract"):
        cell(found, id_)["source"] = "0"
    cell(found, "embed-core")["metadata"]["nbgrader"]["points"] = 1000
    cell(found, "embed-core")["metadata"]["nbgrader"]["solution"] = True
    cell(found, "one_hot-core")["metadata"]["tags"] = ["skip-execution"]
    copied = {**cell(found, "embed-contract"), "id": "copied"}
    found["cells"] = [item for item in found["cells"] if item["id"] != "one_hot-contract"]
    found["cells"][3:3] = [copied, {**copied, "id": "copied-again", "source": "check = lambda *a, **k: None"}]
    found["metadata"]["kernelspec"] = {"name": "other", "display_name": "Other", "language": "python"}
    return found


def test_edited_deleted_and_copied_check_cells_change_nothing(course: CourseFolder) -> None:
    submit(course, "honest", half_right())
    submit(course, "tampering", tampered())
    grade(course)
    assert scores(course, "tampering") == scores(course, "honest")
    assert codes(course, "tampering").keys() == PARTS.keys()
    found = read_graded(course.autograded("tampering", STEM))
    assert found is not None
    assert [cell(found[0], id_)["metadata"]["nbgrader"]["points"] for id_ in PARTS] == [4, 2, 6, 4]


def test_a_notebook_stripped_of_ids_and_metadata_keeps_its_points(course: CourseFolder) -> None:
    bare = notebook("es")
    bare["cells"] = [{**item, "metadata": {}} for item in bare["cells"]]
    bare["metadata"] = {}
    for number, item in enumerate(bare["cells"]):
        item["id"] = f"cell-{number}"
    submit(course, "ana", bare)
    grade(course)
    assert scores(course, "ana") == PARTS
    found = read_graded(course.autograded("ana", STEM))
    assert found is not None
    assert edition_of(found[0]) == "es"


def test_helpers_in_cells_of_ones_own_run_and_a_broken_one_costs_nothing(course: CourseFolder) -> None:
    work = notebook("en", {"one_hot": right("one_hot"), "embed": "embed = make_embed()"})
    place = work["cells"].index(cell(work, "embed"))
    helper = f"def make_embed():\n    np = __import__('numpy')\n{_indented(right('embed'))}\n    return embed"
    work["cells"][place:place] = [own("this is no Python", "broken"), own(helper, "helper")]
    submit(course, "ana", work)
    grade(course)
    assert scores(course, "ana") == PARTS


def _indented(source: str) -> str:
    return "\n".join(f"    {line}" if line else "" for line in source.splitlines())


def test_what_cannot_be_graded_is_set_aside_and_nobody_waits(course: CourseFolder) -> None:
    whole = submit(course, "ana", notebook()).read_bytes()
    submit(course, "cut", whole[: len(whole) // 2])
    submit(course, "empty", b"")
    (course.submitted / "ana" / "ch99_unknown").mkdir()
    report = grade(course)
    assert not report.complete
    assert {(line.learner, line.stem): line.code for line in report.lines if line.state == "set aside"} == {
        ("ana", "ch99_unknown"): "not_released",
        ("cut", STEM): "truncated",
        ("empty", STEM): "empty",
    }
    assert scores(course, "ana") == PARTS
    assert all(str(course.submitted) in line for line in report.findings())
    assert contents(course)["students"] == [("ana", None, None, None)]


def test_half_a_character_costs_the_cell_it_stands_in_and_no_more(course: CourseFolder) -> None:
    work = notebook("en")
    work["cells"].append(own("odd = '\ud83d'\nprint(odd)"))
    submit(course, "ana", work)
    assert grade(course).complete
    assert scores(course, "ana") == PARTS
    assert write_feedback(course).pages == 1


def test_a_folder_whose_name_is_no_text_is_set_aside(course: CourseFolder) -> None:
    submit(course, "ana", notebook())
    submit(course, "b\udcff", notebook())
    submit(course, "c" * 129, notebook())
    found = {line.learner: line.code for line in grade(course).lines}
    assert found == {"ana": "", "b\udcff": "bad_name", "c" * 129: "bad_name"}


def test_what_was_graded_is_passed_over_until_it_changes(course: CourseFolder) -> None:
    submit(course, "ana", notebook())
    submit(course, "bob", half_right())
    assert grade(course).counts()["graded"] == 2
    assert grade(course).counts() == {"graded": 0, "unchanged": 2, "set aside": 0}
    submit(course, "bob", notebook())
    assert grade(course).counts() == {"graded": 1, "unchanged": 1, "set aside": 0}
    assert scores(course, "bob") == PARTS
    assert grade(course, Choice(regrade=True)).counts()["graded"] == 2


def test_a_grade_that_is_missing_from_the_gradebook_is_made_again(course: CourseFolder, assigned: CourseFolder) -> None:
    submit(course, "ana", notebook())
    grade(course)
    course.gradebook.write_bytes(assigned.gradebook.read_bytes())
    assert grade(course).counts()["graded"] == 1
    assert scores(course, "ana") == PARTS


def test_the_same_submission_is_asked_the_same_again(course: CourseFolder) -> None:
    submit(course, "bob", half_right())
    grade(course)
    before = course.autograded("bob", STEM).read_bytes(), contents(course)
    grade(course, Choice(regrade=True))
    assert (course.autograded("bob", STEM).read_bytes(), contents(course)) == before


def test_several_workers_give_the_same_gradebook_as_one(course: CourseFolder, assigned: CourseFolder) -> None:
    submit(course, "ana", notebook("es"))
    submit(course, "bob", half_right())
    submit(course, "cut", b"{")
    alone = grade(course)
    before = contents(course)
    course.gradebook.write_bytes(assigned.gradebook.read_bytes())
    assert grade(course, workers=2) == alone
    assert contents(course) == before


@pytest.mark.parametrize(
    ("choice", "graded"),
    [
        (Choice(learners=["bob"]), ["bob"]),
        (Choice(chapters=[STEM]), ["ana", "bob"]),
        (Choice(learners=["ana"], chapters=[STEM]), ["ana"]),
    ],
)
def test_only_what_was_named_is_graded(course: CourseFolder, choice: Choice, graded: list[str]) -> None:
    submit(course, "ana", notebook())
    submit(course, "bob", notebook())
    assert [line.learner for line in grade(course, choice).lines] == graded


def test_a_learner_without_submission_is_named_with_those_there_are(course: CourseFolder) -> None:
    submit(course, "ana", notebook())
    with pytest.raises(TiedbookError, match=r"no submission of the learner 'anna'\. There are: ana"):
        grade(course, Choice(learners=["anna"]))


def test_points_by_hand_and_comments_survive_a_regrade(course: CourseFolder) -> None:
    submit(course, "bob", half_right())
    grade(course)
    _by_hand(course, "UPDATE grade SET manual_score = 3, extra_credit = 1 WHERE auto_score = 0")
    _by_hand(course, "UPDATE comment SET manual_comment = 'Well begun'")
    _by_hand(course, "UPDATE submitted_notebook SET late_submission_penalty = 2")
    before = contents(course)
    grade(course, Choice(regrade=True))
    assert contents(course) == before


def test_points_by_hand_are_to_be_looked_at_where_the_automatic_ones_changed(course: CourseFolder) -> None:
    submit(course, "bob", half_right())
    grade(course)
    _by_hand(course, "UPDATE grade SET manual_score = 1")
    submit(course, "bob", notebook("en", {"one_hot": right("one_hot"), "embed": VIEW}))
    grade(course)
    flagged = {row[2]: bool(row[6]) for row in contents(course)["grades"]}
    assert flagged == {"one_hot-core": True, "one_hot-contract": True, "embed-core": False, "embed-contract": False}
    grade(course, Choice(regrade=True))
    assert {row[2]: bool(row[6]) for row in contents(course)["grades"]} == flagged


def test_an_untouched_answer_is_marked_as_nbgrader_does(course: CourseFolder) -> None:
    submit(course, "ana", notebook("en", {"embed": right("embed")}))
    grade(course)
    assert {row[2]: row[3] for row in contents(course)["comments"]} == {"one_hot": "No response.", "embed": None}


def test_the_time_of_submission_is_recorded_and_a_bad_one_is_reported(course: CourseFolder) -> None:
    submit(course, "ana", notebook(), stamp="2026-05-04 12:00:00 UTC")
    submit(course, "bob", notebook(), stamp="yesterday, I think")
    report = grade(course)
    assert {row[0]: row[2] for row in contents(course)["submissions"]} == {
        "ana": "2026-05-04 12:00:00.000000",
        "bob": None,
    }
    assert report.complete
    assert [line.learner for line in report.lines if "not a time" in line.reason] == ["bob"]
    assert grade(course).counts()["unchanged"] == 2


def _by_hand(course: CourseFolder, statement: str) -> None:
    with closing(sqlite3.connect(course.gradebook)) as database:
        database.execute(statement)
        database.commit()


def test_without_walls_nothing_is_graded_and_nothing_is_written(
    course: CourseFolder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    submit(course, "ana", notebook())
    before = _files(course)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(WallError, match="bubblewrap"):
        grade(course)
    assert _files(course) == before


def test_walls_that_fall_during_a_batch_end_it_and_what_was_recorded_stays(
    course: CourseFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    for learner in ("ana", "bob", "cleo"):
        submit(course, learner, notebook())
    grade(course, Choice(learners=["ana"]))
    before = contents(course)
    monkeypatch.setattr(Judge, "grade", fallen)
    with pytest.raises(WallError, match="fell"):
        grade(course, workers=1)
    assert contents(course) == before
    again = pickle.loads(pickle.dumps(WallError("It fell.", passing=True)))  # as between processes
    assert (again.message, again.passing) == ("It fell.", True)
    assert pickle.loads(pickle.dumps(WallError("It fell."))).message == WallError("It fell.").message


def fallen(*_: object) -> Judged:
    raise WallError("It fell.")


def test_without_walls_the_command_says_what_to_do_and_fails(course: CourseFolder, tmp_path: Path) -> None:
    submit(course, "ana", notebook())
    before = _files(course)
    command = [sys.executable, "-c", "import sys; from autograde.cli import main; sys.exit(main())"]
    done = subprocess.run(
        [*command, "grade", "--course", str(course.root)],
        env={**os.environ, "PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "apt install bubblewrap" in done.stderr
    assert done.stdout == ""
    assert _files(course) == before


def _files(course: CourseFolder) -> dict[str, bytes]:
    lock = ".tiedbook-lock"
    return {
        str(path): path.read_bytes() for path in sorted(course.root.rglob("*")) if path.is_file() and path.name != lock
    }


def test_a_second_grader_is_told_to_wait(course: CourseFolder) -> None:
    with course.at_work(), pytest.raises(TiedbookError, match="another `autograde` is at work"):
        grade(course)


def spoil_points(course: CourseFolder) -> None:
    path = course.release(STEM)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"points": 6', '"points": 60'), encoding="utf-8")


def spoil_gradebook(course: CourseFolder) -> None:
    _by_hand(course, "DELETE FROM assignment")


@pytest.mark.parametrize("spoil", [spoil_points, spoil_gradebook])
def test_a_release_that_does_not_fit_is_refused_before_anything_is_graded(
    course: CourseFolder, spoil: Callable[[CourseFolder], None]
) -> None:
    submit(course, "ana", notebook())
    spoil(course)
    with pytest.raises(TiedbookError, match="autograde assign"):
        grade(course)
    assert not course.autograded("ana", STEM).exists()


KILLED = """
import os, signal, sys
from pathlib import Path
import autograde.record
from autograde.course import CourseFolder
from autograde.feedback import write_feedback
from autograde.grade import grade

left = int(sys.argv[2])

def stepping(function):
    def step(*args, **kwargs):
        global left
        for moment in ("before", "after"):
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1
            result = function(*args, **kwargs) if moment == "before" else result
        return result
    return step

autograde.record._record_grades = stepping(autograde.record._record_grades)
autograde.record.write_text = stepping(autograde.record.write_text)
autograde.record.write_notebook = stepping(autograde.record.write_notebook)
grade(CourseFolder(Path(sys.argv[1])))
"""


def two_submissions(course: CourseFolder) -> None:
    submit(course, "ana", notebook("es"), stamp="2026-05-04 12:00:00 UTC")
    submit(course, "bob", half_right(), stamp="2026-05-04 13:00:00 UTC")


@pytest.fixture(scope="module")
def undisturbed(assigned: CourseFolder, tmp_path_factory: pytest.TempPathFactory) -> CourseFolder:
    course = CourseFolder(Path(shutil.copytree(assigned.root, tmp_path_factory.mktemp("undisturbed") / "course")))
    two_submissions(course)
    grade(course)
    return course


@pytest.mark.parametrize("moment", range(12))
def test_killed_at_any_step_and_run_again_it_gives_the_same_gradebook(
    course: CourseFolder, undisturbed: CourseFolder, moment: int
) -> None:
    two_submissions(course)
    killed = subprocess.run([sys.executable, "-c", KILLED, str(course.root), str(moment)], check=False)
    assert killed.returncode == -9
    grade(course)
    assert contents(course) == contents(undisturbed)
    assert _graded(course) == _graded(undisturbed)


def _graded(course: CourseFolder) -> dict[str, object]:
    return {
        str(path.relative_to(course.root)): json.loads(path.read_text(encoding="utf-8"))
        if path.suffix == ".ipynb"
        else path.read_text("utf-8")
        for path in sorted(course.root.glob("autograded/*/*/*"))
    }


@pytest.mark.parametrize(
    ("cores", "submissions", "processes"), [(8, 0, 1), (8, 40, 1), (8, 120, 2), (8, 5000, 8), (1, 5000, 1)]
)
def test_a_large_class_takes_every_core_and_a_small_one_a_single(
    cores: int, submissions: int, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _process: set(range(cores)))
    assert _worthwhile(submissions) == processes


@pytest.mark.parametrize("workers", [1, 2])
def test_where_walls_fall_in_the_middle_of_a_batch_the_rest_is_not_graded_and_the_command_fails(
    course: CourseFolder,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    workers: int,
) -> None:
    walls = FallingWalls(tmp_path / "bin")
    monkeypatch.setenv("PATH", walls.path)
    for number in range(12):
        submit(course, f"learner{number:02}", half_right())
    monkeypatch.setattr("autograde.cli.Bar.__call__", lambda _bar, done, _all: walls.fall() if done == 1 else None)
    assert main(["grade", "--course", str(course.root), "--workers", str(workers)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert re.match(r"autograde: .*It said: bwrap: they fell", told.err)
    assert re.search("shows whether bubblewrap works|started with `--security-opt|Allow them", told.err)  # what to do
    graded = {learner for learner, *_ in contents(course)["grades"]}
    assert 1 <= len(graded) < 12
    assert all(scores(course, learner)["embed-core"] == PARTS["embed-core"] for learner in graded)  # behind walls
