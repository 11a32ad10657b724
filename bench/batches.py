"""What a large class costs: submissions per second of one core, memory as the batch grows, and where the time goes."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograde.assign import assign
from autograde.course import CourseFolder
from bench.grading import work
from bench.processors import sandboxes_of
from bench.rows import Row
from tests.autograde.classroom import STEM, submit

SMALL, LARGE = 100, 1000
GROWTH = 1.2  # of the grader's memory from the small batch to the large one: its report holds a line for each
ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Run:
    """What grading one batch took: seconds by stage, of the grader and of its sandbox, and megabytes of the grader."""

    stages: dict[str, float]
    grader: float
    sandbox: float
    peak: float

    @property
    def seconds(self) -> float:
        """Processor time in all."""
        return self.grader + self.sandbox


def rows() -> Iterator[Row]:
    """Grade a small and a large class in one process each, in which one core is all there is to use."""
    small, large = _run(SMALL), _run(LARGE)
    yield Row(
        f"grading {LARGE} submissions, processor time of grader and sandbox",
        f"{LARGE / large.seconds:.1f} submissions per second per core",
        "none: it depends on the machine",
        kept=True,
    )
    yield Row(
        f"largest memory of the grader, {SMALL} and {LARGE} submissions",
        f"{small.peak:.0f} MB and {large.peak:.0f} MB",
        f"at most {GROWTH:.1f} times as much",
        large.peak <= GROWTH * small.peak,
    )
    told = {**large.stages, "the sandbox: learners' cells and calls": large.sandbox}
    told["everything else"] = large.seconds - sum(told.values())
    for stage, seconds in sorted(told.items(), key=lambda item: -item[1]):
        share = f"{seconds / LARGE * 1e3:6.2f} ms each, {seconds / large.seconds:4.0%}"
        yield Row(f"  of these: {stage}", share, "none", kept=True)


def _run(submissions: int) -> Run:
    with tempfile.TemporaryDirectory() as name:
        course = CourseFolder(Path(name))
        assign(course, "en", [STEM])
        for number in range(submissions):
            submit(course, f"learner{number:04}", work(number), stamp="2026-05-04 12:00:00 UTC")
        command = [sys.executable, "-m", "bench.stages", str(course.root)]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        with sandboxes_of(process.pid) as used:
            said, fault = process.communicate()
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} failed: {fault[-2000:]}")
    found = json.loads(said)
    return Run(found["stages"], found["seconds"], sum(used.values()), found["peak"])
