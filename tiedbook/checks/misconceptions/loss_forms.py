"""What losses are made of, right and wrong, as NumPy computes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from tiedbook.checks.misconceptions.softmaxes import careful, naive, powers, quiet
from tiedbook.checks.oracle import Misconception
from tiedbook.checks.probabilities import mean_loss
from tiedbook.diagnosis import Diagnosis

Form = Callable[[np.ndarray, np.ndarray], np.ndarray]


def each(diagnosis: Diagnosis, *forms: Form) -> tuple[Misconception, ...]:
    """Make a misconception of each form: a function that computes one thing computes it in every call."""
    return tuple(Misconception(diagnosis, quiet(form)) for form in forms)


def of_targets(numbers: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Take from each row the number of its target."""
    return np.take_along_axis(numbers, targets[:, None].astype(np.int64), axis=1)[:, 0]


def wanted(logits: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Return the one-hot vectors of the targets, which are what a perfect prediction would be."""
    return np.asarray(targets[:, None] == np.arange(logits.shape[1]), dtype=np.float64)


def loss(logits: np.ndarray, targets: np.ndarray) -> float:
    """Return the right loss, with all digits."""
    return float(mean_loss(logits.astype(np.float64), targets))


def losses(logits: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Return the right loss of each row."""
    return np.array([loss(row[None], target[None]) for row, target in zip(logits, targets, strict=True)])


def careless(logits: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Powers as they come, whichever way the logarithm is taken afterwards."""
    return np.asarray(-np.log(of_targets(naive(logits), targets)).mean())


def careless_sum(logits: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Take the logarithm of a sum of powers that may be infinite, or zero."""
    return np.asarray(np.mean(np.log(powers(logits).sum(axis=1)) - of_targets(logits, targets)))


def rounded_to_zero(logits: np.ndarray) -> np.ndarray:
    """Return the right softmax in the type of the scores, where small probabilities are zero."""
    return careful(logits).astype(logits.dtype)


def dense(probabilities: Callable[[np.ndarray], np.ndarray]) -> Form:
    """Make the loss that multiplies all logarithms with a one-hot vector."""
    return lambda logits, targets: np.asarray(
        -(wanted(logits, targets) * np.log(probabilities(logits))).sum() / len(logits)
    )


def with_epsilon(epsilon: float) -> Iterator[Form]:
    """Give losses that keep probabilities away from zero."""
    yield lambda z, t: -np.log(of_targets(careful(z), t) + epsilon).mean()
    yield lambda z, t: -np.log(np.maximum(of_targets(careful(z), t), epsilon)).mean()
    yield lambda z, t: -np.log(np.clip(of_targets(careful(z), t), epsilon, 1 - epsilon)).mean()


def whole_columns(logits: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Average over the columns of all targets."""
    return np.asarray(-np.log(careful(logits)[:, targets]).mean())


def binary(logits: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Treat every token as a choice of its own."""
    q, y = careful(logits), wanted(logits, targets)
    return np.asarray(-(y * np.log(q) + (1 - y) * np.log(1 - q)).sum() / len(q))
