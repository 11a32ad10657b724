"""Softmaxes that go wrong, as NumPy computes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

import numpy as np

from tiedbook.checks.probabilities import probabilities

Form = Callable[[np.ndarray], np.ndarray]


def quiet(form: Callable[..., np.ndarray]) -> Callable[..., tuple[np.ndarray]]:
    """Make results of a form, without the warnings that belong to it."""

    def results(*values: np.ndarray) -> tuple[np.ndarray]:
        with np.errstate(all="ignore"):
            return (form(*values),)

    return results


def powers(logits: np.ndarray) -> np.ndarray:
    """Take powers as NumPy does, in the type of the scores: infinite where they are too large."""
    with np.errstate(all="ignore"):
        return np.asarray(np.exp(logits))


def divided(numbers: np.ndarray, by: np.ndarray | float) -> np.ndarray:
    """Divide, without a warning."""
    with np.errstate(all="ignore"):
        return np.asarray(numbers / by)


def naive(logits: np.ndarray, axis: int | None = -1) -> np.ndarray:
    """Divide powers by their sum, along an axis or over all, without any care."""
    numbers = powers(logits)
    return divided(numbers, numbers.sum(axis=axis, keepdims=True))


def careful(logits: np.ndarray) -> np.ndarray:
    """Return the right softmax, with all digits."""
    return _remembered(logits.astype(np.float64).tobytes(), logits.shape).copy()


@lru_cache(maxsize=64)  # many misconceptions begin with it, about the same scores
def _remembered(data: bytes, shape: tuple[int, ...]) -> np.ndarray:
    return probabilities(np.frombuffer(data).reshape(shape))


def along(logits: np.ndarray, axis: int) -> np.ndarray:
    """Return the right softmax along another axis."""
    return np.moveaxis(careful(np.moveaxis(logits, axis, -1)), -1, axis)


def several(logits: np.ndarray) -> np.ndarray:
    """Refuse a single vector, for which the first axis is the last."""
    if logits.ndim < 2:
        raise ValueError("a single vector")
    return logits


def sums_not_kept(logits: np.ndarray) -> Iterator[np.ndarray]:
    """Give what comes of sums and largest scores that have lost their axis."""
    largest = several(logits).max(axis=-1)
    for numbers in (powers(logits), powers(logits - logits.max()), powers(logits - logits.max(axis=-1, keepdims=True))):
        yield divided(numbers, numbers.sum(axis=-1))
    numbers = powers(logits - largest)
    yield divided(numbers, numbers.sum(axis=-1, keepdims=True))
    yield divided(numbers, numbers.sum(axis=-1))


def shifted(shift: Form) -> Form:
    """Make a softmax that subtracts something from the scores first."""

    def form(logits: np.ndarray) -> np.ndarray:
        return naive(logits - shift(logits))

    return form


def clipped(limit: float) -> Form:
    """Make a softmax that cuts the scores off."""
    return lambda logits: careful(np.clip(logits, -limit, limit))


def with_epsilon(epsilon: float) -> tuple[Form, Form]:
    """Make two softmaxes that add a small number to each sum: of the powers as they are, and of shifted ones."""

    def plain(logits: np.ndarray) -> np.ndarray:
        numbers = powers(logits)
        return divided(numbers, numbers.sum(axis=-1, keepdims=True) + epsilon)

    return plain, lambda logits: plain(logits - logits.max(axis=-1, keepdims=True))


def hard(logits: np.ndarray) -> np.ndarray:
    """Give everything to the largest score."""
    return np.asarray(logits == logits.max(axis=-1, keepdims=True), dtype=np.float64)
