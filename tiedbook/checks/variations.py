"""The same numbers, lying differently in memory, called differently, called again."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tiedbook.checks.contract import Probe, Returns, array, manners, valid
from tiedbook.checks.oracle import Args, Oracle
from tiedbook.checks.trial import Bench
from tiedbook.compare import close
from tiedbook.diagnosis import Diagnosis
from tiedbook.spelling import Given

STATE = Diagnosis(
    "contract.state",
    "This very call was right before, and now it is not: something that a call leaves behind changes the next one.",
)


def layouts(oracle: Oracle, args: Args) -> Iterator[Probe]:
    """Yield the call with each array argument strided, backwards, in Fortran order, and read-only."""
    for place, argument in enumerate(args):
        if not _has(argument):
            continue
        *variants, read_only = _all_variants(oracle, args, place)
        for variant in variants:
            yield Probe(_with(args, place, variant), _layout_trap(oracle, place))
        yield Probe(_with(args, place, read_only), _read_only_trap(oracle, place))


def any_layout(bench: Bench, args: Args, returns: Returns = array) -> Iterator[Diagnosis]:
    """Yield what `valid` finds in `layouts`: all arguments at once, and one by one only where that goes wrong."""
    variants = {place: list(_all_variants(bench.oracle, args, place)) for place, each in enumerate(args) if _has(each)}
    for number in range(max(map(len, variants.values()))):
        changed = args
        for place, each in variants.items():
            changed = _with(changed, place, each[min(number, len(each) - 1)])
        trial = bench.trial(changed)
        if not trial.right or any(manners(trial, returns)):
            yield from valid(bench, layouts(bench.oracle, args), returns)
            return


def keywords(oracle: Oracle, args: Args) -> Probe:
    """Return the call with every argument passed by keyword."""
    names = ", ".join(f"`{name}`" for name in oracle.parameters)
    trap = Diagnosis(
        "contract.keywords",
        "The function should also work when it is called with keywords, so its parameters must be named {names}.",
        {"names": names},
    )
    return Probe((), trap, dict(zip(oracle.parameters, args, strict=False)))


def stateless(bench: Bench, args: Args, others: Args) -> Iterator[Diagnosis]:
    """Call twice with other arguments in between, and yield what an earlier call left behind.

    Parameters
    ----------
    bench : Bench
        Oracle and subject.
    args, others : Args
        Two calls that differ, but look alike to a careless memory: the same ids, another table.
    """
    first, between, again = bench.trial(args), bench.trial(others), bench.trial(args)
    if between.got is not None and not between.right and close(between.got, first.wanted):
        yield between.found(
            Diagnosis(
                "contract.stale",
                "This call returned the result of an earlier call that had other arguments. If something is kept "
                "between calls, it must be kept for one exact set of arguments; the simplest is to keep nothing.",
            )
        )
    elif first.right and not again.right:
        yield again.found(STATE)


def _has(argument: Given) -> bool:
    return isinstance(argument.value, np.ndarray)


def _all_variants(oracle: Oracle, args: Args, place: int) -> Iterator[Given]:
    """Yield one argument in every layout, read-only last."""
    argument = args[place]
    yield from _variants(argument, argument.value)
    yield _read_only(argument, argument.value, oracle.parameters[place])


def _variants(argument: Given, array: np.ndarray) -> Iterator[Given]:
    code, before = argument.expression, argument.before
    if array.ndim:
        yield Given(np.repeat(array, 2, axis=-1)[..., ::2], f"np.repeat({code}, 2, axis=-1)[..., ::2]", before)
        yield Given(array[::-1].copy()[::-1], f"{code}[::-1].copy()[::-1]", before)
    if array.ndim > 1:
        yield Given(np.asfortranarray(array), f"np.asfortranarray({code})", before)


def _read_only(argument: Given, array: np.ndarray, name: str) -> Given:
    copy = array.copy()
    copy.flags.writeable = False
    name = argument.code or name
    before = argument.before or ((name, array),)
    return Given(copy, name, (*before, f"{name}.flags.writeable = False"))


def _with(args: Args, place: int, argument: Given) -> Args:
    return (*args[:place], argument, *args[place + 1 :])


def _layout_trap(oracle: Oracle, place: int) -> Diagnosis:
    return Diagnosis(
        "contract.layout",
        "The numbers in `{argument}` are ordinary, but they lie in memory in another order here, as they do in a "
        "slice or a transposed array. The result should not depend on that.",
        {"argument": oracle.parameters[place]},
    )


def _read_only_trap(oracle: Oracle, place: int) -> Diagnosis:
    return Diagnosis(
        "contract.writes",
        "`{argument}` is read-only here, and the call does not work any more. A function that never writes to its "
        "arguments would not notice.",
        {"argument": oracle.parameters[place]},
    )
