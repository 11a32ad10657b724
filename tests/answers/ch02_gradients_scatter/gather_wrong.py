"""Wrong answers to `gather`."""
# mypy: ignore-errors
# learners write no annotations

from __future__ import annotations

import numpy as np

from tests.answers import fails
from tests.answers.valid import valid
from tiedbook.autograd import Parameter, Tensor

KEPT = {}


def _scattered(table, ids, grad):
    total = np.zeros_like(table.data)
    np.add.at(total, ids, grad)
    return total


def _gathered(table, ids):
    return Tensor(table.data[ids], (table,), lambda grad: (_scattered(table, ids, grad),))


# --- the idea is wrong ---------------------------------------------------------------------------------------------


@fails("gather", core="answer.unwritten", contract="answer.unwritten")
def untouched_starter(table, ids):
    raise NotImplementedError


@fails("gather", core="answer.parameters", contract="answer.parameters")
def as_a_method(self, table, ids):
    return _gathered(table, ids)


@fails("gather", core="gather.array", contract="")
def rows_as_an_array(table, ids):
    return table.data[valid(ids, len(table.data))]


@fails("gather", core="gather.not_a_tensor")
def nothing_returned(table, ids):
    _gathered(table, valid(ids, len(table.data)))


@fails("gather", core="gather.not_a_tensor")
def list_of_tensors(table, ids):
    return [_gathered(table, i) for i in valid(ids, len(table.data))]


@fails("gather", core="gather.tensor_indexed")
def indexes_the_tensor(table, ids):
    return Tensor(table[valid(ids, len(table.data))])


def _with_rule(table, ids, change):
    ids = valid(ids, len(table.data))
    return Tensor(table.data[ids], (table,), lambda grad: (change(_scattered(table, ids, grad), ids),))


@fails("gather", core="gather.divided")
def averaged_over_all_positions(table, ids):
    return _with_rule(table, ids, lambda total, ids: total / ids.size)


@fails("gather", core="gather.stepped")
def gradient_subtracted(table, ids):
    return _with_rule(table, ids, lambda total, ids: -total)


@fails("gather", core="gather.stepped")
def table_after_a_step(table, ids):
    return _with_rule(table, ids, lambda total, ids: table.data - total)


@fails("gather", core="gather.stepped")
def begun_with_ones(table, ids):
    return _with_rule(table, ids, lambda total, ids: 1 + total)


@fails("gather", core="gather.columns")
def columns(table, ids):
    ids = valid(ids, len(table.data))
    return Tensor(table.data.T[ids], (table,), lambda grad: (_scattered(table, ids, grad),))


@fails("gather", core="gather.flattened")
def flattened(table, ids):
    return _gathered(table, valid(ids, len(table.data)).ravel())


@fails("gather", core="gather.unreached")
def data_only(table, ids):
    return Tensor(table.data[valid(ids, len(table.data))])


@fails("gather", core="gather.unreached")
def a_new_parameter(table, ids):
    return Parameter(table.data[valid(ids, len(table.data))])


@fails("gather", core="gather.unreached")
def a_copy_of_the_table(table, ids):
    return _gathered(Tensor(table.data), valid(ids, len(table.data)))


@fails("gather", core="gather.no_rule")
def parent_without_rule(table, ids):
    return Tensor(table.data[valid(ids, len(table.data))], (table,))


@fails("gather", core="gather.parents_tuple")
def bare_parent(table, ids):
    ids = valid(ids, len(table.data))
    return Tensor(table.data[ids], (table), lambda grad: (_scattered(table, ids, grad),))


@fails("gather", core="gather.array_as_parent")
def ids_as_a_parent(table, ids):
    ids = valid(ids, len(table.data))
    return Tensor(table.data[ids], (table, ids), lambda grad: (_scattered(table, ids, grad), None))


@fails("gather", core="gather.array_as_parent")
def data_as_the_parent(table, ids):
    ids = valid(ids, len(table.data))
    return Tensor(table.data[ids], (table.data,), lambda grad: (_scattered(table, ids, grad),))


@fails("gather", core="gather.rule_tuple")
def bare_gradient(table, ids):
    ids = valid(ids, len(table.data))
    return Tensor(table.data[ids], (table,), lambda grad: _scattered(table, ids, grad))


@fails("gather", core="gather.rule_tuple")
def rule_without_return(table, ids):
    ids = valid(ids, len(table.data))

    def rule(grad):
        _scattered(table, ids, grad)

    return Tensor(table.data[ids], (table,), rule)


@fails("gather", core="gather.rule_shape")
def gradient_passed_through(table, ids):
    ids = valid(ids, len(table.data))
    return Tensor(table.data[ids], (table,), lambda grad: (grad,))


@fails("gather", core="gather.rule_shape")
def sized_by_ids(table, ids):
    ids = valid(ids, len(table.data))

    def rule(grad):
        total = np.zeros((ids.max() + 1, grad.shape[-1]))
        np.add.at(total, ids, grad)
        return (total,)

    return Tensor(table.data[ids], (table,), rule)


@fails("gather", core="gather.stores")
def adds_to_none(table, ids):
    ids = valid(ids, len(table.data))

    def rule(grad):
        table.grad += _scattered(table, ids, grad)
        return (table.grad,)

    return Tensor(table.data[ids], (table,), rule)


@fails("gather", core="gather.last_survives")
def plus_equals(table, ids):
    ids = valid(ids, len(table.data))

    def rule(grad):
        total = np.zeros_like(table.data)
        total[ids] += grad
        return (total,)

    return Tensor(table.data[ids], (table,), rule)


