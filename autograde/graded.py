"""What grading found out about one submission, as it is kept in the graded notebook's own metadata."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from autograde.judge.notes import Note
from tiedbook.diagnosis import Diagnosis, Part, Verdict
from tiedbook.errors import LearnerError
from tiedbook.notebook import Notebook, mark, read_notebook

TIMED = frozenset({"judge.cells", "judge.time", "judge.slow"})  # codes of diagnoses that a limit of time brings about
KEY = "graded"  # within the notebook's metadata ``tiedbook``


@dataclass(frozen=True, slots=True)
class Written:
    """A written answer, which waits for an instructor's points unless it is blank.

    Parameters
    ----------
    cell : str
        Id of its cell.
    points : float
        What it is worth.
    text : str
        What the learner wrote; empty if nothing.
    """

    cell: str
    points: float
    text: str


@dataclass(frozen=True, slots=True)
class Graded:
    """The verdicts on one submission.

    Parameters
    ----------
    fingerprint : str
        Digest of the submission and of the release it was graded with: equal means there is nothing to grade anew.
    verdicts : tuple of Verdict
        One for each graded part of each exercise.
    notes : tuple of Note
        What went wrong, and was printed, while the learner's cells ran.
    written : tuple of Written
        The written answers, in the order of the chapter.
    """

    fingerprint: str
    verdicts: tuple[Verdict, ...]
    notes: tuple[Note, ...]
    written: tuple[Written, ...] = ()

    def scores(self) -> dict[str, float | None]:
        """Return the points earned by cell, as plain floats: nbgrader gives np.float64(0.0) full marks.

        A blank written answer has earned 0; of any other nobody can say before it is read, so it has None.
        """
        checks = {f"{verdict.exercise}-{verdict.part}": verdict.earned for verdict in self.verdicts}
        return {**checks, **{each.cell: None if each.text else 0.0 for each in self.written}}

    @property
    def earned(self) -> float:
        """The points earned so far, without those for what waits to be read."""
        return float(sum(verdict.earned for verdict in self.verdicts))

    @property
    def most(self) -> float:
        """The points to be earned, by written answers too."""
        checked = sum(verdict.points for verdict in self.verdicts)
        return float(checked + sum(each.points for each in self.written))

    @property
    def late(self) -> bool:
        """Whether points were lost for want of time, in a call or while the cells ran."""
        codes = {item.code for verdict in self.verdicts for item in verdict.diagnoses}
        stopped = any(note.fate == "late" for note in self.notes)
        return not codes.isdisjoint(TIMED) or (stopped and bool(codes))

    def as_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {
            "fingerprint": self.fingerprint,
            "verdicts": [_verdict_json(verdict) for verdict in self.verdicts],
            "notes": [asdict(note) for note in self.notes],
            "written": [asdict(each) for each in self.written],
        }


def graded_from_json(raw: Mapping[str, Any]) -> Graded:
    """Read what `Graded.as_json` gave.

    Raises
    ------
    KeyError, TypeError, ValueError
        If it is anything else.
    """
    return Graded(
        str(raw["fingerprint"]),
        tuple(_verdict(item) for item in raw["verdicts"]),
        tuple(Note(**item) for item in raw["notes"]),
        tuple(Written(**item) for item in raw["written"]),
    )


def read_graded(path: Path) -> tuple[Notebook, Graded] | None:
    """Return a graded notebook and what grading found; None where it is missing or was made by another grader."""
    try:
        notebook = read_notebook(path)
        return notebook, graded_from_json(mark(notebook)[KEY])
    except (LearnerError, KeyError, TypeError, ValueError, AttributeError):
        return None


def with_graded(notebook: Notebook, graded: Graded) -> Notebook:
    """Return the notebook with the verdicts in its metadata."""
    marks = {**mark(notebook), KEY: graded.as_json()}
    return {**notebook, "metadata": {**notebook["metadata"], "tiedbook": marks}}


def _verdict_json(verdict: Verdict) -> dict[str, Any]:
    found = [
        {"code": item.code, "message": item.message, "values": {name: _finite(it) for name, it in item.values.items()}}
        for item in verdict.diagnoses
    ]
    return {"exercise": verdict.exercise, "part": verdict.part, "points": verdict.points, "diagnoses": found}


def _finite(value: str | int | float) -> str | int | float:
    # JSON has no word for these, and Jupyter refuses a notebook that holds Python's.
    return value if not isinstance(value, float) or math.isfinite(value) else str(value)


def _verdict(raw: Mapping[str, Any]) -> Verdict:
    diagnoses = tuple(Diagnosis(item["code"], item["message"], item["values"]) for item in raw["diagnoses"])
    return Verdict(raw["exercise"], cast(Part, raw["part"]), raw["points"], diagnoses)
