"""A submission's cells run in a fresh child, each on its own: one that fails costs the others nothing."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from autograde.judge.limits import Limits
from autograde.judge.notes import Note
from autograde.judge.sandbox import Child, Sandbox, ZygoteGone
from autograde.judge.sealing import Quota
from autograde.judge.values import text
from autograde.judge.wire import Header, Late, Malformed, WireError
from tiedbook.checks.answers import not_callable
from tiedbook.diagnosis import Diagnosis

_Pace = Literal["steady", "hurried", "endless"]
_GRACE = 1.0  # seconds between the interrupt inside and the end from outside


@dataclass(frozen=True, slots=True)
class Source:
    """One code cell of a submission.

    Parameters
    ----------
    id : str
        Id of the cell; that of an answer is the name of its exercise.
    code : str
        Its source.
    """

    id: str
    code: str


class NotLoaded(Exception):  # noqa: N818
    """The cells cannot be run to their end in the time there is."""


@dataclass(slots=True)
class Submission:
    """The cells of one submission, and what was learnt about them in earlier forks.

    Parameters
    ----------
    cells : tuple of Source
        In the order they run.
    offered : mapping of str to str
        What `yours` gives them: for each name the text of a module that defines it.

    Attributes
    ----------
    notes : dict of str to Note
        What is worth telling about cells, by their id.
    """

    cells: tuple[Source, ...]
    offered: Mapping[str, str] = field(default_factory=dict)
    notes: dict[str, Note] = field(default_factory=dict, init=False)
    _deadly: set[str] = field(default_factory=set, init=False)
    _pace: _Pace = field(default="steady", init=False)

    def load(self, sandbox: Sandbox, limits: Limits) -> Child:
        """Fork a child and run all cells in it, but for those that end it.

        Where they take too long altogether, they run again with an equal share of half the time for each.

        Raises
        ------
        NotLoaded
            If that takes too long as well; it is not tried again for the same submission.
        ZygoteGone
            If the sandbox is no more.
        """
        deadline = time.monotonic() + limits.seconds
        while self._pace != "endless":
            child = sandbox.fork(Quota(2 * limits.seconds, limits.memory_mb))
            if self.offered:
                self._offer(child, deadline)
            deadly = self._run(child, limits, deadline)
            if deadly is None:
                return child
            child.end()
            if time.monotonic() >= deadline:
                self._pace = "hurried" if self._pace == "steady" else "endless"
                deadline = time.monotonic() + limits.seconds
            else:
                self._deadly.add(deadly.cell)
                self.notes[deadly.cell] = deadly
        raise NotLoaded

    def absent(self, name: str, kind: str | None) -> tuple[Diagnosis, ...]:
        """Say that a function is not there, and why if its cell tells.

        Parameters
        ----------
        name : str
            Of the exercise.
        kind : str or None
            Type of what has its name; None if nothing has.
        """
        if kind is not None:
            return (not_callable(name, kind),)
        note = self.notes.get(name)
        cause = note.diagnosis() if note else None
        if cause:
            said = Diagnosis(
                "answer.stopped",
                "There is no function `{name}`: its cell stopped before defining it.",
                {"name": name},
            )
            return (said, cause)
        return (
            Diagnosis(
                "answer.missing",
                "There is no function `{name}` after all cells have run. "
                "Write it in the exercise's own cell, under its own name.",
                {"name": name},
            ),
        )

    def _offer(self, child: Child, deadline: float) -> None:
        try:
            child.ask({"offer": dict(self.offered)}, (), deadline)
        except WireError as fault:  # nothing of the submission has run yet, so it is not to blame
            child.end()
            raise ZygoteGone from fault

    def _run(self, child: Child, limits: Limits, deadline: float) -> Note | None:
        left = limits.output_bytes
        seconds = limits.cell_seconds
        if self._pace == "hurried":
            seconds = min(seconds, limits.seconds / (2 * len(self.cells)))
        for cell in self.cells:
            if cell.id in self._deadly:
                continue
            request = {"cell": cell.id, "code": cell.code, "seconds": seconds, "output": left}
            try:
                reply, _ = child.ask(request, (), min(deadline, time.monotonic() + seconds + _GRACE))
                note = _note(cell.id, reply, left)
            except Late:
                return Note(cell.id, "late")
            except WireError:
                return Note(cell.id, "ended")
            left -= len(note.output)
            if note != Note(cell.id):
                self.notes.setdefault(cell.id, note)
        return None


def _note(cell: str, reply: Header, most: int) -> Note:
    note = Note(cell, output=text(reply.get("output"), most))
    fault: Any = reply.get("fault")
    if fault is None:
        return note
    if type(fault) is not dict or type(fault.get("late")) is not bool:
        raise Malformed("a fault that is not described")
    line = fault.get("line")
    return replace(
        note,
        fate="late" if fault["late"] else "raised",
        kind=text(fault.get("kind")) if not fault["late"] else "",
        text=text(fault.get("text")) if not fault["late"] else "",
        line=line if type(line) is int and 0 < line < 1_000_000 else None,
    )
