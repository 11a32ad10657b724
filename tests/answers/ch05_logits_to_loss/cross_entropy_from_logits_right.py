"""Right answers to `cross_entropy_from_logits`, each by another technique."""
# mypy: ignore-errors
# learners write no annotations

from __future__ import annotations

import math

import numpy as np
from scipy import sparse, special

from solutions.ch05_logits_to_loss import cross_entropy_from_logits as _solution
from tests.answers.valid import valid


def _refuse(logits, targets):
    if not np.issubdtype(logits.dtype, np.floating):
        raise TypeError(f"{logits.dtype} is not floating")
    targets = np.asarray(targets)
    if targets.dtype.kind not in "iu":
        raise TypeError(f"targets are {targets.dtype}")
    if targets.ndim != 1 or logits.ndim != 2 or len(logits) != len(targets) or not len(targets):
        raise ValueError(f"{logits.shape} and {targets.shape} do not fit")
    return valid(targets, logits.shape[1])


def solution(logits, targets):
    return _solution(logits, targets)


def one_hot_times_log_softmax(logits, targets):
    targets = _refuse(logits, targets)
    y = np.eye(logits.shape[1], dtype=logits.dtype)[targets]
    shifted = logits - logits.max(axis=1, keepdims=True)
    log_q = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    loss = -(y * log_q).sum() / len(y)
    return loss, (np.exp(log_q) - y) / len(y)


def row_after_row(logits, targets):
    targets = _refuse(logits, targets)
    batch = len(targets)
    total, grad = 0.0, np.zeros(logits.shape, logits.dtype)
    for row, target in enumerate(targets.tolist()):
        scores = logits[row].tolist()
        largest = max(scores)
        powers = [math.exp(score - largest) for score in scores]
        total += largest + math.log(math.fsum(powers)) - scores[target]
        for token, power in enumerate(powers):
            grad[row, token] = (power / math.fsum(powers) - (token == target)) / batch
    return total / batch, grad


def log_of_a_sum_of_powers(logits, targets):
    targets = _refuse(logits, targets)
    rows = np.arange(len(targets))
    log_sums = np.logaddexp.reduce(logits.astype(np.float64), axis=1)
    loss = np.mean(log_sums - logits[rows, targets])
    grad = np.exp(logits - log_sums[:, None])
    grad[rows, targets] -= 1
    return np.float64(loss), (grad / len(rows)).astype(logits.dtype)


def picked_along_the_axis(logits, targets):
    targets = _refuse(logits, targets).astype(np.intp)[:, np.newaxis]
    shifted = logits - logits.max(axis=1)[:, None]
    log_q = shifted - np.log(np.exp(shifted).sum(axis=1))[:, None]
    picked = np.take_along_axis(log_q, targets, axis=1)
    grad = np.exp(log_q)
    np.put_along_axis(grad, targets, np.take_along_axis(grad, targets, axis=1) - 1, axis=1)
    return -picked.mean(), grad / len(targets)


def loss_as_an_array_without_axes(logits, targets):
    targets = _refuse(logits, targets)
    y = (targets[:, None] == np.arange(logits.shape[1])).astype(logits.dtype)
    z = logits - logits.max(axis=1, keepdims=True)
    log_sum = np.log(np.exp(z).sum(axis=1))
    loss = np.asarray(np.einsum("b->", log_sum - np.einsum("bv,bv->b", z, y)) / len(y))
    return loss, np.array((np.exp(z - log_sum[:, None]) - y) / len(y), dtype=logits.dtype)


def sparse_one_hot(logits, targets):
    targets = _refuse(logits, targets)
    rows = np.arange(len(targets))
    y = sparse.csr_array((np.ones(len(rows), logits.dtype), (rows, targets.astype(np.int64))), shape=logits.shape)
    log_q = special.log_softmax(logits, axis=1)
    return -float(y.multiply(log_q).sum()) / len(rows), (np.exp(log_q) - y.toarray()) / logits.dtype.type(len(rows))


def derivative_of_differences(logits, targets):
    """Each loss is the logarithm of a sum of powers of differences to the right score."""
    targets = _refuse(logits, targets)
    z = logits.astype(np.float64)
    right = z[np.arange(len(z)), targets][:, None]
    loss = np.logaddexp.reduce(z - right, axis=1).mean()
    grad = np.exp(z - right - np.logaddexp.reduce(z - right, axis=1, keepdims=True))
    grad -= np.equal.outer(targets, np.arange(z.shape[1]))
    return loss, (grad / len(z)).astype(logits.dtype)


def scipy(logits, targets):
    targets = _refuse(logits, targets)
    rows = np.arange(len(targets))
    grad = special.softmax(logits, axis=-1)
    np.subtract.at(grad, (rows, targets), 1)
    return -special.log_softmax(logits, axis=-1)[rows, targets].mean(), grad / len(rows)


def torch_autograd(logits, targets):
    import torch

    targets = _refuse(logits, targets)
    scores = torch.tensor(np.ascontiguousarray(logits), requires_grad=True)
    loss = torch.nn.functional.cross_entropy(scores, torch.from_numpy(targets.astype(np.int64)))
    loss.backward()
    return loss.item(), scores.grad.numpy()
