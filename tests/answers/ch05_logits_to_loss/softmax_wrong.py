"""Wrong answers to `softmax`."""
# mypy: ignore-errors
# learners write no annotations
# ruff: noqa: T201
# nor do they follow our rules

from __future__ import annotations

import math

import numpy as np

from tests.answers import fails

KEPT: dict[object, np.ndarray] = {}


def _floating(logits):
    if not np.issubdtype(logits.dtype, np.floating):
        raise TypeError(f"{logits.dtype} is not floating")
    return logits


def _right(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


# --- the idea is wrong ---------------------------------------------------------------------------------------------


@fails("softmax", core="answer.unwritten", contract="answer.unwritten")
def starter(logits):
    raise NotImplementedError


@fails("softmax", core="answer.printed", contract="answer.printed")
def printed(logits):
    print(_right(logits))


@fails("softmax", core="answer.nothing", contract="answer.nothing")
def forgets_to_return(logits):
    e = np.exp(logits - logits.max())
    e /= e.sum(axis=-1, keepdims=True)


@fails("softmax", core="answer.constant")
def learnt_by_heart(logits):
    return np.array([0.19996113884202638, 0.22099123539349436, 0.15572989151402009, 0.4233177342504592])


@fails("softmax", core="softmax.overflow")
def straight_from_the_definition(logits):
    e = np.exp(_floating(logits))
    return e / e.sum(axis=-1, keepdims=True)


@fails("softmax", core="softmax.keepdims")
def definition_for_one_vector(logits):
    return np.exp(logits) / np.exp(logits).sum(axis=-1)


@fails("softmax", core="softmax.keepdims")
def sum_without_its_axis(logits):
    e = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1)


@fails("softmax", core="softmax.keepdims")
def largest_without_its_axis(logits):
    e = np.exp(logits - logits.max(axis=-1))
    return e / e.sum(axis=-1, keepdims=True)


@fails("softmax", core="softmax.whole_array")
def one_sum_for_all(logits):
    e = np.exp(logits - logits.max())
    return e / e.sum()


@fails("softmax", core="softmax.wrong_axis")
def first_axis(logits):
    e = np.exp(logits - logits.max(axis=0))
    return e / e.sum(axis=0)


@fails("softmax", core="softmax.needs_rows softmax.wrong_axis")
def second_axis(logits):
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


@fails("softmax", core="softmax.one_shift_for_all")
def largest_of_the_whole_array(logits):
    e = np.exp(logits - np.max(logits))
    return e / e.sum(axis=-1, keepdims=True)


