"""The same contracts in JAX: arrays in, arrays out. Needs the extra ``tiedbook[jax]``.

The checks of ids look at their values, which a function that `jax.jit` traces cannot do. There JAX itself puts ids that
are out of range aside without an error: check them before.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import Array


def embed(ids: Array, embedding_matrix: Array) -> Array:
    """Look up rows of the table.

    Parameters
    ----------
    ids : Array of int, any shape
        Token ids.
    embedding_matrix : Array of float, shape (V, d)
        The table.

    Returns
    -------
    Array, shape ids.shape + (d,)
        The rows, in the table's dtype; differentiable with respect to the table.

    Raises
    ------
    TypeError
        If ids are not integers; booleans are refused too.
    IndexError
        If an id is below 0, or at or above V.
    """
    _check(ids, len(embedding_matrix))
    return embedding_matrix[ids]


def embed_backward(ids: Array, grad_output: Array, vocab_size: int) -> Array:
    """Carry the gradient of looked-up rows back to the table, by scatter-add.

    Parameters
    ----------
    ids : Array of int, any shape
        The token ids that were looked up.
    grad_output : Array of float, shape ids.shape + (d,)
        Gradient of the loss with respect to each looked-up row.
    vocab_size : int
        Number of rows of the table, V.

    Returns
    -------
    Array, shape (vocab_size, d)
        Gradient of the table, in the dtype of grad_output.

    Raises
    ------
    TypeError
        If ids are not integers; booleans are refused too.
    ValueError
        If the shape of grad_output without its last axis is not the shape of ids.
    IndexError
        If an id is below 0, or at or above vocab_size.
    """
    _check_integers(ids)
    if grad_output.shape[:-1] != ids.shape:
        raise ValueError(f"grad_output has shape {grad_output.shape}, but ids have shape {ids.shape}")
    _check(ids, vocab_size)
    return jnp.zeros((vocab_size, grad_output.shape[-1]), grad_output.dtype).at[ids].add(grad_output)


def masked_mean(embeddings: Array, mask: Array) -> Array:
    """Return the mean of the real tokens of each text.

    Parameters
    ----------
    embeddings : Array of float, shape (B, T, d)
        One vector for each position.
    mask : Array of bool, or of int 0 and 1, shape (B, T)
        1 where there is a real token.

    Returns
    -------
    Array, shape (B, d)
        The means, in the dtype of the embeddings; zeros for a text without any real token.

    Raises
    ------
    ValueError
        If the shape of the mask is not (B, T).
    """
    if mask.shape != embeddings.shape[:2]:
        raise ValueError(f"the mask has shape {mask.shape}, but it needs {embeddings.shape[:2]}")
    real = mask.astype(embeddings.dtype)[:, :, None]
    return (embeddings * real).sum(axis=1) / jnp.maximum(real.sum(axis=1), 1)


def tied_lm_head(hidden: Array, embedding_matrix: Array) -> Array:
    """Score every token by its dot product with the hidden state.

    Parameters
    ----------
    hidden : Array of float, shape (..., d)
        Hidden states.
    embedding_matrix : Array of float, shape (V, d)
        The table.

    Returns
    -------
    Array, shape (..., V)
        Logits, without bias or scale.

    Raises
    ------
    TypeError
        If either of the two is not floating.
    ValueError
        If the widths differ.
    """
    for array in (hidden, embedding_matrix):
        if not jnp.issubdtype(array.dtype, jnp.floating):
            raise TypeError(f"hidden states and table must be floats, not {array.dtype}")
    if hidden.shape[-1] != embedding_matrix.shape[1]:
        raise ValueError(f"the width is {hidden.shape[-1]} in hidden, but {embedding_matrix.shape[1]} in the table")
    return hidden @ embedding_matrix.T


def cross_entropy_from_logits(logits: Array, targets: Array) -> tuple[Array, Array]:
    """Return the mean loss of a batch of scores, and its gradient.

    Parameters
    ----------
    logits : Array of float, shape (B, V)
        Scores, one row for each position.
    targets : Array of int, shape (B,)
        For each position the id of the right token, in 0..V-1.

    Returns
    -------
    loss : Array, shape ()
        Mean loss in nats.
    grad_logits : Array, shape (B, V)
        Its gradient: softmax minus one-hot, divided by B.

    Raises
    ------
    TypeError
        If the logits are not floating, or the targets are not integers.
    ValueError
        If there is not exactly one target for each row, or if there are no rows.
    IndexError
        If a target is below 0, or at or above V.
    """
    if not jnp.issubdtype(logits.dtype, jnp.floating):
        raise TypeError(f"logits must be floating, not {logits.dtype}")
    _check_integers(targets)
    if logits.ndim != 2 or targets.shape != logits.shape[:1] or not len(targets):
        raise ValueError(f"logits have shape {logits.shape}, but targets have shape {targets.shape}")
    batch, vocab_size = logits.shape
    _check(targets, vocab_size)
    rows = jnp.arange(batch)
    loss = -jax.nn.log_softmax(logits)[rows, targets].mean()
    return loss, jax.nn.softmax(logits).at[rows, targets].add(-1) / batch


def tied_grad(ids: Array, grad_embedded: Array, hidden: Array, grad_logits: Array) -> Array:
    """Return the gradient of one table that is used twice: to look tokens up, and to score them.

    Parameters
    ----------
    ids : Array of int, any shape
        The token ids that were looked up.
    grad_embedded : Array of float, shape ids.shape + (d,)
        Gradient of the loss with respect to each looked-up row.
    hidden : Array of float, shape ids.shape + (d,)
        The hidden states that were compared with all rows.
    grad_logits : Array of float, shape ids.shape + (V,)
        Gradient of the loss with respect to the scores.

    Returns
    -------
    Array, shape (V, d)
        Gradient of the table, in the dtype of grad_logits.

    Raises
    ------
    TypeError
        If ids are not integers; booleans are refused too.
    ValueError
        If the shapes without their last axes differ, or the widths of grad_embedded and hidden do.
    IndexError
        If an id is below 0, or at or above V.
    """
    _check_integers(ids)
    for array in (grad_embedded, hidden, grad_logits):
        if array.shape[:-1] != ids.shape:
            raise ValueError(f"ids have shape {ids.shape}, so {array.shape} does not fit")
    vocab_size, width = grad_logits.shape[-1], hidden.shape[-1]
    if grad_embedded.shape[-1] != width:
        raise ValueError(f"the width is {grad_embedded.shape[-1]} in grad_embedded, but {width} in hidden")
    _check(ids, vocab_size)
    head = grad_logits.reshape(ids.size, vocab_size).T @ hidden.reshape(ids.size, width)
    return head.astype(grad_logits.dtype).at[ids].add(grad_embedded.astype(grad_logits.dtype))


def _check_integers(ids: Array) -> None:
    if not jnp.issubdtype(ids.dtype, jnp.integer):
        raise TypeError(f"ids must be integers, not {ids.dtype}")


def _check(ids: Array, vocab_size: int) -> None:
    _check_integers(ids)
    outside = ids[(ids < 0) | (ids >= vocab_size)]
    if outside.size:
        raise IndexError(f"id {int(outside[0])} is not in a vocabulary of {vocab_size}")
