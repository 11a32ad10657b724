"""What grading a class does without: nbgrader, a second look into the gradebook's file, kernels."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from autograde.course import CourseFolder
from tests.autograde.classroom import half_right, notebook, submit

pytestmark = pytest.mark.sandbox

# Grades and answers a class, then assigns anew; after each command says what was imported, opened and started so far.
WATCHED = """
import json, sys
opened, started, told = [], [], {}

def watch(event, arguments):
    if event == "sqlite3.connect":
        opened.append(str(arguments[0]))
    if event in ("subprocess.Popen", "os.posix_spawn", "os.system", "os.exec"):
        started.append(str(arguments[0]))

sys.addaudithook(watch)
from autograde.cli import main
for command in ("grade", "feedback", "assign"):
    assert main([command, "--course", sys.argv[1]]) == 0
    told[command] = {"imported": sorted(sys.modules), "opened": [*opened], "started": [*started]}
    opened.clear()
print(json.dumps(told))
"""
KERNELS = {"ipykernel", "jupyter_client", "nbclient", "nbconvert", "zmq"}


@dataclass(frozen=True, slots=True)
class Trace:
    """What a command had done when it ended."""

    imported: frozenset[str]
    opened: tuple[str, ...]
    started: tuple[str, ...]


@pytest.fixture(scope="module")
def traces(assigned: CourseFolder, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Trace]:
    course = CourseFolder(Path(shutil.copytree(assigned.root, tmp_path_factory.mktemp("light") / "course")))
    submit(course, "ana", notebook("es"), stamp="2026-05-04 12:00:00 UTC")
    submit(course, "bob", half_right())
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, str(course.root)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    return {
        command: Trace(frozenset(each["imported"]), tuple(each["opened"]), tuple(each["started"]))
        for command, each in told.items()
    }


def test_grading_and_feedback_import_nothing_of_nbgrader(traces: dict[str, Trace]) -> None:
    for command in ("grade", "feedback"):
        assert not traces[command].imported & {"nbgrader", "nbgrader.api", "sqlalchemy", "alembic"}
    assert "nbgrader.api" in traces["assign"].imported  # which registers chapters in the gradebook


def test_nothing_imports_the_grammars_of_rfc3987(traces: dict[str, Trace]) -> None:
    for trace in traces.values():
        assert not trace.imported & {"rfc3987_syntax", "lark"}


def test_one_session_writes_all_grades(traces: dict[str, Trace]) -> None:
    assert len(traces["grade"].opened) == 1
    assert len(traces["feedback"].opened) == 1


def test_no_kernel_runs_and_no_process_but_the_walls(traces: dict[str, Trace]) -> None:
    for command in ("grade", "feedback"):
        assert not traces[command].imported & KERNELS
        programs = [Path(program).name for program in traces[command].started]
        assert [program for program in programs if program != "ldconfig"] == ["bwrap"]  # that one finds libseccomp
