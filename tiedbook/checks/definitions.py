"""The mathematics of the exercises, written out number by number: slow, and easy to compare with the text.

Nothing here is taken from the solutions, so that a mistake would have to be made twice to go unnoticed.
"""

from __future__ import annotations

import numpy as np


def lamps(ids: np.ndarray, vocab_size: int) -> np.ndarray:
    """Return the one-hot vectors by their definition: every lamp is looked at, and is on where its number is the id."""
    ids = np.asarray(ids)
    rows = np.zeros((*ids.shape, vocab_size), dtype=np.float32)
    for position in np.ndindex(ids.shape):
        id_ = int(ids[position])
        rows[position] = [1.0 if column == id_ else 0.0 for column in range(vocab_size)]
    return rows


def rows(ids: np.ndarray, embedding_matrix: np.ndarray) -> np.ndarray:
    """Return the rows by their definition: number by number, each copied from the row of its id."""
    ids, width = np.asarray(ids), embedding_matrix.shape[1]
    result = np.zeros((*ids.shape, width), dtype=embedding_matrix.dtype)
    for position in np.ndindex(ids.shape):
        for column in range(width):
            result[(*position, column)] = embedding_matrix[int(ids[position]), column]
    return result
