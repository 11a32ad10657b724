"""The same contracts in PyTorch: tensors in, tensors out. Needs the extra ``tiedbook[torch]``."""

from __future__ import annotations

import torch
from torch import Tensor


def embed(ids: Tensor, embedding_matrix: Tensor) -> Tensor:
    """Look up rows of the table.

    Parameters
    ----------
    ids : Tensor of int, any shape
        Token ids.
    embedding_matrix : Tensor of float, shape (V, d)
        The table.

    Returns
    -------
    Tensor, shape ids.shape + (d,)
        The rows, copied, in the table's dtype; differentiable with respect to the table.

    Raises
    ------
    TypeError
        If ids are not integers; booleans are refused too.
    IndexError
        If an id is below 0, or at or above V.
    """
    return torch.nn.functional.embedding(_checked(ids, len(embedding_matrix)), embedding_matrix)


def embed_backward(ids: Tensor, grad_output: Tensor, vocab_size: int) -> Tensor:
    """Carry the gradient of looked-up rows back to the table, by scatter-add.

    Parameters
    ----------
    ids : Tensor of int, any shape
        The token ids that were looked up.
    grad_output : Tensor of float, shape ids.shape + (d,)
        Gradient of the loss with respect to each looked-up row.
    vocab_size : int
        Number of rows of the table, V.

    Returns
    -------
    Tensor, shape (vocab_size, d)
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
    ids = _integers(ids)
    if grad_output.shape[:-1] != ids.shape:
        raise ValueError(f"grad_output has shape {tuple(grad_output.shape)}, but ids have shape {tuple(ids.shape)}")
    width = grad_output.shape[-1]
    rows = _checked(ids, vocab_size).reshape(-1)
    return grad_output.new_zeros(vocab_size, width).index_add_(0, rows, grad_output.reshape(len(rows), width))


def masked_mean(embeddings: Tensor, mask: Tensor) -> Tensor:
    """Return the mean of the real tokens of each text.

    Parameters
    ----------
    embeddings : Tensor of float, shape (B, T, d)
        One vector for each position.
    mask : Tensor of bool, or of int 0 and 1, shape (B, T)
        1 where there is a real token.

    Returns
    -------
    Tensor, shape (B, d)
        The means, in the dtype of the embeddings; zeros for a text without any real token.

    Raises
    ------
    ValueError
        If the shape of the mask is not (B, T).
    """
    if mask.shape != embeddings.shape[:2]:
        raise ValueError(f"the mask has shape {tuple(mask.shape)}, but it needs {tuple(embeddings.shape[:2])}")
    real = mask.to(embeddings.dtype).unsqueeze(-1)
    return (embeddings * real).sum(dim=1) / real.sum(dim=1).clamp(min=1)


def tied_lm_head(hidden: Tensor, embedding_matrix: Tensor) -> Tensor:
    """Score every token by its dot product with the hidden state.

    Parameters
    ----------
    hidden : Tensor of float, shape (..., d)
        Hidden states.
    embedding_matrix : Tensor of float, shape (V, d)
        The table.

    Returns
    -------
    Tensor, shape (..., V)
        Logits, without bias or scale.

    Raises
    ------
    TypeError
        If either of the two is not floating.
    ValueError
        If the widths differ.
    """
    for tensor in (hidden, embedding_matrix):
        if not tensor.is_floating_point():
            raise TypeError(f"hidden states and table must be floats, not {tensor.dtype}")
    if hidden.shape[-1] != embedding_matrix.shape[1]:
        raise ValueError(f"the width is {hidden.shape[-1]} in hidden, but {embedding_matrix.shape[1]} in the table")
    return torch.nn.functional.linear(hidden, embedding_matrix)


def cross_entropy_from_logits(logits: Tensor, targets: Tensor) -> tuple[Tensor, Tensor]:
    """Return the mean loss of a batch of scores, and its gradient.

    Parameters
    ----------
    logits : Tensor of float, shape (B, V)
        Scores, one row for each position.
    targets : Tensor of int, shape (B,)
        For each position the id of the right token, in 0..V-1.

    Returns
    -------
    loss : Tensor, shape ()
        Mean loss in nats; differentiable with respect to the logits.
    grad_logits : Tensor, shape (B, V)
        Its gradient, softmax minus one-hot divided by B, detached.

    Raises
    ------
    TypeError
        If the logits are not floating, or the targets are not integers.
    ValueError
        If there is not exactly one target for each row, or if there are no rows.
    IndexError
        If a target is below 0, or at or above V.
    """
    if not logits.is_floating_point():
        raise TypeError(f"logits must be floating, not {logits.dtype}")
    _integers(targets)
    if logits.ndim != 2 or targets.shape != logits.shape[:1] or not len(targets):
        raise ValueError(f"logits have shape {tuple(logits.shape)}, but targets have shape {tuple(targets.shape)}")
    batch, vocab_size = logits.shape
    right = _checked(targets, vocab_size)
    loss = torch.nn.functional.cross_entropy(logits, right)
    grad = torch.softmax(logits.detach(), dim=-1)
    grad[torch.arange(batch), right] -= 1
    return loss, grad / batch


def tied_grad(ids: Tensor, grad_embedded: Tensor, hidden: Tensor, grad_logits: Tensor) -> Tensor:
    """Return the gradient of one table that is used twice: to look tokens up, and to score them.

    Parameters
    ----------
    ids : Tensor of int, any shape
        The token ids that were looked up.
    grad_embedded : Tensor of float, shape ids.shape + (d,)
        Gradient of the loss with respect to each looked-up row.
    hidden : Tensor of float, shape ids.shape + (d,)
        The hidden states that were compared with all rows.
    grad_logits : Tensor of float, shape ids.shape + (V,)
        Gradient of the loss with respect to the scores.

    Returns
    -------
    Tensor, shape (V, d)
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
    _integers(ids)
    for tensor in (grad_embedded, hidden, grad_logits):
        if tensor.shape[:-1] != ids.shape:
            raise ValueError(f"ids have shape {tuple(ids.shape)}, so {tuple(tensor.shape)} does not fit")
    vocab_size, width = grad_logits.shape[-1], hidden.shape[-1]
    if grad_embedded.shape[-1] != width:
        raise ValueError(f"the width is {grad_embedded.shape[-1]} in grad_embedded, but {width} in hidden")
    rows = _checked(ids, vocab_size).reshape(-1)
    looked_up = grad_embedded.reshape(len(rows), width).to(grad_logits.dtype)
    compared = hidden.reshape(len(rows), width).to(grad_logits.dtype)
    return (grad_logits.reshape(len(rows), vocab_size).T @ compared).index_add_(0, rows, looked_up)


def _integers(ids: Tensor) -> Tensor:
    if ids.is_floating_point() or ids.is_complex() or ids.dtype == torch.bool:
        raise TypeError(f"ids must be integers, not {ids.dtype}")
    return ids


def _checked(ids: Tensor, vocab_size: int) -> Tensor:
    """Return ids as int64, after making sure that each is in 0..V-1."""
    wide = _integers(ids).long()
    outside = wide[(wide < 0) | (wide >= vocab_size)]
    if outside.numel():
        raise IndexError(f"id {int(outside[0])} is not in a vocabulary of {vocab_size}")
    return wide
