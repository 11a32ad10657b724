"""Chapter 2: the backward of a lookup adds."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from tiedbook.autograd import Tensor


def embed_backward(ids: ArrayLike, grad_output: np.ndarray, vocab_size: int) -> np.ndarray:
    """Carry the gradient of looked-up rows back to the table: the transpose of a lookup, a scatter-add.

    Parameters
    ----------
    ids : array_like of int, any shape
        The token ids that were looked up.
    grad_output : ndarray of float, shape ids.shape + (d,)
        Gradient of the loss with respect to each row that came out of the lookup.
    vocab_size : int
        Number of rows of the table, V.

    Returns
    -------
    ndarray, shape (vocab_size, d)
        Gradient of the loss with respect to the table, in the dtype of grad_output. Row i is the sum of the gradients
        at every position that holds id i, and zero where no position does.

    Raises
    ------
    TypeError
        If ids are not integers; booleans are refused too.
    ValueError
        If the shape of grad_output without its last axis is not the shape of ids.
    IndexError
        If an id is below 0, or at or above vocab_size.
    """
    ids = np.asarray(ids)
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    if grad_output.shape[:-1] != ids.shape:
        raise ValueError(f"grad_output has shape {grad_output.shape}, but ids have shape {ids.shape}")
    outside = ids[(ids < 0) | (ids >= vocab_size)]
    if outside.size:
        raise IndexError(f"id {outside[0]} is not in a vocabulary of {vocab_size} tokens")
    grad = np.zeros((vocab_size, grad_output.shape[-1]), grad_output.dtype)
    np.add.at(grad, ids, grad_output)
    return grad


def gather(table: Tensor, ids: ArrayLike) -> Tensor:
    """Look up rows of a table, as an operation that gradients can pass through.

    Parameters
    ----------
    table : Tensor, shape (V, d)
        One row for each token.
    ids : array_like of int, any shape
        Token ids; each is in 0..V-1.

    Returns
    -------
    Tensor, shape ids.shape + (d,)
        A copy of the rows, with the table as its parent. Its rule sends the gradient of every position to the row that
        the position holds; gradients that meet in one row add.

    Raises
    ------
    TypeError
        If ids are not integers; booleans are refused too.
    IndexError
        If an id is below 0, or at or above V.
    """
    ids = np.array(ids)  # a copy: the rule needs the ids as they are now, whatever happens to the caller's array
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    vocab_size = len(table.data)
    outside = ids[(ids < 0) | (ids >= vocab_size)]
    if outside.size:
        raise IndexError(f"id {outside[0]} is not in a vocabulary of {vocab_size} tokens")

    def rule(grad: np.ndarray) -> tuple[np.ndarray]:
        return (embed_backward(ids, grad, vocab_size),)

    return Tensor(table.data[ids], (table,), rule)
