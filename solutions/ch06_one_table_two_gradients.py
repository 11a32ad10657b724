"""Chapter 6: tying, one table and two gradients."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike


def tied_grad(ids: ArrayLike, grad_embedded: np.ndarray, hidden: np.ndarray, grad_logits: np.ndarray) -> np.ndarray:
    """Return the gradient of one table that is used twice: to look tokens up, and to score them.

    Parameters
    ----------
    ids : array_like of int, any shape
        The token ids that were looked up.
    grad_embedded : ndarray of float, shape ids.shape + (d,)
        Gradient of the loss with respect to each row that came out of the lookup.
    hidden : ndarray of float, shape ids.shape + (d,)
        The hidden states that were compared with all rows of the table.
    grad_logits : ndarray of float, shape ids.shape + (V,)
        Gradient of the loss with respect to the scores.

    Returns
    -------
    ndarray, shape (V, d)
        Gradient of the loss with respect to the table, in the dtype of grad_logits: the scatter-add of grad_embedded,
        plus the sum over all positions of the outer product of grad_logits and hidden.

    Raises
    ------
    TypeError
        If ids are not integers; booleans are refused too.
    ValueError
        If the shapes without their last axes differ, or the widths of grad_embedded and hidden do.
    IndexError
        If an id is below 0, or at or above V.
    """
    ids = np.asarray(ids)
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    for array in (grad_embedded, hidden, grad_logits):
        if array.shape[:-1] != ids.shape:
            raise ValueError(f"ids have shape {ids.shape}, so {array.shape} does not fit")
    vocab_size, width = grad_logits.shape[-1], hidden.shape[-1]
    if grad_embedded.shape[-1] != width:
        raise ValueError(f"the width is {grad_embedded.shape[-1]} in grad_embedded, but {width} in hidden")
    outside = ids[(ids < 0) | (ids >= vocab_size)]
    if outside.size:
        raise IndexError(f"id {outside[0]} is not in a vocabulary of {vocab_size} tokens")
    grad = np.zeros((vocab_size, width), grad_logits.dtype)
    np.add.at(grad, ids, grad_embedded)
    grad += grad_logits.reshape(ids.size, vocab_size).T @ hidden.reshape(ids.size, width)
    return grad
