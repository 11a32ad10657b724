"""Softmax and cross-entropy by their definitions, and scores to try them on.

The definitions need no trick against overflow here: decimals have any exponent, and as many digits as are asked for.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from functools import lru_cache
from math import prod

import numpy as np

from tiedbook.spelling import Given, given

_DIGITS = 24
_QUARTERS = np.concatenate([np.arange(-16, 0), np.arange(1, 17)]) / 4


@lru_cache(maxsize=4096)
def _power(score: float) -> Decimal:
    with localcontext(prec=_DIGITS):
        return Decimal(score).exp()


def _shares(row: list[float]) -> list[Decimal]:
    powers = [_power(score) for score in row]
    with localcontext(prec=_DIGITS):
        total = sum(powers, Decimal(0))
        return [power / total for power in powers]


def probabilities(logits: np.ndarray) -> np.ndarray:
    """Take each score's power of e and divide it by the sum of its row."""
    result = np.zeros(logits.shape)
    for position in np.ndindex(logits.shape[:-1]):
        result[position] = [float(share) for share in _shares(logits[position].tolist())]
    return result.astype(logits.dtype)


def mean_loss(logits: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Add up minus the logarithm of the probability of each right token, and divide by their number."""
    losses = Decimal(0)
    with localcontext(prec=_DIGITS):
        for row, target in zip(logits.tolist(), np.asarray(targets).tolist(), strict=True):
            losses -= _shares(row)[target].ln()
        return np.array(float(losses / len(logits)), dtype=logits.dtype)


def gradient(logits: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Subtract 1 from the probability of each right token, and divide all by the number of rows."""
    result = np.zeros(logits.shape)
    for position, (row, target) in enumerate(zip(logits.tolist(), np.asarray(targets).tolist(), strict=True)):
        for token, share in enumerate(_shares(row)):
            result[position, token] = float(share - (token == target)) / len(logits)
    return result.astype(logits.dtype)


def scores(rng: np.random.Generator, shape: tuple[int, ...], dtype: str = "float32", name: str = "logits") -> Given:
    """Draw quarters from −4 to 4, without zeros; all distinct where there are not more than 32.

    Parameters
    ----------
    rng : numpy.random.Generator
        Source of the numbers.
    shape : tuple of int
        Their shape.
    dtype : str
        Their type, in which they are exact.
    name : str
        What they are called in the call that a learner sees.
    """
    count = prod(shape)
    numbers = rng.choice(_QUARTERS, size=count, replace=count > _QUARTERS.size)
    return given(numbers.reshape(shape).astype(dtype), name)


def steep(rng: np.random.Generator, shape: tuple[int, ...], dtype: str = "float32", name: str = "logits") -> Given:
    """Draw scores as `scores` does, and move each up or down by 1000: both in each row, where it is long enough."""
    drawn = np.asarray(scores(rng, shape, dtype, name).value)
    signs = rng.choice([-1000.0, 1000.0], size=shape)
    if shape[-1] > 1:
        places = rng.permuted(np.broadcast_to(np.arange(shape[-1]), shape), axis=-1)
        signs[places == 0], signs[places == 1] = -1000, 1000
    return given((drawn + signs).astype(dtype), name)
