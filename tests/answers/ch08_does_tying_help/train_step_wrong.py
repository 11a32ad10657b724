"""Wrong answers to `train_step`."""
# mypy: ignore-errors
# learners write no annotations

from __future__ import annotations

import numpy as np

from tests.answers import fails
from tests.answers.ch08_does_tying_help.shared import backward, checked, forward, moved, right, softmax

KEPT = {}


# --- nothing usable comes back -------------------------------------------------------------------------------------


@fails("train_step", core="answer.unwritten", contract="answer.unwritten")
def untouched_starter(params, ids, targets, lr, tied):
    raise NotImplementedError


@fails("train_step", core="answer.nothing", contract="answer.nothing")
def nothing_returned(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    grads = backward(params, m, tied)
    for name in params:
        params[name] = params[name] - lr * grads[name]


@fails("train_step", core="train_step.not_a_pair")
def parameters_only(params, ids, targets, lr, tied):
    return right(params, ids, targets, lr, tied)[0]


@fails("train_step", core="train_step.not_a_dict")
def loss_first(params, ids, targets, lr, tied):
    new, loss = right(params, ids, targets, lr, tied)
    return loss, new


@fails("train_step", core="train_step.not_a_dict")
def arrays_in_a_tuple(params, ids, targets, lr, tied):
    new, loss = right(params, ids, targets, lr, tied)
    return tuple(new.values()), loss


@fails("train_step", core="train_step.missing_array")
def biases_left_out(params, ids, targets, lr, tied):
    new, loss = right(params, ids, targets, lr, tied)
    return {name: new[name] for name in new if name.startswith(("E", "U", "W"))}, loss


@fails("train_step", core="train_step.second_table")
def a_copy_as_second_table(params, ids, targets, lr, tied):
    new, loss = right(params, ids, targets, lr, tied)
    return ({**new, "U": new["E"].copy()} if tied else new), loss


@fails("train_step", core="train_step.unknown_array")
def gradients_among_the_parameters(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    grads = backward(params, m, tied)
    return {**moved(params, grads, lr), "grad_E": grads["E"]}, m.loss


@fails("train_step", core="train_step.needs_second_table")
def always_two_tables(params, ids, targets, lr, tied):
    checked(params, ids, targets)
    return right({**params, "U": params["U"]}, ids, targets, lr, tied)


# --- the loss is another one ---------------------------------------------------------------------------------------


def _with_loss(params, ids, targets, lr, tied, loss):
    m = forward(params, ids, targets, tied)
    return moved(params, backward(params, m, tied), lr), loss(m)


@fails("train_step", core="train_step.total_loss")
def total_loss(params, ids, targets, lr, tied):
    return _with_loss(params, ids, targets, lr, tied, lambda m: m.loss * len(m.targets))


@fails("train_step", core="train_step.bits")
def in_bits(params, ids, targets, lr, tied):
    return _with_loss(params, ids, targets, lr, tied, lambda m: m.loss / np.log(2))


@fails("train_step", core="train_step.negative_loss")
def minus_forgotten(params, ids, targets, lr, tied):
    return _with_loss(params, ids, targets, lr, tied, lambda m: -m.loss)


@fails("train_step", core="train_step.probability")
def mean_probability(params, ids, targets, lr, tied):
    return _with_loss(params, ids, targets, lr, tied, lambda m: float(softmax(m.logits)[m.n, m.targets].mean()))


@fails("train_step", core="train_step.scores_only")
def mean_score(params, ids, targets, lr, tied):
    return _with_loss(params, ids, targets, lr, tied, lambda m: float(-m.logits[m.n, m.targets].mean()))


@fails("train_step", core="train_step.other_axis")
def softmax_over_examples(params, ids, targets, lr, tied):
    def loss(m):
        return float(-np.log(softmax(m.logits, axis=0)[m.n, m.targets]).mean())

    return _with_loss(params, ids, targets, lr, tied, loss)


@fails("train_step", core="train_step.loss_after")
def loss_after_the_step(params, ids, targets, lr, tied):
    new, _ = right(params, ids, targets, lr, tied)
    return new, forward(new, ids, targets, tied).loss


@fails("train_step", core="train_step.without_bias")
def no_output_bias(params, ids, targets, lr, tied):
    bare = {**params, "bias": np.zeros_like(params["bias"])}
    new, loss = right(bare, ids, targets, lr, tied)
    return {**new, "bias": params["bias"].copy()}, loss


@fails("train_step", core="train_step.without_inner_bias")
def inner_bias_outside_tanh_forgotten(params, ids, targets, lr, tied):
    return right({**params, "b2": np.zeros_like(params["b2"])}, ids, targets, lr, tied)


@fails("train_step", core="train_step.no_tanh")
def linear(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    logits = (m.before @ params["W2"] + params["b2"]) @ m.table.T + params["bias"]
    return moved(params, backward(params, m, tied), lr), float(-np.log(softmax(logits)[m.n, m.targets]).mean())


@fails("train_step", core="train_step.no_tanh")
def relu(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    logits = (np.maximum(m.before, 0) @ params["W2"] + params["b2"]) @ m.table.T + params["bias"]
    return moved(params, backward(params, m, tied), lr), float(-np.log(softmax(logits)[m.n, m.targets]).mean())


@fails("train_step", core="train_step.second_tanh")
def tanh_twice(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    logits = np.tanh(m.h) @ m.table.T + params["bias"]
    return moved(params, backward(params, m, tied), lr), float(-np.log(softmax(logits)[m.n, m.targets]).mean())


@fails("train_step", core="train_step.row_order")
def last_token_first(params, ids, targets, lr, tied):
    return right(params, np.asarray(ids)[:, ::-1], targets, lr, tied)


@fails("train_step", core="train_step.row_order")
def columns_interleaved(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    x = m.rows.transpose(0, 2, 1).reshape(m.x.shape)
    logits = (np.tanh(x @ params["W1"] + params["b1"]) @ params["W2"] + params["b2"]) @ m.table.T + params["bias"]
    return moved(params, backward(params, m, tied), lr), float(-np.log(softmax(logits)[m.n, m.targets]).mean())


@fails("train_step", core="train_step.scored_with_lookup_table")
def always_tied(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, True)
    grads = backward(params, m, True)
    return moved(params, grads | {"U": np.zeros_like(params["E"])}, lr), m.loss


# --- the step is another one ---------------------------------------------------------------------------------------


@fails("train_step", core="train_step.uphill")
def uphill(params, ids, targets, lr, tied):
    return right(params, ids, targets, -lr, tied)


@fails("train_step", core="train_step.without_rate")
def rate_ignored(params, ids, targets, lr, tied):
    return right(params, ids, targets, 1.0, tied)


@fails("train_step", core="train_step.only_gradient")
def gradients_returned(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    return backward(params, m, tied), m.loss


@fails("train_step", core="train_step.not_moved")
def nothing_moved(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    return {name: array.copy() for name, array in params.items()}, m.loss


@fails("train_step", core="train_step.not_moved")
def inner_biases_forgotten(params, ids, targets, lr, tied):
    new, loss = right(params, ids, targets, lr, tied)
    return {**new, "b1": params["b1"].copy(), "b2": params["b2"].copy()}, loss


@fails("train_step", core="train_step.batch_summed")
def gradient_of_the_total(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    return moved(params, backward(params, m, tied, dlogits=m.dlogits * len(m.targets)), lr), m.loss


@fails("train_step", core="train_step.divided_twice")
def divided_twice(params, ids, targets, lr, tied):
    return right(params, ids, targets, lr / len(targets), tied)[0], forward(params, ids, targets, tied).loss


@fails("train_step", core="train_step.divided_twice")
def weights_averaged_again(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    grads = backward(params, m, tied)
    return moved(params, {**grads, "W2": grads["W2"] / len(m.targets)}, lr), m.loss


@fails("train_step", core="train_step.one_hot_missing")
def softmax_as_gradient(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    return moved(params, backward(params, m, tied, dlogits=softmax(m.logits) / len(m.targets)), lr), m.loss


@fails("train_step", core="train_step.tanh_passed")
def tanh_forgotten_on_the_way_back(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    return moved(params, backward(params, m, tied, slope=np.ones_like(m.a)), lr), m.loss


@fails("train_step", core="train_step.tanh_slope")
def slope_of_a_sigmoid(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    return moved(params, backward(params, m, tied, slope=m.a * (1 - m.a)), lr), m.loss


@fails("train_step", core="train_step.tanh_slope")
def slope_at_the_argument(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    return moved(params, backward(params, m, tied, slope=1 - m.before**2), lr), m.loss


@fails("train_step", core="train_step.updated_first")
def updated_on_the_way_back(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    grads = backward(params, m, tied)
    new = {"W2": params["W2"] - lr * grads["W2"]}
    later = backward(params, m, tied, w2=new["W2"])
    return moved(params, {**later, "W2": grads["W2"]}, lr), m.loss


# --- the two paths --------------------------------------------------------------------------------------------------


@fails("train_step", core="train_step.lookup_only")
def lookup_only(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    grads = backward(params, m, tied)
    return moved(params, {**grads, "E": m.lookup}, lr), m.loss


@fails("train_step", core="train_step.head_only")
def head_only(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    grads = backward(params, m, tied)
    return moved(params, {**grads, "E": m.head if tied else m.lookup}, lr), m.loss


@fails("train_step", core="train_step.averaged")
def averaged(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    grads = backward(params, m, tied)
    return moved(params, {**grads, "E": (m.lookup + m.head) / 2 if tied else m.lookup}, lr), m.loss


@fails("train_step", core="train_step.last_survives")
def plus_equals(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    grads = backward(params, m, tied)
    table = m.head.copy() if tied else np.zeros_like(params["E"])
    flat = m.ids.ravel()
    last = {int(row): place for place, row in enumerate(flat)}
    for row, place in last.items():
        table[row] += m.drows.reshape(-1, m.drows.shape[-1])[place]
    return moved(params, {**grads, "E": table}, lr), m.loss


@fails("train_step", core="train_step.both_in_one")
def both_paths_into_the_lookup_table(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    grads = backward(params, m, tied)
    return moved(params, {**grads, "E": m.lookup + m.head}, lr), m.loss


@fails("train_step", core="train_step.lookup_in_scoring_table")
def both_paths_into_both_tables(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    grads = backward(params, m, tied)
    both = m.lookup + m.head
    return moved(params, {**grads, "E": both} | ({} if tied else {"U": both}), lr), m.loss


# --- right, but for the contract ------------------------------------------------------------------------------------


@fails("train_step", contract="contract.float64")
def everything_in_float64(params, ids, targets, lr, tied):
    return right({name: array.astype(np.float64) for name, array in params.items()}, ids, targets, lr, tied)


@fails("train_step", contract="train_step.moved_in_place")
def in_place_behind_a_new_dictionary(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    grads = backward(params, m, tied)
    new = dict(params)
    for name, array in new.items():
        array -= np.asarray(lr * grads[name], array.dtype)
    return new, m.loss


@fails("train_step", contract="train_step.moved_in_place")
def in_place(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    grads = backward(params, m, tied)
    for name in params:
        params[name] -= np.asarray(lr * grads[name], params[name].dtype)
    return params, m.loss


@fails("train_step", contract="train_step.rebound")
def the_same_dictionary(params, ids, targets, lr, tied):
    new, loss = right(params, ids, targets, lr, tied)
    params.update(new)
    return params, loss


@fails("train_step", contract="contract.list")
def lists_instead_of_arrays(params, ids, targets, lr, tied):
    new, loss = right(params, ids, targets, lr, tied)
    return {name: array if name != "bias" else array.tolist() for name, array in new.items()}, loss


@fails("train_step", contract="train_step.loss_type")
def loss_in_an_array_of_integers(params, ids, targets, lr, tied):
    new, loss = right(params, ids, targets, lr, tied)
    return new, np.array(loss, dtype=np.complex128)


@fails("train_step", contract="contract.keywords")
def other_names(p, x, y, rate, shared):
    return right(p, x, y, rate, shared)


@fails("train_step", contract="contract.stale")
def first_parameters_remembered(params, ids, targets, lr, tied):
    key = (np.asarray(ids).tobytes(), np.asarray(targets).tobytes())
    if key in KEPT and KEPT[key][0] == tied:
        return KEPT[key][1]
    KEPT[key] = (tied, right(params, ids, targets, lr, tied))
    return KEPT[key][1]


@fails("train_step", contract="train_step.other_context")
def context_of_three(params, ids, targets, lr, tied):
    if np.asarray(ids).shape[1:] != (3,) and len(params["W1"]) == np.asarray(ids).shape[1] * params["E"].shape[1]:
        raise ValueError("three tokens")
    return right(params, ids, targets, lr, tied)


@fails("train_step", contract="train_step.one_example")
def squeezed(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    grads = backward(params, m, tied)
    h, dlogits = m.h.squeeze(), m.dlogits.squeeze()
    scored = dlogits.T @ h
    return moved(
        params, grads | ({} if tied else {"U": scored}) | ({"E": m.lookup + scored} if tied else {}), lr
    ), m.loss


@fails("train_step", contract="train_step.steep")
def naive_softmax(params, ids, targets, lr, tied):
    m = forward(params, ids, targets, tied)
    exponentials = np.exp(m.logits)
    chances = exponentials / exponentials.sum(axis=1, keepdims=True)
    return moved(params, backward(params, m, tied), lr), float(-np.log(chances[m.n, m.targets]).mean())


@fails("train_step", contract="ids.bool_accepted ids.float_accepted ids.text_accepted ids.objects_accepted")
def hands_back_the_parameters_of_bad_ids(params, ids, targets, lr, tied):
    if any(np.asarray(each).dtype.kind not in "iu" for each in (ids, targets)):
        return params
    return right(params, ids, targets, lr, tied)


@fails("train_step", contract="ids.bool_accepted ids.float_accepted ids.text_accepted ids.objects_accepted")
def types_cast(params, ids, targets, lr, tied):
    def cast(values):
        array = np.asarray(values)
        if array.dtype.kind in "OSU":
            array = np.array([[1 if each is None else int(each) for each in row] for row in np.atleast_2d(array)])
            array = array.reshape(np.shape(values))
        return array if array.dtype.kind in "iu" else array.astype(np.int64)

    return right(params, cast(ids), cast(targets), lr, tied)


@fails("train_step", contract="train_step.shapes_accepted")
def one_target_for_all(params, ids, targets, lr, tied):
    targets = np.asarray(targets)
    if targets.dtype.kind in "iu" and targets.shape == (1,):
        targets = np.repeat(targets, len(ids))
    return right(params, ids, targets, lr, tied)


@fails("train_step", contract="ids.negative_wraps ids.message")
def numpy_decides(params, ids, targets, lr, tied):
    ids, targets = np.asarray(ids), np.asarray(targets)
    for each in (ids, targets):
        if each.dtype.kind not in "iu":
            raise TypeError(f"{each.dtype}")
    vocab_size = len(params["E"])
    if ids.size and (ids.max() >= vocab_size or ids.min() < -vocab_size):
        raise IndexError("an id is out of range")
    if targets.max() >= vocab_size or targets.min() < -vocab_size:
        raise IndexError("a target is out of range")
    return right(params, ids.astype(np.int64) % vocab_size, targets.astype(np.int64) % vocab_size, lr, tied)


@fails("train_step", contract="ids.clipped")
def ids_clipped(params, ids, targets, lr, tied):
    ids, targets = np.asarray(ids), np.asarray(targets)
    last = len(params["E"]) - 1
    if ids.dtype.kind in "iu" and targets.dtype.kind in "iu":
        ids, targets = (np.clip(each, 0, last) for each in (ids, targets))
    return right(params, ids, targets, lr, tied)
