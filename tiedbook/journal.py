"""The workspace's journal: every check that was run, one JSON line each, and what they add up to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tiedbook.diagnosis import Part
from tiedbook.exercise import Exercise
from tiedbook.log import Line, Log, append
from tiedbook.session import workspace

JOURNAL = Path(".tiedbook") / "progress.jsonl"
PARTS: tuple[Part, ...] = ("core", "contract")


@dataclass(frozen=True, slots=True)
class Entry:
    """One check that was run.

    Parameters
    ----------
    exercise : str
        Name of the exercise.
    part : str
        The graded part that was checked.
    passed : bool
        Whether nothing was found wrong.
    code : str or None
        Code of the first diagnosis; None where it passed.
    """

    exercise: str
    part: str
    passed: bool
    code: str | None


@dataclass(frozen=True, slots=True)
class PartProgress:
    """What the journal says about one part of one exercise.

    Parameters
    ----------
    exercise, part : str
        Which one.
    points : float
        What it is worth.
    attempts : int
        How often it was checked.
    done : bool
        Whether a check of it has passed; that stays so when the answer is changed later.
    last : str or None
        Code of the diagnosis of the last check; None where that passed, or there was none.
    """

    exercise: str
    part: Part
    points: float
    attempts: int = 0
    done: bool = False
    last: str | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """The parts of some exercises, in their order.

    Parameters
    ----------
    parts : tuple of PartProgress
        Every part of every exercise.
    """

    parts: tuple[PartProgress, ...]

    @property
    def points(self) -> float:
        """What all parts are worth together."""
        return sum(part.points for part in self.parts)

    @property
    def earned(self) -> float:
        """What the parts that are done are worth together."""
        return sum(part.points for part in self.parts if part.done)

    @property
    def next(self) -> PartProgress | None:
        """The first part that is not done; None where all are."""
        return next((part for part in self.parts if not part.done), None)


def record(exercise: str, part: str, passed: bool, code: str | None) -> None:  # noqa: FBT001  # a fact, not a switch
    """Add one check to the journal of the open notebook's workspace.

    Without a workspace, or where the journal cannot be written, nothing is kept: a check is worth more than its record.
    """
    folder = workspace()
    if folder is None:
        return
    now = datetime.now(UTC).isoformat(timespec="seconds")
    line = json.dumps({"at": now, "exercise": exercise, "part": part, "passed": bool(passed), "code": code})
    append(folder / JOURNAL, line)


def read_journal(folder: Path) -> tuple[Entry, ...]:
    """Return the checks that were run in a workspace, oldest first."""
    return _JOURNAL.events(folder / JOURNAL)


def progress_of(exercises: Iterable[Exercise], entries: Iterable[Entry]) -> Progress:
    """Add the journal up for these exercises; what it says about others is left out."""
    parts: list[tuple[Exercise, Part]] = [(exercise, part) for exercise in exercises for part in PARTS]
    checks: dict[tuple[str, str], list[Entry]] = {(exercise.name, part): [] for exercise, part in parts}
    for entry in entries:
        own = checks.get((entry.exercise, entry.part))
        if own is not None:
            own.append(entry)
    return Progress(tuple(_progress(exercise, part, checks[exercise.name, part]) for exercise, part in parts))


def _progress(exercise: Exercise, part: Part, checks: Sequence[Entry]) -> PartProgress:
    done = any(entry.passed for entry in checks)
    last = checks[-1].code if checks and not checks[-1].passed else None
    return PartProgress(exercise.name, part, exercise.points[part], len(checks), done, last)


def _entry(line: Line) -> Entry | None:
    exercise, part, passed, code = (line.get(key) for key in ("exercise", "part", "passed", "code"))
    if isinstance(exercise, str) and isinstance(part, str) and isinstance(passed, bool) and "code" in line:
        return Entry(exercise, part, passed, code if isinstance(code, str) else None)
    return None


_JOURNAL = Log(_entry)