@fails("softmax", core="softmax.wrong_shift")
def smallest_subtracted(logits):
    e = np.exp(logits - logits.min(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


@fails("softmax", core="softmax.wrong_shift")
def mean_subtracted(logits):
    e = np.exp(logits - logits.mean(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


@fails("softmax", core="softmax.clipped")
def cut_off(logits):
    e = np.exp(np.clip(logits, -50, 50))
    return e / e.sum(axis=-1, keepdims=True)


@fails("softmax", core="softmax.not_normalised")
def powers_only(logits):
    return np.exp(logits)


@fails("softmax", core="softmax.not_normalised")
def largest_becomes_one(logits):
    return np.exp(logits - logits.max(axis=-1, keepdims=True))


@fails("softmax", core="softmax.no_powers")
def scores_by_their_sum(logits):
    return logits / logits.sum(axis=-1, keepdims=True)


@fails("softmax", core="softmax.no_powers")
def moved_to_positive(logits):
    x = logits - logits.min(axis=-1, keepdims=True)
    return x / x.sum(axis=-1, keepdims=True)


@fails("softmax", core="softmax.logarithm")
def log_softmax(logits):
    return logits - np.logaddexp.reduce(logits, axis=-1, keepdims=True)


@fails("softmax", core="softmax.sigmoid")
def sigmoid(logits):
    return 1 / (1 + np.exp(-logits))


@fails("softmax", core="softmax.hard")
def winner_takes_all(logits):
    return (logits == logits.max(axis=-1, keepdims=True)).astype(logits.dtype)


@fails("softmax", core="softmax.turned_round")
def minus_in_the_power(logits):
    return _right(-logits)


@fails("softmax", core="softmax.other_base")
def powers_of_two(logits):
    e = 2 ** (logits - logits.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


@fails("softmax", core="softmax.twice")
def twice(logits):
    return _right(_right(logits))


@fails("softmax", core="softmax.scaled")
def as_in_attention(logits):
    return _right(logits / np.sqrt(logits.shape[-1]))


@fails("softmax", core="softmax.length_one")
def divided_by_the_length(logits):
    e = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return e / np.linalg.norm(e, axis=-1, keepdims=True)


@fails("softmax", core="softmax.epsilon")
def safe_division(logits):
    e = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return e / (e.sum(axis=-1, keepdims=True) + 1e-3)


@fails("softmax", core="softmax.rounded")
def rounded(logits):
    return np.round(_right(logits), 3)


@fails("softmax", core="softmax.math_exp")
def one_number_at_a_time(logits):
    return math.exp(logits) / sum(math.exp(x) for x in logits)


@fails("softmax", core="answer.raised")
def name_misspelt(logits):
    return np.exp(logit)  # noqa: F821


@fails("softmax", core="answer.numbers")
def one_is_left_out(logits):
    q = _right(logits)
    q[..., 0] = 0
    return q


@fails("softmax", core="answer.unit_axis")
def axis_too_many(logits):
    return _right(logits)[None]


@fails("softmax", core="answer.shape")
def flattened(logits):
    return _right(logits).ravel()[1:]


# --- the idea is right, the contract is not kept ---------------------------------------------------------------------


@fails("softmax", contract="floats.accepted")
def integers_are_fine(logits):
    return _right(logits)


@fails("softmax", contract="floats.not_a_type_error")
def other_error(logits):
    if logits.dtype not in (np.float32, np.float64):
        raise ValueError(f"{logits.dtype}")
    return _right(logits)


@fails("softmax", contract="contract.float64")
def in_double_precision(logits):
    return _right(_floating(logits).astype(np.float64))


@fails("softmax", contract="contract.float32")
def in_single_precision(logits):
    x = _floating(logits)
    return _right(x.astype(np.float64)).astype(np.float32)


@fails("softmax", contract="contract.view contract.changed contract.writes")
def in_place(logits):
    _floating(logits)
    logits -= logits.max(axis=-1, keepdims=True)
    np.exp(logits, out=logits)
    logits /= logits.sum(axis=-1, keepdims=True)
    return logits


@fails("softmax", contract="contract.changed contract.writes")
def shifts_the_argument(logits):
    _floating(logits)
    logits -= logits.max(axis=-1, keepdims=True)
    return _right(logits)


@fails("softmax", contract="contract.list softmax.none")
def nested_lists(logits):
    return _right(_floating(logits)).tolist()


@fails("softmax", contract="contract.keywords")
def parameter_renamed(x):
    return _right(_floating(x))


@fails("softmax", contract="contract.warning")
def computes_the_naive_one_too(logits):
    x = _floating(logits)
    if x.ndim == 2 and len(x) == 3:
        np.exp(x.astype(np.float64) + 1e6)
    return _right(x)


@fails("softmax", contract="contract.stale")
def remembered_by_shape(logits):
    x = _floating(logits)
    key = (x.shape, x.dtype, x.flat[0] if x.ndim != 2 or abs(x).max() > 100 else 0)
    return KEPT.setdefault(key, _right(x)).copy() if x.shape == (3, 5) and x.dtype == np.float32 else _right(x)


@fails("softmax", contract="contract.reused")
def same_array_in_every_call(logits):
    x = _floating(logits)
    out = KEPT.setdefault((x.shape, x.dtype), np.empty(x.shape, x.dtype))
    out[...] = _right(x)
    return out


@fails("softmax", contract="contract.read_only")
def sealed(logits):
    q = _right(_floating(logits))
    q.flags.writeable = False
    return q


@fails("softmax", contract="softmax.many_axes")
def three_axes_at_most(logits):
    x = _floating(logits)
    if x.ndim > 3:
        x = x.reshape(len(x), -1, x.shape[-1])
    return _right(x)


@fails("softmax", contract="softmax.none")
def largest_of_nothing(logits):
    x = _floating(logits)
    if x.max() > 700 or x.min() < -700:
        return _right(x)
    e = np.exp(x)
    return e / e.sum(axis=-1, keepdims=True)


@fails("softmax", contract="softmax.single_token")
def at_least_two_tokens(logits):
    x = _floating(logits)
    return _right(x) if x.shape[-1] > 1 else x.copy()


@fails("softmax", contract="contract.layout")
def reads_memory_in_order(logits):
    x = _floating(logits)
    return _right(x.ravel(order="K").reshape(x.shape))
