"""Wrong answers to `nearest_token`."""
# mypy: ignore-errors
# learners write no annotations
# ruff: noqa: T201
# nor do they follow our rules

from __future__ import annotations

import numpy as np

from tests.answers import fails

KEPT = {}


def _refuse(hidden, embedding_matrix, metric):
    if metric not in ("dot", "cosine", "euclidean"):
        raise ValueError(f"no metric {metric!r}")
    if hidden.shape[-1] != embedding_matrix.shape[1]:
        raise ValueError("widths differ")


def _closeness(hidden, embedding_matrix, metric):
    _refuse(hidden, embedding_matrix, metric)
    if metric == "euclidean":
        return -((hidden[..., None, :] - embedding_matrix) ** 2).sum(axis=-1)
    scores = hidden @ embedding_matrix.T
    if metric == "cosine":
        lengths = np.linalg.norm(embedding_matrix, axis=1)
        scores = np.where(lengths > 0, scores / np.where(lengths > 0, lengths, 1), -np.inf)
    return scores


def _right(hidden, embedding_matrix, metric):
    return np.argmax(_closeness(hidden, embedding_matrix, metric), axis=-1)


# --- the idea is wrong ---------------------------------------------------------------------------------------------


@fails("nearest_token", core="answer.unwritten", contract="answer.unwritten")
def starter(hidden, embedding_matrix, metric):
    raise NotImplementedError


@fails("nearest_token", core="answer.nothing", contract="answer.nothing")
def without_return(hidden, embedding_matrix, metric):
    _right(hidden, embedding_matrix, metric)


@fails("nearest_token", core="answer.printed", contract="answer.printed")
def printed(hidden, embedding_matrix, metric):
    print(_right(hidden, embedding_matrix, metric))


@fails("nearest_token", core="answer.parameters", contract="answer.parameters")
def no_metric(hidden, embedding_matrix):
    return np.argmax(hidden @ embedding_matrix.T, axis=-1)


@fails("nearest_token", core="nearest_token.metric_ignored")
def always_dot(hidden, embedding_matrix, metric):
    return np.argmax(hidden @ embedding_matrix.T, axis=-1)


@fails("nearest_token", core="nearest_token.metric_ignored")
def always_euclidean(hidden, embedding_matrix, metric):
    return np.linalg.norm(hidden[..., None, :] - embedding_matrix, axis=-1).argmin(axis=-1)


@fails("nearest_token", core="nearest_token.metric_ignored")
def always_cosine(hidden, embedding_matrix, metric):
    return _right(hidden, embedding_matrix, "cosine")


@fails("nearest_token", core="nearest_token.farthest")
def largest_distance(hidden, embedding_matrix, metric):
    sign = -1 if metric == "euclidean" else 1
    return np.argmax(sign * _closeness(hidden, embedding_matrix, metric), axis=-1)


@fails("nearest_token", core="nearest_token.farthest")
def smallest_of_everything(hidden, embedding_matrix, metric):
    return np.argmin(_closeness(hidden, embedding_matrix, metric), axis=-1)


@fails("nearest_token", core="nearest_token.farthest")
def largest_cosine_distance(hidden, embedding_matrix, metric):
    if metric == "cosine":
        return np.argmax(1 - _closeness(hidden, embedding_matrix, metric), axis=-1)
    return _right(hidden, embedding_matrix, metric)


@fails("nearest_token", core="nearest_token.cosine_is_dot")
def only_the_state_is_scaled(hidden, embedding_matrix, metric):
    if metric == "cosine":
        hidden = hidden / np.linalg.norm(hidden, axis=-1, keepdims=True)
        metric = "dot"
    return _right(hidden, embedding_matrix, metric)


@fails("nearest_token", core="nearest_token.cosine_squared_length")
def root_forgotten(hidden, embedding_matrix, metric):
    if metric == "cosine":
        return np.argmax(hidden @ embedding_matrix.T / (embedding_matrix**2).sum(axis=1), axis=-1)
    return _right(hidden, embedding_matrix, metric)


@fails("nearest_token", core="nearest_token.cosine_columns")
def columns_of_length_one(hidden, embedding_matrix, metric):
    if metric == "cosine":
        return np.argmax(hidden @ (embedding_matrix / np.linalg.norm(embedding_matrix, axis=0)).T, axis=-1)
    return _right(hidden, embedding_matrix, metric)


@fails("nearest_token", core="nearest_token.sign_lost")
def absolute_scores(hidden, embedding_matrix, metric):
    if metric == "euclidean":
        return _right(hidden, embedding_matrix, metric)
    return np.argmax(np.abs(_closeness(hidden, embedding_matrix, metric)), axis=-1)


@fails("nearest_token", core="nearest_token.distance_is_dot")
def length_of_rows_dropped(hidden, embedding_matrix, metric):
    if metric == "euclidean":
        squares = (hidden**2).sum(axis=-1, keepdims=True) - 2 * hidden @ embedding_matrix.T
        return np.argmin(squares, axis=-1)
    return _right(hidden, embedding_matrix, metric)


