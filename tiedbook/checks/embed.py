"""The check of `embed`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from tiedbook.checks import draws
from tiedbook.checks.contract import Probe, core_first, findings, valid
from tiedbook.checks.core import core
from tiedbook.checks.definitions import rows
from tiedbook.checks.ids import one_axis_only, valid_ids
from tiedbook.checks.misconceptions.embed import MISCONCEPTIONS
from tiedbook.checks.oracle import Args, Failure, Oracle
from tiedbook.checks.refusals import refuses_range, refuses_types
from tiedbook.checks.trial import Bench, Trial
from tiedbook.checks.variations import STATE, keywords, layouts, stateless
from tiedbook.diagnosis import Diagnosis
from tiedbook.exercise import exercise
from tiedbook.outcome import Subject
from tiedbook.probes import Probes
from tiedbook.spelling import Given, given


def _complete(rng: np.random.Generator, ids: Given, vocab_size: int, width: int = 3, dtype: str = "float32") -> Args:
    return (ids, draws.table(rng, vocab_size, width, dtype))


def _vary(rng: np.random.Generator, args: Args) -> Args:
    ids, table = (each.value for each in args)
    vocab_size, width = table.shape
    return _complete(rng, draws.ids(rng, ids.shape, vocab_size), vocab_size, width, str(table.dtype))


def _without_largest(trial: Trial) -> bool:
    """Say whether a call that raised works once the last id of the vocabulary is among the ids."""
    ids, table = (each.value for each in trial.args)
    if not ids.size or ids.max() == len(table) - 1:
        return False
    largest = ids.copy()
    largest.flat[0] = len(table) - 1
    return trial.bench.right((given(largest), trial.args[1]))


ORACLE = Oracle(
    name="embed",
    parameters=("ids", "embedding_matrix"),
    answer=rows,
    vary=_vary,
    see="embed-exercise",
    misconceptions=MISCONCEPTIONS,
    failures=(
        Failure(
            Diagnosis(
                "embed.sized_by_ids",
                "It works when the last id of the vocabulary is among the ids, and stops when it is not. A one-hot "
                "vector has one place for every row of the table, `embedding_matrix.shape[0]` of them, whichever ids "
                "are asked for.",
                {"see": "one-hot-definition"},
            ),
            _without_largest,
        ),
        one_axis_only("batches"),
    ),
    places={"errors": "valid-ids", "dtype": "dtype", "copies": "view-copy", "shapes": "batches"},
)


def cases(probes: Probes) -> Iterator[Args]:
    """Yield ordinary calls: a square table, as many ids as rows, two axes, all lengths equal, then chance."""
    rng = probes.rng
    yield _complete(rng, given(np.array([2, 0, 2])), 4, 4)
    yield _complete(rng, given(np.array([1, 3, 1, 0, 4])), 5, 3)
    yield _complete(rng, given(np.array([[2, 0, 2], [1, 3, 0]])), 6, 4)
    yield _complete(rng, given(np.array([[1, 2, 0], [0, 2, 1], [0, 1, 1]])), 3, 3)
    for ids, vocab_size in draws.batches(rng, probes.rounds):
        yield _complete(rng, ids, vocab_size, int(rng.integers(1, 8)))


def _core(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    return core(Bench(ORACLE, subject, probes.rng), cases(probes))


def _contract(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    bench, rng = Bench(ORACLE, subject, probes.rng), probes.rng
    ordinary = _complete(rng, given(np.array([3, 1, 3])), 5)
    if stop := core_first(bench, (ordinary, _complete(rng, given(np.array([[0, 3, 0], [2, 1, 2]])), 5))):
        yield stop
        return
    complete = partial(_complete, rng)
    batch = complete(draws.ids(rng, (2, 3), 4), 4)
    double = complete(given(np.array([1, 0])), 3, dtype="float64")
    yield from findings(
        valid(bench, [Probe(ordinary, STATE), Probe(double, _double()), keywords(ORACLE, ordinary)]),
        stateless(bench, batch, complete(batch[0], 4)),
        valid(bench, valid_ids(complete, probes.rng, "batches")),
        valid(bench, layouts(ORACLE, batch)),
        refuses_types(bench, complete),
        refuses_range(bench, complete),
    )


def _double() -> Diagnosis:
    return Diagnosis(
        "contract.double",
        "The table is float64 here, and the result is not right. A table may be float32 or float64.",
        {"see": "dtype"},
    )


EMBED = exercise("embed", core=(6, _core), contract=(4, _contract))
