"""Scores and closeness by their definitions, and states and rows on which the meanings of "close" part."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from tiedbook.checks import draws
from tiedbook.checks.oracle import Args
from tiedbook.spelling import given

METRICS = ("dot", "euclidean", "cosine")
_STRETCH = np.array([0.25, 0.5, 1.0, 2.0])  # powers of two: rows of different length, and exact numbers


def dot_products(hidden: np.ndarray, embedding_matrix: np.ndarray) -> np.ndarray:
    """Score by the definition: for each state and each row, number times number, added up."""
    result = np.zeros((*hidden.shape[:-1], len(embedding_matrix)))
    for position in np.ndindex(hidden.shape[:-1]):
        for token, row in enumerate(embedding_matrix.tolist()):
            result[(*position, token)] = _dot(hidden[position].tolist(), row)
    return result.astype(hidden.dtype)


def winners(hidden: np.ndarray, embedding_matrix: np.ndarray, metric: str) -> np.ndarray:
    """Find the closest row by the definition: row after row, a later one only if it is closer."""
    found = np.zeros(hidden.shape[:-1], dtype=np.int64)
    for position in np.ndindex(found.shape):
        state, best = hidden[position].tolist(), -math.inf
        for token, row in enumerate(embedding_matrix.tolist()):
            closeness = _closeness(state, row, metric)
            if closeness > best:
                best, found[position] = closeness, token
    return found


def states(
    rng: np.random.Generator, leading: tuple[int, ...], vocab_size: int, width: int, dtype: str = "float32"
) -> Args:
    """Draw hidden states of shape leading + (width,), and a table: quarters without zeros."""
    hidden = np.asarray(draws.table(rng, math.prod(leading), width, dtype).value).reshape(*leading, width)
    return (given(hidden, "h"), draws.table(rng, vocab_size, width, dtype, "E"))


def rivals(
    rng: np.random.Generator, leading: tuple[int, ...], vocab_size: int, width: int, metric: str, dtype: str = "float32"
) -> Args:
    """Draw states and rows of very different length, so that each state has one clear winner by the metric."""
    table = np.asarray(draws.table(rng, vocab_size, width, dtype).value)
    table *= rng.choice(_STRETCH, size=(vocab_size, 1)).astype(dtype)
    hidden = np.empty((*leading, width), dtype)
    for position in np.ndindex(leading):
        hidden[position] = draws.table(rng, 1, width, dtype).value[0]
        while not _clear(hidden[position].tolist(), table.tolist(), metric):
            hidden[position] = draws.table(rng, 1, width, dtype).value[0]
    return (given(hidden, "h"), given(table, "E"), given(metric))


def _closeness(state: Sequence[float], row: Sequence[float], metric: str) -> float:
    if metric == "euclidean":
        return -math.sqrt(sum((a - b) ** 2 for a, b in zip(state, row, strict=True)))
    if metric == "dot":
        return _dot(state, row)
    length = math.sqrt(_dot(row, row))
    return _dot(state, row) / length if length else -math.inf


def _dot(some: Sequence[float], others: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(some, others, strict=True))


def _clear(state: Sequence[float], rows: Sequence[Sequence[float]], metric: str) -> bool:
    """Say whether no rounding could change the winner."""
    ranked = sorted((_closeness(state, row, metric) for row in rows), reverse=True)
    return len(ranked) < 2 or ranked[0] - ranked[1] > 0.01 * max(map(abs, ranked))
