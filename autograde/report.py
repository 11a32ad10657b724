"""What became of every submission, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from autograde.text import counted, one_line

State = Literal["graded", "unchanged", "set aside"]
STATES: tuple[State, ...] = ("graded", "unchanged", "set aside")


@dataclass(frozen=True, slots=True)
class Line:
    """What became of one submission.

    Parameters
    ----------
    learner, stem : str
        Whose, and of which chapter.
    path : str
        Its file.
    state : {"graded", "unchanged", "set aside"}
        "unchanged": graded before, with the same release.
    points, most : float or None
        Points earned automatically, and to be earned, by written answers too; None if set aside.
    waiting : int
        How many cells the gradebook lists as needing manual grading: written answers to read, and points by hand that
        may no longer fit.
    late : bool
        Whether something of it ran into a limit of time, and lost its points for that.
    code : str
        Why it was set aside, for programs; empty otherwise.
    reason : str
        The same for people, or what else is to be said.
    """

    learner: str
    stem: str
    path: str
    state: State
    points: float | None = None
    most: float | None = None
    waiting: int = 0
    late: bool = False
    code: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What became of every submission.

    Parameters
    ----------
    lines : tuple of Line
        In the order of learners and chapters.
    notices : tuple of str
        What else somebody should know, one line each.
    """

    lines: tuple[Line, ...]
    notices: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every submission has its grade."""
        return not any(line.state == "set aside" for line in self.lines)

    def counts(self) -> dict[State, int]:
        """Return how many submissions are in each state."""
        return {state: sum(line.state == state for line in self.lines) for state in STATES}

    def findings(self) -> Iterable[str]:
        """Return one line for each notice and each submission that somebody has to look at, its file first."""
        return (*self.notices, *(one_line(f"{line.path}: {line.reason}") for line in self.lines if line.reason))

    def summary(self) -> str:
        """Return the counts as one sentence."""
        counts = ", ".join(f"{number} {state}" for state, number in self.counts().items() if number)
        late = sum(line.late for line in self.lines)
        waiting = sum(line.waiting for line in self.lines)
        more = [f"{counted(late, 'submission')} ran out of time"] if late else []
        more += [f"{counted(waiting, 'answer')} to grade by hand in formgrader"] if waiting else []
        return "; ".join([counts, *more]) if counts else "no submissions"

    def as_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        also = {"timed out": sum(line.late for line in self.lines), "by hand": sum(line.waiting for line in self.lines)}
        lines = [asdict(line) for line in self.lines]
        return {"counts": {**self.counts(), **also}, "notices": list(self.notices), "submissions": lines}
