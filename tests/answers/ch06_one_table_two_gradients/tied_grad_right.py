"""Right answers to `tied_grad`, each by another technique."""
# mypy: ignore-errors
# learners write no annotations

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from solutions.ch06_one_table_two_gradients import tied_grad as _solution
from tests.answers.valid import valid


def _refuse(ids, grad_embedded, hidden, grad_logits):
    ids = valid(ids, grad_logits.shape[-1])
    if not ids.shape == grad_embedded.shape[:-1] == hidden.shape[:-1] == grad_logits.shape[:-1]:
        raise ValueError("leading shapes differ")
    if grad_embedded.shape[-1] != hidden.shape[-1]:
        raise ValueError("widths differ")
    return ids


def _flat(ids, *arrays):
    return (ids.ravel().astype(np.int64), *(array.reshape(ids.size, array.shape[-1]) for array in arrays))


def solution(ids, grad_embedded, hidden, grad_logits):
    return _solution(ids, grad_embedded, hidden, grad_logits)


def loops_over_everything(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    grad = np.zeros((grad_logits.shape[-1], hidden.shape[-1]))
    for p in np.ndindex(ids.shape):
        grad[ids[p]] += grad_embedded[p]
        for j in range(len(grad)):
            grad[j] += float(grad_logits[p][j]) * hidden[p]
    return grad.astype(grad_logits.dtype)


def outer_products(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    ids, x, h, z = _flat(ids, grad_embedded, hidden, grad_logits)
    grad = np.zeros((z.shape[-1], h.shape[-1]), dtype=z.dtype)
    for i, row, state, scores in zip(ids, x, h, z, strict=True):
        grad[i] += row
        grad += np.outer(scores, state)
    return grad


def one_hot_and_one_product(ids, grad_embedded, hidden, grad_logits):
    """Put the lamps beside the scores, and the two widths below each other."""
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    ids, x, h, z = _flat(ids, grad_embedded, hidden, grad_logits)
    lamps = np.eye(z.shape[-1])[ids]
    return (np.concatenate([lamps, z]).T @ np.concatenate([x, h])).astype(z.dtype)


def einsum(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    lamps = np.equal.outer(ids.astype(np.int64), np.arange(grad_logits.shape[-1])).astype(grad_embedded.dtype)
    axes = "abcdefg"[: ids.ndim]
    lookup = np.einsum(f"{axes}v,{axes}w->vw", lamps, grad_embedded)
    return (lookup + np.einsum(f"{axes}v,{axes}w->vw", grad_logits, hidden)).astype(grad_logits.dtype)


def tensordot(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    axes = (tuple(range(ids.ndim)),) * 2
    grad = np.tensordot(grad_logits, hidden, axes=axes).astype(grad_logits.dtype)
    np.add.at(grad, ids, grad_embedded)
    return grad


def textbook_layout_turned_back(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    ids, x, h, z = _flat(ids, grad_embedded, hidden, grad_logits)
    columns = h.T @ z  # shape (d, V)
    for p, i in enumerate(ids):
        columns[:, i] += x[p]
    return np.ascontiguousarray(columns.T, dtype=z.dtype)


def bincount(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    ids, x, h, z = _flat(ids, grad_embedded, hidden, grad_logits)
    columns = [np.bincount(ids, weights=x[:, k], minlength=z.shape[-1]) for k in range(x.shape[-1])]
    return (np.stack(columns, axis=1) + z.T @ h).astype(z.dtype)


def row_by_row(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    ids, x, h, z = _flat(ids, grad_embedded, hidden, grad_logits)
    rows = [x[ids == j].sum(axis=0) + (z[:, j : j + 1] * h).sum(axis=0) for j in range(z.shape[-1])]
    return np.array(rows, dtype=z.dtype)


def scipy_sparse(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    ids, x, h, z = _flat(ids, grad_embedded, hidden, grad_logits)
    ones = np.ones(ids.size)
    lamps = csr_array((ones, (ids, np.arange(ids.size))), shape=(z.shape[-1], ids.size))
    return (lamps @ x + z.T @ h).astype(z.dtype)


def by_the_definition_of_a_slope(ids, grad_embedded, hidden, grad_logits):
    """Differentiate sum(G * E[ids]) + sum(Z * (H @ E.T)), which is linear in E."""
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    ids, x, h, z = _flat(ids, grad_embedded, hidden, grad_logits)
    grad = np.zeros((z.shape[-1], h.shape[-1]))
    for j, k in np.ndindex(grad.shape):
        nudged = np.zeros_like(grad)
        nudged[j, k] = 1
        grad[j, k] = np.sum(x * nudged[ids]) + np.sum(z * (h @ nudged.T))
    return grad.astype(z.dtype)


def torch_autograd(ids, grad_embedded, hidden, grad_logits):
    import torch

    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    x, h, z = (torch.tensor(np.array(array, dtype=np.float64)) for array in (grad_embedded, hidden, grad_logits))
    table = torch.zeros(z.shape[-1], h.shape[-1], dtype=torch.float64, requires_grad=True)
    rows = torch.nn.functional.embedding(torch.tensor(ids.astype(np.int64)), table)
    ((rows * x).sum() + (torch.nn.functional.linear(h, table) * z).sum()).backward()
    return table.grad.numpy().astype(grad_logits.dtype)


def courses_autograd(ids, grad_embedded, hidden, grad_logits):
    from tiedbook.autograd import Parameter, Tensor

    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    ids, x, h, z = _flat(ids, grad_embedded, hidden, grad_logits)
    table = Parameter(np.zeros((z.shape[-1], h.shape[-1]), dtype=z.dtype))
    (Tensor(np.eye(z.shape[-1], dtype=z.dtype)[ids]) @ table).backward(x)
    (Tensor(h) @ table.T).backward(z)
    return table.grad
