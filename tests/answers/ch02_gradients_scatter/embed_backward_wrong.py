"""Wrong answers to `embed_backward`, of the kind that learners write."""

from __future__ import annotations

import numpy as np


def _refuse(ids, grad_output, vocab_size):
    ids = np.asarray(ids)
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError(f"{ids.dtype} is no integer type")
    if ids.shape != grad_output.shape[:-1]:
        raise ValueError(f"{ids.shape} ids, but gradients {grad_output.shape}")
    for i in ids.ravel().tolist():
        if not 0 <= i < vocab_size:
            raise IndexError(f"{i} not in 0..{vocab_size - 1}")
    return ids


def _zeros(grad_output, vocab_size):
    return np.zeros((vocab_size, grad_output.shape[-1]), dtype=grad_output.dtype)


# --- the idea is wrong ---------------------------------------------------------------------------------------------


def starter(ids, grad_output, vocab_size):
    raise NotImplementedError


def plus_equals(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    grad[ids] += grad_output
    return grad


def assigned(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    grad[ids] = grad_output
    return grad


def first_of_each_id(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    found, first = np.unique(ids, return_index=True)
    grad = _zeros(grad_output, vocab_size)
    grad[found] = grad_output.reshape(-1, grad_output.shape[-1])[first]
    return grad


def loop_over_texts(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    for i, rows in zip(ids, grad_output, strict=True):
        grad[i] += rows
    return grad


def averaged(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    np.add.at(grad, ids, grad_output)
    counts = np.bincount(ids.ravel(), minlength=vocab_size)[:, None]
    return grad / np.maximum(counts, 1)


def divided_by_batch(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    np.add.at(grad, ids, grad_output / ids.size)
    return grad


def sized_by_ids(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = np.zeros((ids.max() + 1, grad_output.shape[-1]), dtype=grad_output.dtype)
    np.add.at(grad, ids, grad_output)
    return grad


def used_rows_only(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    found, place = np.unique(ids, return_inverse=True)
    grad = np.zeros((len(found), grad_output.shape[-1]), dtype=grad_output.dtype)
    np.add.at(grad, place.reshape(ids.shape), grad_output)
    return grad


def transposed(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    one_hot = np.eye(vocab_size, dtype=grad_output.dtype)[ids.ravel()]
    return grad_output.reshape(ids.size, -1).T @ one_hot


def counts(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    np.add.at(grad, ids, 1)
    return grad


def forward_again(ids, grad_output, vocab_size):
    return grad_output[ids]


def untouched(ids, grad_output, vocab_size):
    _refuse(ids, grad_output, vocab_size)
    return grad_output.copy()


def columns_added(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    return np.bincount(ids.ravel(), weights=grad_output.sum(axis=-1).ravel(), minlength=vocab_size)


def only_ids_sorted(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    found, first = np.unique(np.sort(ids, axis=None), return_index=True)
    grad = _zeros(grad_output, vocab_size)
    grad[found] = np.add.reduceat(grad_output.reshape(ids.size, -1), first, axis=0)
    return grad


def largest(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    np.maximum.at(grad, ids, grad_output)
    return grad


def descent_step(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    np.subtract.at(grad, ids, grad_output)
    return grad


def from_ones(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = np.ones((vocab_size, grad_output.shape[-1]), dtype=grad_output.dtype)
    np.add.at(grad, ids, grad_output)
    return grad


def zero_is_padding(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    np.add.at(grad, ids[ids != 0], grad_output[ids != 0])
    return grad


def integer_table(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = np.zeros((vocab_size, grad_output.shape[-1]), dtype=ids.dtype)
    for position in np.ndindex(ids.shape):
        grad[ids[position]] = grad[ids[position]] + grad_output[position]
    return grad


def integer_add_at(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = np.zeros((vocab_size, grad_output.shape[-1]), dtype=int)
    np.add.at(grad, ids, grad_output)
    return grad


def returned_add_at(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    return np.add.at(_zeros(grad_output, vocab_size), ids, grad_output)


def one_axis_only(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    for position, i in enumerate(ids):
        grad[int(i)] += grad_output[position]
    return grad


def bincount_without_minlength(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    rows = grad_output.reshape(ids.size, -1)
    for k in range(rows.shape[1]):
        grad[:, k] = np.bincount(ids.ravel(), weights=rows[:, k])
    return grad


def no_columns(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = np.zeros(vocab_size, dtype=grad_output.dtype)
    np.add.at(grad, ids, grad_output)
    return grad


def learnt_example(ids, grad_output, vocab_size):
    grad = np.zeros((6, 1))
    grad[2], grad[5] = 4, 5
    return grad


# --- the idea is right, the contract is not kept ---------------------------------------------------------------------


def always_float64(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = np.zeros((vocab_size, grad_output.shape[-1]))
    np.add.at(grad, ids, grad_output)
    return grad


def always_float32(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = np.zeros((vocab_size, grad_output.shape[-1]), dtype=np.float32)
    np.add.at(grad, ids, grad_output)
    return grad


def no_refusals(ids, grad_output, vocab_size):
    grad = _zeros(grad_output, vocab_size)
    np.add.at(grad, np.asarray(ids), grad_output)
    return grad


def range_only(ids, grad_output, vocab_size):
    ids = np.asarray(ids)
    if ids.shape != grad_output.shape[:-1]:
        raise ValueError("shapes differ")
    for i in ids.ravel().tolist():
        if i < 0 or i >= vocab_size:
            raise IndexError(f"{i} is not below {vocab_size}")
    grad = _zeros(grad_output, vocab_size)
    np.add.at(grad, ids.astype(int), grad_output)
    return grad


def silent_about_the_id(ids, grad_output, vocab_size):
    try:
        ids = _refuse(ids, grad_output, vocab_size)
    except IndexError:
        raise IndexError("id out of range") from None
    return add_rows(ids, grad_output, vocab_size)


def value_error_for_range(ids, grad_output, vocab_size):
    try:
        ids = _refuse(ids, grad_output, vocab_size)
    except IndexError as fault:
        raise ValueError(str(fault)) from None
    return add_rows(ids, grad_output, vocab_size)


def assertions(ids, grad_output, vocab_size):
    ids = np.asarray(ids)
    assert grad_output.shape[:-1] == ids.shape
    return add_rows(_refuse(ids, grad_output, vocab_size), grad_output, vocab_size)


def negative_ids_wrap(ids, grad_output, vocab_size):
    ids = np.asarray(ids)
    _refuse(np.maximum(ids, 0), grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    np.add.at(grad, ids, grad_output)
    return grad


def broadcasting(ids, grad_output, vocab_size):
    ids = np.asarray(ids)
    _refuse(ids, np.zeros((*ids.shape, 1)), vocab_size)
    grad = _zeros(grad_output, vocab_size)
    np.add.at(grad, ids, grad_output)
    return grad


def any_shape_of_that_size(ids, grad_output, vocab_size):
    ids = np.asarray(ids)
    rows = grad_output.reshape(ids.size, grad_output.shape[-1])
    return add_rows(_refuse(ids.ravel(), rows, vocab_size), rows, vocab_size)


def zip_of_both(ids, grad_output, vocab_size):
    ids = np.asarray(ids)
    _refuse(ids, np.zeros((*ids.shape, 1)), vocab_size)
    grad = _zeros(grad_output, vocab_size)
    for i, row in zip(ids.ravel(), grad_output.reshape(-1, grad_output.shape[-1])):  # noqa: B905
        grad[i] += row
    return grad


_TABLES = {}


def one_table_for_all_calls(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    key = vocab_size, grad_output.shape[-1], grad_output.dtype
    grad = _TABLES.setdefault(key, _zeros(grad_output, vocab_size))
    grad[...] = 0
    np.add.at(grad, ids, grad_output)
    return grad


_SUMS = {}


def sums_that_go_on(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    key = vocab_size, grad_output.shape[-1], grad_output.dtype
    grad = _SUMS.setdefault(key, _zeros(grad_output, vocab_size))
    if _SUMS.get("last") != (vocab_size, ids.tolist()):
        grad[...] = 0
    _SUMS["last"] = (vocab_size, ids.tolist())
    np.add.at(grad, ids, grad_output)
    return grad.copy()


_KNOWN = {}


def remembered_by_ids(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    key = (vocab_size, grad_output.shape, str(grad_output.dtype), ids.tobytes())
    if key not in _KNOWN:
        _KNOWN[key] = add_rows(ids, grad_output, vocab_size)
    return _KNOWN[key].copy()


def adds_into_the_argument(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = add_rows(ids, grad_output, vocab_size)
    grad_output *= 0  # "used up"
    return grad


def list_of_lists(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    return add_rows(ids, grad_output, vocab_size).tolist()


def reduceat_needs_a_row(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size).ravel()
    order = np.argsort(ids, kind="stable")
    found, first = np.unique(ids[order], return_index=True)
    grad = _zeros(grad_output, vocab_size)
    grad[found] = np.add.reduceat(grad_output.reshape(ids.size, grad_output.shape[-1])[order], first, axis=0)
    return grad


def narrow_addresses(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    d = grad_output.shape[-1]
    address = ids[..., None] * ids.dtype.type(d) + np.arange(d, dtype=ids.dtype)
    grad = np.zeros(vocab_size * d, dtype=grad_output.dtype)
    np.add.at(grad, address.ravel(), grad_output.ravel())
    return grad.reshape(vocab_size, d)


def bincount_of_ids(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    rows = grad_output.reshape(ids.size, grad_output.shape[-1])
    columns = [np.bincount(ids.ravel(), weights=rows[:, k], minlength=vocab_size) for k in range(rows.shape[1])]
    return np.stack(columns, axis=1).astype(grad_output.dtype)


def no_single_id(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    rows = grad_output.reshape(-1, grad_output.shape[-1])
    grad = _zeros(grad_output, vocab_size)
    for position, i in enumerate(np.concatenate(ids) if ids.ndim > 1 else ids):
        grad[i] += rows[position]
    return grad


def array_only(ids, grad_output, vocab_size):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    return add_rows(_refuse(ids, grad_output, vocab_size), grad_output, vocab_size)


def other_names(ids, g, V):  # noqa: N803
    return add_rows(_refuse(ids, g, V), g, V)


def memory_order(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    rows = grad_output.ravel(order="K").reshape(ids.size, grad_output.shape[-1])
    return add_rows(ids.ravel(), rows, vocab_size)


def add_rows(ids, grad_output, vocab_size):
    grad = _zeros(grad_output, vocab_size)
    np.add.at(grad, ids, grad_output)
    return grad
