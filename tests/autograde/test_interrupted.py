"""Grading that is killed at any moment, meets a full disk, or is started twice loses nothing and corrupts nothing."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from autograde.course import CourseFolder
from autograde.grade import grade
from autograde.graded import read_graded
from autograde.judge.judge import Judge, Limits
from autograde.litter import OLD, sweep
from autograde.preflight import SetAsideError
from autograde.report import Line, Report
from autograde.text import one_line
from tests.autograde.classroom import STEM, contents, half_right, notebook, own, submit
from tests.autograde.falling import below
from tiedbook.errors import TiedbookError

pytestmark = pytest.mark.sandbox

CLASS = 6
MOMENTS = 20
PROGRAM = [sys.executable, "-c", "import sys; from autograde.cli import main; sys.exit(main())", "grade", "--course"]


def a_class(course: CourseFolder) -> None:
    for number in range(CLASS):
        work = notebook("es") if number % 2 else half_right()
        submit(course, f"learner{number}", work, stamp="2026-05-04 12:00:00 UTC")


@pytest.fixture(scope="module")
def undisturbed(assigned: CourseFolder, tmp_path_factory: pytest.TempPathFactory) -> tuple[CourseFolder, float]:
    """The class graded in peace by the command, and how many seconds that took."""
    course = CourseFolder(Path(shutil.copytree(assigned.root, tmp_path_factory.mktemp("undisturbed") / "course")))
    a_class(course)
    begin = time.monotonic()
    subprocess.run([*PROGRAM, str(course.root)], check=True, stdout=subprocess.DEVNULL)
    return course, time.monotonic() - begin


def verdicts(course: CourseFolder) -> dict[str, object]:
    found = (read_graded(course.autograded(f"learner{number}", STEM)) for number in range(CLASS))
    return {f"learner{number}": each and each[1] for number, each in enumerate(found)}


@pytest.mark.parametrize("moment", [round(random.Random(20261130 + each).random(), 3) for each in range(MOMENTS)])
def test_killed_with_all_its_processes_at_any_moment_it_ends_in_the_same_gradebook(
    course: CourseFolder, undisturbed: tuple[CourseFolder, float], moment: float
) -> None:
    whole, seconds = undisturbed
    a_class(course)
    run = subprocess.Popen(
        [*PROGRAM, str(course.root), "--workers", "2"], start_new_session=True, stdout=subprocess.DEVNULL
    )
    time.sleep(moment * seconds)
    started = below(run.pid)
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    _await_end(started)
    report = grade(course)
    assert report.complete
    assert contents(course) == contents(whole)
    assert verdicts(course) == verdicts(whole)
    assert not list(course.root.rglob(".*.part"))


def _await_end(processes: set[int]) -> None:
    """Wait until none runs any more, sandboxes in sessions of their own included; fail if one goes on."""
    deadline = time.monotonic() + 30
    while living := [number for number in processes if _lives(number)]:
        assert time.monotonic() < deadline, f"still running: {living}"
        time.sleep(0.05)


def _lives(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


# Grades a copy of a course on a disk that has room for two submissions, then with room for all; keeps what was there.
FULL = f"""
import shutil, subprocess, sys
from pathlib import Path
whole, disk, half, rest = map(Path, sys.argv[1:5])
course = Path(shutil.copytree(whole, disk / "course"))
ballast = course / "ballast"
ballast.write_bytes(bytes(max(0, shutil.disk_usage(disk).free - 2 * int(sys.argv[5]))))
done = subprocess.run([*{PROGRAM!r}, str(course)])
ballast.unlink()
shutil.copytree(course, half)
if done.returncode == 1:
    subprocess.run([*{PROGRAM!r}, str(course)], check=True, stdout=subprocess.DEVNULL)
