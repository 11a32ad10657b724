"""Right answers to `embed_backward`, each by another technique."""
# mypy: ignore-errors
# learners write no annotations

from __future__ import annotations

from collections import defaultdict

import numpy as np
from scipy.sparse import csr_array

from solutions.ch02_gradients_scatter import embed_backward as _solution
from tests.answers.valid import valid


def _refuse(ids, grad_output, vocab_size):
    ids = valid(ids, vocab_size)
    if ids.shape != grad_output.shape[:-1]:
        raise ValueError(f"{ids.shape} ids, but gradients {grad_output.shape}")
    return ids


def solution(ids, grad_output, vocab_size):
    return _solution(ids, grad_output, vocab_size)


def add_at(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = np.zeros((vocab_size, grad_output.shape[-1]), dtype=grad_output.dtype)
    np.add.at(grad, ids, grad_output)
    return grad


def add_at_single_numbers(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    d = grad_output.shape[-1]
    address = ids.astype(np.int64)[..., None] * d + np.arange(d)
    grad = np.zeros(vocab_size * d, dtype=grad_output.dtype)
    np.add.at(grad, address.ravel(), grad_output.ravel())
    return grad.reshape(vocab_size, d)


def loop(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = np.zeros((vocab_size, grad_output.shape[-1]), dtype=grad_output.dtype)
    for position in np.ndindex(ids.shape):
        grad[ids[position]] += grad_output[position]
    return grad


def loop_over_vocabulary(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    return np.array([grad_output[ids == token].sum(axis=0) for token in range(vocab_size)], dtype=grad_output.dtype)


def dictionary_of_lists(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    d = grad_output.shape[-1]
    sums = defaultdict(lambda: [0.0] * d)
    for i, row in zip(ids.ravel().tolist(), grad_output.reshape(-1, d).tolist(), strict=True):
        sums[i] = [a + b for a, b in zip(sums[i], row, strict=True)]
    return np.array([sums[i] for i in range(vocab_size)], dtype=grad_output.dtype)


def one_hot_product(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    one_hot = np.zeros((ids.size, vocab_size), dtype=grad_output.dtype)
    one_hot[np.arange(ids.size), ids.ravel()] = 1
    return one_hot.T @ grad_output.reshape(ids.size, grad_output.shape[-1])


def einsum(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    one_hot = (ids.reshape(-1, 1) == np.arange(vocab_size)).astype(grad_output.dtype)
    return np.einsum("nv,nd->vd", one_hot, grad_output.reshape(ids.size, grad_output.shape[-1]))


def tensordot(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    one_hot = np.equal.outer(np.arange(vocab_size), ids.astype(np.int64)).astype(grad_output.dtype)
    return np.tensordot(one_hot, grad_output, axes=ids.ndim)


def bincount_by_column(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size).astype(np.int64).ravel()
    rows = grad_output.reshape(ids.size, grad_output.shape[-1])
    columns = [np.bincount(ids, weights=rows[:, k], minlength=vocab_size) for k in range(rows.shape[1])]
    return np.stack(columns, axis=1).astype(grad_output.dtype)


def sorted_runs(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size).ravel()
    grad = np.zeros((vocab_size, grad_output.shape[-1]), dtype=grad_output.dtype)
    if ids.size:
        order = np.argsort(ids, kind="stable")
        found, first = np.unique(ids[order], return_index=True)
        grad[found] = np.add.reduceat(grad_output.reshape(ids.size, -1)[order], first, axis=0)
    return grad


def running_sums(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size).ravel()
    order = np.argsort(ids, kind="stable")
    rows = grad_output.reshape(ids.size, grad_output.shape[-1])[order].astype(np.float64)
    sums = np.vstack([np.zeros((1, rows.shape[1])), np.cumsum(rows, axis=0)])
    ends = np.searchsorted(ids[order], np.arange(vocab_size + 1))
    return (sums[ends[1:]] - sums[ends[:-1]]).astype(grad_output.dtype)


def rounds_without_repeats(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size).ravel()
    rows = grad_output.reshape(ids.size, grad_output.shape[-1])
    grad = np.zeros((vocab_size, rows.shape[1]), dtype=rows.dtype)
    left = np.arange(ids.size)
    while left.size:
        _, first = np.unique(ids[left], return_index=True)
        grad[ids[left[first]]] += rows[left[first]]  # no id twice in one round
        left = np.delete(left, first)
    return grad


def scipy_sparse(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size).ravel().astype(np.int64)
    ones = np.ones(ids.size, dtype=grad_output.dtype)
    chosen = csr_array((ones, (ids, np.arange(ids.size))), shape=(vocab_size, ids.size))
    return chosen @ grad_output.reshape(ids.size, grad_output.shape[-1])


def torch_index_add(ids, grad_output, vocab_size):
    import torch

    ids = _refuse(ids, grad_output, vocab_size).astype(np.int64).ravel()
    rows = torch.tensor(np.array(grad_output).reshape(ids.size, grad_output.shape[-1]))
    return torch.zeros(vocab_size, rows.shape[1], dtype=rows.dtype).index_add_(0, torch.tensor(ids), rows).numpy()


def torch_autograd(ids, grad_output, vocab_size):
    import torch

    ids = _refuse(ids, grad_output, vocab_size)
    upstream = torch.tensor(np.array(grad_output))
    table = torch.zeros(vocab_size, upstream.shape[-1], dtype=upstream.dtype, requires_grad=True)
    torch.nn.functional.embedding(torch.tensor(ids.astype(np.int64)), table).backward(upstream)
    return table.grad.numpy()
