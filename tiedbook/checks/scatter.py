"""Scatter-add by its definition, and what it takes to recognise other things in its place."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

import numpy as np

from tiedbook.checks import draws
from tiedbook.spelling import Given, given


def scattered(ids: np.ndarray, grad_output: np.ndarray, vocab_size: int) -> np.ndarray:
    """Add by the definition: number by number, each to the row of the id at its position."""
    ids, width = np.asarray(ids), grad_output.shape[-1]
    total = np.zeros((vocab_size, width))
    for position in np.ndindex(ids.shape):
        for column in range(width):
            total[int(ids[position]), column] += float(grad_output[(*position, column)])
    return total.astype(grad_output.dtype)


def counted(ids: np.ndarray, vocab_size: int) -> np.ndarray:
    """Return how often each id occurs, shape (V, 1)."""
    return np.array([[np.count_nonzero(ids == row)] for row in range(vocab_size)])


def gradient(
    rng: np.random.Generator, shape: tuple[int, ...], dtype: str = "float32", name: str = "grad_output"
) -> Given:
    """Draw a gradient of quarters, without zeros: rows of `shape`, whose last length is the width."""
    numbers = draws.table(rng, prod(shape[:-1]), shape[-1], dtype).value
    return given(np.asarray(numbers).reshape(shape), name)


def survivors(ids: np.ndarray, grad_output: np.ndarray, vocab_size: int, *, first: bool = False) -> np.ndarray:
    """Return what is left where each id keeps one of its gradients only."""
    flat, rows = ids.ravel(), grad_output.reshape(-1, grad_output.shape[-1])
    kept = np.zeros((vocab_size, rows.shape[-1]), rows.dtype)
    order = range(flat.size - 1, -1, -1) if first else range(flat.size)
    for position in order:
        kept[flat[position]] = rows[position]
    return kept


def last_in_each_text(ids: np.ndarray, grad_output: np.ndarray, vocab_size: int) -> Iterator[np.ndarray]:
    """Yield what is left where a loop over texts, or over positions, takes several ids at once."""
    if ids.ndim == 2:
        for texts, rows in ((ids, grad_output), (ids.T, grad_output.swapaxes(0, 1))):
            yield np.sum([survivors(*text, vocab_size) for text in zip(texts, rows, strict=True)], axis=0)
