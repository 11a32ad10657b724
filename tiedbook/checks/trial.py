"""One call under examination: what was passed, what it did, what was wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from tiedbook import spelling
from tiedbook.checks.oracle import Args, Oracle
from tiedbook.compare import close, wrong
from tiedbook.diagnosis import Diagnosis
from tiedbook.outcome import Foreign, Outcome, Subject
from tiedbook.spelling import Given

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Bench:
    """Where trials are made: the oracle, the learner's function, a source of random numbers."""

    oracle: Oracle
    subject: Subject
    rng: np.random.Generator

    def trial(self, args: Args, kwargs: Mapping[str, Given] | None = None) -> Trial:
        """Call the function once on valid input."""
        named = kwargs or {}
        values = {name: each.value for name, each in named.items()}
        seen = self.subject(*(each.value for each in args), **values)
        return Trial(self, args, seen, self.oracle.answer(*(each.value for each in args), **values), named)

    def ahead(self, cases: Iterable[T], call: Callable[[T], tuple[Args, Mapping[str, Given]]]) -> Iterator[T]:
        """Yield cases, and announce their calls where each would cost a journey to another process.

        Parameters
        ----------
        cases : iterable
            None of them may depend on what comes back from those before.
        call : callable
            Gives the arguments of a case, by position and by keyword.
        """
        announce = getattr(self.subject, "announce", None)
        left = iter(cases)
        if announce is not None:
            for first in left:
                yield first  # what cannot be called at all is not called again
                break
            rest = list(left)
            calls = [call(each) for each in rest]
            announce([_values(args, kwargs) for args, kwargs in calls])
            left = iter(rest)
        yield from left

    def right(self, args: Args) -> bool:
        """Call the function once more, and say whether it is right there."""
        return self.trial(args).right


@dataclass(frozen=True, slots=True)
class Trial:
    """One call on valid input.

    Parameters
    ----------
    bench : Bench
        Where it was made, and where more calls can be made to find a cause.
    args, kwargs : Args, mapping of str to Given
        The arguments.
    seen : Outcome
        What the call did.
    wanted : ndarray
        What it should have returned, in the right dtype.
    """

    bench: Bench
    args: Args
    seen: Outcome
    wanted: np.ndarray
    kwargs: Mapping[str, Given] = field(default_factory=dict)

    @property
    def got(self) -> np.ndarray | None:
        """The numbers that came back, in whatever they were wrapped; None if there are none."""
        return numbers(self.seen.value)

    @property
    def right(self) -> bool:
        """Whether the right numbers came back in the right shape; dtype and type are another matter."""
        return self.got is not None and close(self.got, self.wanted)

    @property
    def values(self) -> tuple[object, ...]:
        """The arguments as they were passed by position."""
        return tuple(each.value for each in self.args)

    @property
    def shapes(self) -> dict[str, str]:
        """The shape of each argument, as ``ids_shape``, and of the wanted result: what fills a diagnosis's holes."""
        named = dict(zip(self.bench.oracle.parameters, self.values, strict=False))
        named |= {name: each.value for name, each in self.kwargs.items()}
        shapes = {f"{name}_shape": str(value.shape) for name, value in named.items() if isinstance(value, np.ndarray)}
        return {**shapes, "wanted_shape": str(self.wanted.shape)}

    def found(self, diagnosis: Diagnosis, **values: str | int | float) -> Diagnosis:
        """Complete a diagnosis with this call, what came back, and what was wanted."""
        at = None
        if self.got is not None and self.got.shape == self.wanted.shape and not self.right:
            at = tuple(int(index) for index in np.argwhere(wrong(self.got, self.wanted))[0])
        shown = {
            "call": self.bench.oracle.call(self.args, self.kwargs),
            "got": spelling.outcome(self.seen, beside=self.wanted, at=at),
            "wanted": spelling.told(self.wanted, beside=self.seen.value, at=at),
            "see": self.bench.oracle.see,
        }
        return Diagnosis(diagnosis.code, diagnosis.message, {**shown, **diagnosis.values, **values})


def _values(args: Args, kwargs: Mapping[str, Given]) -> tuple[tuple[object, ...], dict[str, object]]:
    return tuple(each.value for each in args), {name: each.value for name, each in kwargs.items()}


def numbers(value: object) -> np.ndarray | None:
    """Read the numbers out of a plain result, however they are wrapped."""
    if isinstance(value, Foreign):
        value = value.array
    if isinstance(value, bool | int | float | tuple):
        try:
            value = np.array(value)
        except ValueError:
            return None
    return value if isinstance(value, np.ndarray) and value.dtype.kind in "biufc" else None
