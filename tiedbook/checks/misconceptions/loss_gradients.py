"""How `cross_entropy_from_logits` is misunderstood in the gradient that it returns."""

from __future__ import annotations

import numpy as np

from tiedbook.checks.misconceptions.loss_forms import each, of_targets, wanted
from tiedbook.checks.misconceptions.losses import ONE_SHIFT, OVERFLOW
from tiedbook.checks.misconceptions.softmaxes import along, careful, divided, naive
from tiedbook.diagnosis import Diagnosis


def _right(logits: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Return q − y, not divided by anything."""
    return np.asarray(careful(logits) - wanted(logits, targets))


def _columns(logits: np.ndarray, targets: np.ndarray) -> np.ndarray:
    result = careful(logits)
    result[:, targets] -= 1
    return result


def _of_the_winner(logits: np.ndarray) -> np.ndarray:
    return _right(logits, logits.argmax(axis=1))


_DIVIDED = Diagnosis(
    "cross_entropy.gradient_divided_by_all",
    "The gradient was divided by more than B. The loss is a mean over the B rows, so that each row's gradient is "
    "divided by B, and by nothing else.",
    {"see": "gradient"},
)

GRADIENTS = (
    *each(OVERFLOW, lambda z, t: divided(naive(z) - wanted(z, t), len(t)), lambda z, t: naive(z) - wanted(z, t)),
    *each(ONE_SHIFT, lambda z, t: divided(naive(z - z.max()) - wanted(z, t), len(t))),
    *each(
        Diagnosis(
            "cross_entropy.gradient_not_divided",
            "The loss is right. The gradient is B times too large: the loss is a mean over B rows, so its gradient "
            "has 1/B in every row.",
            {"see": "gradient"},
        ),
        _right,
    ),
    *each(
        _DIVIDED,
        lambda z, t: _right(z, t) / z.size,
        lambda z, t: _right(z, t) / len(t) ** 2,
        lambda z, t: _right(z, t) / z.shape[1],
    ),
    *each(
        Diagnosis(
            "cross_entropy.gradient_half_divided",
            "Only a part of the gradient was divided by B: the probabilities or the ones. Divide the difference.",
            {"see": "gradient"},
        ),
        lambda z, t: careful(z) / len(t) - wanted(z, t),
        lambda z, t: careful(z) - wanted(z, t) / len(t),
    ),
    *each(
        Diagnosis(
            "cross_entropy.gradient_negative",
            "The gradient has the wrong sign. If the score of the right token grows, the loss falls: its derivative "
            "is q − 1, which is negative.",
            {"see": "gradient"},
        ),
        lambda z, t: -_right(z, t) / len(t),
        lambda z, t: -_right(z, t),
    ),
    *each(
        Diagnosis(
            "cross_entropy.gradient_without_targets",
            "These are the probabilities. The gradient is what they are minus what they should be: 1 has to be "
            "subtracted at the right token of each row.",
            {"see": "gradient"},
        ),
        lambda z, t: careful(z) / len(t),
        lambda z, t: careful(z),  # noqa: ARG005
    ),
    *each(
        Diagnosis(
            "cross_entropy.gradient_of_targets_only",
            "Only the right tokens have a gradient here. Every score takes part in the sum of powers, so every token "
            "has one: the wrong ones get their probability.",
            {"see": "gradient-dense"},
        ),
        lambda z, t: _right(z, t) * wanted(z, t) / len(t),
        lambda z, t: -wanted(z, t) / len(t),
        lambda z, t: -wanted(z, t),
        lambda z, t: _right(z, t) * wanted(z, t),
    ),
    *each(
        Diagnosis(
            "cross_entropy.gradient_of_probabilities",
            "This is the gradient with respect to the probabilities, −1/q at the right token. The chain rule has one "
            "more step, through the softmax to the scores.",
            {"see": "gradient"},
        ),
        lambda z, t: divided(-wanted(z, t), careful(z)) / len(t),
        lambda z, t: divided(-wanted(z, t), careful(z)),
    ),
    *each(
        Diagnosis(
            "cross_entropy.gradient_of_softmax",
            "This is the derivative of each probability with respect to its own score, q (1 − q). The loss reaches a "
            "score through all probabilities; together that gives q − y.",
            {"see": "gradient"},
        ),
        lambda z, t: careful(z) * (1 - careful(z)) / len(t),
        lambda z, t: careful(z) * (1 - careful(z)),  # noqa: ARG005
        lambda z, t: _right(z, t) * careful(z) * (1 - careful(z)) / len(t),
    ),
    *each(
        Diagnosis(
            "cross_entropy.gradient_whole_columns",
            "`grad[:, targets] -= 1` changes whole columns, in every row. Each row has its own right token: pair row "
            "numbers with targets.",
            {"see": "pick-one"},
        ),
        lambda z, t: _columns(z, t) / len(t),
        _columns,
    ),
    *each(
        Diagnosis(
            "cross_entropy.gradient_of_the_winner",
            "1 was subtracted at the largest score of each row. Subtract it at the right token, wherever that is.",
            {"see": "gradient"},
        ),
        lambda z, t: _of_the_winner(z) / len(t),
        lambda z, t: _of_the_winner(z),  # noqa: ARG005
    ),
    *each(
        Diagnosis(
            "cross_entropy.gradient_of_scores",
            "1 was subtracted from the scores. The gradient is the difference of the *probabilities* from the one-hot "
            "vectors.",
            {"see": "gradient"},
        ),
        lambda z, t: (z - wanted(z, t)) / len(t),
        lambda z, t: z - wanted(z, t),
        lambda z, t: (z - z.max(axis=1, keepdims=True) - wanted(z, t)) / len(t),
    ),
    *each(
        Diagnosis(
            "cross_entropy.gradient_of_powers",
            "1 was subtracted from the powers, before they were divided by their sum. The gradient is q − y, with "
            "probabilities that add up to 1.",
            {"see": "gradient"},
        ),
        lambda z, t: (np.exp(z - z.max(axis=1, keepdims=True)) - wanted(z, t)) / len(t),
        lambda z, t: (np.exp(z) - wanted(z, t)) / len(t),
    ),
    *each(
        Diagnosis(
            "cross_entropy.other_axis",
            "The probabilities do not add up to 1 along the last axis. The tokens of one row compete with each other, "
            "and with no other row.",
            {"see": "softmax-batches"},
        ),
        lambda z, t: (along(z, 0) - wanted(z, t)) / len(t),
        lambda z, t: (careful(z.ravel()).reshape(z.shape) - wanted(z, t)) / len(t),
    ),
    *each(
        Diagnosis(
            "cross_entropy.gradient_transposed",
            "Rows and columns of the gradient are exchanged. It has the shape of the scores, {wanted_shape} here.",
            {"see": "gradient"},
        ),
        lambda z, t: _right(z, t).T / len(t),
    ),
    *each(
        Diagnosis(
            "cross_entropy.gradient_added_up",
            "The gradient has lost its rows. Every row of scores can be changed by itself, so every row has a gradient "
            "of its own, and it has the shape of the scores.",
            {"see": "gradient"},
        ),
        lambda z, t: _right(z, t).mean(axis=0),
        lambda z, t: _right(z, t).sum(axis=0),
        lambda z, t: of_targets(_right(z, t), t) / len(t),
        lambda z, t: of_targets(_right(z, t), t),
    ),
    *each(
        Diagnosis(
            "cross_entropy.gradient_zero",
            "The gradient is zero everywhere. Only a perfect prediction has no gradient, and no softmax is perfect.",
            {"see": "gradient"},
        ),
        lambda z, t: np.zeros(z.shape),  # noqa: ARG005
    ),
)
