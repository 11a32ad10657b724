"""The gradebook as CSV, with the columns and numbers of ``nbgrader export``."""

from __future__ import annotations

import csv
import io
from typing import Any

from autograde.course import CourseFolder
from autograde.gradebook import open_gradebook
from autograde.record import recorded_scores
from autograde.ungraded import Ungraded, ungraded

COLUMNS = (
    "assignment",
    "duedate",
    "timestamp",
    "student_id",
    "last_name",
    "first_name",
    "email",
    "raw_score",
    "late_submission_penalty",
    "score",
    "max_score",
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def gradebook_csv(course: CourseFolder) -> str:
    """Return one row per chapter and learner, learners without a submission at zero points.

    Fields are quoted where they need it, which nbgrader's own export leaves out, and a name that a spreadsheet would
    run as a formula begins with an apostrophe.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    with open_gradebook(course) as gradebook:
        learners = gradebook.students
        for assignment in gradebook.assignments:
            submissions = {found.student_id: found for found in assignment.submissions}
            for learner in learners:
                writer.writerow(_row(assignment, learner, submissions.get(learner.id)))
    return text.getvalue()


def not_exported(course: CourseFolder) -> tuple[str, ...]:
    """Return one line for each submission whose points the export lacks, its file first."""
    with open_gradebook(course) as gradebook:
        known = {learner.id for learner in gradebook.students}
        graded = recorded_scores(gradebook)
    return tuple(
        item.line(_consequence(item, known)) for item in ungraded(course.submissions(), course.frames(), graded)
    )


def _consequence(item: Ungraded, known: set[str]) -> str:
    if item.earlier:
        return "exported with the points of an earlier submission"
    if item.submission.learner in known:
        return "exported with 0 points" if item.submission.stem else "exported with the points recorded earlier"
    return "the learner is not in the export"


def _row(assignment: Any, learner: Any, submission: Any | None) -> dict[str, object]:
    raw = submission.score if submission else 0.0
    penalty = submission.late_submission_penalty if submission else 0.0
    row = {
        "assignment": assignment.name,
        "duedate": assignment.duedate,
        "timestamp": submission.timestamp if submission else None,
        "student_id": learner.id,
        "last_name": learner.last_name,
        "first_name": learner.first_name,
        "email": learner.email,
        "raw_score": raw,
        "late_submission_penalty": penalty,
        "score": max(0.0, raw - penalty),
        "max_score": assignment.max_score,
    }
    return {name: _harmless(value) for name, value in row.items()}


def _harmless(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
