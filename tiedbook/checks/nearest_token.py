"""The check of `nearest_token`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from tiedbook.checks.contract import Probe, array, findings, first_calls, manners, valid
from tiedbook.checks.core import core
from tiedbook.checks.misconceptions.nearest_token import COSINE_COLUMNS, MISCONCEPTIONS
from tiedbook.checks.misfits import Misfit, refuses_misfits
from tiedbook.checks.oracle import Args, Failure, Oracle
from tiedbook.checks.scores import METRICS, rivals, states, winners
from tiedbook.checks.trial import Bench, Trial
from tiedbook.checks.variations import STATE, any_layout, keywords, stateless
from tiedbook.diagnosis import Diagnosis
from tiedbook.exercise import exercise
from tiedbook.outcome import Subject
from tiedbook.probes import Probes
from tiedbook.spelling import given

_EXERCISE = "nearest-token-exercise"


def _vary(rng: np.random.Generator, args: Args) -> Args:
    hidden, table, metric = (each.value for each in args)
    return rivals(rng, hidden.shape[:-1], len(table), table.shape[1], metric, str(hidden.dtype))


def _metric_missing(trial: Trial) -> bool:
    """Say whether a call that raised works with another metric."""
    hidden, table, metric = trial.args
    others = (given(each) for each in METRICS if each != metric.value)
    return any(trial.bench.right((hidden, table, other)) for other in others)


def _lengths_of_columns(trial: Trial) -> bool:
    """Say whether a call with cosine raised because d lengths met the scores of V tokens."""
    hidden, table, metric = trial.values
    raised = trial.seen.raised
    if metric != "cosine" or raised is None or not isinstance(hidden, np.ndarray) or not isinstance(table, np.ndarray):
        return False
    scores = (*hidden.shape[:-1], len(table))
    told = " ".join(str(shape).replace(" ", "") for shape in (scores, (table.shape[1],)))
    return "broadcast" in raised.message and told in raised.message


def _fixed_axes(trial: Trial) -> bool:
    """Say whether a call that raised works when all positions stand in one axis."""
    hidden = np.asarray(trial.values[0])
    return hidden.ndim > 2 and trial.bench.right((given(hidden.reshape(-1, hidden.shape[-1]), "h"), *trial.args[1:]))


ORACLE = Oracle(
    name="nearest_token",
    parameters=("hidden", "embedding_matrix", "metric"),
    answer=winners,
    vary=_vary,
    see=_EXERCISE,
    misconceptions=MISCONCEPTIONS,
    failures=(
        Failure(
            Diagnosis(
                "nearest_token.fixed_axes",
                "It works for hidden states of shape (n, d), and stops at the shape {hidden_shape}. Any number of axes "
                "may stand before the last one; here the result should have the shape {wanted_shape}.",
                {"see": _EXERCISE},
            ),
            _fixed_axes,
        ),
        Failure(COSINE_COLUMNS, _lengths_of_columns),
        Failure(
            Diagnosis(
                "nearest_token.metric_missing",
                "Another metric works on the same numbers, and this one stops. There are three: `dot`, `cosine` and "
                "`euclidean`. If all are there, look at the shapes: each row of the table has one length, and each "
                "pair of a state and a row has one distance.",
                {"see": "three-meanings"},
            ),
            _metric_missing,
        ),
    ),
    places={"shapes": _EXERCISE, "errors": _EXERCISE},
)


def cases(probes: Probes) -> Iterator[Args]:
    """Yield ordinary calls, each metric in turn: many states, all lengths equal, texts, then chance."""
    rng = probes.rng
    sizes: tuple[tuple[tuple[int, ...], int, int], ...] = (((6,), 5, 3), ((4,), 4, 4), ((3, 3), 3, 3), ((2, 3), 6, 2))
    for leading, vocab_size, width in sizes:
        for metric in METRICS:
            yield rivals(rng, leading, vocab_size, width, metric)
    for number in range(2 * probes.rounds):
        shape = tuple(int(n) for n in rng.integers(1, 6, size=1 + number % 2))
        yield rivals(rng, shape, int(rng.integers(3, 8)), int(rng.integers(2, 6)), METRICS[number % 3])


def _core(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    return core(Bench(ORACLE, subject, probes.rng), cases(probes))


def _contract(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    bench, rng = Bench(ORACLE, subject, probes.rng), probes.rng
    ordinary = {metric: rivals(rng, (9,), 6, 3, metric) for metric in METRICS}
    trials = first_calls(bench, (*ordinary.values(), *(rivals(rng, (2, 4), 5, 3, metric) for metric in METRICS)))
    if isinstance(trials, Diagnosis):
        yield trials
        return
    batch = rivals(rng, (2, 3), 5, 4, "dot")
    yield from findings(
        *(manners(trial, _ids) for trial in trials),
        valid(bench, [Probe(ordinary["euclidean"], STATE)], _ids),
        valid(bench, [keywords(ORACLE, batch)], _ids),
        stateless(bench, ordinary["dot"], (ordinary["dot"][0], *rivals(rng, (9,), 6, 3, "dot")[1:])),
        valid(bench, _unusual(rng), _ids),
        valid(bench, _ties(), _ids),
        valid(bench, _zero_rows(), _ids),
        any_layout(bench, batch, _ids),
        refuses_misfits(bench, _misfits(rng)),
    )


def _ids(trial: Trial) -> Diagnosis | None:
    """Tell that ids do not come as an array of integers; any type of integer will do."""
    value = trial.seen.value
    return None if isinstance(value, np.ndarray) and value.dtype.kind in "iu" else array(trial)


def _unusual(rng: np.random.Generator) -> Iterator[Probe]:
    for metric in METRICS:
        yield Probe(rivals(rng, (), 5, 3, metric), _single())
        yield Probe(rivals(rng, (2, 1, 3), 5, 3, metric), _many_axes())
        yield Probe(rivals(rng, (2,), 5, 3, metric, "float64"), _double())
        for leading in ((0,), (2, 0)):
            yield Probe((*states(rng, leading, 5, 3), given(metric)), _no_state())


def _ties() -> Iterator[Probe]:
    """Yield rows that are equally close, with a single number each, so that no technique has to round."""
    hidden = given(np.array([[3, 1], [2, 1]], dtype=np.float32), "h")
    equal = given(np.array([[0, 1], [2, 0], [-1, 0], [2, 0]], dtype=np.float32), "E")
    longer = given(np.array([[0, 1], [0.5, 0], [-1, 0], [4, 0], [2, 0]], dtype=np.float32), "E")
    for metric in METRICS:
        yield Probe((hidden, equal, given(metric)), _tie())
    yield Probe((hidden, longer, given("cosine")), _tie())


def _zero_rows() -> Iterator[Probe]:
    """Yield rows of zeros under cosine: among rows that point away, among others, and alone."""
    hidden = given(np.array([[-1, -2], [-3, -1]], dtype=np.float32), "h")
    for rows in ([[0, 0], [2, 1], [1, 3]], [[2, 1], [0, 0], [1, 3]], [[-1, 1], [0, 0], [-2, -2]], [[0, 0], [0, 0]]):
        yield Probe((hidden, given(np.array(rows, dtype=np.float32), "E"), given("cosine")), _zero_row())


def _single() -> Diagnosis:
    return Diagnosis(
        "nearest_token.single",
        "A single hidden state of shape {hidden_shape} is valid too. Its id has no axis: the shape is {wanted_shape}.",
    )


def _many_axes() -> Diagnosis:
    return Diagnosis(
        "nearest_token.many_axes",
        "Any number of axes may stand before the last one. Hidden states of shape {hidden_shape} should give ids of "
        "shape {wanted_shape}.",
    )


def _double() -> Diagnosis:
    return Diagnosis(
        "nearest_token.double",
        "Hidden states and table are float64 here, and the result is not right. They may be float32 or float64.",
    )


def _no_state() -> Diagnosis:
    return Diagnosis(
        "nearest_token.no_state",
        "No hidden state at all is valid too: the shape {hidden_shape} gives ids of shape {wanted_shape}.",
    )


def _tie() -> Diagnosis:
    return Diagnosis(
        "nearest_token.tie",
        "Two rows are equally close here. Then the lowest id wins, as it does with `argmax` and `argmin`.",
        {"see": "ties"},
    )


def _zero_row() -> Diagnosis:
    return Diagnosis(
        "nearest_token.zero_row",
        "There is a row of zeros here. It has no direction, so it must not win by cosine while another row has one. If "
        "its length is replaced by a small number, it scores 0, and 0 beats every negative cosine; and 0 divided by 0 "
        "is not a number, which `argmax` takes for the largest.",
        {"see": "ties"},
    )


_WIDTHS = Diagnosis(
    "nearest_token.widths_accepted",
    "Hidden states of shape {hidden_shape} and a table of shape {embedding_matrix_shape} have different widths, and "
    "were accepted. This should be a ValueError.",
)
_ANY_METRIC = Diagnosis(
    "nearest_token.any_metric",
    "The metric {metric} was accepted. There are only `dot`, `cosine` and `euclidean`, and names are case-sensitive. "
    "Whoever passes another one means something else than they will get, so this should be a ValueError.",
)
_NOT_A_VALUE_ERROR = Diagnosis(
    "nearest_token.not_a_value_error",
    "The metric {metric} is refused, but with {kind}. It is a string, and there is no such metric, so it should be a "
    "ValueError.",
)


_STRETCHING = (((3, 1), (5, 4)), ((3, 4), (5, 1)))  # a width of 1 meets any other


def _misfits(rng: np.random.Generator) -> Iterator[Misfit]:
    for metric in METRICS:
        for hidden_shape, table_shape in _STRETCHING if metric == "cosine" else (*_STRETCHING, ((2, 4), (4, 5))):
            hidden, _ = states(rng, hidden_shape[:-1], 1, hidden_shape[-1])
            _, table = states(rng, (), *table_shape)
            yield Misfit((hidden, table, given(metric)), _WIDTHS)
    for name in ("manhattan", "", "Dot", "COSINE", "l2"):
        called = {"metric": repr(name)}
        accepted, refused = (replace(each, values=called) for each in (_ANY_METRIC, _NOT_A_VALUE_ERROR))
        yield Misfit((*states(rng, (2,), 4, 3), given(name)), accepted, (), refused)


NEAREST_TOKEN = exercise("nearest_token", core=(6, _core), contract=(2, _contract))
