"""Grading and feedback of the same submissions by stock nbgrader and by ours: processor time and every score."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from autograde.assign import assign
from autograde.course import CourseFolder
from bench.processors import program_cpu
from bench.rows import Row
from tests.autograde.classroom import SIZED_BY_IDS, STEM, half_right, notebook, scores, submit

SUBMISSIONS = 40
TARGET = 30
COLUMNS = "def embed(ids, embedding_matrix):\n    return embedding_matrix[:, ids]"
PROGRAMS = {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])}


def rows() -> Iterator[Row]:
    """Grade right, half right, wrong and untouched submissions of chapter 1 in three editions, each side in one batch.

    Ours includes what its sandbox uses, which the system's books leave out.
    """
    with tempfile.TemporaryDirectory() as name:
        ours, stock = CourseFolder(Path(name) / "ours"), CourseFolder(Path(name) / "stock")
        assign(ours, "en", [STEM])
        for number in range(SUBMISSIONS):
            submit(ours, f"learner{number:02}", work(number), stamp="2026-05-04 12:00:00 UTC")
        shutil.copytree(ours.root, stock.root)
        own = _cpu(ours, ["autograde", "grade", "--course", "."], ["autograde", "feedback", "--course", "."])
        theirs = _cpu(stock, ["nbgrader", "autograde", STEM, "--create"], ["nbgrader", "generate_feedback", STEM])
        same = sum(_scores(ours, number) == _scores(stock, number) for number in range(SUBMISSIONS))
    ratio = theirs / own
    yield Row(
        f"grade + feedback, {SUBMISSIONS} submissions, CPU against stock nbgrader",
        f"{ratio:.1f} times less ({own / SUBMISSIONS:.3f} s against {theirs / SUBMISSIONS:.3f} s each)",
        f"at least {TARGET} times less",
        ratio >= TARGET,
    )
    yield Row("the same scores from both", f"{same} of {SUBMISSIONS}", f"{SUBMISSIONS}", same == SUBMISSIONS)


def work(number: int) -> dict[str, object]:
    """Return the notebook of one learner: of eight, four are right, two half right, one is wrong and one untouched."""
    edition = ("en", "hi-Latn", "es")[number % 3]
    match number % 8:
        case 0 | 1 | 4 | 5:
            return notebook(edition)
        case 2 | 6:
            return half_right()
        case 3:
            return notebook(edition, {"one_hot": SIZED_BY_IDS, "embed": COLUMNS})
        case _:
            return notebook(edition, {})


def _cpu(course: CourseFolder, *commands: list[str]) -> float:
    return sum(program_cpu(command, cwd=course.root, env=PROGRAMS) for command in commands)


def _scores(course: CourseFolder, number: int) -> dict[str, float]:
    return scores(course, f"learner{number:02}")
