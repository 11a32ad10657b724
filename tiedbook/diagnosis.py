"""What a check found, in a form that every edition can put into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Part = Literal["core", "contract"]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One finding about an answer.

    Parameters
    ----------
    code : str
        Stable context in the runtime catalog, such as ``"embed.one_row_only"``; the same in every edition.
    message : str
        Whole English sentences that name the misconception, with named ``{holes}``.
    values : mapping of str to str or int or float
        What fills the holes. Four names have a place of their own in every display: ``call`` (a minimal call that
        fails, as Python), ``got`` and ``wanted`` (what came back, what should have), ``see`` (id of the cell to read).
    """

    code: str
    message: str
    values: Mapping[str, str | int | float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of one graded part of one exercise.

    Parameters
    ----------
    exercise : str
        Name of the function the learner wrote.
    part : {"core", "contract"}
        The idea, or the rest of its contract.
    points : float
        The most that this part is worth.
    diagnoses : tuple of Diagnosis
        Everything found wrong; empty means correct.
    """

    exercise: str
    part: Part
    points: float
    diagnoses: tuple[Diagnosis, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing was found wrong."""
        return not self.diagnoses

    @property
    def earned(self) -> float:
        """Points earned: all of them, or none. A plain float, since nbgrader gives np.float64(0.0) full marks."""
        return float(self.points) if self.passed else 0.0