@fails("gather", core="gather.averaged")
def averaged(table, ids):
    ids = valid(ids, len(table.data))
    counts = np.bincount(ids.ravel(), minlength=len(table.data))[:, None]
    return Tensor(table.data[ids], (table,), lambda grad: (_scattered(table, ids, grad) / np.maximum(counts, 1),))


@fails("gather", core="gather.ignores_gradient")
def counts(table, ids):
    ids = valid(ids, len(table.data))
    return Tensor(table.data[ids], (table,), lambda grad: (_scattered(table, ids, 1),))


@fails("gather", core="gather.counted_twice")
def stores_and_returns(table, ids):
    ids = valid(ids, len(table.data))

    def rule(grad):
        total = _scattered(table, ids, grad)
        table.grad = total if table.grad is None else table.grad + total
        return (total,)

    return Tensor(table.data[ids], (table,), rule)


@fails("gather", core="gather.call_lost")
def clears_first(table, ids):
    ids = valid(ids, len(table.data))

    def rule(grad):
        table.grad = None
        return (_scattered(table, ids, grad),)

    return Tensor(table.data[ids], (table,), rule)


@fails("gather", core="answer.raised?", contract="gather.double")
def float32_only(table, ids):
    if table.data.dtype != np.float32:
        raise TypeError("the table must be float32")
    return _gathered(table, valid(ids, len(table.data)))


@fails("gather", core="gather.use_lost")
def replaces_what_was_there(table, ids):
    ids = valid(ids, len(table.data))

    def rule(grad):
        table.grad = _scattered(table, ids, grad)
        return ()

    return Tensor(table.data[ids], (), rule)


@fails("gather", core="gather.rule_remembers")
def one_array_for_all_calls(table, ids):
    ids = valid(ids, len(table.data))
    total = np.zeros_like(table.data)

    def rule(grad):
        np.add.at(total, ids, grad)
        return (total,)

    return Tensor(table.data[ids], (table,), rule)


@fails("gather", core="gather.rule_remembers")
def first_gradient_kept(table, ids):
    ids = valid(ids, len(table.data))
    kept = []

    def rule(grad):
        if not kept:
            kept.append(_scattered(table, ids, grad))
        return (kept[0],)

    return Tensor(table.data[ids], (table,), rule)


# --- the idea is right, the contract is not kept ---------------------------------------------------------------------


@fails("gather", contract="ids.bool_as_mask ids.not_a_type_error ids.negative_wraps")
def no_refusals(table, ids):
    return _gathered(table, np.asarray(ids))


@fails("gather", contract="ids.bool_as_mask ids.not_a_type_error ids.negative_wraps")
def refuses_on_the_way_back(table, ids):
    ids = np.asarray(ids)

    def rule(grad):
        return (_scattered(table, valid(ids, len(table.data)), grad),)

    return Tensor(table.data[ids], (table,), rule)


@fails("gather", contract="contract.view")
def window_for_a_single_id(table, ids):
    ids = valid(ids, len(table.data))
    rows = table.data[int(ids)] if ids.ndim == 0 else table.data[ids]
    return Tensor(rows, (table,), lambda grad: (_scattered(table, ids, grad),))


@fails("gather", contract="contract.float64")
def always_float64(table, ids):
    ids = valid(ids, len(table.data))
    return Tensor(table.data[ids].astype(float), (table,), lambda grad: (_scattered(table, ids, grad),))


@fails("gather", contract="gather.stops")
def stores_without_a_parent(table, ids):
    ids = valid(ids, len(table.data))

    def rule(grad):
        total = _scattered(table, ids, grad)
        table.grad = total if table.grad is None else table.grad + total
        return ()

    return Tensor(table.data[ids], (), rule)


@fails("gather", contract="contract.keywords")
def other_names(weight, tokens):
    return _gathered(weight, valid(tokens, len(weight.data)))


@fails("gather", contract="ids.message")
def silent_about_the_id(table, ids):
    try:
        ids = valid(ids, len(table.data))
    except IndexError:
        raise IndexError("out of range") from None
    return _gathered(table, ids)


@fails("gather", contract="contract.changed contract.writes")
def clears_unused_rows(table, ids):
    ids = valid(ids, len(table.data))
    out = _gathered(table, ids)
    table.data[np.isin(np.arange(len(table.data)), ids, invert=True)] = 0
    return out


@fails("gather", contract="contract.stale")
def rows_kept_by_ids(table, ids):
    ids = valid(ids, len(table.data))
    key = (ids.tobytes(), ids.shape, table.shape)
    rows = KEPT.setdefault(key, table.data[ids]).copy()
    return Tensor(rows, (table,), lambda grad: (_scattered(table, ids, grad),))


@fails("gather", contract="ids.single ids.none")
def loops_over_texts(table, ids):
    ids = valid(ids, len(table.data))
    texts = ids if ids.ndim == 2 else ids[None]
    rows = np.array([[table.data[i] for i in text] for text in texts], table.data.dtype)
    return Tensor(rows.reshape(*ids.shape, -1), (table,), lambda grad: (_scattered(table, ids, grad),))


@fails("gather", contract="ids.none")
def stacks_rows(table, ids):
    ids = valid(ids, len(table.data))
    rows = np.stack([table.data[i] for i in ids.ravel()]).reshape(*ids.shape, table.shape[1])
    return Tensor(rows, (table,), lambda grad: (_scattered(table, ids, grad),))


@fails("gather", core="gather.tensor_length")
def length_of_the_tensor(table, ids):
    return Tensor(table.data[valid(ids, len(table))], (table,), lambda grad: (_scattered(table, ids, grad),))
