"""The check of `gpt2_param_count`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tiedbook.checks.contract import Probe, core_first, findings, valid
from tiedbook.checks.core import core
from tiedbook.checks.counting import counted, exact_integer, inexact, refuses_sizes, smallest
from tiedbook.checks.misconceptions.gpt2_param_count import MISCONCEPTIONS
from tiedbook.checks.oracle import Args, Oracle
from tiedbook.checks.trial import Bench
from tiedbook.checks.variations import STATE, keywords, stateless
from tiedbook.diagnosis import Diagnosis
from tiedbook.exercise import exercise
from tiedbook.gpt2 import GPT2, Model, total
from tiedbook.outcome import Subject
from tiedbook.probes import Probes
from tiedbook.spelling import given

_SEE = "gpt2-param-count-exercise"


def _count(n_layer: int, d_model: int, vocab_size: int, n_ctx: int, tied: bool = True) -> int:  # noqa: FBT001, FBT002
    """Count by the definition: array by array."""
    return total(Model(n_layer, d_model, vocab_size, n_ctx), tied=tied)


def _complete(n_layer: int, d_model: int, vocab_size: int, n_ctx: int, *, tied: bool) -> Args:
    return tuple(map(given, (n_layer, d_model, vocab_size, n_ctx, tied)))


def _vary(rng: np.random.Generator, args: Args) -> Args:
    del args
    return _drawn(rng, int(rng.integers(10, 300)))


def _drawn(rng: np.random.Generator, d_model: int) -> Args:
    n_layer, vocab_size, n_ctx = (int(n) for n in rng.integers((2, 40, 20), (9, 2_000, 500)))
    return _complete(n_layer, d_model, vocab_size, n_ctx, tied=bool(rng.integers(2)))


ORACLE = Oracle(
    name="gpt2_param_count",
    parameters=("n_layer", "d_model", "vocab_size", "n_ctx", "tied"),
    answer=counted(_count),
    vary=_vary,
    see=_SEE,
    misconceptions=MISCONCEPTIONS,
)


def cases(probes: Probes) -> Iterator[Args]:
    """Yield ordinary calls: some small enough for pencil and paper, V = d, the four GPT-2s, and by chance.

    No two have the same sizes: what a function keeps between calls is a matter of its contract.
    """
    for sizes, tied in (((2, 3, 10, 5), True), ((3, 2, 9, 4), False), ((3, 8, 8, 4), True), ((2, 9, 9, 5), False)):
        yield _complete(*sizes, tied=tied)
    for model, tied in zip(GPT2.values(), (True, False, True, False), strict=True):
        yield _complete(model.n_layer, model.d_model, model.vocab_size, model.n_ctx, tied=tied)
    rng, count = probes.rng, 2 * probes.rounds
    yield from (_drawn(rng, int(width)) for width in rng.choice(np.arange(10, 10 + 9 * count), count, replace=False))


def _core(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    return core(Bench(ORACLE, subject, probes.rng), cases(probes))


def _contract(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    bench = Bench(ORACLE, subject, probes.rng)
    ordinary = _complete(3, 7, 50, 11, tied=True)
    if stop := core_first(bench, (ordinary, _complete(2, 5, 40, 9, tied=False))):
        yield stop
        return
    small = [
        _complete(*sizes, tied=False)
        for sizes in ((1, 1, 1, 1), (1, 6, 9, 4), (2, 1, 9, 4), (2, 6, 1, 4), (2, 6, 9, 1))
    ]
    large = [_complete(3, 2**25 + 1, 2**26 + 1, 6, tied=tied) for tied in (True, False)]
    yield from findings(
        valid(
            bench, [Probe(ordinary, STATE), Probe(ordinary[:4], _default()), keywords(ORACLE, ordinary)], exact_integer
        ),
        stateless(bench, ordinary, _complete(3, 7, 50, 11, tied=False)),
        stateless(bench, ordinary, _complete(3, 7, 50, 12, tied=True)),
        valid(bench, [Probe(args, smallest(_SEE)) for args in small], exact_integer),
        valid(bench, [Probe(args, inexact("exact")) for args in large], exact_integer),
        refuses_sizes(bench, ordinary, {name: place for place, name in enumerate(ORACLE.parameters[:4])}),
    )


def _default() -> Diagnosis:
    return Diagnosis(
        "gpt2_param_count.default",
        "The last argument is left out here. `tied` should be True then, as it is in GPT-2.",
        {"see": _SEE},
    )


GPT2_PARAM_COUNT = exercise("gpt2_param_count", core=(10, _core), contract=(2, _contract))
