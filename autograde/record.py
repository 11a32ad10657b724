"""Write one graded submission into nbgrader's gradebook and course folder, so that a kill at any moment loses nothing.

The order is: the gradebook, in one transaction; ``timestamp.txt``; last the graded notebook, which carries the
fingerprint. Only with the notebook in place does the next run pass the submission over; before that it grades it again,
with the same seed and so with the same result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set
from datetime import datetime, timedelta
from pathlib import Path
from sqlite3 import Connection

from autograde.course import CourseFolder, Submission
from autograde.examine import Examined
from autograde.gather import TIMESTAMP
from autograde.graded import Graded, read_graded
from autograde.lateness import LatePenalties
from autograde.ledger import Chapter, Ledger, as_text, new_key
from autograde.timestamps import Timestamp
from tiedbook.errors import TiedbookError
from tiedbook.files import write_text
from tiedbook.notebook import write_notebook

NO_RESPONSE = "No response."  # nbgrader's own comment on an untouched answer


def record(
    ledger: Ledger,
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
    ledger : Ledger
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
        home = _record_grades(ledger, submission, timestamp.time if timestamp else None, result, rewritten)
        if lateness.known:
            _record_lateness(ledger, submission, home, lateness)
        ledger.database.commit()
    except BaseException:
        ledger.database.rollback()
        raise
    copy = path.with_name(TIMESTAMP)
    if timestamp is None:
        copy.unlink(missing_ok=True)
    else:
        write_text(copy, timestamp.text)  # nbgrader compares it to see whether the submission is newer than its grade
    write_notebook(path, result.notebook)


def recorded_scores(ledger: Ledger) -> Mapping[tuple[str, str], dict[str, float | None]]:
    """Return the automatic scores in the gradebook, by learner and chapter, then by graded cell."""
    found: dict[tuple[str, str], dict[str, float | None]] = {}
    for learner, stem, cell, score in ledger.database.execute(
        f"SELECT s.student_id, a.name, c.name, g.auto_score {_OF}"
    ):
        found.setdefault((learner, stem), {})[cell] = score
    return found


def by_hand(ledger: Ledger) -> Counter[tuple[str, str]]:
    """Return how many cells of each submission, by learner and chapter, the gradebook lists as to be graded by hand."""
    rows = ledger.database.execute(f"SELECT s.student_id, a.name {_OF} WHERE g.needs_manual_grade")
    return Counter((learner, stem) for learner, stem in rows)


_OF = (
    "FROM grade g JOIN base_cell c ON c.id = g.cell_id JOIN submitted_notebook n ON n.id = g.notebook_id "
    "JOIN submitted_assignment s ON s.id = n.assignment_id JOIN assignment a ON a.id = s.assignment_id"
)


def _rewritten(path: Path, graded: Graded) -> Set[str]:
    """Return the cells whose written answer is another than when it was graded last."""
    before = read_graded(path) if graded.written else None
    texts = {each.cell: each.text for each in before[1].written} if before else {}
    return {each.cell for each in graded.written if texts.get(each.cell) != each.text}


def _record_grades(
    ledger: Ledger, submission: Submission, time: datetime | None, result: Examined, rewritten: Set[str]
) -> str:
    """Set the grades of one submission, and return the key of its notebook."""
    chapter = ledger.chapter(submission.stem)
    if chapter is None:  # as grading saw before it began, so somebody has taken it out meanwhile
        raise TiedbookError(f"The gradebook lacks {submission.stem}. `autograde assign` puts it back.")
    home = _home(ledger.database, chapter, submission.learner, time)
    scores = result.graded.scores()
    rows = ledger.database.execute(
        "SELECT cell_id, auto_score, manual_score, needs_manual_grade FROM grade WHERE notebook_id = ?", (home,)
    )
    there = {cell: (auto, manual, bool(waits)) for cell, auto, manual, waits in rows}
    ledger.database.executemany(
        "INSERT INTO grade (id, notebook_id, cell_id, auto_score, needs_manual_grade) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (cell_id, notebook_id) DO UPDATE SET auto_score = excluded.auto_score, "
        "needs_manual_grade = excluded.needs_manual_grade",
        [
            (
                new_key(),
                home,
                cell,
                scores.get(name),
                _waits(scores.get(name), there.get(cell), changed=name in rewritten),
            )
            for name, cell in chapter.graded.items()
        ],
    )
    ledger.database.executemany(
        "INSERT INTO comment (id, notebook_id, cell_id, auto_comment) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (cell_id, notebook_id) DO UPDATE SET auto_comment = excluded.auto_comment",
        [
            (new_key(), home, cell, NO_RESPONSE if name in result.untouched else None)
            for name, cell in chapter.answered.items()
        ],
    )
    return home


def _home(database: Connection, chapter: Chapter, learner: str, time: datetime | None) -> str:
    """Return the key of a submission's notebook, with all rows that it needs."""
    database.execute("INSERT OR IGNORE INTO student (id) VALUES (?)", (learner,))
    database.execute(
        "INSERT INTO submitted_assignment (id, assignment_id, student_id, timestamp) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (assignment_id, student_id) DO UPDATE SET timestamp = excluded.timestamp",
        (new_key(), chapter.id, learner, as_text(time)),
    )
    (submitted,) = database.execute(
        "SELECT id FROM submitted_assignment WHERE assignment_id = ? AND student_id = ?", (chapter.id, learner)
    ).fetchone()
    database.execute(
        "INSERT OR IGNORE INTO submitted_notebook (id, assignment_id, notebook_id, flagged) VALUES (?, ?, ?, 0)",
        (new_key(), submitted, chapter.notebook),
    )
    (home,) = database.execute(
        "SELECT id FROM submitted_notebook WHERE assignment_id = ? AND notebook_id = ?", (submitted, chapter.notebook)
    ).fetchone()
    return str(home)


def _waits(score: float | None, before: tuple[float | None, float | None, bool] | None, *, changed: bool) -> bool:
    """Say whether a cell is to be looked at by hand."""
    auto, manual, waits = before or (None, None, True)
    if manual is None:
        return score is None
    # Never the other way round: the same submission graded once more must not clear what the first time set.
    return waits or changed or auto != score


def _record_lateness(ledger: Ledger, submission: Submission, home: str, lateness: LatePenalties) -> None:
    chapter = ledger.chapter(submission.stem)
    assert chapter is not None  # noqa: S101  # its grades have just been recorded
    (time, more) = ledger.database.execute(
        "SELECT s.timestamp, s.extension FROM submitted_notebook n "
        "JOIN submitted_assignment s ON s.id = n.assignment_id WHERE n.id = ?",
        (home,),
    ).fetchone()
    (score,) = ledger.database.execute(
        "SELECT total(coalesce(manual_score, auto_score, 0.0) + coalesce(extra_credit, 0.0)) FROM grade "
        "WHERE notebook_id = ?",
        (home,),
    ).fetchone()
    penalty = lateness.penalty(submission.learner, score, _seconds_late(chapter.due, time, more))
    ledger.database.execute("UPDATE submitted_notebook SET late_submission_penalty = ? WHERE id = ?", (penalty, home))


def _seconds_late(due: datetime | None, time: str | None, more: str | None) -> float:
    """Return by how much a submission missed its date; an extension is written as a time after the start of 1970."""
    if due is None or time is None:
        return 0.0
    extension = datetime.fromisoformat(more) - _EPOCH if more else timedelta()
    return max(0.0, (datetime.fromisoformat(time) - due - extension).total_seconds())


_EPOCH = datetime(1970, 1, 1)  # times in the gradebook are UTC without a zone
