"""What the checks of functions have alike that add up gradients by id: ordinary calls, and the order of a contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Protocol

import numpy as np

from tiedbook.checks import draws
from tiedbook.checks.contract import Probe, core_first, findings, valid
from tiedbook.checks.ids import valid_ids
from tiedbook.checks.misfits import Misfit, refuses_misfits
from tiedbook.checks.oracle import Args, Oracle
from tiedbook.checks.refusals import refuses_range, refuses_types
from tiedbook.checks.trial import Bench, Trial
from tiedbook.checks.variations import STATE, keywords, layouts, stateless
from tiedbook.diagnosis import Diagnosis
from tiedbook.outcome import Subject
from tiedbook.probes import Probes
from tiedbook.spelling import Given, given


class Complete(Protocol):
    """Adds to ids, V, d and a type of numbers whatever else a call needs."""

    def __call__(
        self, rng: np.random.Generator, ids: Given, vocab_size: int, width: int = 3, dtype: str = ..., /
    ) -> Args:
        """Return all arguments."""


def ordinary(probes: Probes, complete: Complete) -> Iterator[Args]:
    """Yield ordinary calls: repeats and unused ids, all lengths equal, two axes, then chance."""
    rng = probes.rng
    yield complete(rng, given(np.array([2, 0, 2, 2])), 5, 3)
    yield complete(rng, given(np.array([1, 3, 1, 0])), 4, 4)
    yield complete(rng, given(np.array([[2, 0, 2], [2, 3, 0]])), 6, 2)
    yield complete(rng, given(np.array([[1, 2, 1], [1, 1, 0], [0, 1, 0]])), 3, 3)
    for ids, vocab_size in draws.batches(rng, probes.rounds):
        dtype = str(rng.choice(["float32", "float64"]))
        yield complete(rng, ids, vocab_size, int(rng.integers(1, 8)), dtype)


def contract(
    oracle: Oracle,
    subject: Subject,
    probes: Probes,
    complete: Complete,
    *,
    types: Iterable[Probe],
    misfits: Iterable[Misfit],
    see: str,
) -> Iterator[Diagnosis]:
    """Yield what is wrong beyond the core.

    Parameters
    ----------
    oracle : Oracle
        Knows what is right.
    subject : Subject
        The function.
    probes : Probes
        Source of chance.
    complete : Complete
        Adds the other arguments to ids.
    types : iterable of Probe
        Calls with other types of numbers.
    misfits : iterable of Misfit
        Calls whose shapes do not belong together.
    see : str
        Cell of the exercise.
    """
    bench, rng = Bench(oracle, subject, probes.rng), probes.rng
    first = complete(rng, given(np.array([3, 1, 3])), 5, 2)
    if stop := core_first(bench, (first, complete(rng, given(np.array([[2, 0, 2], [3, 2, 0]])), 5, 2))):
        yield stop
        return
    with_ids = partial(complete, rng)
    batch = with_ids(draws.ids(rng, (2, 3), 4), 4)
    yield from findings(
        valid(bench, [Probe(first, STATE), *types, keywords(oracle, first)]),
        stateless(bench, batch, with_ids(batch[0], 4)),
        valid(bench, valid_ids(with_ids, rng, see)),
        valid(bench, layouts(oracle, batch)),
        refuses_types(bench, with_ids),
        refuses_misfits(bench, misfits),
        refuses_range(bench, with_ids),
    )


def integer_zeros(trial: Trial) -> bool:
    """Say whether a call raised because the sum was begun with integers."""
    raised = trial.seen.raised
    return raised is not None and "UFuncTypeError" in "".join(raised.kinds) and "to dtype('int" in raised.message
