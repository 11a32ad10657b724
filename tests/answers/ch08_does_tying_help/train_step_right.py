"""Right answers to `train_step`, each by another technique."""
# mypy: ignore-errors
# learners write no annotations

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array
from scipy.special import log_softmax

from solutions.ch02_gradients_scatter import gather
from solutions.ch06_one_table_two_gradients import tied_grad
from solutions.ch08_does_tying_help import train_step as _solution
from tests.answers.ch08_does_tying_help.shared import backward, checked, forward
from tiedbook.autograd import Parameter


def solution(params, ids, targets, lr, tied):
    return _solution(params, ids, targets, lr, tied)


def by_hand(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    grads = backward(params, m, tied)
    return {name: array - lr * grads[name] for name, array in params.items()}, m.loss


def copied_first_then_changed_in_place(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    new = {name: array.copy() for name, array in params.items()}
    for name, grad in backward(params, m, tied).items():
        new[name] -= lr * grad
    return new, np.float32(m.loss) if params["E"].dtype == np.float32 else np.float64(m.loss)


def scattered_downhill(params, ids, targets, lr, tied):
    """The table moves row by row: no gradient of its shape is ever made for the lookup."""
    m = forward(params, ids, targets, tied)
    grads = backward(params, m, tied)
    new = {name: array - lr * grads[name] for name, array in params.items() if name != "E"}
    table = params["E"] - lr * m.head if tied else np.array(params["E"])
    np.subtract.at(table, m.ids, lr * m.drows)
    return {"E": table, **new}, np.array(m.loss)


def loops(params, ids, targets, lr, tied):
    """One example after another, in float64."""
    dtype = params["E"].dtype
    ids, targets = checked(params, ids, targets)
    old = {name: np.array(array, np.float64) for name, array in params.items()}
    grads = {name: np.zeros_like(array) for name, array in old.items()}
    scorer = "E" if tied else "U"
    loss = 0.0
    for context, target in zip(ids.tolist(), targets.tolist(), strict=True):
        x = np.concatenate([old["E"][i] for i in context])
        a = np.tanh(x @ old["W1"] + old["b1"])
        h = a @ old["W2"] + old["b2"]
        z = np.array([h @ row for row in old[scorer]]) + old["bias"]
        z -= z.max()
        logsum = np.log(np.sum(np.exp(z)))
        loss += (logsum - z[target]) / len(targets)
        g = np.exp(z - logsum)
        g[target] -= 1
        g /= len(targets)
        dh = sum(g[j] * row for j, row in enumerate(old[scorer]))
        dz = (old["W2"] @ dh) * (1 - a * a)
        dx = old["W1"] @ dz
        grads["bias"] += g
        grads[scorer] += np.outer(g, h)
        grads["W2"] += np.outer(a, dh)
        grads["b2"] += dh
        grads["W1"] += np.outer(x, dz)
        grads["b1"] += dz
        for i, part in zip(context, np.split(dx, len(context)), strict=True):
            grads["E"][i] += part
    return {name: (array - lr * grads[name]).astype(dtype) for name, array in old.items()}, loss


def einsum_and_one_hot(params, ids, targets, lr, tied):
    ids, targets = checked(params, ids, targets)
    words, dtype = params["E"], params["E"].dtype
    table = words if tied else params["U"]
    vocab = np.arange(len(words))
    o, y = (np.asarray(each[..., None] == vocab, dtype) for each in (ids, targets))
    count, context = ids.shape
    w1 = params["W1"].reshape(context, words.shape[1], -1)
    rows = np.einsum("bcv,vd->bcd", o, words)
    a = np.tanh(np.einsum("bcd,cdh->bh", rows, w1) + params["b1"])
    h = np.einsum("bh,hd->bd", a, params["W2"]) + params["b2"]
    z = np.einsum("bd,vd->bv", h, table) + params["bias"]
    logs = log_softmax(z, axis=1)
    g = (np.exp(logs) - y) / np.asarray(count, dtype)
    dh = np.einsum("bv,vd->bd", g, table)
    da = np.einsum("bd,hd->bh", dh, params["W2"]) * (1 - a**2)
    grads = {
        "E": np.einsum("bcv,bh,cdh->vd", o, da, w1),
        "W1": np.einsum("bcd,bh->cdh", rows, da).reshape(params["W1"].shape),
        "b1": np.einsum("bh->h", da),
        "W2": np.einsum("bh,bd->hd", a, dh),
        "b2": np.einsum("bd->d", dh),
        "bias": np.einsum("bv->v", g),
    }
    scored = np.einsum("bv,bd->vd", g, h)
    grads = {**grads, "E": grads["E"] + scored} if tied else {**grads, "U": scored}
    return {name: params[name] - lr * grads[name] for name in params}, float(-np.einsum("bv,bv->", y, logs) / count)


def scipy_sparse(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    grads = backward(params, m, tied)
    places = np.arange(m.ids.size)
    ones = np.ones(m.ids.size, m.drows.dtype)
    scatter = csr_array((ones, (m.ids.ravel().astype(np.int64), places)), shape=(len(params["E"]), m.ids.size))
    lookup = scatter @ m.drows.reshape(m.ids.size, -1)
    new = {name: params[name] - lr * grads[name] for name in params if name != "E"}
    return {**new, "E": params["E"] - lr * (lookup + m.head if tied else lookup)}, m.loss


def with_the_course_autograd(params, ids, targets, lr, tied):
    ids, targets = checked(params, ids, targets)
    p = {name: Parameter(array) for name, array in params.items()}
    width = params["E"].shape[1]
    blocks = [Parameter(params["W1"][i * width : (i + 1) * width]) for i in range(ids.shape[1])]
    before = p["b1"]
    for i, block in enumerate(blocks):
        before = gather(p["E"], ids[:, i]) @ block + before
    logits = (before.tanh() @ p["W2"] + p["b2"]) @ p["E" if tied else "U"].T + p["bias"]
    logs = log_softmax(logits.data, axis=1)
    one_hot = np.asarray(targets[:, None] == np.arange(len(params["E"])), logs.dtype)
    logits.backward((np.exp(logs) - one_hot) / len(targets))
    grads = {name: each.grad for name, each in p.items() if name != "W1"}
    grads["W1"] = np.concatenate([block.grad for block in blocks])
    return {name: params[name] - lr * grads[name] for name in params}, float(-np.sum(one_hot * logs) / len(targets))


def both_paths_in_one_call(params, ids, targets, lr, tied):
    """`tied_grad` wants one hidden state for each id, so the positions that score nothing get a gradient of zero."""
    m = forward(params, ids, targets, tied)
    grads = backward(params, m, tied)
    if tied:
        hidden = np.zeros((*m.ids.shape, m.h.shape[1]), m.h.dtype)
        scores = np.zeros((*m.ids.shape, m.logits.shape[1]), m.h.dtype)
        hidden[:, -1], scores[:, -1] = m.h, m.dlogits
        grads["E"] = tied_grad(m.ids, m.drows, hidden, scores)
    return {name: params[name] - lr * grads[name] for name in params}, m.loss


def torch(params, ids, targets, lr, tied):
    import torch

    ids, targets = (torch.from_numpy(each.astype(np.int64)) for each in checked(params, ids, targets))
    p = {name: torch.tensor(np.ascontiguousarray(array), requires_grad=True) for name, array in params.items()}
    x = torch.nn.functional.embedding(ids, p["E"]).flatten(1)
    hidden = torch.tanh(x @ p["W1"] + p["b1"]) @ p["W2"] + p["b2"]
    loss = torch.nn.functional.cross_entropy(hidden @ p["E" if tied else "U"].T + p["bias"], targets)
    loss.backward()
    return {name: (each - lr * each.grad).detach().numpy() for name, each in p.items()}, loss.item()
