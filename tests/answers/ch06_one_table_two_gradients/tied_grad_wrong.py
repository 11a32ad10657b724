"""Wrong answers to `tied_grad`."""
# mypy: ignore-errors
# learners write no annotations

from __future__ import annotations

import numpy as np

from tests.answers import fails
from tests.answers.valid import valid

KEPT = {}


def _refuse(ids, grad_embedded, hidden, grad_logits):
    ids = valid(ids, grad_logits.shape[-1])
    if not ids.shape == grad_embedded.shape[:-1] == hidden.shape[:-1] == grad_logits.shape[:-1]:
        raise ValueError("leading shapes differ")
    if grad_embedded.shape[-1] != hidden.shape[-1]:
        raise ValueError("widths differ")
    return ids


def _flat(ids, *arrays):
    return (ids.ravel(), *(array.reshape(ids.size, array.shape[-1]) for array in arrays))


def _zeros(hidden, grad_logits):
    return np.zeros((grad_logits.shape[-1], hidden.shape[-1]), grad_logits.dtype)


def _lookup(ids, grad_embedded, grad_logits):
    grad = _zeros(grad_embedded, grad_logits)
    np.add.at(grad, ids, grad_embedded)
    return grad


def _head(ids, hidden, grad_logits):
    _, rows, scores = _flat(ids, hidden, grad_logits)
    return (scores.T @ rows).astype(grad_logits.dtype)


def _added(ids, grad_embedded, hidden, grad_logits):
    return _lookup(ids, grad_embedded, grad_logits) + _head(ids, hidden, grad_logits)


# --- the idea is wrong ---------------------------------------------------------------------------------------------


@fails("tied_grad", core="answer.unwritten", contract="answer.unwritten")
def starter(ids, grad_embedded, hidden, grad_logits):
    raise NotImplementedError


