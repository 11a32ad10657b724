"""The workspace's journal: every check that was run, one JSON line each, and what they add up to."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path

from tiedbook.diagnosis import Part
from tiedbook.exercise import Exercise
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


def append(path: Path, line: str) -> None:
    """Add a line to a log of the workspace; nothing is kept where it cannot be written."""
    with contextlib.suppress(OSError):
        # One write to a file opened for appending: the kernels of several notebooks may write at the same time.
        handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        with os.fdopen(handle, "r+b", buffering=0) as log:
            log.write(b"\n" * _is_cut_short(log) + line.encode("utf-8") + b"\n")


def lines_of(path: Path) -> Iterator[dict[str, object]]:
    """Yield the lines of a log that are JSON objects, oldest first; a line that is damaged is passed over."""
    yield from _objects(_content(path))


def read_journal(folder: Path) -> Iterator[Entry]:
    """Yield the checks that were run in a workspace, oldest first."""
    yield from entries_in(_content(folder / JOURNAL))


def entries_in(content: bytes) -> Iterator[Entry]:
    """Yield the entries that a journal's bytes hold; a line that is damaged is passed over."""
    for line in _objects(content):
        try:
            entry = _entry(line)
        except (KeyError, TypeError):
            continue
        yield entry


def progress_of(exercises: Iterable[Exercise], entries: Iterable[Entry]) -> Progress:
    """Add the journal up for these exercises; what it says about others is left out."""
    parts: dict[tuple[str, str], PartProgress] = {
        (exercise.name, part): PartProgress(exercise.name, part, exercise.points[part])
        for exercise in exercises
        for part in PARTS
    }
    for entry in entries:
        if so_far := parts.get((entry.exercise, entry.part)):
            parts[entry.exercise, entry.part] = _after(so_far, entry)
    return Progress(tuple(parts.values()))


def _after(so_far: PartProgress, entry: Entry) -> PartProgress:
    last = None if entry.passed else entry.code
    return replace(so_far, attempts=so_far.attempts + 1, done=so_far.done or entry.passed, last=last)


def _entry(line: Mapping[str, object]) -> Entry:
    exercise, part, passed, code = line["exercise"], line["part"], line["passed"], line["code"]
    if not (isinstance(exercise, str) and isinstance(part, str) and isinstance(passed, bool)):
        raise TypeError("not an entry")
    return Entry(exercise, part, passed, code if isinstance(code, str) else None)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _objects(content: bytes) -> Iterator[dict[str, object]]:
    for line in content.split(b"\n"):
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            yield found


def _is_cut_short(log: FileIO) -> bool:
    """Say whether the last line lacks its end, because a kernel was killed while it wrote."""
    if log.seek(0, os.SEEK_END) == 0:
        return False
    log.seek(-1, os.SEEK_END)
    return log.read(1) != b"\n"
