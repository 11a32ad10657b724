"""Chapter 8: does tying help, and how one would know."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from solutions.ch01_lookup_is_matmul import embed
from solutions.ch02_gradients_scatter import embed_backward
from solutions.ch04_tied_logits import tied_lm_head
from solutions.ch05_logits_to_loss import cross_entropy_from_logits


def train_step(
    params: dict[str, np.ndarray], ids: ArrayLike, targets: ArrayLike, lr: float, tied: bool
) -> tuple[dict[str, np.ndarray], float]:
    """Make one step of gradient descent with the small language model.

    Parameters
    ----------
    params : dict of str to ndarray of float
        ``"E"`` (V, d), ``"W1"`` (C·d, m), ``"b1"`` (m,), ``"W2"`` (m, d), ``"b2"`` (d,), ``"bias"`` (V,), and, unless
        the model is tied, ``"U"`` (V, d). Neither the dictionary nor an array in it is changed.
    ids : array_like of int, shape (B, C)
        Contexts.
    targets : array_like of int, shape (B,)
        The token that follows each.
    lr : float
        Learning rate.
    tied : bool
        Whether ``"E"`` makes the scores too; otherwise ``"U"`` does.

    Returns
    -------
    new_params : dict of str to ndarray
        New arrays under the same names, in the same shapes and dtype.
    loss : float
        Mean cross-entropy in nats, before the step.

    Raises
    ------
    TypeError
        If ids or targets are not integers; booleans are refused too.
    ValueError
        If the shapes do not fit together.
    IndexError
        If an id or a target is below 0, or at or above V.
    """
    table = params["E"] if tied else params["U"]
    rows = embed(ids, params["E"])
    x = rows.reshape(len(rows), -1)
    a = np.tanh(x @ params["W1"] + params["b1"])
    hidden = a @ params["W2"] + params["b2"]
    logits = tied_lm_head(hidden, table) + params["bias"]
    loss, grad_logits = cross_entropy_from_logits(logits, np.asarray(targets))

    grad_hidden = grad_logits @ table
    grad_before = (grad_hidden @ params["W2"].T) * (1 - a**2)
    grad_rows = (grad_before @ params["W1"].T).reshape(rows.shape)
    by_lookup = embed_backward(ids, grad_rows, len(params["E"]))
    by_head = grad_logits.T @ hidden

    grads = {
        "E": by_lookup + by_head if tied else by_lookup,
        "W1": x.T @ grad_before,
        "b1": grad_before.sum(axis=0),
        "W2": a.T @ grad_hidden,
        "b2": grad_hidden.sum(axis=0),
        "bias": grad_logits.sum(axis=0),
        "U": by_head,
    }
    return {name: array - lr * grads[name] for name, array in params.items()}, float(loss)
