"""What the gradebook says of one submission."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from autograde.gradebook import fits, nbgrader_api


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


def read_standing(gradebook: Any, learner: str, stem: str) -> Standing | None:
    """Return what an open gradebook says of a submission; None if it does not know it, or cannot."""
    if not fits(learner):
        return None
    api = nbgrader_api()
    try:
        submission = gradebook.find_submission(stem, learner)
    except api.MissingEntry:
        return None
    person = submission.student
    grades = [grade for notebook in submission.notebooks for grade in notebook.grades]
    comments = [comment for notebook in submission.notebooks for comment in notebook.comments]
    return Standing(
        " ".join(filter(None, [person.first_name, person.last_name])) or person.id,
        {grade.name: float(grade.score) for grade in grades},
        frozenset(grade.name for grade in grades if grade.manual_score is not None or grade.extra_credit),
        {comment.name: comment.manual_comment for comment in comments if comment.manual_comment},
        float(submission.late_submission_penalty or 0.0),
    )
