"""Arrays that are not floating where floats are needed: a function has to refuse them with a TypeError."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from tiedbook import spelling
from tiedbook.checks.answers import LATE
from tiedbook.checks.oracle import Args
from tiedbook.checks.trial import Bench
from tiedbook.diagnosis import Diagnosis
from tiedbook.outcome import Outcome
from tiedbook.spelling import Given, given

ERROR = "TypeError"
_ACCEPTED = Diagnosis(
    "floats.accepted",
    "`{argument}` is of type {dtype} here, and was accepted. A model computes with floats, so whoever passes something "
    "else has made a mistake before; this should be a TypeError.",
)
_OTHER_ERROR = Diagnosis(
    "floats.not_a_type_error",
    "`{argument}` of type {dtype} is refused, but with {kind}. What is wrong with it is its type, so it should be a "
    "TypeError.",
)


def refuses_non_floats(bench: Bench, args: Args, places: Iterable[int]) -> Iterator[Diagnosis]:
    """Yield what happens to arguments that are not floating, where that is not a TypeError.

    Parameters
    ----------
    bench : Bench
        Oracle and subject.
    args : Args
        Valid arguments.
    places : iterable of int
        Those of them that have to be floating.
    """
    for place in places:
        for bad in _others(args[place]):
            called = (*args[:place], bad, *args[place + 1 :])
            seen = bench.subject(*(each.value for each in called))
            if seen.late:
                yield _told(bench, called, place, seen, LATE)
            elif not seen.refused:
                yield _told(bench, called, place, seen, _ACCEPTED)
            elif ERROR not in seen.refused.kinds:
                yield _told(bench, called, place, seen, _OTHER_ERROR, kind=seen.refused.kinds[0])


def _others(argument: Given) -> Iterator[Given]:
    name = argument.code
    for dtype in (np.int64, np.int32, np.bool_):
        yield given(np.asarray(argument.value).astype(dtype), name)


def _told(bench: Bench, args: Args, place: int, seen: Outcome, diagnosis: Diagnosis, **values: str) -> Diagnosis:
    shown: dict[str, str | int | float] = {
        "argument": bench.oracle.parameters[place],
        "dtype": str(args[place].value.dtype),
        "call": bench.oracle.call(args),
        "got": spelling.outcome(seen),
        "wanted": ERROR,
        "see": bench.oracle.place("errors"),
    }
    return Diagnosis(diagnosis.code, diagnosis.message, {**shown, **diagnosis.values, **values})
