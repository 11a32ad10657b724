"""The gradebook's own file, read and written by what grading and feedback need of it.

nbgrader's schema, but not its classes: to import them, and SQLAlchemy with them, takes as long as grading several
submissions, and each of their rows costs as much as a call of a learner's function.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import uuid4

from autograde.course import CourseFolder
from autograde.gradebook import create_tables, unusable
from tiedbook.errors import TiedbookError

_PATIENCE = 5.0  # seconds to wait for another program that writes, as nbgrader's own


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter in the gradebook, which calls it an assignment with one notebook.

    Parameters
    ----------
    id, notebook : str
        Keys of its rows.
    due : datetime or None
        Until when it was to be submitted, in UTC.
    points : mapping of str to float
        What each graded cell is worth.
    graded, answered : mapping of str to str
        Key of each graded cell, and of each answer, by name.
    """

    id: str
    notebook: str
    due: datetime | None
    points: Mapping[str, float]
    graded: Mapping[str, str]
    answered: Mapping[str, str]


@dataclass(slots=True)
class Ledger:
    """An open gradebook.

    Parameters
    ----------
    database : sqlite3.Connection
        Of the file. What is written belongs to one transaction until it is committed.
    """

    database: sqlite3.Connection
    _chapters: dict[str, Chapter] = field(default_factory=dict, init=False)

    def chapter(self, stem: str) -> Chapter | None:
        """Return the rows of a chapter, read once; None where the gradebook lacks it."""
        if stem not in self._chapters:
            found = self.database.execute(
                "SELECT a.id, n.id, a.duedate FROM assignment a JOIN notebook n ON n.assignment_id = a.id "
                "WHERE a.name = ? AND n.name = ?",
                (stem, stem),
            ).fetchone()
            if found is None:
                return None
            self._chapters[stem] = self._read_chapter(*found)
        return self._chapters[stem]

    def _read_chapter(self, id_: str, notebook: str, due: str | None) -> Chapter:
        cells = self.database.execute(
            "SELECT c.name, c.id, g.max_score FROM base_cell c JOIN grade_cells g ON g.id = c.id "
            "WHERE c.notebook_id = ?",
            (notebook,),
        ).fetchall()
        answers = self.database.execute(
            "SELECT c.name, c.id FROM base_cell c JOIN solution_cells s ON s.id = c.id WHERE c.notebook_id = ?",
            (notebook,),
        )
        return Chapter(
            id_,
            notebook,
            datetime.fromisoformat(due) if due else None,
            {name: points for name, _, points in cells},
            {name: key for name, key, _ in cells},
            dict(answers),
        )


@contextlib.contextmanager
def open_ledger(course: CourseFolder) -> Iterator[Ledger]:
    """Open the gradebook for the block.

    Raises
    ------
    TiedbookError
        If the file is missing, is no gradebook, is locked by another program, or cannot be written.
    """
    path = course.gradebook
    if not path.is_file():
        raise TiedbookError(
            f"{path}: the gradebook is missing. `autograde assign --course {course.root}` makes it.", status=2
        )
    if path.stat().st_size == 0:
        create_tables(path)
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=_PATIENCE)) as database:
            yield Ledger(database)
    except sqlite3.DatabaseError as fault:
        raise unusable(course, fault) from fault


def as_text(time: datetime | None) -> str | None:
    """Return a time, in UTC and without a zone, as the gradebook writes it."""
    return None if time is None else time.isoformat(sep=" ", timespec="microseconds")


def new_key() -> str:
    """Return a key for a new row."""
    return uuid4().hex
