"""The two ways in which one table receives gradients, by their definitions."""

from __future__ import annotations

import numpy as np

from tiedbook.checks.scatter import scattered


def tied(ids: np.ndarray, grad_embedded: np.ndarray, hidden: np.ndarray, grad_logits: np.ndarray) -> np.ndarray:
    """Add what arrives through the lookup and what arrives through the scores, number by number."""
    total: np.ndarray = looked_up(ids, grad_embedded, grad_logits) + scored(hidden, grad_logits)
    return total.astype(grad_logits.dtype)


def looked_up(ids: np.ndarray, grad_embedded: np.ndarray, grad_logits: np.ndarray) -> np.ndarray:
    """Return what arrives through the lookup, shape (V, d), in float64."""
    return scattered(ids, grad_embedded.astype(np.float64), grad_logits.shape[-1])


def scored(hidden: np.ndarray, grad_logits: np.ndarray) -> np.ndarray:
    """Return what arrives through the scores, shape (V, d), in float64: each position adds to every row."""
    total = np.zeros((grad_logits.shape[-1], hidden.shape[-1]))
    for position in np.ndindex(hidden.shape[:-1]):
        total += np.outer(grad_logits[position].astype(np.float64), hidden[position])
    return total
