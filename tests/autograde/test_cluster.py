"""Grading on Dask workers, each a process of its own: the same gradebook, whatever becomes of them."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from autograde.cli import main
from autograde.course import CourseFolder
from autograde.grade import grade
from autograde.outpost import differences, versions
from tests.autograde.classroom import STEM, contents, half_right, notebook, own, submit
from tests.autograde.falling import FallingWalls
from tiedbook.errors import TiedbookError

if os.environ.get("CI") != "true":  # where it is installed
    pytest.importorskip("distributed")
pytestmark = pytest.mark.sandbox

SUBMISSIONS = 8


@dataclass
class Dask:
    """A scheduler and its workers, each started as its own command."""

    folder: Path
    address: str
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def worker(self, **environment: str) -> subprocess.Popen[bytes]:
        """Start a worker, and wait until the scheduler has it."""
        name = f"worker{len(self.running)}"
        options = ["--nthreads", "1", "--no-dashboard", "--name", name, "--local-directory", str(self.folder)]
        started = self.start("worker", self.address, "--no-nanny", *options, **environment)
        _await(self.folder / f"{len(self.running) - 1}.log", r"Registered to:")
        return started

    def start(self, *command: str, **environment: str) -> subprocess.Popen[bytes]:
        with (self.folder / f"{len(self.running)}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *command],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env={**os.environ, **environment},
            )
        self.running.append(process)
        return process


def _await(log: Path, pattern: str) -> None:
    deadline = time.monotonic() + 120
    while not re.search(pattern, log.read_text(encoding="utf-8")):
        assert time.monotonic() < deadline, log.read_text(encoding="utf-8")
        time.sleep(0.1)


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Dask]:
    folder = tmp_path / "dask"
    folder.mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    dask = Dask(folder, f"tcp://127.0.0.1:{port}")
    dask.start("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    _await(folder / "0.log", r"Scheduler at:")
    yield dask
    for process in dask.running:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def here(assigned: CourseFolder, tmp_path_factory: pytest.TempPathFactory) -> CourseFolder:
    """The same class graded on this machine alone."""
    course = CourseFolder(Path(shutil.copytree(assigned.root, tmp_path_factory.mktemp("here") / "course")))
    a_class(course)
    grade(course)
    return course


def a_class(course: CourseFolder) -> None:
    for number in range(SUBMISSIONS):
        work = notebook("es") if number % 2 else half_right()
        work["cells"].append(own("import time; time.sleep(0.2)"))  # so that a worker is killed in the middle of one
        submit(course, f"learner{number}", work, stamp="2026-05-04 12:00:00 UTC")
    submit(course, "cut", b"{")


def test_a_worker_killed_in_the_middle_costs_a_retry_and_nothing_else(
    course: CourseFolder, here: CourseFolder, dask: Dask
) -> None:
    a_class(course)
    victim, _ = dask.worker(), dask.worker()

    def kill(done: int, _all: int) -> None:
        if done == 3:
            victim.send_signal(signal.SIGKILL)

    report = grade(course, scheduler=dask.address, tell=kill)
    assert victim.wait(60) == -signal.SIGKILL
    assert report.counts() == {"graded": SUBMISSIONS, "unchanged": 0, "set aside": 1}
    assert [line.learner for line in report.lines if line.state == "set aside"] == ["cut"]
    assert contents(course) == contents(here)
    assert grade(course, scheduler=dask.address).counts()["unchanged"] == SUBMISSIONS


def no_walls(folder: Path) -> dict[str, str]:
    return {"PATH": str(folder)}


def another_version(folder: Path) -> dict[str, str]:
    (folder / "sitecustomize.py").write_text("import tiedbook\ntiedbook.__version__ = '0.0.1'\n", encoding="utf-8")
    return {"PYTHONPATH": str(folder)}


def test_workers_that_cannot_grade_refuse_and_the_others_do_their_work(
    course: CourseFolder, here: CourseFolder, dask: Dask, tmp_path: Path
) -> None:
    a_class(course)
    dask.worker(**no_walls(tmp_path))
    dask.worker(**another_version(tmp_path))
    dask.worker()
    report = grade(course, scheduler=dask.address)
    assert contents(course) == contents(here)
    assert len(report.notices) == 2
    told = "\n".join(report.findings())
    assert "this Dask worker refused: The judge needs bubblewrap" in told
    assert "this Dask worker refused: tiedbook is 0.0.1 there and" in told


def test_where_every_worker_refuses_nothing_is_graded_and_the_command_fails(
    course: CourseFolder, dask: Dask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    submit(course, "ana", notebook())
    dask.worker(**no_walls(tmp_path))
    dask.worker(**another_version(tmp_path))
    before = contents(course)
    assert main(["grade", "--course", str(course.root), "--scheduler", dask.address]) == 1
    told = capsys.readouterr().err
    assert "no Dask worker is left that can grade" in told
    assert "apt install bubblewrap" in told
    assert "tiedbook is 0.0.1 there" in told
    assert contents(course) == before
    assert not course.autograded("ana", STEM).exists()


def test_where_the_walls_of_the_last_worker_fall_the_rest_is_not_graded_and_the_command_fails(
    course: CourseFolder,
    here: CourseFolder,
    dask: Dask,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    a_class(course)
    walls = FallingWalls(tmp_path / "bin")
    dask.worker(PATH=walls.path)
    monkeypatch.setattr("autograde.cli.Bar.__call__", lambda _bar, done, _all: walls.fall() if done == 2 else None)
    assert main(["grade", "--course", str(course.root), "--scheduler", dask.address]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert re.search(r"no Dask worker is left that can grade\. .*It said: bwrap: they fell", told.err)
    graded = {learner for learner, *_ in contents(course)["grades"]}
    assert 1 <= len(graded) < SUBMISSIONS
    whole = contents(here)["grades"]
    assert all(row in whole for row in contents(course)["grades"])  # behind walls


def test_a_scheduler_that_goes_ends_the_run_and_the_next_one_finishes_it(
    course: CourseFolder, here: CourseFolder, dask: Dask
) -> None:
    a_class(course)
    dask.worker()

    def stop(done: int, _all: int) -> None:
        if done == 3:
            dask.running[0].kill()

    with pytest.raises(TiedbookError, match=r"scheduler has gone\. What was recorded is safe"):
        grade(course, scheduler=dask.address, tell=stop)
    assert grade(course).counts()["unchanged"] > 0
    assert contents(course) == contents(here)


def test_an_address_without_a_scheduler_is_a_clear_error(
    course: CourseFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("autograde.cluster.CONNECTING", 0.5)
    submit(course, "ana", notebook())
    assert main(["grade", "--course", str(course.root), "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert "tcp://127.0.0.1:9: no Dask scheduler answers there" in capsys.readouterr().err


def test_a_cluster_that_never_has_a_worker_is_not_waited_for_for_ever(
    course: CourseFolder, dask: Dask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autograde.cluster.PATIENCE", 2.0)
    submit(course, "ana", notebook())
    with pytest.raises(TiedbookError, match=r"no workers for 2 seconds\. Start some"):
        grade(course, scheduler=dask.address)


def test_workers_and_scheduler_exclude_each_other(course: CourseFolder) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["grade", "--course", str(course.root), "--workers", "2", "--scheduler", "tcp://127.0.0.1:9"])


def test_every_version_that_differs_is_named() -> None:
    assert differences(versions(), versions()) == ""
    there = {**versions(), "tiedbook": "0.0.1"}
    del there["numpy"]
    told = differences(versions(), there)
    assert f"tiedbook is 0.0.1 there and {versions()['tiedbook']} here" in told
    assert "numpy is missing there" in told
