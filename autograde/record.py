"""Write one graded submission into nbgrader's gradebook and course folder, so that a kill at any moment loses nothing.

The order is: the gradebook, in one transaction; ``timestamp.txt``; last the graded notebook, which carries the
fingerprint. Only with the notebook in place does the next run pass the submission over; before that it grades it again,
with the same seed and so with the same result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Set
from datetime import datetime
from pathlib import Path
from typing import Any

from autograde.course import CourseFolder, Submission
from autograde.examine import Examined
from autograde.gather import TIMESTAMP
from autograde.gradebook import nbgrader_api
from autograde.graded import Graded, read_graded
from autograde.lateness import LatePenalties
from autograde.timestamps import Timestamp
from tiedbook.files import write_text
from tiedbook.notebook import write_notebook

NO_RESPONSE = "No response."  # nbgrader's own comment on an untouched answer


def record(
    gradebook: Any,
    course: CourseFolder,
    submission: Submission,
    timestamp: Timestamp | None,
    result: Examined,
    lateness: LatePenalties,
) -> None:
    """Record one submission.

    Manual scores, extra credit and comments that an instructor gave stay. Where a manual score stands
    and the automatic one is now another, or a written answer has changed, the cell is marked to be looked at. A written
    answer that is not blank has no automatic score, and is marked until it has a manual one.

    Parameters
    ----------
    gradebook : nbgrader.api.Gradebook
        Open.
    course : CourseFolder
        Where.
    submission : Submission
        Whose, and of which chapter.
    timestamp : Timestamp or None
        When it was submitted, if that is known.
    result : Examined
        The graded notebook and the verdicts.
    lateness : LatePenalties
        What comes off for lateness.

    Raises
    ------
    OSError
        If the graded notebook cannot be written; where its folder cannot be made, nothing has been recorded.
    """
    path = course.autograded(submission.learner, submission.stem)
    path.parent.mkdir(parents=True, exist_ok=True)
    rewritten = _rewritten(path, result.graded)
    try:
        row = _record_grades(gradebook.db, submission, timestamp.time if timestamp else None, result, rewritten)
        lateness.apply(submission.learner, row)
        gradebook.db.commit()
    except BaseException:
        gradebook.db.rollback()
        raise
    copy = path.with_name(TIMESTAMP)
    if timestamp is None:
        copy.unlink(missing_ok=True)
    else:
        write_text(copy, timestamp.text)  # nbgrader compares it to see whether the submission is newer than its grade
    write_notebook(path, result.notebook)


def recorded_scores(gradebook: Any) -> Mapping[tuple[str, str], dict[str, float | None]]:
    """Return the automatic scores in the gradebook, by learner and chapter, then by graded cell."""
    api = nbgrader_api()
    submitted = api.SubmittedAssignment
    rows = (
        gradebook.db.query(submitted.student_id, api.Assignment.name, api.GradeCell.name, api.Grade.auto_score)
        .join(api.Assignment, api.Assignment.id == submitted.assignment_id)
        .join(api.SubmittedNotebook, api.SubmittedNotebook.assignment_id == submitted.id)
        .join(api.Grade, api.Grade.notebook_id == api.SubmittedNotebook.id)
        .join(api.GradeCell, api.GradeCell.id == api.Grade.cell_id)
    )
    found: dict[tuple[str, str], dict[str, float | None]] = {}
    for learner, stem, cell, score in rows:
        found.setdefault((learner, stem), {})[cell] = score
    return found


def by_hand(gradebook: Any) -> Counter[tuple[str, str]]:
    """Return how many cells of each submission, by learner and chapter, the gradebook lists as to be graded by hand."""
    api = nbgrader_api()
    submitted = api.SubmittedAssignment
    rows = (
        gradebook.db.query(submitted.student_id, api.Assignment.name)
        .join(api.Assignment, api.Assignment.id == submitted.assignment_id)
        .join(api.SubmittedNotebook, api.SubmittedNotebook.assignment_id == submitted.id)
        .join(api.Grade, api.Grade.notebook_id == api.SubmittedNotebook.id)
        .filter(api.Grade.needs_manual_grade)
    )
    return Counter((learner, stem) for learner, stem in rows)


def _rewritten(path: Path, graded: Graded) -> Set[str]:
    """Return the cells whose written answer is another than when it was graded last."""
    before = read_graded(path) if graded.written else None
    texts = {each.cell: each.text for each in before[1].written} if before else {}
    return {each.cell for each in graded.written if texts.get(each.cell) != each.text}


def _record_grades(
    session: Any, submission: Submission, time: datetime | None, result: Examined, rewritten: Set[str]
) -> Any:
    """Set the grades of one submission in the session, and return its row."""
    api = nbgrader_api()
    scores = result.graded.scores()
    assignment = session.query(api.Assignment).filter_by(name=submission.stem).one()
    learner = session.get(api.Student, submission.learner) or api.Student(id=submission.learner)
    submissions = session.query(api.SubmittedAssignment)
    row = submissions.filter_by(assignment_id=assignment.id, student_id=learner.id).one_or_none()
    row = row or api.SubmittedAssignment(assignment=assignment, student=learner)
    row.timestamp = time
    session.add(row)
    for notebook in assignment.notebooks:
        there = {item.notebook_id: item for item in row.notebooks}
        submitted = there.get(notebook.id) or api.SubmittedNotebook(notebook=notebook, assignment=row)
        session.add(submitted)
        for cell, grade in _rows(session, api.Grade, notebook.grade_cells, submitted, submitted.grades):
            _set_score(grade, scores.get(cell.name), changed=cell.name in rewritten)
        for cell, comment in _rows(session, api.Comment, notebook.solution_cells, submitted, submitted.comments):
            comment.auto_comment = NO_RESPONSE if cell.name in result.untouched else None
    return row


def _rows(session: Any, kind: Any, cells: list[Any], submitted: Any, there: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield each cell of a chapter with the submission's row for it, made where there is none."""
    known = {row.cell_id: row for row in there}
    for cell in cells:
        row = known.get(cell.id) or kind(cell_id=cell.id, notebook=submitted)
        session.add(row)
        yield cell, row


def _set_score(grade: Any, score: float | None, *, changed: bool) -> None:
    changed = changed or grade.auto_score != score
    grade.auto_score = score
    if grade.manual_score is None:
        grade.needs_manual_grade = score is None
    elif changed:
        # Never the other way round: the same submission graded once more must not clear what the first time set.
        grade.needs_manual_grade = True
