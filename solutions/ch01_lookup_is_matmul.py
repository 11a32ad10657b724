"""Chapter 1: a lookup is a matrix product you never compute."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike


def one_hot(ids: ArrayLike, vocab_size: int) -> np.ndarray:
    """Return the one-hot vector of each id.

    Parameters
    ----------
    ids : array_like of int, any shape
        Token ids from 0 to ``vocab_size - 1``, of any integer dtype.
    vocab_size : int
        V, the number of tokens in the vocabulary.

    Returns
    -------
    ndarray of float32, shape ``ids.shape + (vocab_size,)``
        Zeros, but for a single 1 in each row, at the id.

    Raises
    ------
    TypeError
        If the ids are not integers.
    IndexError
        If an id is below 0 or not below V; the message names that id and V.
    """
    ids = np.asarray(ids)
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    outside = ids[(ids < 0) | (ids >= vocab_size)]
    if outside.size:
        raise IndexError(f"id {outside[0]} is not in a vocabulary of {vocab_size} tokens")
    lamps = np.zeros((ids.size, vocab_size), dtype=np.float32)
    lamps[np.arange(ids.size), ids.ravel()] = 1
    return lamps.reshape(*ids.shape, vocab_size)


def embed(ids: ArrayLike, embedding_matrix: np.ndarray) -> np.ndarray:
    """Return the row of the table for each id.

    Parameters
    ----------
    ids : array_like of int, any shape
        Token ids from 0 to V - 1, of any integer dtype.
    embedding_matrix : ndarray of float, shape (V, d)
        The table: row i is the embedding of the token with id i.

    Returns
    -------
    ndarray, shape ``ids.shape + (d,)``
        One row for each id, in the dtype of the table; a copy, also for a single id.

    Raises
    ------
    TypeError
        If the ids are not integers.
    IndexError
        If an id is below 0 or not below V; the message names that id and V.
    """
    ids = np.asarray(ids)
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    vocab_size = embedding_matrix.shape[0]
    outside = ids[(ids < 0) | (ids >= vocab_size)]
    if outside.size:
        raise IndexError(f"id {outside[0]} is not in a vocabulary of {vocab_size} tokens")
    return np.take(embedding_matrix, ids, axis=0)
