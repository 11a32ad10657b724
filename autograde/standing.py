"""What the gradebook says of one submission."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from autograde.gradebook import fits
from autograde.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Standing:
    """Points and comments that count, an instructor's own included.

    Parameters
    ----------
    learner : str
        The learner's name, or what stands for it.
    points : mapping of str to float
        Points by graded cell; 0 for a written answer that nobody has read yet.
    manual : frozenset of str
        Graded cells whose points an instructor set or added to.
    comments : mapping of str to str
        Instructor's comments by exercise, and by the cell of a written answer.
    penalty : float
        Points taken off for lateness.
    """

    learner: str
    points: Mapping[str, float]
    manual: frozenset[str]
    comments: Mapping[str, str]
    penalty: float

    @property
    def total(self) -> float:
        """All points that count, lateness taken off."""
        return max(0.0, sum(self.points.values()) - self.penalty)


def read_standing(ledger: Ledger, learner: str, stem: str) -> Standing | None:
    """Return what an open gradebook says of a submission; None if it does not know it, or cannot."""
    if not fits(learner):
        return None
    person = ledger.database.execute(
        "SELECT s.id, p.first_name, p.last_name FROM submitted_assignment s "
        "JOIN assignment a ON a.id = s.assignment_id JOIN student p ON p.id = s.student_id "
        "WHERE a.name = ? AND p.id = ?",
        (stem, learner),
    ).fetchone()
    if person is None:
        return None
    key, *names = person
    grades = ledger.database.execute(
        "SELECT c.name, g.auto_score, g.manual_score, g.extra_credit FROM submitted_notebook n "
        "JOIN grade g ON g.notebook_id = n.id JOIN base_cell c ON c.id = g.cell_id WHERE n.assignment_id = ?",
        (key,),
    ).fetchall()
    comments = ledger.database.execute(
        "SELECT c.name, m.manual_comment FROM submitted_notebook n "
        "JOIN comment m ON m.notebook_id = n.id JOIN base_cell c ON c.id = m.cell_id WHERE n.assignment_id = ?",
        (key,),
    )
    (penalty,) = ledger.database.execute(
        "SELECT total(late_submission_penalty) FROM submitted_notebook WHERE assignment_id = ?", (key,)
    ).fetchone()
    return Standing(
        " ".join(filter(None, names)) or learner,
        {name: _points(auto, manual, extra) for name, auto, manual, extra in grades},
        frozenset(name for name, _, manual, extra in grades if manual is not None or extra),
        {name: comment for name, comment in comments if comment},
        penalty,
    )


def _points(auto: float | None, manual: float | None, extra: float | None) -> float:
    """Return the points of one grade, as nbgrader counts them: no extra credit where nobody has given any points."""
    earned = auto if manual is None else manual
    return 0.0 if earned is None else float(earned) + float(extra or 0.0)
