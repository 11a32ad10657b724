"""Wrong answers to `embed_backward`."""
# mypy: ignore-errors
# learners write no annotations

from __future__ import annotations

import numpy as np

from tests.answers import fails
from tests.answers.valid import valid

KEPT = {}


def _refuse(ids, grad_output, vocab_size):
    ids = valid(ids, vocab_size)
    if ids.shape != grad_output.shape[:-1]:
        raise ValueError(f"{ids.shape} ids, but gradients {grad_output.shape}")
    return ids


def _zeros(grad_output, vocab_size):
    return np.zeros((vocab_size, grad_output.shape[-1]), dtype=grad_output.dtype)


def _added(ids, grad_output, vocab_size):
    grad = _zeros(grad_output, vocab_size)
    np.add.at(grad, ids, grad_output)
    return grad


# --- the idea is wrong ---------------------------------------------------------------------------------------------


@fails("embed_backward", core="answer.unwritten", contract="answer.unwritten")
def starter(ids, grad_output, vocab_size):
    raise NotImplementedError


@fails("embed_backward", core="embed_backward.last_survives")
def plus_equals(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    grad[ids] += grad_output
    return grad


@fails("embed_backward", core="embed_backward.last_survives")
def assigned(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    grad[ids] = grad_output
    return grad


@fails("embed_backward", core="embed_backward.first_survives")
def first_of_each_id(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    found, first = np.unique(ids, return_index=True)
    grad = _zeros(grad_output, vocab_size)
    grad[found] = grad_output.reshape(-1, grad_output.shape[-1])[first]
    return grad


@fails("embed_backward", core="embed_backward.last_in_each_text")
def loop_over_texts(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    for i, rows in zip(ids, grad_output, strict=True):
        grad[i] += rows
    return grad


@fails("embed_backward", core="embed_backward.averaged")
def averaged(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    np.add.at(grad, ids, grad_output)
    counts = np.bincount(ids.ravel(), minlength=vocab_size)[:, None]
    return grad / np.maximum(counts, 1)


@fails("embed_backward", core="embed_backward.divided")
def divided_by_batch(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    np.add.at(grad, ids, grad_output / ids.size)
    return grad


@fails("embed_backward", core="embed_backward.sized_by_ids")
def sized_by_ids(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = np.zeros((ids.max() + 1, grad_output.shape[-1]), dtype=grad_output.dtype)
    np.add.at(grad, ids, grad_output)
    return grad


@fails("embed_backward", core="embed_backward.used_rows_only")
def used_rows_only(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    found, place = np.unique(ids, return_inverse=True)
    grad = np.zeros((len(found), grad_output.shape[-1]), dtype=grad_output.dtype)
    np.add.at(grad, place.reshape(ids.shape), grad_output)
    return grad


@fails("embed_backward", core="embed_backward.transposed")
def transposed(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    one_hot = np.eye(vocab_size, dtype=grad_output.dtype)[ids.ravel()]
    return grad_output.reshape(ids.size, -1).T @ one_hot


@fails("embed_backward", core="embed_backward.counts")
def counts(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    np.add.at(grad, ids, 1)
    return grad


@fails("embed_backward", core="embed_backward.looked_up")
def forward_again(ids, grad_output, vocab_size):
    return grad_output[ids]


@fails("embed_backward", core="embed_backward.untouched")
def untouched(ids, grad_output, vocab_size):
    _refuse(ids, grad_output, vocab_size)
    return grad_output.copy()


@fails("embed_backward", core="embed_backward.columns_added")
def columns_added(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    return np.bincount(ids.ravel(), weights=grad_output.sum(axis=-1).ravel(), minlength=vocab_size)


@fails("embed_backward", core="embed_backward.ids_sorted")
def only_ids_sorted(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    found, first = np.unique(np.sort(ids, axis=None), return_index=True)
    grad = _zeros(grad_output, vocab_size)
    grad[found] = np.add.reduceat(grad_output.reshape(ids.size, -1), first, axis=0)
    return grad


@fails("embed_backward", core="embed_backward.largest")
def largest(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    np.maximum.at(grad, ids, grad_output)
    return grad


@fails("embed_backward", core="embed_backward.negative")
def descent_step(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    np.subtract.at(grad, ids, grad_output)
    return grad


@fails("embed_backward", core="embed_backward.from_ones")
def from_ones(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = np.ones((vocab_size, grad_output.shape[-1]), dtype=grad_output.dtype)
    np.add.at(grad, ids, grad_output)
    return grad


@fails("embed_backward", core="embed_backward.zero_is_padding")
def zero_is_padding(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    np.add.at(grad, ids[ids != 0], grad_output[ids != 0])
    return grad


@fails("embed_backward", core="embed_backward.fractions_lost")
def integer_table(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = np.zeros((vocab_size, grad_output.shape[-1]), dtype=ids.dtype)
    for position in np.ndindex(ids.shape):
        grad[ids[position]] = grad[ids[position]] + grad_output[position]
    return grad


@fails("embed_backward", core="embed_backward.integer_zeros")
def integer_sums(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = np.zeros((vocab_size, grad_output.shape[-1]), dtype=int)
    for position in np.ndindex(ids.shape):
        grad[ids[position]] += grad_output[position]
    return grad


@fails("embed_backward", core="answer.nothing", contract="answer.nothing")
def returned_add_at(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    return np.add.at(_zeros(grad_output, vocab_size), ids, grad_output)


@fails("embed_backward", core="embed_backward.one_axis_only")
def one_axis_only(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    for position, i in enumerate(ids):
        grad[int(i)] += grad_output[position]
    return grad


@fails("embed_backward", core="embed_backward.last_id_needed")
def bincount_without_minlength(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    rows = grad_output.reshape(ids.size, -1)
    for k in range(rows.shape[1]):
        grad[:, k] = np.bincount(ids.ravel(), weights=rows[:, k])
    return grad


@fails("embed_backward", core="answer.raised")
def no_columns(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = np.zeros(vocab_size, dtype=grad_output.dtype)
    np.add.at(grad, ids, grad_output)
    return grad


@fails("embed_backward", core="answer.constant")
def learnt_example(ids, grad_output, vocab_size):
    grad = np.zeros((6, 1))
    grad[2], grad[5] = 4, 5
    return grad


# --- the idea is right, the contract is not kept ---------------------------------------------------------------------


@fails("embed_backward", core="answer.raised?", contract="embed_backward.double")
def float32_only(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    if grad_output.dtype != np.float32:
        raise TypeError("gradients must be float32")
    return _added(ids, grad_output, vocab_size)


@fails("embed_backward", contract="contract.float64")
def always_float64(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = np.zeros((vocab_size, grad_output.shape[-1]))
    np.add.at(grad, ids, grad_output)
    return grad


@fails("embed_backward", contract="contract.float32")
def always_float32(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = np.zeros((vocab_size, grad_output.shape[-1]), dtype=np.float32)
    np.add.at(grad, ids, grad_output)
    return grad


@fails("embed_backward", contract="ids.not_a_type_error embed_backward.stretched ids.negative_wraps")
def no_refusals(ids, grad_output, vocab_size):
    grad = _zeros(grad_output, vocab_size)
    np.add.at(grad, np.asarray(ids), grad_output)
    return grad


@fails("embed_backward", contract="ids.bool_as_number ids.float_cut ids.float_accepted ids.empty_list")
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


@fails("embed_backward", contract="ids.message")
def silent_about_the_id(ids, grad_output, vocab_size):
    try:
        ids = _refuse(ids, grad_output, vocab_size)
    except IndexError:
        raise IndexError("id out of range") from None
    return _added(ids, grad_output, vocab_size)


@fails("embed_backward", contract="ids.not_an_index_error")
def value_error_for_range(ids, grad_output, vocab_size):
    try:
        ids = _refuse(ids, grad_output, vocab_size)
    except IndexError as fault:
        raise ValueError(str(fault)) from None
    return _added(ids, grad_output, vocab_size)


@fails("embed_backward", contract="shapes.not_a_value_error")
def assertions(ids, grad_output, vocab_size):
    ids = np.asarray(ids)
    assert grad_output.shape[:-1] == ids.shape
    return _added(_refuse(ids, grad_output, vocab_size), grad_output, vocab_size)


@fails("embed_backward", contract="ids.not_a_type_error ids.negative_wraps")
def negative_ids_wrap(ids, grad_output, vocab_size):
    ids = np.asarray(ids)
    _refuse(np.maximum(ids, 0), grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    np.add.at(grad, ids, grad_output)
    return grad


@fails("embed_backward", contract="ids.out_of_range_accepted")
def leaves_out_what_is_out_of_range(ids, grad_output, vocab_size):
    ids = np.asarray(ids)
    _refuse(np.zeros_like(ids), grad_output, vocab_size)
    inside = (ids >= 0) & (ids < vocab_size)
    grad = _zeros(grad_output, vocab_size)
    np.add.at(grad, ids[inside], grad_output[inside])
    return grad


@fails("embed_backward", contract="embed_backward.stretched")
def broadcasting(ids, grad_output, vocab_size):
    ids = np.asarray(ids)
    _refuse(ids, np.zeros((*ids.shape, 1)), vocab_size)
    grad = _zeros(grad_output, vocab_size)
    np.add.at(grad, ids, grad_output)
    return grad


@fails("embed_backward", contract="embed_backward.reshaped")
def any_shape_of_that_size(ids, grad_output, vocab_size):
    ids = np.asarray(ids)
    rows = grad_output.reshape(ids.size, grad_output.shape[-1])
    return _added(_refuse(ids.ravel(), rows, vocab_size), rows, vocab_size)


@fails("embed_backward", contract="embed_backward.cut embed_backward.shapes_accepted embed_backward.reshaped")
def zip_of_both(ids, grad_output, vocab_size):
    ids = np.asarray(ids)
    _refuse(ids, np.zeros((*ids.shape, 1)), vocab_size)
    grad = _zeros(grad_output, vocab_size)
    for i, row in zip(ids.ravel(), grad_output.reshape(-1, grad_output.shape[-1])):  # noqa: B905
        grad[i] += row
    return grad


@fails("embed_backward", contract="contract.reused")
def one_table_for_all_calls(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    key = vocab_size, grad_output.shape[-1], grad_output.dtype
    grad = KEPT.setdefault(key, _zeros(grad_output, vocab_size))
    grad[...] = 0
    np.add.at(grad, ids, grad_output)
    return grad


@fails("embed_backward", contract="contract.state")
def each_batch_once(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    batch = (ids.tobytes(), grad_output.tobytes(), vocab_size)
    grad = _zeros(grad_output, vocab_size)
    if batch not in KEPT:
        np.add.at(grad, ids, grad_output)
    KEPT[batch] = True
    return grad


@fails("embed_backward", contract="contract.stale")
def remembered_by_ids(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    key = (ids.tobytes(), ids.shape, vocab_size, grad_output.shape[-1])
    if key not in KEPT:
        KEPT[key] = _added(ids, grad_output, vocab_size)
    return KEPT[key].copy()


@fails("embed_backward", contract="contract.changed contract.writes")
def adds_into_the_argument(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _added(ids, grad_output, vocab_size)
    grad_output *= 0  # "used up"
    return grad


@fails("embed_backward", contract="contract.list")
def list_of_lists(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    return _added(ids, grad_output, vocab_size).tolist()


@fails("embed_backward", contract="ids.none")
def from_smallest_to_largest(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    grad = _zeros(grad_output, vocab_size)
    for token in range(int(ids.min()), int(ids.max()) + 1):
        grad[token] = grad_output[ids == token].sum(axis=0)
    return grad


@fails("embed_backward", contract="ids.narrow")
def narrow_addresses(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    d = grad_output.shape[-1]
    address = ids[..., None] * ids.dtype.type(d) + np.arange(d, dtype=ids.dtype)
    grad = np.zeros(vocab_size * d, dtype=grad_output.dtype)
    np.add.at(grad, address.ravel(), grad_output.ravel())
    return grad.reshape(vocab_size, d)


@fails("embed_backward", contract="ids.unsigned")
def signed_addresses(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    d = np.int64(grad_output.shape[-1])
    address = ids[..., None] * d + np.arange(d)
    grad = np.zeros(vocab_size * d, dtype=grad_output.dtype)
    np.add.at(grad, address.ravel(), grad_output.ravel())
    return grad.reshape(vocab_size, d)


@fails("embed_backward", contract="ids.single ids.many_axes")
def no_single_id(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    rows = grad_output.reshape(-1, grad_output.shape[-1])
    grad = _zeros(grad_output, vocab_size)
    for position, i in enumerate(np.concatenate(ids) if ids.ndim > 1 else ids):
        grad[i] += rows[position]
    return grad


@fails("embed_backward", contract="ids.single ids.listed ids.not_a_type_error")
def array_only(ids, grad_output, vocab_size):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    return _added(_refuse(ids, grad_output, vocab_size), grad_output, vocab_size)


@fails("embed_backward", contract="contract.keywords")
def other_names(ids, g, V):  # noqa: N803
    return _added(_refuse(ids, g, V), g, V)


@fails("embed_backward", contract="contract.layout")
def memory_order(ids, grad_output, vocab_size):
    ids = _refuse(ids, grad_output, vocab_size)
    rows = grad_output.ravel(order="K").reshape(ids.size, grad_output.shape[-1])
    return _added(ids.ravel(), rows, vocab_size)
