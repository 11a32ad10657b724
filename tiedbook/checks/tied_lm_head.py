"""The check of `tied_lm_head`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tiedbook.checks.contract import Probe, core_first, findings, valid
from tiedbook.checks.core import core
from tiedbook.checks.misconceptions.tied_lm_head import MISCONCEPTIONS, NOT_TRANSPOSED
from tiedbook.checks.misfits import Misfit, refuses_misfits
from tiedbook.checks.not_floats import refuses_non_floats
from tiedbook.checks.oracle import Args, Failure, Oracle
from tiedbook.checks.scores import dot_products, states
from tiedbook.checks.trial import Bench, Trial
from tiedbook.checks.variations import STATE, keywords, layouts, stateless
from tiedbook.compare import close
from tiedbook.diagnosis import Diagnosis
from tiedbook.exercise import exercise
from tiedbook.outcome import Subject
from tiedbook.probes import Probes
from tiedbook.spelling import given

_EXERCISE = "tied-lm-head-exercise"


def _vary(rng: np.random.Generator, args: Args) -> Args:
    hidden, table = (each.value for each in args)
    return states(rng, hidden.shape[:-1], len(table), table.shape[1], str(hidden.dtype))


def _not_transposed(trial: Trial) -> bool:
    """Say whether a call that raised works with a square table, and gives the product without a transpose."""
    hidden, table = trial.values
    if not isinstance(hidden, np.ndarray) or not isinstance(table, np.ndarray) or len(table) == table.shape[1]:
        return False
    square = _vary(trial.bench.rng, (trial.args[0], given(np.zeros((table.shape[1],) * 2, table.dtype))))
    called = trial.bench.trial(square)
    return called.got is not None and close(called.got, np.asarray(square[0].value @ square[1].value))


def _fixed_axes(trial: Trial) -> bool:
    """Say whether a call that raised works when all positions stand in one axis."""
    hidden = np.asarray(trial.values[0])
    return hidden.ndim != 2 and trial.bench.right((given(hidden.reshape(-1, hidden.shape[-1]), "h"), trial.args[1]))


def _one_state(trial: Trial) -> bool:
    """Say whether a call that raised works for its first hidden state alone."""
    hidden = np.asarray(trial.values[0])
    return hidden.ndim > 1 and trial.bench.right((given(hidden.reshape(-1, hidden.shape[-1])[0], "h"), trial.args[1]))


ORACLE = Oracle(
    name="tied_lm_head",
    parameters=("hidden", "embedding_matrix"),
    answer=dot_products,
    vary=_vary,
    see=_EXERCISE,
    misconceptions=MISCONCEPTIONS,
    failures=(
        Failure(NOT_TRANSPOSED, _not_transposed),
        Failure(
            Diagnosis(
                "tied_lm_head.fixed_axes",
                "It works for hidden states of shape (n, d), and stops at the shape {hidden_shape}. Any number of axes "
                "may stand before the last one, also none; here the result should have the shape {wanted_shape}.",
                {"see": "score-shapes"},
            ),
            _fixed_axes,
        ),
        Failure(
            Diagnosis(
                "tied_lm_head.one_state",
                "It works for a single hidden state, and stops at several: `embedding_matrix @ hidden` is right for "
                "one vector only. In a batch, of shape {hidden_shape} here, the table has to stand on the right, "
                "turned so that the two lengths d meet.",
                {"see": "score-shapes"},
            ),
            _one_state,
        ),
    ),
    places={"shapes": "score-shapes", "errors": _EXERCISE},
)


def cases(probes: Probes) -> Iterator[Args]:
    """Yield ordinary calls: a batch, one state, all lengths equal, texts, a small vocabulary, then chance."""
    rng = probes.rng
    yield states(rng, (3,), 5, 4)
    yield states(rng, (), 6, 4)
    yield states(rng, (4,), 4, 4)
    yield states(rng, (2, 3), 5, 4)
    yield states(rng, (3, 3), 3, 3)
    yield states(rng, (3,), 2, 5)
    for number in range(2 * probes.rounds):
        leading = tuple(int(n) for n in rng.integers(1, 5, size=number % 3))
        yield states(rng, leading, int(rng.integers(1, 8)), int(rng.integers(1, 6)))


def _core(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    return core(Bench(ORACLE, subject, probes.rng), cases(probes))


def _contract(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    bench, rng = Bench(ORACLE, subject, probes.rng), probes.rng
    ordinary = states(rng, (3,), 5, 2)
    if stop := core_first(bench, (ordinary, states(rng, (2, 3), 6, 4), states(rng, (), 5, 3))):
        yield stop
        return
    batch = states(rng, (2, 3), 5, 4)
    double = Probe(states(rng, (2,), 4, 3, "float64"), _double())
    yield from findings(
        valid(bench, [Probe(ordinary, STATE), double, keywords(ORACLE, ordinary)]),
        stateless(bench, ordinary, (ordinary[0], states(rng, (3,), 5, 2)[1])),
        stateless(bench, ordinary, (states(rng, (3,), 5, 2)[0], ordinary[1])),
        valid(bench, _unusual(rng)),
        valid(bench, layouts(ORACLE, batch)),
        refuses_non_floats(bench, batch, (0, 1)),
        refuses_misfits(bench, _misfits(rng)),
    )


def _unusual(rng: np.random.Generator) -> Iterator[Probe]:
    yield Probe(states(rng, (2, 1, 3), 5, 3), _many_axes())
    yield Probe(states(rng, (1, 2, 2, 2), 5, 3), _many_axes())
    yield Probe(states(rng, (0,), 5, 3), _no_state())
    yield Probe(states(rng, (2, 0), 5, 3), _no_state())


def _double() -> Diagnosis:
    return Diagnosis(
        "tied_lm_head.double",
        "Hidden states and table are float64 here, and the result is not right. They may be float32 or float64.",
    )


def _many_axes() -> Diagnosis:
    return Diagnosis(
        "tied_lm_head.many_axes",
        "Any number of axes may stand before the last one. Hidden states of shape {hidden_shape} should give scores of "
        "shape {wanted_shape}.",
        {"see": "score-shapes"},
    )


def _no_state() -> Diagnosis:
    return Diagnosis(
        "tied_lm_head.no_state",
        "No hidden state at all is valid too: the shape {hidden_shape} gives scores of shape {wanted_shape}.",
        {"see": "score-shapes"},
    )


_ACCEPTED = Diagnosis(
    "tied_lm_head.widths_accepted",
    "Hidden states of shape {hidden_shape} and a table of shape {embedding_matrix_shape} have different widths, and "
    "were accepted. This should be a ValueError.",
)
_STRETCHED = Diagnosis(
    "tied_lm_head.stretched",
    "Hidden states of shape {hidden_shape} and a table of shape {embedding_matrix_shape} were made to fit: NumPy "
    "stretches a width of 1 without a word. The widths differ, so this should be a ValueError.",
)
_TURNED = Diagnosis(
    "tied_lm_head.turned_table_accepted",
    "The table of shape {embedding_matrix_shape} was taken for one that is transposed already, since that would fit. "
    "The table is (V, d): whoever passes another one has made a mistake, and this should be a ValueError.",
)
_MISFITS = (((3, 4), (5, 3)), ((4,), (5, 3)), ((2, 4), (4, 5)), ((2, 3, 4), (4, 6)), ((3, 1), (5, 4)), ((3, 4), (5, 1)))


def _misfits(rng: np.random.Generator) -> Iterator[Misfit]:
    for hidden_shape, table_shape in _MISFITS:
        hidden, _ = states(rng, hidden_shape[:-1], 1, hidden_shape[-1])
        _, table = states(rng, (), *table_shape)
        yield Misfit((hidden, table), _ACCEPTED, tuple(_fitted(hidden.value, table.value)))


def _fitted(hidden: np.ndarray, table: np.ndarray) -> Iterator[tuple[Diagnosis, np.ndarray]]:
    """Make widths fit that differ, in the ways that answers do it."""
    if hidden.shape[-1] == len(table):
        yield _TURNED, np.asarray(hidden @ table)
    if 1 in (hidden.shape[-1], table.shape[1]):
        yield _STRETCHED, np.asarray((hidden[..., None, :] * table).sum(axis=-1))


TIED_LM_HEAD = exercise("tied_lm_head", core=(8, _core), contract=(4, _contract))
