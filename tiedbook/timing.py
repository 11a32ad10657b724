"""How long one call takes, on a computer that also does other things."""

from __future__ import annotations

from collections.abc import Callable
from timeit import Timer

REPEATS = 5
LEAST = 0.005  # seconds in one measurement: many steps of any clock, and few enough for a notebook


def best_time(action: Callable[[], object]) -> float:
    """Return the seconds that one call of `action` takes when nothing disturbs it.

    Other programs can only make a run slower, so the smallest of several measurements is the best estimate. Each
    measurement repeats the call until it fills a few milliseconds. The price of the call itself, some tens of
    nanoseconds, is part of the result.

    Parameters
    ----------
    action : callable without arguments
        What to time; called many times.

    Returns
    -------
    float
        Seconds for each call.
    """
    timer = Timer(action)
    calls = 1
    while timer.timeit(calls) < LEAST:
        calls *= 2
    return min(timer.repeat(REPEATS, calls)) / calls


def readable(seconds: float) -> str:
    """Return a time in the unit that suits it, with three digits: ``"2.46 µs"``.

    Parameters
    ----------
    seconds : float
        A time, positive.
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
