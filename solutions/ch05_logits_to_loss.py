"""Chapter 5: from scores to a loss you can trust."""

from __future__ import annotations

import numpy as np


def softmax(logits: np.ndarray) -> np.ndarray:
    """Turn scores into probabilities, along the last axis.

    Parameters
    ----------
    logits : ndarray of float, shape (..., V)
        Scores, of any sign and size.

    Returns
    -------
    ndarray, shape (..., V)
        Positive numbers that sum to 1 along the last axis, in the dtype of the logits.

    Raises
    ------
    TypeError
        If the logits are not floating.
    """
    if not np.issubdtype(logits.dtype, np.floating):
        raise TypeError(f"logits must be floating, not {logits.dtype}")
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    probabilities: np.ndarray = powers / powers.sum(axis=-1, keepdims=True)
    return probabilities


def cross_entropy_from_logits(logits: np.ndarray, targets: np.ndarray) -> tuple[float, np.ndarray]:
    """Return the mean loss of a batch of scores, and its gradient.

    Parameters
    ----------
    logits : ndarray of float, shape (B, V)
        Scores, one row for each position.
    targets : ndarray of int, shape (B,)
        For each position the id of the right token, in 0..V-1.

    Returns
    -------
    loss : float
        Mean of minus the logarithm of the probability of each right token, in nats.
    grad_logits : ndarray, shape (B, V)
        Gradient of the loss with respect to the logits: softmax minus one-hot, divided by B; in the dtype of the
        logits.

    Raises
    ------
    TypeError
        If the logits are not floating, or the targets are not integers.
    ValueError
        If there is not exactly one target for each row, or if there are no rows.
    IndexError
        If a target is below 0 or not below V; the message names it and V.
    """
    targets = np.asarray(targets)
    if not np.issubdtype(logits.dtype, np.floating):
        raise TypeError(f"logits must be floating, not {logits.dtype}")
    if not np.issubdtype(targets.dtype, np.integer):
        raise TypeError(f"targets must be integers, not {targets.dtype}")
    if logits.ndim != 2 or targets.shape != logits.shape[:1] or not targets.size:
        raise ValueError(f"one target is needed for each row: logits {logits.shape}, targets {targets.shape}")
    batch, vocab_size = logits.shape
    outside = targets[(targets < 0) | (targets >= vocab_size)]
    if outside.size:
        raise IndexError(f"target {outside[0]} is not in a vocabulary of {vocab_size} tokens")
    rows = np.arange(batch)
    shifted = logits - logits.max(axis=-1, keepdims=True)
    powers = np.exp(shifted)
    sums = powers.sum(axis=-1, keepdims=True)
    loss = np.mean(np.log(sums[:, 0]) - shifted[rows, targets])
    grad_logits = powers / sums
    grad_logits[rows, targets] -= 1
    return float(loss), grad_logits / batch
