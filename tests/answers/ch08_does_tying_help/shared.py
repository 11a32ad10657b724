"""A training step, right, in pieces: for answers whose fault or whose technique lies in one of them."""
# mypy: ignore-errors
# learners write no annotations

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from tests.answers.valid import valid


def softmax(logits, axis=-1):
    """Probabilities."""
    shifted = np.exp(logits - logits.max(axis=axis, keepdims=True))
    return shifted / shifted.sum(axis=axis, keepdims=True)


def checked(params, ids, targets):
    """The refusals of the contract."""
    vocab_size = len(params["E"])
    ids, targets = np.asarray(ids), np.asarray(targets)
    for each in (ids, targets):
        if each.dtype.kind not in "iu":
            raise TypeError(f"{each.dtype}")
    if ids.ndim != 2 or targets.shape != ids.shape[:1] or ids.shape[1] * params["E"].shape[1] != len(params["W1"]):
        raise ValueError(f"{ids.shape} and {targets.shape}")
    return valid(ids, vocab_size), valid(targets, vocab_size)


def forward(params, ids, targets, tied):
    """The model, right, for answers that go wrong later."""
    ids, targets = checked(params, ids, targets)
    m = SimpleNamespace(ids=ids, targets=targets, n=np.arange(len(targets)), table=params["E" if tied else "U"])
    m.rows = params["E"][ids]
    m.x = m.rows.reshape(len(ids), -1)
    m.before = m.x @ params["W1"] + params["b1"]
    m.a = np.tanh(m.before)
    m.h = m.a @ params["W2"] + params["b2"]
    m.logits = m.h @ m.table.T + params["bias"]
    top = m.logits.max(axis=1, keepdims=True)
    logsum = np.log(np.exp(m.logits - top).sum(axis=1)) + top[:, 0]
    m.loss = float(np.mean(logsum - m.logits[m.n, targets]))
    m.dlogits = softmax(m.logits)
    m.dlogits[m.n, targets] -= 1
    m.dlogits /= np.asarray(len(targets), m.dlogits.dtype)
    return m


def backward(params, m, tied, *, dlogits=None, slope=None, table=None, w1=None, w2=None):
    """The gradients, right unless something is handed in."""
    dlogits = m.dlogits if dlogits is None else dlogits
    slope = 1 - m.a**2 if slope is None else slope
    m.dh = dlogits @ (m.table if table is None else table)
    m.dbefore = (m.dh @ (params["W2"] if w2 is None else w2).T) * slope
    m.drows = (m.dbefore @ (params["W1"] if w1 is None else w1).T).reshape(m.rows.shape)
    m.lookup = np.zeros_like(params["E"])
    np.add.at(m.lookup, m.ids, m.drows)
    m.head = dlogits.T @ m.h
    grads = {
        "E": m.lookup + m.head if tied else m.lookup,
        "W1": m.x.T @ m.dbefore,
        "b1": m.dbefore.sum(axis=0),
        "W2": m.a.T @ m.dh,
        "b2": m.dh.sum(axis=0),
        "bias": dlogits.sum(axis=0),
    }
    return grads if tied else grads | {"U": m.head}


def moved(params, grads, lr):
    """Gradient descent."""
    return {name: params[name] - lr * grads[name] for name in params}


def right(params, ids, targets, lr, tied):
    """The whole step."""
    m = forward(params, ids, targets, tied)
    return moved(params, backward(params, m, tied), lr), m.loss
