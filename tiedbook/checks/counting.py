"""Functions that count: their results are exact integers, their arguments sizes and switches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from tiedbook import spelling
from tiedbook.checks.answers import LATE
from tiedbook.checks.contract import TENSORS
from tiedbook.checks.oracle import Args
from tiedbook.checks.trial import Bench, Trial
from tiedbook.diagnosis import Diagnosis
from tiedbook.outcome import Foreign
from tiedbook.spelling import Given, given

ERROR = "ValueError"
_ACCEPTED = "sizes.accepted"


def counted(count: Callable[..., int]) -> Callable[..., np.ndarray]:
    """Make an oracle's answer of a function that counts: an array without axes."""
    return lambda *args, **kwargs: np.array(count(*args, **kwargs), dtype=np.int64)


def exact_integer(trial: Trial) -> Diagnosis | None:
    """Tell that the right number is not an integer: Python's own, one of NumPy's, or a 0-d array of those."""
    value = trial.seen.value
    if isinstance(value, np.ndarray):
        kind, plain = str(value.dtype), value.dtype.kind
    else:
        kind = value.kind if isinstance(value, Foreign) else type(value).__name__
        plain = {"int": "i", "float": "f"}.get(kind, "")
    if plain in ("i", "u"):
        return None
    if plain == "f":
        return trial.found(
            Diagnosis(
                "count.float",
                "The number is right, but its type is `{kind}`, and a count is an integer. A single `/`, or a factor "
                "such as `4.0`, makes floats; `*`, `+`, `**` and `//` of integers stay exact.",
            ),
            kind=kind,
        )
    if kind in TENSORS:
        return trial.found(
            Diagnosis(
                "count.tensor",
                "The number is right, but it comes as a `{kind}` of another library. Return a plain integer.",
            ),
            kind=kind,
        )
    return trial.found(
        Diagnosis("count.kind", "The number is right, but its type is `{kind}`. Return a plain integer."), kind=kind
    )


def inexact(see: str) -> Diagnosis:
    """Tell that a large count has lost its last digits."""
    return Diagnosis(
        "count.rounded",
        "The count is larger than 2**53 here, and it has lost its last digits. Floats have 53 binary digits, and "
        "32-bit integers only 31; Python's integers have as many as they need. Keep to those all the way.",
        {"see": see},
    )


def smallest(see: str) -> Diagnosis:
    """Tell that sizes of 1 are not counted right."""
    return Diagnosis(
        "count.smallest",
        "A size is 1 here. That is the smallest one allowed, and it is counted like any other.",
        {"see": see},
    )


def refuses_sizes(bench: Bench, args: Args, sizes: Mapping[str, int]) -> Iterator[Diagnosis]:
    """Yield what happens to sizes below 1, where that is not a ValueError.

    Parameters
    ----------
    bench : Bench
        Oracle and subject.
    args : Args
        A valid call.
    sizes : mapping of str to int
        Place of each size among the arguments, by the parameter's name.
    """
    accepted: dict[int, list[Diagnosis]] = {0: [], -2: []}
    for bad, found in accepted.items():
        for name, place in sizes.items():
            call = (*args[:place], given(bad), *args[place + 1 :])
            outcome = _outcome(bench, call, name, bad)
            if outcome and outcome.code != _ACCEPTED:
                yield outcome
                return
            if outcome:
                found.append(outcome)
    yield from _summary(accepted, len(sizes))
    if not accepted[-2] and len(sizes) > 1:
        yield from _two_negatives(bench, args, list(sizes.values())[-2:])


def _outcome(bench: Bench, args: Args, name: str, bad: int) -> Diagnosis | None:
    seen = bench.subject(*(each.value for each in args))
    if seen.late:
        finding = LATE
    elif not seen.raised:
        finding = Diagnosis(
            "sizes.accepted",
            "`{parameter}` is {size} here, and a count came back. Nothing has {size} tokens, columns, positions or "
            "blocks: sizes below 1 are a mistake upstream, so this should be a ValueError.",
        )
    elif ERROR not in seen.raised.kinds:
        finding = Diagnosis(
            "sizes.not_a_value_error",
            "This size is refused, but with {kind}. Its type is right and its value is not, so it should be a "
            "ValueError.",
            {"kind": seen.raised.kinds[0]},
        )
    else:
        return None
    shown: dict[str, str | int | float] = {
        "call": bench.oracle.call(args),
        "got": spelling.outcome(seen),
        "wanted": ERROR,
        "see": bench.oracle.place("errors"),
        "parameter": name,
        "size": bad,
    }
    return Diagnosis(finding.code, finding.message, {**shown, **finding.values})


def _summary(accepted: Mapping[int, list[Diagnosis]], count: int) -> Iterator[Diagnosis]:
    """Tell apart: nothing is refused, zero is not, or one parameter is forgotten."""
    zero, negative = accepted[0], accepted[-2]
    if len(zero) == count and not negative:
        yield Diagnosis(
            "sizes.zero_accepted",
            "Negative sizes are refused, and zero is not. The smallest size is 1: compare with `< 1`.",
            zero[0].values,
        )
    elif zero and len(zero) < count:
        yield Diagnosis(
            "sizes.one_forgotten",
            "Some sizes below 1 are refused, but `{parameter}` is {size} here, and a count came back. Every size has "
            "to be looked at.",
            zero[0].values,
        )
    elif zero or negative:
        yield (zero or negative)[0]


def _two_negatives(bench: Bench, args: Args, places: list[int]) -> Iterator[Diagnosis]:
    """Make two sizes negative at once: their product is positive again."""
    changed: list[Given] = list(args)
    for place in places:
        changed[place] = given(-3)
    found = _outcome(bench, tuple(changed), "", -3)
    if found and found.code == _ACCEPTED:
        yield Diagnosis(
            "sizes.two_negatives",
            "Two sizes are negative here, and their product is positive again. Look at each size by itself, and not "
            "at the result.",
            found.values,
        )