shutil.copytree(course, rest)
sys.exit(done.returncode)
"""


def test_a_full_disk_ends_the_run_with_a_message_and_room_for_the_rest_ends_in_the_same_gradebook(
    course: CourseFolder, undisturbed: tuple[CourseFolder, float], tmp_path: Path
) -> None:
    whole, _ = undisturbed
    a_class(course)
    graded = max(path.stat().st_size for path in whole.root.glob("autograded/*/*/*.ipynb"))
    disk = tmp_path / "disk"
    disk.mkdir()
    half, rest = CourseFolder(tmp_path / "half"), CourseFolder(tmp_path / "rest")
    # Whoever can build the walls can also mount a file system that only its own processes see.
    mounted = ["bwrap", "--dev-bind", "/", "/", "--size", str(1 << 20), "--tmpfs", str(disk), "--"]
    program = [sys.executable, "-c", FULL, *map(str, (course.root, disk, half.root, rest.root, graded))]
    full = subprocess.run([*mounted, *program], capture_output=True, text=True, check=False)
    assert full.returncode == 1, full.stderr
    assert "No space left on device" in full.stderr or "is full" in full.stderr
    assert "Traceback" not in full.stderr
    assert any(verdicts(half).values()) or not any(contents(half)["grades"])
    assert len(contents(half)["grades"]) < len(contents(whole)["grades"])
    assert contents(rest) == contents(whole)
    assert verdicts(rest) == verdicts(whole)


def test_two_graders_started_at_once_give_one_gradebook(
    course: CourseFolder, undisturbed: tuple[CourseFolder, float]
) -> None:
    a_class(course)
    both = [
        subprocess.Popen([*PROGRAM, str(course.root)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [run.communicate()[1] for run in both]
    for run, text in zip(both, said, strict=True):
        assert run.returncode == 0 or "another `autograde` is at work in this course" in text
    assert any(run.returncode == 0 for run in both)
    assert contents(course) == contents(undisturbed[0])


def test_what_a_killed_run_left_is_swept_and_nothing_else(
    course: CourseFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    home = course.autograded("ana", STEM).parent
    page = course.feedback("ana", STEM).parent
    for folder in (home, page, tmp_path / "tiedbook-judge-old", tmp_path / "tiedbook-judge-new"):
        folder.mkdir(parents=True)
    rest = [home / f".{STEM}.ipynb.a1b2.part", page / ".old.html.part", course.root / ".gradebook.db.part"]
    kept = [page / ".new.html.part", home / "notes.part", home / ".hidden"]
    for path in (*rest, *kept):
        path.touch()
    past = time.time() - 2 * OLD
    for path in (page / ".old.html.part", tmp_path / "tiedbook-judge-old"):
        os.utime(path, (past, past))
    assert sweep(course) == len(rest) + 1
    assert not any(path.exists() for path in (*rest, tmp_path / "tiedbook-judge-old"))
    assert all(path.exists() for path in (*kept, tmp_path / "tiedbook-judge-new"))


ESCAPE = "\x1b]0;owned\x07\x1b[2J"


def test_nothing_that_is_printed_holds_a_terminal_escape_or_breaks_its_line(course: CourseFolder) -> None:
    path = submit(course, "ana", notebook())
    path.rename(path.with_name(f"mine{ESCAPE}\nroot: fine.ipynb"))
    (course.submitted / f"bob{ESCAPE}" / STEM).mkdir(parents=True)
    submit(course, "cleo", notebook(), stamp=f"now {ESCAPE}")
    report = grade(course)
    findings = list(report.findings())
    assert len(findings) == 3
    assert "".join(findings).isprintable()
    assert all(line.reason.isprintable() for line in report.lines if line.state == "set aside")
    with pytest.raises(TiedbookError):
        course.chosen(["nobody"])
    assert one_line(SetAsideError("x", f"a{ESCAPE}\nb").reason).isprintable()


def test_a_linked_folder_is_told_and_not_followed(course: CourseFolder, tmp_path: Path) -> None:
    elsewhere = submit(CourseFolder(tmp_path / "elsewhere"), "bob", notebook())
    submit(course, "ana", notebook())
    (course.submitted / "linked").symlink_to(elsewhere.parents[1])
    (course.submitted / "half").mkdir()
    (course.submitted / "half" / STEM).symlink_to(elsewhere.parent)
    (course.submitted / "dangling").symlink_to(tmp_path / "nowhere")
    report = grade(course)
    assert {line.learner: line.code for line in report.lines} == {
        "ana": "",
        "dangling": "link",
        "half": "link",
        "linked": "link",
    }


def test_a_foreign_assignment_is_told_and_left_alone(course: CourseFolder) -> None:
    submit(course, "ana", notebook())
    for place in ("release", "submitted/ana"):
        folder = course.root / place / "hw1"
        folder.mkdir(parents=True)
        (folder / "hw1.ipynb").write_text("no notebook of ours", encoding="utf-8")
    report = grade(course)
    assert report.complete
    assert [(line.learner, line.stem, line.state) for line in report.lines] == [("ana", STEM, "graded")]
    assert [line for line in report.findings() if "release/hw1: no chapter of this course" in line]


def test_a_truncated_release_names_the_instructors_remedy(course: CourseFolder) -> None:
    submit(course, "ana", notebook())
    path = course.release(STEM)
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(TiedbookError, match=rf"autograde assign --course .* --chapter {STEM}") as caught:
        grade(course)
    assert "history" not in str(caught.value)


def test_who_ran_out_of_time_is_counted(course: CourseFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autograde.pool.Judge", partial(Judge, limits=Limits(call_seconds=1)))
    work = notebook("en")
    work["cells"].append(own("def embed(*_):\n    while True:\n        pass"))
    submit(course, "ana", work)
    report = grade(course)
    assert report.summary().endswith("1 graded; 1 submission ran out of time")
    assert report.as_json()["counts"]["timed out"] == 1


def test_the_summary_is_one_sentence_of_all_that_became_of_a_class() -> None:
    lines = (
        Line("ana", STEM, "a", "graded", 1, 2, late=True),
        Line("bob", STEM, "b", "unchanged", 1, 2, waiting=2),
        Line("cut", STEM, "c", "set aside", code="empty", reason="the file is empty."),
    )
    assert Report(lines).summary() == (
        "1 graded, 1 unchanged, 1 set aside; 1 submission ran out of time; 2 answers to grade by hand in formgrader"
    )


@pytest.mark.parametrize("workers", [10**6, 10**3])
def test_more_workers_than_the_machine_can_use_are_refused(course: CourseFolder, workers: int) -> None:
    submit(course, "ana", notebook())
    with pytest.raises(TiedbookError, match="Give at most") as caught:
        grade(course, workers=workers)
    assert caught.value.status == 2
