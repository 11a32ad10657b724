"""What each learner has in each chapter, as it leaves for another gradebook."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from autograde.course import CourseFolder
from autograde.gradebook import open_gradebook
from tiedbook.errors import TiedbookError


@dataclass(frozen=True, slots=True)
class Person:
    """One learner as the gradebook knows them.

    Parameters
    ----------
    id, last, first, email : str
        Name of the learner's folder, and what the instructor entered besides; empty where nothing.
    """

    id: str
    last: str
    first: str
    email: str


@dataclass(frozen=True, slots=True)
class Totals:
    """What each learner has in each chapter.

    Parameters
    ----------
    people : tuple of Person
        In the order of their folders.
    most : mapping of str to float
        The points of each chapter that anybody has a grade in, in the order of the course.
    points : mapping of (str, str) to float
        By learner and chapter: what counts, lateness taken off; nothing where there is no grade.
    """

    people: tuple[Person, ...]
    most: Mapping[str, float]
    points: Mapping[tuple[str, str], float]


def read_totals(course: CourseFolder, chapters: Collection[str] = ()) -> Totals:
    """Return what each learner has in these chapters, or in all if none are named.

    Raises
    ------
    TiedbookError
        If one that is named was not assigned, or nothing was graded.
    """
    with open_gradebook(course) as gradebook:
        assignments = {item.name: item for item in gradebook.assignments}
        for name in chapters:
            if name not in assignments:
                raise TiedbookError(
                    f"{course.gradebook}: no chapter '{name}'. There are: {', '.join(sorted(assignments))}.", status=2
                )
        people = tuple(Person(each.id, *_known(each)) for each in gradebook.students)
        graded = {
            (submission.student_id, name): counted(submission)
            for name, item in sorted(assignments.items())
            for submission in item.submissions
            if not chapters or name in chapters
        }
        most = {name: float(assignments[name].max_score) for name in sorted({stem for _, stem in graded})}
    if not graded:
        raise TiedbookError(f"{course.gradebook}: nothing was graded yet. `autograde grade` grades what was collected.")
    return Totals(tuple(sorted(people, key=lambda person: person.id)), most, graded)


def counted(submission: Any) -> float:
    """Return the points of one submission that count: never below zero, however late it was."""
    return max(0.0, float(submission.score) - float(submission.late_submission_penalty or 0.0))


def _known(student: Any) -> tuple[str, str, str]:
    return student.last_name or "", student.first_name or "", student.email or ""
