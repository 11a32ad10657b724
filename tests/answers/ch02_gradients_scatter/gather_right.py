"""Right answers to `gather`, each by another technique."""
# mypy: ignore-errors
# learners write no annotations

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from solutions.ch02_gradients_scatter import gather as _solution
from tests.answers.valid import valid
from tiedbook.autograd import Tensor


def solution(table, ids):
    return _solution(table, ids)


def add_at(table, ids):
    ids = valid(ids, len(table.data))

    def rule(grad):
        total = np.zeros_like(table.data)
        np.add.at(total, ids, grad)
        return (total,)

    return Tensor(table.data[ids], (table,), rule)


def taken_and_looped(table, ids):
    ids = valid(ids, table.shape[0])

    def rule(grad):
        total = np.zeros(table.shape)  # float64, whatever the table is: `backward` gives it the dtype of the table
        for position in np.ndindex(ids.shape):
            total[ids[position]] += grad[position]
        return (total,)

    return Tensor(np.take(table.data, ids, axis=0), (table,), rule)


def lambda_rule(table, ids):
    ids = valid(ids, len(table.data))
    one_hot = (ids.reshape(-1, 1) == np.arange(len(table.data))).astype(table.data.dtype)
    return Tensor(table.data[ids], (table,), lambda grad: (one_hot.T @ grad.reshape(-1, grad.shape[-1]),))


def product_of_tensors(table, ids):
    ids = valid(ids, len(table.data))
    return Tensor(np.eye(len(table.data), dtype=table.data.dtype)[ids]) @ table


def product_with_an_array(table, ids):
    ids = valid(ids, len(table.data))
    one_hot = np.zeros((*ids.shape, len(table.data)), table.data.dtype)
    np.put_along_axis(one_hot, ids.astype(np.int64)[..., None], 1, axis=-1)
    return one_hot @ table


def transposed_twice(table, ids):
    ids = valid(ids, len(table.data))
    one_hot = np.eye(len(table.data), dtype=table.data.dtype)[ids]
    columns = table.T

    def rule(grad):
        return (grad.reshape(-1, grad.shape[-1]).T @ one_hot.reshape(-1, one_hot.shape[-1]),)

    return Tensor(np.moveaxis(columns.data[:, ids], 0, -1).copy(), (columns,), rule)


def einsum(table, ids):
    ids = valid(ids, len(table.data))
    one_hot = (ids.reshape(-1)[:, None] == np.arange(len(table.data))).astype(table.data.dtype)

    def rule(grad):
        return (np.einsum("nv,nd->vd", one_hot, grad.reshape(ids.size, grad.shape[-1])),)

    rows = np.einsum("nv,vd->nd", one_hot, table.data)
    return Tensor(rows.reshape(*ids.shape, table.shape[1]), (table,), rule)


def bincount(table, ids):
    ids = valid(ids, len(table.data))
    flat = ids.astype(np.int64).ravel()

    def rule(grad):
        columns = grad.reshape(flat.size, table.shape[1]).T
        return (np.stack([np.bincount(flat, column, table.shape[0]) for column in columns], axis=1),)

    return Tensor(table.data[ids], (table,), rule)


def scipy_sparse(table, ids):
    ids = valid(ids, len(table.data))
    flat = ids.astype(np.int64).ravel()
    ones = np.ones(flat.size, table.data.dtype)
    chosen = csr_array((ones, (np.arange(flat.size), flat)), shape=(flat.size, len(table.data)))
    data = (chosen @ np.asarray(table.data)).reshape(*ids.shape, table.shape[1])
    return Tensor(data, (table,), lambda grad: (chosen.T @ grad.reshape(flat.size, table.shape[1]),))


def a_class_of_its_own(table, ids):
    return _Gathered(table, valid(ids, len(table.data)))


class _Gathered(Tensor):
    def __init__(self, table, ids):
        super().__init__(table.data[ids], (table,), self.scatter)
        self.ids = ids

    def scatter(self, grad):
        (table,) = self.parents
        total = np.zeros_like(table.data)
        np.add.at(total, self.ids, grad)
        return (total,)


def stacked_rows(table, ids):
    ids = valid(ids, len(table.data))
    if not ids.size:
        nothing = np.zeros((*ids.shape, table.shape[1]), table.data.dtype)
        return Tensor(nothing, (table,), lambda _: (np.zeros_like(table.data),))
    data = np.stack([table.data[i] for i in ids.ravel()]).reshape(*ids.shape, table.shape[1])

    def rule(grad):
        rows = grad.reshape(ids.size, table.shape[1])
        return (np.array([rows[ids.ravel() == token].sum(axis=0) for token in range(len(table.data))]),)

    return Tensor(data, (table,), rule)


def torch_both_ways(table, ids):
    import torch

    ids = torch.tensor(valid(ids, len(table.data)).astype(np.int64))

    def rule(grad):
        weight = torch.zeros(table.shape, dtype=rows.dtype, requires_grad=True)
        torch.nn.functional.embedding(ids, weight).backward(torch.tensor(grad))
        return (weight.grad.numpy(),)

    rows = torch.nn.functional.embedding(ids, torch.tensor(np.array(table.data)))
    return Tensor(rows.numpy(), (table,), rule)
