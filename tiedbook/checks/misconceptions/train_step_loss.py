"""How `train_step` is misunderstood on the way to its loss."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tiedbook.checks.oracle import Misconception
from tiedbook.checks.small_model import Case, loss, scores, stepped
from tiedbook.diagnosis import Diagnosis

Results = Callable[[Case], Iterator[np.ndarray]]


def misconception(diagnosis: Diagnosis, results: Results) -> Misconception:
    """Put a misconception of `train_step` together; `results` takes the arguments of a call as a `Case`."""
    return Misconception(diagnosis, lambda *values: results(Case(*values)))


def _probabilities(logits: np.ndarray, axis: int = -1) -> np.ndarray:
    shifted = np.exp(logits - logits.max(axis=axis, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=axis, keepdims=True))


def _picked(case: Case, array: np.ndarray) -> np.ndarray:
    return np.asarray(array[np.arange(len(case.targets)), case.targets])


def _total(case: Case) -> Iterator[np.ndarray]:
    yield np.array(loss(case) * len(case.targets))


def _bits(case: Case) -> Iterator[np.ndarray]:
    yield np.array(loss(case) / np.log(2))


def _negative(case: Case) -> Iterator[np.ndarray]:
    yield np.array(-loss(case))


def _probability(case: Case) -> Iterator[np.ndarray]:
    chances = _picked(case, _probabilities(scores(case)))
    yield from (np.array(chances.mean()), np.array(1 - chances.mean()), np.array(chances.prod()))


def _scores_only(case: Case) -> Iterator[np.ndarray]:
    yield from (np.array(sign * _picked(case, scores(case)).mean()) for sign in (1, -1))


def _other_axis(case: Case) -> Iterator[np.ndarray]:
    yield np.array(-np.log(_picked(case, _probabilities(scores(case), axis=0))).mean())


def _without_bias(case: Case) -> Iterator[np.ndarray]:
    yield np.array(loss(case._replace(bias=0 * case.bias)))


def _without_inner_bias(case: Case) -> Iterator[np.ndarray]:
    for b1, b2 in ((0, 1), (1, 0), (0, 0)):
        yield np.array(loss(case._replace(b1=b1 * case.b1, b2=b2 * case.b2)))


def _other_bend(case: Case) -> Iterator[np.ndarray]:
    """Yield the loss without tanh, and with other functions in its place."""
    rows = np.asarray(case.E, np.float64)[case.ids].reshape(len(case.targets), -1)
    before = rows @ case.W1 + case.b1
    for after in (before, np.maximum(before, 0), 1 / (1 + np.exp(-before))):
        hidden = after @ case.W2 + case.b2
        yield _loss_of(case, hidden @ _head(case).T + case.bias)


def _bent_twice(case: Case) -> Iterator[np.ndarray]:
    rows = np.asarray(case.E, np.float64)[case.ids].reshape(len(case.targets), -1)
    hidden = np.tanh(np.tanh(rows @ case.W1 + case.b1) @ case.W2 + case.b2)
    yield _loss_of(case, hidden @ _head(case).T + case.bias)


def _loss_of(case: Case, logits: np.ndarray) -> np.ndarray:
    return np.array(-np.log(_picked(case, _probabilities(logits))).mean())


def _head(case: Case) -> np.ndarray:
    return case.E if case.U is None else case.U


def _other_order(case: Case) -> Iterator[np.ndarray]:
    """Yield the loss with rows in another order: the last token first, or the columns of all tokens interleaved."""
    yield np.array(loss(case._replace(ids=case.ids[:, ::-1])))
    count, (_, width) = case.ids.shape[1], case.E.shape
    mixed = np.arange(count * width).reshape(width, count).T.ravel()  # where each number of W1's input is taken from
    yield np.array(loss(case._replace(W1=case.W1[mixed])))


def _scored_with_lookup_table(case: Case) -> Iterator[np.ndarray]:
    yield np.array(loss(case._replace(U=None, tied=True)))


def _loss_after(case: Case) -> Iterator[np.ndarray]:
    names = ("E", "W1", "b1", "W2", "b2", "bias", *(() if case.tied else ("U",)))
    moved: dict[str, Any] = {name: stepped(case, name) for name in names}
    yield np.array(loss(case._replace(**moved)))


LOSS = (
    misconception(
        Diagnosis(
            "train_step.scored_with_lookup_table",
            "The loss is that of a model which scores with `E`. Here the model is not tied: `E` is looked up, and the "
            "scores come from the rows of `U`.",
            {"see": "model-names"},
        ),
        _scored_with_lookup_table,
    ),
    misconception(
        Diagnosis(
            "train_step.total_loss",
            "The losses of all examples were added up. The loss is their mean, so that it does not grow with the "
            "batch.",
            {"see": "model-loss"},
        ),
        _total,
    ),
    misconception(
        Diagnosis(
            "train_step.bits",
            "The loss is in bits. The logarithm should be the natural one, `np.log`, which gives nats.",
            {"see": "model-loss"},
        ),
        _bits,
    ),
    misconception(
        Diagnosis(
            "train_step.negative_loss",
            "The sign of the loss is turned round. A probability is at most 1, so its logarithm is at most 0, and the "
            "minus makes the loss positive.",
            {"see": "model-loss"},
        ),
        _negative,
    ),
    misconception(
        Diagnosis(
            "train_step.probability",
            "This is made of the probabilities of the targets, and not of their logarithms.",
            {"see": "model-loss"},
        ),
        _probability,
    ),
    misconception(
        Diagnosis(
            "train_step.scores_only",
            "This is the mean score of the targets. A score says nothing by itself; only in comparison with all other "
            "scores of its row does it become a probability.",
            {"see": "model-loss"},
        ),
        _scores_only,
    ),
    misconception(
        Diagnosis(
            "train_step.other_axis",
            "The softmax was taken over the examples of the batch. The tokens of the vocabulary compete with each "
            "other, so it goes over the last axis.",
            {"see": "model-loss"},
        ),
        _other_axis,
    ),
    misconception(
        Diagnosis(
            "train_step.without_bias",
            "The scores lack `bias`, the number that each token of the vocabulary has of its own.",
            {"see": "model"},
        ),
        _without_bias,
    ),
    misconception(
        Diagnosis(
            "train_step.without_inner_bias",
            "One of the two inner biases is missing: `b1` belongs inside tanh, and `b2` is added after `W2`.",
            {"see": "model"},
        ),
        _without_inner_bias,
    ),
    misconception(
        Diagnosis(
            "train_step.no_tanh",
            "There is no tanh between `W1` and `W2`, or another function in its place.",
            {"see": "model"},
        ),
        _other_bend,
    ),
    misconception(
        Diagnosis(
            "train_step.second_tanh",
            "There is a second tanh, after `W2`. The hidden state is not bent any more: it is compared with the rows "
            "of the table as it is.",
            {"see": "model"},
        ),
        _bent_twice,
    ),
    misconception(
        Diagnosis(
            "train_step.row_order",
            "The three rows of a context were put side by side in another order. `rows.reshape(B, C * d)` keeps the "
            "first token first, with all of its numbers together.",
            {"see": "model"},
        ),
        _other_order,
    ),
    misconception(
        Diagnosis(
            "train_step.loss_after",
            "This is the loss of the new parameters. The loss to return is the one before the step, which the "
            "gradients belong to; it costs nothing extra.",
            {"see": "model-step"},
        ),
        _loss_after,
    ),
)
