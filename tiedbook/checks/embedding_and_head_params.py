"""The check of `embedding_and_head_params`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tiedbook.checks.contract import Probe, core_first, findings, valid
from tiedbook.checks.core import core
from tiedbook.checks.counting import counted, exact_integer, inexact, refuses_sizes, smallest
from tiedbook.checks.misconceptions.embedding_and_head_params import MISCONCEPTIONS
from tiedbook.checks.oracle import Args, Oracle
from tiedbook.checks.trial import Bench
from tiedbook.checks.variations import STATE, keywords, stateless
from tiedbook.diagnosis import Diagnosis
from tiedbook.exercise import exercise
from tiedbook.outcome import Subject
from tiedbook.probes import Probes
from tiedbook.spelling import given

_SEE = "embedding-and-head-params-exercise"


def _count(vocab_size: int, d_model: int, tied: bool, bias: bool = False) -> int:  # noqa: FBT001, FBT002
    """Count by the definition: table by table, then the biases."""
    tables = [(vocab_size, d_model)] if tied else [(vocab_size, d_model), (vocab_size, d_model)]
    biases = [vocab_size] if bias else []
    return sum(rows * columns for rows, columns in tables) + sum(biases)


def _complete(vocab_size: int, d_model: int, *, tied: bool, bias: bool) -> Args:
    return tuple(map(given, (vocab_size, d_model, tied, bias)))


def _vary(rng: np.random.Generator, args: Args) -> Args:
    del args
    return _drawn(rng, int(rng.integers(10, 2_000)))


def _drawn(rng: np.random.Generator, vocab_size: int) -> Args:
    return _complete(vocab_size, int(rng.integers(10, 300)), tied=bool(rng.integers(2)), bias=bool(rng.integers(2)))


_KINDS = ((True, False), (False, False), (True, True), (False, True))  # tied, bias
_FIRST = ((8, 3), (6, 5), (3, 8), (7, 5))  # sizes of the first calls of a contract

ORACLE = Oracle(
    name="embedding_and_head_params",
    parameters=("vocab_size", "d_model", "tied", "bias"),
    answer=counted(_count),
    vary=_vary,
    see=_SEE,
    misconceptions=MISCONCEPTIONS,
)


def cases(probes: Probes) -> Iterator[Args]:
    """Yield ordinary calls: all four kinds of head, first by hand, then with V = d, then by chance.

    No two have the same sizes: what a function keeps between calls is a matter of its contract.
    """
    for sizes in (((5, 3), (7, 3), (6, 2), (8, 5)), ((4, 4), (6, 6), (5, 5), (9, 9))):
        for (vocab_size, d_model), (tied, bias) in zip(sizes, _KINDS, strict=True):
            yield _complete(vocab_size, d_model, tied=tied, bias=bias)
    yield _complete(50_257, 768, tied=True, bias=False)
    rng, count = probes.rng, 2 * probes.rounds
    yield from (_drawn(rng, int(tokens)) for tokens in rng.choice(np.arange(10, 10 + 99 * count), count, replace=False))


def _core(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    return core(Bench(ORACLE, subject, probes.rng), cases(probes))


def _contract(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    bench = Bench(ORACLE, subject, probes.rng)
    first = [_complete(v, d, tied=tied, bias=bias) for (v, d), (tied, bias) in zip(_FIRST, _KINDS, strict=True)]
    if stop := core_first(bench, first):
        yield stop
        return
    ordinary, shorter = first[3], _complete(9, 4, tied=False, bias=False)
    small = [_complete(*sizes, tied=False, bias=True) for sizes in ((1, 1), (1, 6), (6, 1))]
    large = [
        _complete(2**31 - 1, 2**22 + 1, tied=True, bias=False),
        _complete(2**32 + 1, 2**21 + 1, tied=False, bias=True),
    ]
    yield from findings(
        valid(
            bench, [Probe(ordinary, STATE), Probe(shorter[:3], _default()), keywords(ORACLE, ordinary)], exact_integer
        ),
        stateless(bench, ordinary, _complete(7, 5, tied=True, bias=True)),
        stateless(bench, ordinary, _complete(7, 5, tied=False, bias=False)),
        valid(bench, [Probe(args, smallest(_SEE)) for args in small], exact_integer),
        valid(bench, [Probe(args, inexact("exact")) for args in large], exact_integer),
        refuses_sizes(bench, ordinary, {"vocab_size": 0, "d_model": 1}),
    )


def _default() -> Diagnosis:
    return Diagnosis(
        "embedding_and_head_params.default",
        "The last argument is left out here. `bias` should be False then, as it is in GPT-2.",
        {"see": _SEE},
    )


EMBEDDING_AND_HEAD_PARAMS = exercise("embedding_and_head_params", core=(3, _core), contract=(1, _contract))
