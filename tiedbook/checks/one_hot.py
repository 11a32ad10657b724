"""The check of `one_hot`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tiedbook.checks import draws
from tiedbook.checks.contract import Probe, core_first, findings, valid
from tiedbook.checks.core import core
from tiedbook.checks.definitions import lamps
from tiedbook.checks.ids import one_axis_only, valid_ids
from tiedbook.checks.misconceptions.one_hot import MISCONCEPTIONS
from tiedbook.checks.oracle import Args, Oracle
from tiedbook.checks.refusals import refuses_range, refuses_types
from tiedbook.checks.trial import Bench
from tiedbook.checks.variations import STATE, keywords, layouts, stateless
from tiedbook.diagnosis import Diagnosis
from tiedbook.exercise import exercise
from tiedbook.outcome import Subject
from tiedbook.probes import Probes
from tiedbook.spelling import Given, given


def _complete(ids: Given, vocab_size: int) -> Args:
    return (ids, given(vocab_size))


def _vary(rng: np.random.Generator, args: Args) -> Args:
    ids, vocab_size = (each.value for each in args)
    return _complete(draws.ids(rng, ids.shape, vocab_size), vocab_size)


ORACLE = Oracle(
    name="one_hot",
    parameters=("ids", "vocab_size"),
    answer=lamps,
    vary=_vary,
    see="one-hot-exercise",
    misconceptions=MISCONCEPTIONS,
    failures=(one_axis_only("batches"),),
    places={"errors": "valid-ids", "dtype": "dtype", "copies": "view-copy", "shapes": "batches"},
)


def cases(probes: Probes) -> Iterator[Args]:
    """Yield ordinary calls: lamps beyond the largest id, as many ids as lamps, two axes, equal lengths, then chance."""
    yield _complete(given(np.array([2, 0, 2])), 5)
    yield _complete(given(np.array([1, 3, 0, 1])), 4)
    yield _complete(given(np.array([[2, 0, 2], [1, 4, 0]])), 6)
    yield _complete(given(np.array([[1, 2, 0], [0, 2, 1], [0, 1, 1]])), 3)
    yield from (_complete(*batch) for batch in draws.batches(probes.rng, probes.rounds))


def _core(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    return core(Bench(ORACLE, subject, probes.rng), cases(probes))


def _contract(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    bench = Bench(ORACLE, subject, probes.rng)
    ordinary = _complete(given(np.array([3, 1, 3])), 5)
    if stop := core_first(bench, (ordinary, _complete(given(np.array([[0, 3, 0], [2, 1, 2]])), 5))):
        yield stop
        return
    batch = _complete(draws.ids(probes.rng, (2, 3), 4), 4)
    yield from findings(
        valid(bench, [Probe(ordinary, STATE), keywords(ORACLE, ordinary)]),
        stateless(bench, batch, (batch[0], given(6))),
        valid(bench, valid_ids(_complete, probes.rng, "batches")),
        valid(bench, layouts(ORACLE, batch)),
        refuses_types(bench, _complete),
        refuses_range(bench, _complete),
    )


ONE_HOT = exercise("one_hot", core=(4, _core), contract=(2, _contract))
