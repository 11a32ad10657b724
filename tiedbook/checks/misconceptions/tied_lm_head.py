"""How `tied_lm_head` is misunderstood."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tiedbook.checks.oracle import Misconception
from tiedbook.checks.scores import dot_products
from tiedbook.diagnosis import Diagnosis

NOT_TRANSPOSED = Diagnosis(
    "tied_lm_head.not_transposed",
    "The table was multiplied as it stands, without a transpose, so the width of the hidden state met the axis of the "
    "vocabulary. With as many tokens as columns that even runs, and gives other numbers. The inner lengths must both "
    "be d: (…, d) times (d, V).",
    {"see": "score-shapes"},
)


def _softmax(scores: np.ndarray) -> np.ndarray:
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True), dtype=np.float64)
    return np.asarray(shares / shares.sum(axis=-1, keepdims=True))


def _normalised(array: np.ndarray) -> np.ndarray:
    return np.asarray(array / np.linalg.norm(array, axis=-1, keepdims=True))


def _probabilities(hidden: np.ndarray, table: np.ndarray) -> Iterator[np.ndarray]:
    scores = dot_products(hidden, table)
    largest = scores.max(axis=-1, keepdims=True)
    yield from (_softmax(scores), scores - largest)
    with np.errstate(all="ignore"):  # without the shift, large scores overflow
        shares = np.exp(scores)
        yield shares / shares.sum(axis=-1, keepdims=True)
    yield scores - largest - np.log(np.exp(scores - largest).sum(axis=-1, keepdims=True))


def _cosines(hidden: np.ndarray, table: np.ndarray) -> Iterator[np.ndarray]:
    yield dot_products(_normalised(hidden), _normalised(table))
    yield dot_products(hidden, _normalised(table))
    yield dot_products(_normalised(hidden), table)


def _distances(hidden: np.ndarray, table: np.ndarray) -> Iterator[np.ndarray]:
    distance = np.linalg.norm(hidden[..., None, :] - table, axis=-1)
    yield from (distance, -distance, distance**2, -(distance**2))


def _scaled(hidden: np.ndarray, table: np.ndarray) -> Iterator[np.ndarray]:
    root = np.sqrt(table.shape[1])
    scores = dot_products(hidden, table)
    yield from (scores / root, scores * root, scores / table.shape[1])


def _turned(hidden: np.ndarray, table: np.ndarray) -> Iterator[np.ndarray]:
    scores = dot_products(hidden, table)
    yield from (np.moveaxis(scores, -1, 0), scores.swapaxes(-1, -2) if scores.ndim > 1 else scores)


def _winner(hidden: np.ndarray, table: np.ndarray) -> Iterator[np.ndarray]:
    scores = dot_products(hidden, table)
    yield from (scores.argmax(axis=-1), scores.argmax(axis=0), np.asarray(scores.argmax()), scores.max(axis=-1))


def _pooled(hidden: np.ndarray, table: np.ndarray) -> Iterator[np.ndarray]:
    scores, axes = dot_products(hidden, table), tuple(range(hidden.ndim - 1))
    yield from (scores.sum(axis=axes), scores.mean(axis=axes))
    if hidden.ndim > 1:
        yield from (scores.sum(axis=-2), scores.mean(axis=-2))


def _one_position(hidden: np.ndarray, table: np.ndarray) -> Iterator[np.ndarray]:
    scores = dot_products(hidden, table)
    yield from (scores[..., -1, :], scores[..., 0, :], scores[-1], scores[0]) if hidden.ndim > 1 else (scores,)


def _single(hidden: np.ndarray, table: np.ndarray) -> Iterator[np.ndarray]:
    scores = dot_products(hidden, table)
    yield from (scores[None], scores[:, None]) if hidden.ndim == 1 else (scores,)


def _columns_kept(hidden: np.ndarray, table: np.ndarray) -> Iterator[np.ndarray]:
    yield hidden[..., None, :] * table


def _fractions_lost(hidden: np.ndarray, table: np.ndarray) -> Iterator[np.ndarray]:
    scores = dot_products(hidden, table)
    yield from (np.trunc(scores), np.floor(scores), np.rint(scores))
    yield dot_products(np.trunc(hidden), np.trunc(table))


MISCONCEPTIONS = (
    Misconception(NOT_TRANSPOSED, lambda hidden, table: (hidden @ table,)),
    Misconception(
        Diagnosis(
            "tied_lm_head.reshaped",
            "The table was brought into the shape (d, V) by `reshape`. That deals the numbers out anew, and rows are "
            "torn apart. A transpose, `embedding_matrix.T`, keeps each row together, as a column.",
            {"see": "score-shapes"},
        ),
        lambda hidden, table: (hidden @ table.reshape(table.shape[::-1]),),
    ),
    Misconception(
        Diagnosis(
            "tied_lm_head.inverse",
            "The inverse of the table was used. The head is not there to undo the lookup: it compares the hidden state "
            "with every row, and that is a product with the transpose.",
            {"see": "not-inverse"},
        ),
        lambda hidden, table: (hidden @ np.linalg.pinv(table),),
    ),
    Misconception(
        Diagnosis(
            "tied_lm_head.vocabulary_first",
            "The numbers are right, and the axis of the vocabulary stands in the wrong place. Each hidden state "
            "becomes a row of V scores, so the result has the shape {wanted_shape}.",
            {"see": "score-shapes"},
        ),
        _turned,
    ),
    Misconception(
        Diagnosis(
            "tied_lm_head.single_vector",
            "The numbers are right, and the shape has an axis of length 1 too many. A single hidden state of shape "
            "(d,) gives scores of shape (V,): only the last axis changes.",
            {"see": "score-shapes"},
        ),
        _single,
    ),
    Misconception(
        Diagnosis(
            "tied_lm_head.flattened",
            "The scores are right, but the axes of the positions are lost. Hidden states of shape {hidden_shape} give "
            "scores of shape {wanted_shape}.",
            {"see": "score-shapes"},
        ),
        lambda hidden, table: (
            dot_products(hidden, table).reshape(-1, len(table)),
            dot_products(hidden, table).ravel(),
        ),
    ),
    Misconception(
        Diagnosis(
            "tied_lm_head.softmax",
            "The scores were shifted or turned into probabilities. Logits are the raw dot products: negative ones stay "
            "negative, and they add up to nothing in particular. The softmax is the next step, and Chapter 5.",
            {"see": "logits"},
        ),
        _probabilities,
    ),
    Misconception(
        Diagnosis(
            "tied_lm_head.cosine",
            "Lengths were divided out. A tied head scores by the plain dot product, in which the length of the hidden "
            "state and of each row count.",
            {"see": "anatomy"},
        ),
        _cosines,
    ),
    Misconception(
        Diagnosis(
            "tied_lm_head.distance",
            "These are distances to the rows, or their negatives. A score is a dot product: multiply number by number, "
            "and add up.",
            {"see": "three-meanings"},
        ),
        _distances,
    ),
    Misconception(
        Diagnosis(
            "tied_lm_head.scaled",
            "The scores were multiplied or divided by a power of d. Some models do that beside the head; the head "
            "asked for here has no scale.",
            {"see": "bias-and-scale"},
        ),
        _scaled,
    ),
    Misconception(
        Diagnosis(
            "tied_lm_head.winner_only",
            "Only the winner came back, or its score. The head scores every token, and does not choose: the loss needs "
            "all of the V scores.",
            {"see": "scores"},
        ),
        _winner,
    ),
    Misconception(
        Diagnosis(
            "tied_lm_head.added",
            "The scores of several positions were added or averaged. Every position predicts a token of its own, so "
            "each keeps its V scores.",
            {"see": "score-shapes"},
        ),
        _pooled,
    ),
    Misconception(
        Diagnosis(
            "tied_lm_head.one_position",
            "Only one position was scored. When a model writes, the last position is all it needs; when it is trained, "
            "every position predicts its next token.",
            {"see": "score-shapes"},
        ),
        _one_position,
    ),
    Misconception(
        Diagnosis(
            "tied_lm_head.not_summed",
            "The products are there, and they were not added up. A dot product is one number: the sum over the last "
            "axis.",
            {"see": "scores"},
        ),
        _columns_kept,
    ),
    Misconception(
        Diagnosis(
            "tied_lm_head.negative",
            "The sign is turned round. A score is the dot product itself: the better a row fits, the larger it is.",
            {"see": "scores"},
        ),
        lambda hidden, table: (-dot_products(hidden, table),),
    ),
    Misconception(
        Diagnosis(
            "tied_lm_head.table_alone",
            "These are the scores of the table's rows with each other. The hidden state has no part in them.",
            {"see": "not-inverse"},
        ),
        lambda hidden, table: (dot_products(table, table),),  # noqa: ARG005
    ),
    Misconception(
        Diagnosis(
            "tied_lm_head.untouched",
            "The hidden states came back as they were. Each of them becomes one score for every row of the table.",
            {"see": "scores"},
        ),
        lambda hidden, table: (hidden,),  # noqa: ARG005
    ),
    Misconception(
        Diagnosis(
            "tied_lm_head.fractions_lost",
            "The scores have lost their fractions. An array made of integers cuts what is stored in it; the result "
            "needs the dtype of the hidden state.",
            {"see": "tied-lm-head-exercise"},
        ),
        _fractions_lost,
    ),
)
