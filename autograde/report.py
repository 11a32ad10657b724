"""What became of every submission, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from autograde.text import plain

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
        How many written answers an instructor has to read.
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
    code: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What became of every submission, in the order of learners and chapters."""

    lines: tuple[Line, ...]

    @property
    def complete(self) -> bool:
        """Whether every submission has its grade."""
        return not any(line.state == "set aside" for line in self.lines)

    def counts(self) -> dict[State, int]:
        """Return how many submissions are in each state."""
        return {state: sum(line.state == state for line in self.lines) for state in STATES}

    def findings(self) -> Iterable[str]:
        """Return one line for each submission that somebody has to look at, its file first."""
        return (f"{plain(line.path)}: {line.reason}" for line in self.lines if line.reason)

    def summary(self) -> str:
        """Return the counts as one sentence."""
        counts = ", ".join(f"{number} {state}" for state, number in self.counts().items() if number)
        waiting = sum(line.waiting for line in self.lines)
        read = f"; written answers to read in formgrader: {waiting}" if waiting else ""
        return f"{counts}{read}" if counts else "no submissions"

    def as_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {"counts": self.counts(), "submissions": [asdict(line) for line in self.lines]}
