"""The check of `softmax`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tiedbook.checks.contract import Probe, core_first, findings, valid
from tiedbook.checks.core import core
from tiedbook.checks.misconceptions.softmax import FAILURES, MISCONCEPTIONS
from tiedbook.checks.not_floats import refuses_non_floats
from tiedbook.checks.oracle import Args, Oracle
from tiedbook.checks.probabilities import probabilities, scores, steep
from tiedbook.checks.trial import Bench
from tiedbook.checks.variations import STATE, keywords, layouts, stateless
from tiedbook.diagnosis import Diagnosis
from tiedbook.exercise import exercise
from tiedbook.outcome import Subject
from tiedbook.probes import Probes
from tiedbook.spelling import given

_SEE = "softmax-exercise"


def _vary(rng: np.random.Generator, args: Args) -> Args:
    logits = args[0].value
    draw = steep if np.abs(logits).max(initial=0) > 100 else scores
    return (draw(rng, logits.shape, str(logits.dtype)),)


ORACLE = Oracle(
    name="softmax",
    parameters=("logits",),
    answer=probabilities,
    vary=_vary,
    see=_SEE,
    misconceptions=MISCONCEPTIONS,
    failures=FAILURES,
    places={"shapes": "softmax-batches"},
)


_FAR = (given(np.array([[1000.0, 999.0, 997.0, 998.0], [-1000.0, -999.0, -998.0, -998.5], [0, 1, -1, 2]]), "logits"),)


def cases(probes: Probes) -> Iterator[Args]:
    """Yield ordinary calls: one vector, rows, all lengths equal, texts, scores of ±1000, then chance."""
    rng = probes.rng
    yield (given(np.array([-0.24, -0.14, -0.49, 0.51])),)
    yield (scores(rng, (5,)),)
    yield (scores(rng, (3, 4)),)
    yield (scores(rng, (4, 4), "float64"),)
    yield (scores(rng, (2, 3, 4)),)
    yield (scores(rng, (3, 3, 3)),)
    yield _FAR
    shapes: tuple[tuple[int, ...], ...] = ((4,), (3, 5), (2, 3, 3))
    for shape in shapes:
        yield (steep(rng, shape),)
        yield (steep(rng, shape, "float64"),)
    for number in range(2 * probes.rounds):
        drawn = tuple(int(n) for n in rng.integers(2, 6, size=1 + number % 3))
        yield (scores(rng, drawn, str(rng.choice(["float32", "float64"]))),)


def _core(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    return core(Bench(ORACLE, subject, probes.rng), cases(probes))


def _contract(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    bench, rng = Bench(ORACLE, subject, probes.rng), probes.rng
    ordinary, double = (scores(rng, (3, 5)),), (scores(rng, (2, 4), "float64"),)
    first = (ordinary, double, (scores(rng, (4,)),), (scores(rng, (2, 3, 4)),), _FAR, (steep(rng, (3, 4)),))
    if stop := core_first(bench, first):
        yield stop
        return
    yield from findings(
        valid(bench, [Probe(ordinary, STATE), Probe(double, STATE), keywords(ORACLE, ordinary)]),
        stateless(bench, ordinary, (scores(rng, (3, 5)),)),
        valid(bench, _unusual(rng)),
        valid(bench, layouts(ORACLE, (scores(rng, (3, 4)),))),
        refuses_non_floats(bench, ordinary, (0,)),
    )


def _unusual(rng: np.random.Generator) -> Iterator[Probe]:
    shapes: dict[tuple[int, ...], Diagnosis] = {
        (2, 1, 3, 4): _many_axes(),
        (1, 2, 2, 2, 3): _many_axes(),
        (0, 4): _none(),
        (2, 0, 3): _none(),
        (1,): _single(),
        (3, 1): _single(),
    }
    for shape, trap in shapes.items():
        yield Probe((scores(rng, shape),), trap)


def _many_axes() -> Diagnosis:
    return Diagnosis(
        "softmax.many_axes",
        "Any number of axes may stand before the last one. Scores of shape {logits_shape} should give probabilities of "
        "the same shape, with a sum of 1 along the last axis.",
        {"see": "softmax-batches"},
    )


def _none() -> Diagnosis:
    return Diagnosis(
        "softmax.none",
        "No rows at all are valid too: scores of shape {logits_shape} give a result of the same shape. Look for the "
        "largest number of each row, and not of the whole array, which has none here.",
        {"see": "softmax-batches"},
    )


def _single() -> Diagnosis:
    return Diagnosis(
        "softmax.single_token",
        "There is only one token to choose from here. Its probability is 1, whatever its score.",
        {"see": "softmax-definition"},
    )


SOFTMAX = exercise("softmax", core=(4, _core), contract=(2, _contract))