@fails("nearest_token", core="nearest_token.cross_term")
def two_forgotten(hidden, embedding_matrix, metric):
    if metric == "euclidean":
        return np.argmin((embedding_matrix**2).sum(axis=1) - hidden @ embedding_matrix.T, axis=-1)
    return _right(hidden, embedding_matrix, metric)


@fails("nearest_token", core="nearest_token.other_distance")
def steps_along_the_axes(hidden, embedding_matrix, metric):
    if metric == "euclidean":
        return np.abs(hidden[..., None, :] - embedding_matrix).sum(axis=-1).argmin(axis=-1)
    return _right(hidden, embedding_matrix, metric)


@fails("nearest_token", core="nearest_token.steps_added")
def steps_cancel(hidden, embedding_matrix, metric):
    if metric == "euclidean":
        return np.abs((hidden[..., None, :] - embedding_matrix).sum(axis=-1)).argmin(axis=-1)
    return _right(hidden, embedding_matrix, metric)


@fails("nearest_token", core="nearest_token.wrong_axis")
def first_axis(hidden, embedding_matrix, metric):
    return np.argmax(_closeness(hidden, embedding_matrix, metric), axis=0)


@fails("nearest_token", core="nearest_token.one_for_all")
def no_axis(hidden, embedding_matrix, metric):
    return np.argmax(_closeness(hidden, embedding_matrix, metric))


@fails("nearest_token", core="nearest_token.scores_returned")
def best_closeness(hidden, embedding_matrix, metric):
    return np.max(_closeness(hidden, embedding_matrix, metric), axis=-1)


@fails("nearest_token", core="nearest_token.scores_returned")
def all_scores(hidden, embedding_matrix, metric):
    if metric == "euclidean":
        return np.linalg.norm(hidden[..., None, :] - embedding_matrix, axis=-1)
    return _closeness(hidden, embedding_matrix, metric)


@fails("nearest_token", core="nearest_token.rows_returned")
def rows(hidden, embedding_matrix, metric):
    return embedding_matrix[_right(hidden, embedding_matrix, metric)]


@fails("nearest_token", core="nearest_token.ranking")
def whole_ranking(hidden, embedding_matrix, metric):
    return np.argsort(-_closeness(hidden, embedding_matrix, metric), axis=-1)


@fails("nearest_token", core="nearest_token.marks")
def one_hot(hidden, embedding_matrix, metric):
    close = _closeness(hidden, embedding_matrix, metric)
    return (close == close.max(axis=-1, keepdims=True)).astype(int)


@fails("nearest_token", core="nearest_token.shifted")
def counted_from_one(hidden, embedding_matrix, metric):
    return _right(hidden, embedding_matrix, metric) + 1


@fails("nearest_token", core="nearest_token.flattened")
def flattened(hidden, embedding_matrix, metric):
    return _right(hidden, embedding_matrix, metric).ravel()


@fails("nearest_token", core="nearest_token.fixed_axes")
def batches_only(hidden, embedding_matrix, metric):
    _refuse(hidden, embedding_matrix, metric)
    states, _ = hidden.shape
    return np.array([int(_right(hidden[n], embedding_matrix, metric)) for n in range(states)], dtype=int)


@fails("nearest_token", core="nearest_token.metric_missing")
def two_metrics(hidden, embedding_matrix, metric):
    if metric == "cosine":
        raise ValueError("what is a cosine?")
    return _right(hidden, embedding_matrix, metric)


@fails("nearest_token", core="answer.raised")
def typing_error(hidden, embedding_matrix, metric):
    return np.argmax(hidden @ embeding_matrix.T, axis=-1)  # noqa: F821


@fails("nearest_token", core="answer.numbers? answer.constant?")
def second_best(hidden, embedding_matrix, metric):
    return np.argsort(_closeness(hidden, embedding_matrix, metric), axis=-1)[..., -2]


# --- the idea is right, the contract is not kept ---------------------------------------------------------------------


@fails("nearest_token", contract="nearest_token.any_metric")
def anything_else_is_euclidean(hidden, embedding_matrix, metric):
    return _right(hidden, embedding_matrix, metric if metric in ("dot", "cosine") else "euclidean")


@fails("nearest_token", contract="nearest_token.any_metric")
def any_case(hidden, embedding_matrix, metric):
    return _right(hidden, embedding_matrix, metric.lower())


@fails("nearest_token", contract="nearest_token.not_a_value_error")
def dictionary(hidden, embedding_matrix, metric):
    return {name: _right(hidden, embedding_matrix, name) for name in ("dot", "cosine", "euclidean")}[metric]


