"""A class for tests: a course folder, learners' notebooks of the real first chapter, and what a gradebook holds."""

from __future__ import annotations

import copy
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

from autograde.course import CourseFolder
from tiedbook.author.starter import solution
from tiedbook.course import course as built_course
from tiedbook.notebook import Cell, Notebook, read_notebook, write_notebook

STEM = "ch01_lookup_is_matmul"
PARTS = {"one_hot-core": 4.0, "one_hot-contract": 2.0, "embed-core": 6.0, "embed-contract": 4.0}
VIEW = "def embed(ids, embedding_matrix):\n    return embedding_matrix[ids]"  # the idea, not the contract
SIZED_BY_IDS = "def one_hot(ids, vocab_size):\n    return np.eye(int(np.max(ids)) + 1, dtype=np.float32)[ids]"


@cache
def right(exercise: str) -> str:
    """Return the solution of an exercise, as an answer."""
    text = (built_course().solutions / f"{STEM}.py").read_text(encoding="utf-8")
    return solution(text, exercise)


def notebook(edition: str = "en", answers: Mapping[str, str] | None = None) -> Notebook:
    """Return the first chapter in an edition, solved unless other answers are given."""
    found = copy.deepcopy(_built(edition))
    given = {"one_hot": right("one_hot"), "embed": right("embed")} if answers is None else answers
    for name, source in given.items():
        cell(found, name)["source"] = source
    return found


def half_right() -> Notebook:
    """Return an English notebook that earns 6 of 16 points: `embed` without its contract, `one_hot` wrong."""
    return notebook("en", {"one_hot": SIZED_BY_IDS, "embed": VIEW})


@cache
def _built(edition: str) -> Notebook:
    return read_notebook(built_course().built(edition) / f"{STEM}.ipynb")


def cell(found: Notebook, id_: str) -> Cell:
    """Return the cell of this id."""
    return next(item for item in found["cells"] if item["id"] == id_)


def own(source: str, id_: str = "mine") -> Cell:
    """Return a code cell of a learner's own."""
    return {"cell_type": "code", "id": id_, "metadata": {}, "outputs": [], "execution_count": None, "source": source}


def submit(course: CourseFolder, learner: str, work: Notebook | bytes, stamp: str | None = None) -> Path:
    """Put a notebook, or any bytes, where a learner's submission belongs."""
    path = course.submission(learner, STEM).path
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(work, bytes):
        path.write_bytes(work)
    else:
        write_notebook(path, work)
    if stamp is not None:
        path.with_name("timestamp.txt").write_text(stamp, encoding="utf-8")
    return path


def contents(course: CourseFolder) -> dict[str, list[tuple[Any, ...]]]:
    """Return all that a gradebook says, without the random keys of its rows."""
    with closing(sqlite3.connect(course.gradebook)) as database:
        return {name: sorted(database.execute(query), key=repr) for name, query in _QUERIES.items()}


def scores(course: CourseFolder, learner: str) -> dict[str, float]:
    """Return a learner's automatic points by check cell."""
    return {row[2]: row[3] for row in contents(course)["grades"] if row[0] == learner}


_SUBMISSION = (
    "JOIN submitted_notebook n ON n.id = {0}.notebook_id JOIN submitted_assignment s ON s.id = n.assignment_id "
    "JOIN assignment a ON a.id = s.assignment_id JOIN base_cell c ON c.id = {0}.cell_id"
)
_QUERIES = {
    "assignments": "SELECT name, duedate, course_id FROM assignment",
    "notebooks": "SELECT n.name, a.name, kernelspec FROM notebook n JOIN assignment a ON a.id = n.assignment_id",
    "cells": "SELECT c.name, c.type, g.max_score, g.cell_type FROM base_cell c LEFT JOIN grade_cells g ON g.id = c.id",
    "sources": "SELECT name, cell_type, locked, source, checksum FROM source_cell",
    "students": "SELECT id, first_name, last_name, email FROM student",
    "submissions": (
        "SELECT s.student_id, a.name, s.timestamp, s.extension, n.late_submission_penalty FROM submitted_assignment s "
        "JOIN assignment a ON a.id = s.assignment_id JOIN submitted_notebook n ON n.assignment_id = s.id"
    ),
    "grades": (
        "SELECT s.student_id, a.name, c.name, g.auto_score, g.manual_score, g.extra_credit, g.needs_manual_grade "
        "FROM grade g " + _SUBMISSION.format("g")
    ),
    "comments": (
        "SELECT s.student_id, a.name, c.name, m.auto_comment, m.manual_comment FROM comment m "
        + _SUBMISSION.format("m")
    ),
}
