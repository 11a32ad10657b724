"""A submission's cells run in a fresh child, each on its own: one that fails costs the others nothing."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from autograde.judge.limits import PATIENCE, Limits
from autograde.judge.notes import Note
from autograde.judge.sandbox import Child, Sandbox, ZygoteGone
from autograde.judge.sealing import Quota
from autograde.judge.values import text
from autograde.judge.wire import Header, Late, Malformed, WireError
from tiedbook.checks.answers import not_callable
from tiedbook.diagnosis import Diagnosis

Origin = Literal["learner", "course", "starter", "spare"]
_Pace = Literal["steady", "hurried", "endless"]
LOADS = 4  # times the seconds of one load that all loads of a submission may take
SLOW = 1.0  # seconds; a cell that takes longer runs once, unless another one needs it
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
    origin : {"learner", "course", "starter", "spare"}
        Who wrote it. A starter is left out where something has its name already, in whatever cell. What is spare does
        not run, but for what the learner's cells take from it.
    binds : tuple of str or None
        The names that a spare cell binds, where they are known.
    """

    id: str
    code: str
    origin: Origin = "learner"
    binds: tuple[str, ...] | None = None


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
    names : frozenset of str
        What is looked for afterwards: the exercises.
    parts : int
        How many parts one child may have to serve.

    Attributes
    ----------
    notes : dict of str to Note
        What is worth telling about cells, by their id.
    """

    cells: tuple[Source, ...]
    offered: Mapping[str, str] = field(default_factory=dict)
    names: frozenset[str] = frozenset()
    parts: int = 1
    notes: dict[str, Note] = field(default_factory=dict, init=False)
    _deadly: set[str] = field(default_factory=set, init=False)
    _slow: set[str] = field(default_factory=set, init=False)
    _spent: float = field(default=0.0, init=False)
    _pace: _Pace = field(default="steady", init=False)

    def load(self, sandbox: Sandbox, limits: Limits) -> Child:
        """Fork a child and run all cells in it, but for those that end it, and slow ones that no other cell refers to.

        Where they take too long altogether, they run again with an equal share of half the time for each. All loads of
        one submission together get `LOADS` times the seconds of one.

        Raises
        ------
        NotLoaded
            If that takes too long as well; it is not tried again for the same submission.
        ZygoteGone
            If the sandbox is no more.
        """
        patient = PATIENCE * limits.seconds
        while self._pace != "endless":
            for library, sign in _SLOW_TO_LOAD.items():
                if any(sign.search(cell.code) for cell in self.cells if cell.origin == "learner"):
                    sandbox.load(library)
            start = time.monotonic()
            child = sandbox.fork(Quota((1 + self.parts) * limits.seconds, limits.memory_mb))
            self._furnish(child, start + patient)
            deadly = self._run(child, limits, start + patient)
            now = time.monotonic()
            self._spent += now - start
            self._hasten(limits, late=deadly is not None and now - start >= patient)
            if deadly is None:
                return child
            child.end()
            if now - start < patient:
                self._deadly.add(deadly.cell)
                self.notes[deadly.cell] = deadly
        raise NotLoaded

    def _hasten(self, limits: Limits, *, late: bool) -> None:
        """Give later loads less time, or none, where this one was late or all of them were long."""
        if self._spent > LOADS * limits.seconds or (late and self._pace == "hurried"):
            self._pace = "endless"
        elif late or self._spent > LOADS / 2 * limits.seconds:
            self._pace = "hurried"

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

    def _furnish(self, child: Child, deadline: float) -> None:
        """Send what cells may take from: the course's functions, and cells that do not run."""
        spare = [(cell.id, cell.code, cell.binds) for cell in self.cells if cell.origin == "spare"]
        try:
            if self.offered:
                child.ask({"offer": dict(self.offered)}, (), deadline)
            if spare:
                child.ask({"spare": spare}, (), deadline)
        except WireError as fault:  # nothing of the submission has run yet, so it is not to blame
            child.end()
            raise ZygoteGone from fault

    def _is_needed(self, cell: Source) -> bool:
        """Say whether a call or another cell may need what this one defines, if only by a word that is the same."""
        others = (each.code for each in self.cells if each is not cell and each.id not in self._slow)
        wanted = {*self.names, *_WORD.findall("\n".join(others))}
        return cell.origin != "learner" or cell.id in self.names or not _bound(cell.code).isdisjoint(wanted)

    def _run(self, child: Child, limits: Limits, deadline: float) -> Note | None:
        left = limits.output_bytes
        seconds = limits.cell_seconds
        if self._pace == "hurried":
            seconds = min(seconds, limits.seconds / (2 * len(self.cells)))
        for cell in self.cells:
            if cell.origin == "spare" or cell.id in self._deadly | self._slow:
                continue
            start = time.monotonic()
            request = {
                "cell": cell.id,
                "code": cell.code,
                "seconds": seconds,
                "patience": PATIENCE,
                "output": left,
                "learner": cell.origin == "learner",
                "unless": cell.id if cell.origin == "starter" else None,
            }
            try:
                reply, _ = child.ask(request, (), min(deadline, time.monotonic() + PATIENCE * seconds + _GRACE))
                note = _note(cell.id, reply, left)
            except Late:
                return Note(cell.id, "late")
            except WireError:
                return Note(cell.id, "ended")
            left -= len(note.output)
            if time.monotonic() - start > SLOW and not self._is_needed(cell):
                self._slow.add(cell.id)
            if note != Note(cell.id):
                self.notes.setdefault(cell.id, note)
        return None


def _bound(code: str) -> set[str]:
    """Return at least the names that a cell binds. It is not parsed: here a stranger's text is only searched."""
    return {name for names in _BINDING.findall(code) for name in names if name}


_SLOW_TO_LOAD = {  # in seconds, which are the time of a cell, and of a call where the first step loads the second
    "torch": re.compile(r"^\s*(?:import|from)\s+torch\b", re.MULTILINE),
    "torch._dynamo": re.compile(r"\btorch\b[\s\S]*\boptim\b"),
}
_WORD = re.compile(r"[^\W\d]\w*")
_BINDING = re.compile(
    r"\b(?:def|class|import|as|for|global)\s+(\w+)"
    r"|(\w+)\s*(?:[-+*/|&@%^:<>]*=(?!=)|[,:\])\[])"
    r"|\b(?!(?:np|numpy|plt|math|time)\.)(\w+)(?:\.\w+)+\s*[=(\[]"
    r"|\b(\w+)(?:\.\w+)+\s*[-+*/]*=(?!=)"
)


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
