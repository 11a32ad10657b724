"""What an exercise's function should do, and what it becomes when something is misunderstood."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from tiedbook import spelling
from tiedbook.diagnosis import Diagnosis
from tiedbook.spelling import Given

if TYPE_CHECKING:
    from tiedbook.checks.trial import Trial

Args = tuple[Given, ...]


@dataclass(frozen=True, slots=True)
class Misconception:
    """A way to misunderstand an exercise that can be recognised by its results.

    Parameters
    ----------
    diagnosis : Diagnosis
        What to say, with ``see``; call, got and wanted are added from the call that shows it.
    results : callable
        Takes the values of a call and gives what the misconception would return, in each of its forms. IndexError and
        ValueError count as nothing to compare.
    """

    diagnosis: Diagnosis
    results: Callable[..., Iterable[np.ndarray]]


@dataclass(frozen=True, slots=True)
class Failure:
    """A way to misunderstand an exercise that shows in an exception on ordinary input.

    Parameters
    ----------
    diagnosis : Diagnosis
        What to say, with ``see``.
    shows : callable
        Takes the trial that raised, and says whether this was the cause; it may make further calls to find out.
    look : callable
        Takes that trial and gives what to show instead: ``"call"``, ``"got"``, ``"wanted"``.
    """

    diagnosis: Diagnosis
    shows: Callable[[Trial], bool]
    look: Callable[[Trial], Mapping[str, str]] = lambda trial: {}  # noqa: ARG005  # it is offered


@dataclass(frozen=True, slots=True)
class Oracle:
    """The function as it should be: slow, literal, from the definition, never the solution.

    Parameters
    ----------
    name : str
        Name of the function.
    parameters : tuple of str
        Their names, in order.
    answer : callable
        Takes the values of a call and gives the right array, in the right dtype.
    vary : callable
        Takes a random generator and the arguments of a call, and gives other arguments of the same shapes.
    see : str
        Cell that states the exercise.
    misconceptions : tuple of Misconception
        What wrong results are compared with.
    failures : tuple of Failure
        What exceptions are tried for.
    places : mapping of str to str
        Cells that explain a topic: ``"errors"``, ``"dtype"``, ``"copies"``, ``"shapes"``; `see` for others.
    written : callable, optional
        Takes the arguments of a call, by position and by keyword, and gives the Python that makes it, where that is
        more than the call itself.
    """

    name: str
    parameters: tuple[str, ...]
    answer: Callable[..., np.ndarray]
    vary: Callable[[np.random.Generator, Args], Args]
    see: str
    misconceptions: tuple[Misconception, ...] = ()
    failures: tuple[Failure, ...] = ()
    places: Mapping[str, str] = field(default_factory=dict)
    written: Callable[[Args, Mapping[str, Given]], str] | None = None

    def call(self, args: Args, kwargs: Mapping[str, Given] | None = None) -> str:
        """Spell a call, with the lines that it needs before it."""
        return self.written(args, kwargs or {}) if self.written else spelling.call(self.name, args, kwargs)

    def place(self, topic: str) -> str:
        """Return the cell that explains a topic."""
        return self.places.get(topic, self.see)
