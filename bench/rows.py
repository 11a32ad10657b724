"""A measured promise, and how it is printed."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table.

    Parameters
    ----------
    what : str
        What was measured, with its sizes.
    measured : str
        The figure of this run, with its unit.
    target : str
        What the project promises.
    kept : bool
        Whether this run keeps the promise.
    """

    what: str
    measured: str
    target: str
    kept: bool

    def __str__(self) -> str:
        return f"{'kept' if self.kept else 'MISSED':7} {self.what:66} {self.measured:44} target {self.target}"


def median_seconds(action: Callable[[], object], *, times: int) -> float:
    """Return the median wall time of `times` calls, in seconds."""
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        action()
        taken.append(time.perf_counter() - begin)
    return median(taken)


def children_cpu() -> float:
    """Return the processor time of all ended child processes so far, in seconds, user and system together."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