@fails("tied_grad", core="tied_grad.lookup_only")
def lookup_only(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    return _lookup(ids, grad_embedded, grad_logits)


@fails("tied_grad", core="tied_grad.head_only")
def head_only(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    return _head(ids, hidden, grad_logits)


@fails("tied_grad", core="tied_grad.head_only")
def second_assignment_wins(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    grad = _lookup(ids, grad_embedded, grad_logits)
    for j in range(len(grad)):
        grad[j] = _head(ids, hidden, grad_logits)[j]
    return grad


@fails("tied_grad", core="tied_grad.last_survives")
def plus_equals(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    grad = _head(ids, hidden, grad_logits)
    grad[ids] += grad_embedded
    return grad


@fails("tied_grad", core="tied_grad.last_in_each_text")
def loop_over_texts(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    grad = _head(ids, hidden, grad_logits)
    for text, rows in zip(ids, grad_embedded, strict=True):
        grad[text] += rows
    return grad


@fails("tied_grad", core="tied_grad.overwritten")
def rows_replaced(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    grad = _head(ids, hidden, grad_logits)
    grad[ids] = grad_embedded
    return grad


@fails("tied_grad", core="tied_grad.averaged")
def averaged(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    return _added(ids, grad_embedded, hidden, grad_logits) / 2


@fails("tied_grad", core="tied_grad.divided")
def head_averaged_over_positions(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    return _lookup(ids, grad_embedded, grad_logits) + _head(ids, hidden, grad_logits) / ids.size


@fails("tied_grad", core="tied_grad.divided")
def all_divided_by_batch(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    return _added(ids, grad_embedded, hidden, grad_logits) / len(ids)


@fails("tied_grad", core="tied_grad.transposed")
def textbook_layout(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    _, rows, scores = _flat(ids, hidden, grad_logits)
    return rows.T @ scores + _lookup(ids, grad_embedded, grad_logits).T


@fails("tied_grad", core="tied_grad.layouts_differ")
def head_the_wrong_way_round(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    _, rows, scores = _flat(ids, hidden, grad_logits)
    return _lookup(ids, grad_embedded, grad_logits) + rows.T @ scores


@fails("tied_grad", core="tied_grad.swapped")
def swapped(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    return _added(ids, hidden, grad_embedded, grad_logits)


@fails("tied_grad", core="tied_grad.hidden_scattered")
def hidden_scattered(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    return _lookup(ids, hidden, grad_logits) + _head(ids, hidden, grad_logits)


@fails("tied_grad", core="tied_grad.gradient_scored")
def gradient_scored(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    return _lookup(ids, grad_embedded, grad_logits) + _head(ids, grad_embedded, grad_logits)


@fails("tied_grad", core="tied_grad.batch_rows_only")
def rows_of_the_batch_only(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    grad = _lookup(ids, grad_embedded, grad_logits)
    used = np.unique(ids)
    grad[used] += _head(ids, hidden, grad_logits)[used]
    return grad


@fails("tied_grad", core="tied_grad.own_column")
def own_score_only(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    own = np.take_along_axis(grad_logits, ids[..., None], axis=-1)
    return _lookup(ids, grad_embedded + own * hidden, grad_logits)


@fails("tied_grad", core="tied_grad.subtracted")
def subtracted(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    return _lookup(ids, grad_embedded, grad_logits) - _head(ids, hidden, grad_logits)


@fails("tied_grad", core="tied_grad.negative")
def descent_step(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    return -_added(ids, grad_embedded, hidden, grad_logits)


@fails("tied_grad", core="tied_grad.positions_kept")
def positions_kept(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    each = grad_logits[..., :, None] * hidden[..., None, :]
    return each + _lookup(ids, grad_embedded, grad_logits)


@fails("tied_grad", core="tied_grad.texts_kept")
def texts_kept(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    if ids.ndim < 2:
        return _added(ids, grad_embedded, hidden, grad_logits)
    return grad_logits.swapaxes(-1, -2) @ hidden + _lookup(ids, grad_embedded, grad_logits)


@fails("tied_grad", core="tied_grad.one_position")
def last_position_only(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    _, rows, scores = _flat(ids, hidden, grad_logits)
    for row, score in zip(rows, scores, strict=True):
        head = np.outer(score, row)
    return _lookup(ids, grad_embedded, grad_logits) + head


@fails("tied_grad", core="tied_grad.product_of_sums")
def product_of_sums(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    _, rows, scores = _flat(ids, hidden, grad_logits)
    return _lookup(ids, grad_embedded, grad_logits) + np.outer(scores.sum(axis=0), rows.sum(axis=0))


@fails("tied_grad", core="tied_grad.two_tables")
def both_returned(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    return _lookup(ids, grad_embedded, grad_logits), _head(ids, hidden, grad_logits)


@fails("tied_grad", core="tied_grad.two_tables")
def concatenated(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    return np.concatenate([_lookup(ids, grad_embedded, grad_logits), _head(ids, hidden, grad_logits)])


@fails("tied_grad", core="tied_grad.counted_twice")
def lookup_twice(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    grad = _added(ids, grad_embedded, hidden, grad_logits)
    np.add.at(grad, ids, grad_embedded)
    return grad


@fails("tied_grad", core="tied_grad.ones_scattered")
def ones_scattered(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    grad = _head(ids, hidden, grad_logits)
    np.add.at(grad, ids, 1)
    return grad


@fails("tied_grad", core="tied_grad.from_ones")
def from_ones(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    grad = np.ones_like(_zeros(hidden, grad_logits))
    grad += _added(ids, grad_embedded, hidden, grad_logits)
    return grad


@fails("tied_grad", core="tied_grad.zero_is_padding")
def zero_is_padding(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    grad = _added(ids, grad_embedded, hidden, grad_logits)
    grad[0] = 0
    return grad


@fails("tied_grad", core="tied_grad.fractions_lost")
def integer_table(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    grad = np.zeros((grad_logits.shape[-1], hidden.shape[-1]), dtype=int)
    grad[...] = _added(ids, grad_embedded, hidden, grad_logits)
    return grad


@fails("tied_grad", core="tied_grad.integer_zeros")
def integer_sums(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    grad = np.zeros((grad_logits.shape[-1], hidden.shape[-1]), dtype=int)
    grad += _added(ids, grad_embedded, hidden, grad_logits)
    return grad


@fails("tied_grad", core="tied_grad.last_id_needed")
def sized_by_ids(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    lookup = np.zeros((ids.max() + 1, hidden.shape[-1]), grad_logits.dtype)
    np.add.at(lookup, ids, grad_embedded)
    return lookup + _head(ids, hidden, grad_logits)


@fails("tied_grad", core="tied_grad.one_axis_only")
def one_axis_only(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    return grad_logits.T @ hidden + _lookup(ids, grad_embedded, grad_logits)


@fails("tied_grad", core="answer.nothing", contract="answer.nothing")
def forgotten_return(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    grad = _head(ids, hidden, grad_logits)
    np.add.at(grad, ids, grad_embedded)


@fails("tied_grad", core="answer.constant")
def learnt_example(ids, grad_embedded, hidden, grad_logits):
    return np.ones((6, 2))


# --- the idea is right, the contract is not kept ---------------------------------------------------------------------


@fails("tied_grad", contract="contract.float64")
def always_float64(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    grad = np.zeros((grad_logits.shape[-1], hidden.shape[-1]))
    grad += _added(ids, grad_embedded, hidden, grad_logits)
    return grad


@fails("tied_grad", contract="contract.float32")
def always_float32(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    return _added(ids, grad_embedded, hidden, grad_logits).astype(np.float32)


@fails("tied_grad", contract="contract.float64")
def whatever_comes_out(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    _, rows, scores = _flat(ids, hidden, grad_logits)
    head = scores.T @ rows
    np.add.at(head, ids, grad_embedded)
    return head


@fails("tied_grad", contract="contract.float32 contract.float64")
def dtype_of_hidden(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    return _added(ids, grad_embedded, hidden, grad_logits).astype(hidden.dtype)


@fails("tied_grad", core="answer.raised?", contract="tied_grad.double tied_grad.several_types")
def float32_only(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    if grad_logits.dtype != np.float32:
        raise TypeError("gradients must be float32")
    return _added(ids, grad_embedded, hidden, grad_logits)


@fails("tied_grad", contract="tied_grad.several_types")
def one_float_type_only(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    assert grad_embedded.dtype == hidden.dtype == grad_logits.dtype
    return _added(ids, grad_embedded, hidden, grad_logits)


@fails("tied_grad", contract="ids.not_a_type_error tied_grad.stretched tied_grad.reshaped ids.negative_wraps")
def no_refusals(ids, grad_embedded, hidden, grad_logits):
    vocab_size, d = grad_logits.shape[-1], hidden.shape[-1]
    grad = (grad_logits.reshape(-1, vocab_size).T @ hidden.reshape(-1, d)).astype(grad_logits.dtype)
    np.add.at(grad, np.asarray(ids), grad_embedded)
    return grad


@fails("tied_grad", contract="tied_grad.reshaped")
def any_shape_of_that_size(ids, grad_embedded, hidden, grad_logits):
    ids = valid(ids, grad_logits.shape[-1]).ravel()
    rows = [array.reshape(-1, array.shape[-1]) for array in (grad_embedded, hidden, grad_logits)]
    return _added(_refuse(ids, *rows), *rows)


@fails("tied_grad", contract="tied_grad.stretched")
def einstein_without_shapes(ids, grad_embedded, hidden, grad_logits):
    ids = valid(ids, grad_logits.shape[-1])
    if grad_logits.shape[:-1] != ids.shape or hidden.ndim != ids.ndim + 1:
        raise ValueError("shapes differ")
    axes = "abcdefg"[: ids.ndim]
    head = np.einsum(f"{axes}v,{axes}w->vw", grad_logits, hidden).astype(grad_logits.dtype)
    if grad_embedded.shape[:-1] != ids.shape or grad_embedded.shape[-1] != head.shape[-1]:
        raise ValueError("shapes differ")
    return head + _lookup(ids, grad_embedded, grad_logits)


@fails("tied_grad", contract="tied_grad.stretched")
def widths_not_compared(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, hidden, hidden, grad_logits)
    if grad_embedded.shape[:-1] != ids.shape:
        raise ValueError("shapes differ")
    grad = _head(ids, hidden, grad_logits)
    np.add.at(grad, ids, grad_embedded)
    return grad


@fails("tied_grad", contract="tied_grad.shapes_accepted tied_grad.reshaped")
def zip_of_all(ids, grad_embedded, hidden, grad_logits):
    ids = valid(ids, grad_logits.shape[-1])
    arrays = [array.reshape(-1, array.shape[-1]) for array in (grad_embedded, hidden, grad_logits)]
    if grad_embedded.shape[-1] != hidden.shape[-1]:
        raise ValueError("widths differ")
    grad = _zeros(hidden, grad_logits)
    for i, row, h, scores in zip(ids.ravel(), *arrays):  # noqa: B905
        grad[i] += row
        grad += np.outer(scores, h)
    return grad


@fails("tied_grad", contract="shapes.not_a_value_error")
def assertions(ids, grad_embedded, hidden, grad_logits):
    ids = valid(ids, grad_logits.shape[-1])
    assert ids.shape == grad_embedded.shape[:-1] == hidden.shape[:-1] == grad_logits.shape[:-1]
    assert grad_embedded.shape[-1] == hidden.shape[-1]
    return _added(ids, grad_embedded, hidden, grad_logits)


@fails("tied_grad", contract="ids.bool_as_number ids.float_cut ids.float_accepted ids.empty_list")
def range_only(ids, grad_embedded, hidden, grad_logits):
    ids = np.asarray(ids)
    if ids.dtype.kind in "USO":
        raise TypeError("no ids")
    ids = ids if ids.dtype == np.uint64 else ids.astype(int)
    return _added(_refuse(ids, grad_embedded, hidden, grad_logits), grad_embedded, hidden, grad_logits)


@fails("tied_grad", contract="ids.message")
def silent_about_the_id(ids, grad_embedded, hidden, grad_logits):
    try:
        ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    except IndexError:
        raise IndexError("id out of range") from None
    return _added(ids, grad_embedded, hidden, grad_logits)


@fails("tied_grad", contract="ids.not_an_index_error")
def value_error_for_range(ids, grad_embedded, hidden, grad_logits):
    try:
        ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    except IndexError as fault:
        raise ValueError(str(fault)) from None
    return _added(ids, grad_embedded, hidden, grad_logits)


@fails("tied_grad", contract="ids.out_of_range_accepted")
def leaves_out_what_is_out_of_range(ids, grad_embedded, hidden, grad_logits):
    ids = np.asarray(ids)
    _refuse(np.zeros_like(ids), grad_embedded, hidden, grad_logits)
    inside = (ids >= 0) & (ids < grad_logits.shape[-1])
    grad = _head(ids, hidden, grad_logits)
    np.add.at(grad, ids[inside], grad_embedded[inside])
    return grad


@fails("tied_grad", contract="contract.reused")
def one_table_for_all_calls(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    key = grad_logits.shape[-1], hidden.shape[-1], grad_logits.dtype
    grad = KEPT.setdefault(key, _zeros(hidden, grad_logits))
    grad[...] = _added(ids, grad_embedded, hidden, grad_logits)
    return grad


@fails("tied_grad", contract="contract.state")
def accumulates_over_calls(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    call = (ids.tobytes(), grad_embedded.tobytes(), hidden.tobytes(), grad_logits.tobytes())
    KEPT[call] = KEPT.get(call, 0) + _added(ids, grad_embedded, hidden, grad_logits)
    return KEPT[call].copy()


@fails("tied_grad", contract="contract.stale")
def remembered_by_ids(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    key = (ids.tobytes(), ids.shape, grad_logits.shape, hidden.shape)
    if key not in KEPT:
        KEPT[key] = _added(ids, grad_embedded, hidden, grad_logits)
    return KEPT[key].copy()


@fails("tied_grad", contract="contract.changed contract.writes")
def adds_into_the_argument(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    grad = _added(ids, grad_embedded, hidden, grad_logits)
    grad_embedded += 1
    return grad


@fails("tied_grad", contract="contract.list")
def list_of_lists(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    return _added(ids, grad_embedded, hidden, grad_logits).tolist()


@fails("tied_grad", contract="contract.keywords")
def other_names(ids, dx, h, dz):
    return _added(_refuse(ids, dx, h, dz), dx, h, dz)


@fails("tied_grad", contract="contract.layout")
def memory_order(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    rows = hidden.ravel(order="K").reshape(ids.size, hidden.shape[-1])
    scores = grad_logits.reshape(ids.size, grad_logits.shape[-1])
    return (scores.T @ rows).astype(grad_logits.dtype) + _lookup(ids, grad_embedded, grad_logits)


@fails("tied_grad", contract="ids.single ids.many_axes")
def one_or_two_axes(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    letters = {1: "nv,nd->vd", 2: "btv,btd->vd"}[ids.ndim]
    head = np.einsum(letters, grad_logits, hidden).astype(grad_logits.dtype)
    return head + _lookup(ids, grad_embedded, grad_logits)


@fails("tied_grad", contract="ids.none")
def no_empty_batch(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    _, rows, scores = _flat(ids, hidden, grad_logits)
    head = np.stack([np.outer(score, row) for score, row in zip(scores, rows, strict=True)]).sum(axis=0)
    return head.astype(grad_logits.dtype) + _lookup(ids, grad_embedded, grad_logits)


@fails("tied_grad", contract="ids.single ids.listed ids.not_a_type_error")
def array_only(ids, grad_embedded, hidden, grad_logits):
    if ids.dtype.kind not in "iu":
        raise TypeError("ids must be integers")
    return _added(_refuse(ids, grad_embedded, hidden, grad_logits), grad_embedded, hidden, grad_logits)


@fails("tied_grad", contract="ids.narrow")
def narrow_addresses(ids, grad_embedded, hidden, grad_logits):
    ids = _refuse(ids, grad_embedded, hidden, grad_logits)
    d = hidden.shape[-1]
    address = ids[..., None] * ids.dtype.type(d) + np.arange(d, dtype=ids.dtype)
    grad = _head(ids, hidden, grad_logits).ravel()
    np.add.at(grad, address.ravel(), grad_embedded.ravel())
    return grad.reshape(-1, d)
