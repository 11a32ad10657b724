"""The gradebook as CSV: with the columns and numbers of ``nbgrader export``, or as Canvas or Moodle import it."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection
from pathlib import Path
from typing import Any

from autograde.canvas import canvas_csv
from autograde.course import CourseFolder
from autograde.gradebook import open_gradebook
from autograde.ledger import open_ledger
from autograde.moodle import moodle_csv
from autograde.record import recorded_scores
from autograde.roster import harmless
from autograde.sender import marked_senders
from autograde.text import counted, plain
from autograde.totals import Totals, read_totals
from autograde.ungraded import Ungraded, ungraded
from tiedbook.errors import TiedbookError

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
FORMATS = ("csv", "canvas", "moodle")


def exported(
    course: CourseFolder, kind: str, chapters: Collection[str] = (), roster: Path | None = None
) -> tuple[str, tuple[str, ...]]:
    """Return the gradebook as a table, and one line for each learner or submission whose points it lacks.

    Parameters
    ----------
    course : CourseFolder
        Whose.
    kind : {"csv", "canvas", "moodle"}
        For whom: anybody, or one of two learning platforms.
    chapters : collection of str
        Only these; all if empty.
    roster : Path or None
        The learners as the platform exports them, which tells its numbers; for a platform only.

    Raises
    ------
    TiedbookError
        If a chapter is unknown, nothing was graded, or the roster does not fit.
    """
    if kind == "csv":
        if roster:
            raise TiedbookError(f"{roster}: a roster is for `--format canvas` or `--format moodle`.", status=2)
        return gradebook_csv(course, chapters), not_exported(course, chapters)
    totals = read_totals(course, chapters)
    known = {person.id: _number(course, person.id, kind, totals) for person in totals.people}
    known = {learner: number for learner, number in known.items() if number}
    text, faults = (canvas_csv if kind == "canvas" else moodle_csv)(totals, roster, known)
    place = plain(str(roster or course.gradebook))
    missing = [f"{place}: the learner {plain(learner)} is not exported: {why}." for learner, why in faults.items()]
    return text, (*missing, *not_exported(course, chapters))


def _number(course: CourseFolder, learner: str, kind: str, totals: Totals) -> str:
    told = {
        number
        for stem, (platform, number) in marked_senders(course, learner).items()
        if platform == kind and (kind == "canvas" or stem in totals.most)
    }
    return told.pop() if len(told) == 1 else ""


def gradebook_csv(course: CourseFolder, chapters: Collection[str] = ()) -> str:
    """Return one row per chapter and learner, learners without a submission at zero points; of these chapters, or all.

    Fields are quoted where they need it, which nbgrader's own export leaves out, and a name that a spreadsheet would
    run as a formula begins with an apostrophe.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    with open_gradebook(course) as gradebook:
        learners = gradebook.students
        for assignment in gradebook.assignments:
            if chapters and assignment.name not in chapters:
                continue
            submissions = {found.student_id: found for found in assignment.submissions}
            for learner in learners:
                writer.writerow(_row(assignment, learner, submissions.get(learner.id)))
    return text.getvalue()


def not_exported(course: CourseFolder, chapters: Collection[str] = ()) -> tuple[str, ...]:
    """Return one line for each submission whose points the export lacks, its file first; of these chapters, or all."""
    with open_gradebook(course) as gradebook:
        known = {learner.id for learner in gradebook.students}
        waiting = sum(
            bool(submission.needs_manual_grade)
            for assignment in gradebook.assignments
            if not chapters or assignment.name in chapters
            for submission in assignment.submissions
        )
    with open_ledger(course) as ledger:
        graded = recorded_scores(ledger)
    chosen = [item for item in course.submissions() if not chapters or not item.stem or item.stem in chapters]
    lines = [item.line(_consequence(item, known)) for item in ungraded(chosen, course.frames(), graded)]
    if waiting:
        what = f"{counted(waiting, 'submission')} to look at in formgrader"
        lines.append(f"{course.gradebook}: {what}; exported without the points that you have not given yet.")
    return tuple(lines)


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
    return {name: harmless(value) for name, value in row.items()}