@fails("nearest_token", contract="nearest_token.widths_accepted")
def elementwise(hidden, embedding_matrix, metric):
    _refuse(hidden, np.zeros((1, hidden.shape[-1])), metric)
    scores = (hidden[..., None, :] * embedding_matrix).sum(axis=-1)
    squares = (embedding_matrix**2).sum(axis=-1)
    if metric == "euclidean":
        scores = scores - squares / 2
    if metric == "cosine":
        scores = np.where(squares > 0, scores / np.sqrt(np.where(squares > 0, squares, 1)), -np.inf)
    return np.argmax(scores, axis=-1)


@fails("nearest_token", contract="shapes.not_a_value_error")
def assertion(hidden, embedding_matrix, metric):
    assert hidden.shape[-1] == embedding_matrix.shape[1]
    return _right(hidden, embedding_matrix, metric)


@fails("nearest_token", contract="nearest_token.double")
def only_float32(hidden, embedding_matrix, metric):
    if hidden.dtype != np.float32:
        raise TypeError("float32, please")
    return _right(hidden, embedding_matrix, metric)


@fails("nearest_token", contract="nearest_token.tie")
def last_of_the_best(hidden, embedding_matrix, metric):
    close = _closeness(hidden, embedding_matrix, metric)
    best = len(embedding_matrix) - 1 - np.argmax(close[..., ::-1], axis=-1)
    nowhere = (embedding_matrix == 0).all() and metric == "cosine"
    return best * (not nowhere)


@fails("nearest_token", contract="nearest_token.zero_row")
def length_clamped(hidden, embedding_matrix, metric):
    _refuse(hidden, embedding_matrix, metric)
    if metric == "cosine":
        lengths = np.linalg.norm(embedding_matrix, axis=1)
        return np.argmax(hidden @ embedding_matrix.T / np.maximum(lengths, 1e-12), axis=-1)
    return _right(hidden, embedding_matrix, metric)


@fails("nearest_token", contract="nearest_token.zero_row contract.warning")
def zero_by_zero(hidden, embedding_matrix, metric):
    _refuse(hidden, embedding_matrix, metric)
    if metric == "cosine":
        return np.argmax(hidden @ embedding_matrix.T / np.linalg.norm(embedding_matrix, axis=1), axis=-1)
    return _right(hidden, embedding_matrix, metric)


@fails("nearest_token", contract="contract.warning")
def nan_put_aside(hidden, embedding_matrix, metric):
    _refuse(hidden, embedding_matrix, metric)
    if metric == "cosine":
        cosines = hidden @ embedding_matrix.T / np.linalg.norm(embedding_matrix, axis=1)
        return np.argmax(np.where(np.isnan(cosines), -np.inf, cosines), axis=-1)
    return _right(hidden, embedding_matrix, metric)


@fails("nearest_token", contract="nearest_token.single")
def needs_two_axes(hidden, embedding_matrix, metric):
    return np.atleast_1d(_right(hidden, embedding_matrix, metric))


@fails("nearest_token", contract="contract.kind")
def python_integer(hidden, embedding_matrix, metric):
    winner = _right(hidden, embedding_matrix, metric)
    return int(winner) if hidden.ndim == 1 else winner


@fails("nearest_token", contract="contract.list contract.kind")
def list_of_ids(hidden, embedding_matrix, metric):
    return _right(hidden, embedding_matrix, metric).tolist()


@fails("nearest_token", contract="contract.dtype")
def ids_as_floats(hidden, embedding_matrix, metric):
    return _right(hidden, embedding_matrix, metric).astype(np.float64)


@fails("nearest_token", contract="nearest_token.no_state")
def stacked(hidden, embedding_matrix, metric):
    _refuse(hidden, embedding_matrix, metric)
    if hidden.ndim == 1:
        return _right(hidden, embedding_matrix, metric)
    return np.stack([stacked(state, embedding_matrix, metric) for state in hidden])


@fails("nearest_token", contract="nearest_token.many_axes")
def at_most_two_axes_before(hidden, embedding_matrix, metric):
    if hidden.ndim > 3:
        raise ValueError("too many axes")
    return _right(hidden, embedding_matrix, metric)


@fails("nearest_token", contract="contract.keywords")
def other_names(h, E, how):  # noqa: N803
    return _right(h, E, how)


@fails("nearest_token", contract="contract.changed contract.writes")
def scaled_in_place(hidden, embedding_matrix, metric):
    _refuse(hidden, embedding_matrix, metric)
    embedding_matrix *= 1.0
    if metric != "euclidean":
        hidden *= 2
    return _right(hidden, embedding_matrix, metric)


@fails("nearest_token", contract="contract.stale")
def remembered_by_state(hidden, embedding_matrix, metric):
    winner = _right(hidden, embedding_matrix, metric)
    key = (hidden.tobytes(), hidden.shape, metric, embedding_matrix.shape)
    return KEPT.setdefault(key, winner).copy()


@fails("nearest_token", core="nearest_token.cosine_columns")
def lengths_of_columns(hidden, embedding_matrix, metric):
    if metric != "cosine":
        return _right(hidden, embedding_matrix, metric)
    return np.argmax(hidden @ embedding_matrix.T / np.linalg.norm(embedding_matrix, axis=0), axis=-1)
