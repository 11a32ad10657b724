"""The small language model of the capstone: three tokens in, scores for the next one out.

How it learns is the exercise of chapter 8. Here is only what does not learn: where it starts, what it says, how good it
is, how large it is.
"""

from __future__ import annotations

import numpy as np

from tiedbook.corpus import CONTEXT

WIDTH, HIDDEN = 32, 64  # d and m
SCALE = 0.1  # standard deviation of a table's numbers at the start

Params = dict[str, np.ndarray]


def start(vocab_size: int, *, tied: bool, seed: int, width: int = WIDTH, hidden: int = HIDDEN) -> Params:
    """Return the parameters that training begins with, in float32.

    Parameters
    ----------
    vocab_size : int
        V.
    tied : bool
        Whether one table serves both jobs.
    seed : int
        With the same seed a tied and an untied model begin with the same numbers, but for the second table.
    width, hidden : int
        d and m.

    Returns
    -------
    dict of str to ndarray
        ``"E"`` (V, d), ``"W1"`` (C·d, m), ``"b1"`` (m,), ``"W2"`` (m, d), ``"b2"`` (d,), ``"bias"`` (V,), and, unless
        tied, ``"U"`` (V, d), the table that scores.
    """
    rng = np.random.default_rng(seed)

    def draw(rows: int, columns: int, scale: float) -> np.ndarray:
        return (scale * rng.standard_normal((rows, columns))).astype(np.float32)

    params = {
        "E": draw(vocab_size, width, SCALE),
        "W1": draw(CONTEXT * width, hidden, (CONTEXT * width) ** -0.5),
        "b1": np.zeros(hidden, np.float32),
        "W2": draw(hidden, width, hidden**-0.5),
        "b2": np.zeros(width, np.float32),
        "bias": np.zeros(vocab_size, np.float32),
    }
    return params if tied else params | {"U": draw(vocab_size, width, SCALE)}


def scores(params: Params, ids: np.ndarray) -> np.ndarray:
    """Return the score of every token of the vocabulary to come next.

    Parameters
    ----------
    params : dict of str to ndarray
        As from `start`.
    ids : ndarray of int, shape (B, C)
        Contexts.

    Returns
    -------
    ndarray, shape (B, V)
        Logits.
    """
    rows = params["E"][ids].reshape(len(ids), -1)
    hidden = np.tanh(rows @ params["W1"] + params["b1"]) @ params["W2"] + params["b2"]
    logits: np.ndarray = hidden @ params.get("U", params["E"]).T + params["bias"]
    return logits


def loss(params: Params, ids: np.ndarray, targets: np.ndarray) -> float:
    """Return the mean cross-entropy in nats.

    Parameters
    ----------
    params : dict of str to ndarray
        As from `start`.
    ids : ndarray of int, shape (B, C)
        Contexts.
    targets : ndarray of int, shape (B,)
        The token that follows each.
    """
    logits = scores(params, ids)
    logits -= logits.max(axis=1, keepdims=True)
    return float(np.mean(np.log(np.exp(logits).sum(axis=1)) - logits[np.arange(len(targets)), targets]))


def count(params: Params) -> int:
    """Return how many numbers training can change."""
    return sum(array.size for array in params.values())
