"""How `nearest_token` is misunderstood."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from tiedbook.checks.oracle import Misconception
from tiedbook.checks.scores import dot_products, winners
from tiedbook.diagnosis import Diagnosis

Closeness = Callable[[np.ndarray, np.ndarray], np.ndarray]  # states and table in, one number for each row out


def _steps(hidden: np.ndarray, table: np.ndarray) -> np.ndarray:
    return np.asarray(hidden[..., None, :] - table, np.float64)


def closeness(hidden: np.ndarray, table: np.ndarray, metric: str) -> np.ndarray:
    """Return how close each row is, larger for closer: shape (..., V), float64."""
    if metric == "euclidean":
        return np.asarray(-np.linalg.norm(_steps(hidden, table), axis=-1))
    scores = dot_products(hidden.astype(np.float64), table)
    return scores if metric == "dot" else np.asarray(scores / np.linalg.norm(table, axis=1) / _lengths(hidden))


def _lengths(hidden: np.ndarray) -> np.ndarray:
    return np.asarray(np.linalg.norm(hidden.astype(np.float64), axis=-1, keepdims=True))


def _instead(metric: str, other: Closeness) -> Callable[..., Iterator[np.ndarray]]:
    """Take another closeness in the place of one metric; the other metrics are right."""

    def results(hidden: np.ndarray, table: np.ndarray, asked: str) -> Iterator[np.ndarray]:
        if asked != metric:
            yield winners(hidden, table, asked)
        else:
            yield np.argmax(other(hidden, table), axis=-1)

    return results


def _always(metric: str) -> Callable[..., Iterator[np.ndarray]]:
    def results(hidden: np.ndarray, table: np.ndarray, asked: str) -> Iterator[np.ndarray]:  # noqa: ARG001
        yield winners(hidden, table, metric)

    return results


def _of_scores(*ways: Callable[[np.ndarray], np.ndarray]) -> Callable[..., Iterator[np.ndarray]]:
    def results(hidden: np.ndarray, table: np.ndarray, asked: str) -> Iterator[np.ndarray]:
        for way in ways:
            yield way(closeness(hidden, table, asked))

    return results


def _farthest(*metrics: str) -> Callable[..., Iterator[np.ndarray]]:
    def results(hidden: np.ndarray, table: np.ndarray, asked: str) -> Iterator[np.ndarray]:
        sign = -1 if asked in metrics else 1
        yield np.argmax(sign * closeness(hidden, table, asked), axis=-1)

    return results


def _scores_returned(hidden: np.ndarray, table: np.ndarray, asked: str) -> Iterator[np.ndarray]:
    close = closeness(hidden, table, asked)
    forms = [close, np.abs(close), close * _lengths(hidden)] + ([close**2] if asked == "euclidean" else [])
    for form in forms:
        yield from (form, form.max(axis=-1), form.min(axis=-1))


def _pooled(hidden: np.ndarray, table: np.ndarray, asked: str) -> Iterator[np.ndarray]:
    yield np.asarray(np.argmax(closeness(hidden, table, asked)))
    yield winners(hidden.reshape(-1, hidden.shape[-1]).mean(axis=0), table, asked)


def _shifted(hidden: np.ndarray, table: np.ndarray, asked: str) -> Iterator[np.ndarray]:
    yield winners(hidden, table, asked) + 1


_ONE_METRIC = Diagnosis(
    "nearest_token.metric_ignored",
    "The result is the same for every metric. The argument `metric` decides what closest means here, and the three "
    "meanings have different winners.",
    {"see": "three-meanings"},
)
_FARTHEST = Diagnosis(
    "nearest_token.farthest",
    "The loser came back instead of the winner. The largest dot product and the largest cosine are close, but it is "
    "the smallest distance that is.",
    {"see": "three-meanings"},
)

COSINE_COLUMNS = Diagnosis(
    "nearest_token.cosine_columns",
    "For `cosine` the lengths of the table's columns were used, and not those of its rows. The length of a row is a "
    "sum along axis 1.",
    {"see": "anatomy"},
)

MISCONCEPTIONS = (
    *(Misconception(_ONE_METRIC, _always(metric)) for metric in ("dot", "cosine", "euclidean")),
    *(
        Misconception(_FARTHEST, _farthest(*metrics))
        for metrics in (("euclidean",), ("cosine",), ("dot",), ("euclidean", "cosine"), ("dot", "cosine", "euclidean"))
    ),
    Misconception(
        Diagnosis(
            "nearest_token.cosine_is_dot",
            "For `cosine` the winner of the dot product came back: the lengths of the rows are still in it. Dividing "
            "by the length of the hidden state alone changes nothing, since all rows share it.",
            {"see": "anatomy"},
        ),
        _instead("cosine", lambda hidden, table: closeness(hidden, table, "dot")),
    ),
    Misconception(
        Diagnosis(
            "nearest_token.cosine_squared_length",
            "For `cosine` the dot product was divided by the square of each row's length. Divide by the length itself, "
            "the square root of the sum of squares.",
            {"see": "anatomy"},
        ),
        _instead("cosine", lambda hidden, table: closeness(hidden, table, "dot") / (table**2).sum(axis=1)),
    ),
    Misconception(
        COSINE_COLUMNS,
        _instead(
            "cosine", lambda hidden, table: dot_products(hidden.astype(float), table / np.linalg.norm(table, axis=0))
        ),
    ),
    Misconception(
        COSINE_COLUMNS,  # which meet the scores where there are as many tokens as columns
        _instead("cosine", lambda hidden, table: closeness(hidden, table, "dot") / np.linalg.norm(table, axis=0)),
    ),
    Misconception(
        Diagnosis(
            "nearest_token.sign_lost",
            "The sign of the scores was dropped. A row that points the opposite way has a large negative score: it is "
            "the worst, not the best.",
            {"see": "anatomy"},
        ),
        _of_scores(lambda close: np.argmax(np.abs(close) if close.max() > 0 else close, axis=-1)),
    ),
    Misconception(
        Diagnosis(
            "nearest_token.distance_is_dot",
            "For `euclidean` the winner of the dot product came back. In the square of the distance there is also the "
            "squared length of each row, and rows differ in it.",
            {"see": "three-meanings"},
        ),
        _instead("euclidean", lambda hidden, table: closeness(hidden, table, "dot")),
    ),
    Misconception(
        Diagnosis(
            "nearest_token.cross_term",
            "For `euclidean` the dot product has lost its factor 2: the square of a distance is ‖h‖² − 2 h·e + ‖e‖².",
            {"see": "three-meanings"},
        ),
        _instead("euclidean", lambda hidden, table: closeness(hidden, table, "dot") - (table**2).sum(axis=1)),
    ),
    Misconception(
        Diagnosis(
            "nearest_token.other_distance",
            "For `euclidean` the steps along the axes were added, or the largest was taken. The distance is the square "
            "root of the sum of their squares.",
            {"see": "three-meanings"},
        ),
        _instead("euclidean", lambda hidden, table: -np.abs(_steps(hidden, table)).sum(axis=-1)),
    ),
    Misconception(
        Diagnosis(
            "nearest_token.steps_added",
            "For `euclidean` the steps along the axes were added with their signs, so that they cancel. Square them "
            "first.",
            {"see": "three-meanings"},
        ),
        _instead("euclidean", lambda hidden, table: -np.abs(_steps(hidden, table).sum(axis=-1))),
    ),
    Misconception(
        Diagnosis(
            "nearest_token.wrong_axis",
            "The winner was looked for along the wrong axis: this names, for each token, a state that it fits. Wanted "
            "is, for each state, the token. The tokens lie along the last axis of the scores.",
            {"see": "nearest-token-exercise"},
        ),
        _of_scores(lambda close: close.argmax(axis=0), lambda close: close.argmax(axis=max(close.ndim - 2, 0))),
    ),
    Misconception(
        Diagnosis(
            "nearest_token.one_for_all",
            "There is one id for all hidden states together. Each state has a winner of its own; `argmax` without an "
            "axis looks at everything at once.",
            {"see": "nearest-token-exercise"},
        ),
        _pooled,
    ),
    Misconception(
        Diagnosis(
            "nearest_token.scores_returned",
            "These are scores or distances. Wanted is the id of the winner, which `argmax` or `argmin` gives.",
            {"see": "nearest-token-exercise"},
        ),
        _scores_returned,
    ),
    Misconception(
        Diagnosis(
            "nearest_token.rows_returned",
            "These are the rows of the winners. Wanted are their ids.",
            {"see": "nearest-token-exercise"},
        ),
        lambda hidden, table, metric: (table[winners(hidden, table, metric)],),
    ),
    Misconception(
        Diagnosis(
            "nearest_token.ranking",
            "All ids came back, in order of closeness. Wanted is the first of them, for each hidden state.",
            {"see": "nearest-token-exercise"},
        ),
        _of_scores(lambda close: np.argsort(-close, axis=-1), lambda close: np.argsort(close, axis=-1)),
    ),
    Misconception(
        Diagnosis(
            "nearest_token.marks",
            "The winners are marked with 1 among all tokens. Wanted are their ids.",
            {"see": "nearest-token-exercise"},
        ),
        _of_scores(lambda close: (close == close.max(axis=-1, keepdims=True)).astype(int)),
    ),
    Misconception(
        Diagnosis(
            "nearest_token.shifted",
            "Every id is too large by 1. Ids count from 0: the first row of the table has the id 0.",
            {"see": "nearest-token-exercise"},
        ),
        _shifted,
    ),
    Misconception(
        Diagnosis(
            "nearest_token.flattened",
            "The ids are right, but the axes of the positions are lost. Hidden states of shape {hidden_shape} give ids "
            "of shape {wanted_shape}.",
            {"see": "nearest-token-exercise"},
        ),
        lambda hidden, table, metric: (winners(hidden, table, metric).ravel(),),
    ),
)
