"""Wrong answers to `cross_entropy_from_logits`."""
# mypy: ignore-errors
# learners write no annotations
# ruff: noqa: RET503, T201
# nor do they follow our rules

from __future__ import annotations

import numpy as np

from solutions.ch05_logits_to_loss import cross_entropy_from_logits as _solution
from tests.answers import fails

KEPT: dict[object, object] = {}


def _q(z, axis=-1):
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def _y(z, t):
    return (t[:, None] == np.arange(z.shape[1])).astype(z.dtype)


def _losses(z, t):
    z = z - z.max(axis=1, keepdims=True)
    return np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(t)), t]


def _gradient(z, t):
    return (_q(z) - _y(z, t)) / len(t)


# --- the loss is wrong -----------------------------------------------------------------------------------------------


@fails("cross_entropy_from_logits", core="answer.unwritten", contract="answer.unwritten")
def starter(logits, targets):
    raise NotImplementedError


@fails("cross_entropy_from_logits", core="answer.printed", contract="answer.printed")
def printed(logits, targets):
    print(_losses(logits, targets).mean())


@fails("cross_entropy_from_logits", core="cross_entropy.not_a_pair")
def loss_only(logits, targets):
    return _losses(logits, targets).mean()


@fails("cross_entropy_from_logits", core="cross_entropy.not_a_pair")
def gradient_only(logits, targets):
    return _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.not_a_pair")
def three_things(logits, targets):
    return _losses(logits, targets).mean(), _gradient(logits, targets), _q(logits)


@fails("cross_entropy_from_logits", core="cross_entropy.swapped")
def gradient_first(logits, targets):
    return _gradient(logits, targets), _losses(logits, targets).mean()


@fails("cross_entropy_from_logits", core="cross_entropy.overflow")
def softmax_without_care(logits, targets):
    e = np.exp(logits)
    q = e / e.sum(axis=1, keepdims=True)
    loss = -np.log(q[np.arange(len(targets)), targets]).mean()
    return loss, (q - _y(logits, targets)) / len(targets)


@fails("cross_entropy_from_logits", core="cross_entropy.overflow")
def log_sum_without_care(logits, targets):
    loss = np.mean(np.log(np.exp(logits).sum(axis=1)) - logits[np.arange(len(targets)), targets])
    return loss, _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.underflow")
def logarithm_of_a_probability(logits, targets):
    q = _q(logits)
    return -np.log(q[np.arange(len(targets)), targets]).mean(), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.zero_times_infinity")
def one_hot_times_logarithm(logits, targets):
    q, y = _q(logits), _y(logits, targets)
    return -(y * np.log(q)).sum() / len(y), (q - y) / len(y)


@fails("cross_entropy_from_logits", core="cross_entropy.epsilon")
def epsilon_in_the_logarithm(logits, targets):
    q = _q(logits.astype(np.float64))
    loss = -np.log(q[np.arange(len(targets)), targets] + 1e-12).mean()
    return loss, _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.epsilon")
def clipped_probability(logits, targets):
    q = np.clip(_q(logits.astype(np.float64)), 1e-7, 1 - 1e-7)
    return -np.log(q[np.arange(len(targets)), targets]).mean(), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.summed")
def summed(logits, targets):
    return _losses(logits, targets).sum(), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.divided_by_all")
def mean_of_the_whole_array(logits, targets):
    z = logits - logits.max(axis=1, keepdims=True)
    log_q = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    return -np.mean(_y(logits, targets) * log_q), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.negative")
def minus_forgotten(logits, targets):
    return -_losses(logits, targets).mean(), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.other_logarithm")
def in_bits(logits, targets):
    return _losses(logits, targets).mean() / np.log(2), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.no_logarithm")
def probability_of_being_wrong(logits, targets):
    return 1 - _q(logits)[np.arange(len(targets)), targets].mean(), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.log_of_mean")
def mean_before_the_logarithm(logits, targets):
    with np.errstate(divide="ignore"):
        return -np.log(_q(logits)[np.arange(len(targets)), targets].mean()), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.scores_only")
def scores_taken_for_logarithms(logits, targets):
    return -logits[np.arange(len(targets)), targets].mean(), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.not_averaged")
def one_loss_for_each_row(logits, targets):
    return _losses(logits, targets), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.one_row")
def returns_in_the_loop(logits, targets):
    for row in range(len(targets)):
        return _losses(logits, targets)[row], _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.of_the_winner")
def loss_of_the_prediction(logits, targets):
    return _losses(logits, logits.argmax(axis=1)).mean(), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.perplexity")
def perplexity(logits, targets):
    with np.errstate(over="ignore"):
        return np.exp(_losses(logits, targets).mean()), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.squared_error")
def squared_error(logits, targets):
    return ((_q(logits) - _y(logits, targets)) ** 2).sum(axis=1).mean(), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.binary")
def yes_or_no_for_each_token(logits, targets):
    q, y = _q(logits), _y(logits, targets)
    with np.errstate(all="ignore"):
        return -(y * np.log(q) + (1 - y) * np.log(1 - q)).sum() / len(y), (q - y) / len(y)


@fails("cross_entropy_from_logits", core="cross_entropy.softmax_twice")
def probabilities_into_a_loss_of_scores(logits, targets):
    return _losses(_q(logits), targets).mean(), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.other_axis")
def softmax_over_the_batch(logits, targets):
    q = _q(logits.astype(np.float64), axis=0)
    with np.errstate(divide="ignore"):
        return -np.log(q[np.arange(len(targets)), targets]).mean(), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.whole_columns")
def columns_of_all_targets(logits, targets):
    z = logits - logits.max(axis=1, keepdims=True)
    log_q = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    return -log_q[:, targets].mean(), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.entropy")
def entropy(logits, targets):
    q = _q(logits.astype(np.float64))
    with np.errstate(all="ignore"):
        return -(q * np.log(q)).sum(axis=1).mean(), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.sized_by_targets")
def one_hot_as_long_as_the_largest_target(logits, targets):
    y = np.eye(targets.max() + 1)[targets]
    z = logits - logits.max(axis=1, keepdims=True)
    log_q = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    return -(y * log_q).sum() / len(y), (np.exp(log_q) - y) / len(y)


@fails("cross_entropy_from_logits", core="cross_entropy.keepdims answer.numbers? answer.number?")
def sums_without_their_axis(logits, targets):
    z = logits - logits.max(axis=1, keepdims=True)
    e = np.exp(z)
    q = e / e.sum(axis=1)
    return -np.log(q[np.arange(len(targets)), targets]).mean(), (q - _y(logits, targets)) / len(targets)


@fails("cross_entropy_from_logits", core="cross_entropy.one_shift_for_all")
def largest_of_the_whole_array(logits, targets):
    with np.errstate(all="ignore"):
        shifted = logits - logits.max()
        rows, powers = np.arange(len(targets)), np.exp(shifted)
        sums = powers.sum(axis=1, keepdims=True)
        return np.mean(np.log(sums[:, 0]) - shifted[rows, targets]), (powers / sums - _y(logits, targets)) / len(rows)


@fails("cross_entropy_from_logits", core="cross_entropy.one_shift_for_all")
def largest_of_the_whole_array_in_a_softmax(logits, targets):
    with np.errstate(all="ignore"):
        powers = np.exp(logits - logits.max())
        q = powers / powers.sum(axis=1, keepdims=True)
        return -np.log(q[np.arange(len(targets)), targets]).mean(), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.one_shift_for_all")
def largest_of_the_whole_array_in_the_gradient(logits, targets):
    with np.errstate(all="ignore"):
        powers = np.exp(logits - logits.max())
        q = powers / powers.sum(axis=1, keepdims=True)
        return _losses(logits, targets).mean(), (q - _y(logits, targets)) / len(targets)


@fails("cross_entropy_from_logits", core="cross_entropy.half_shifted")
def target_not_shifted(logits, targets):
    shifted = logits - logits.max(axis=1, keepdims=True)
    picked = logits[np.arange(len(targets)), targets]
    return np.mean(np.log(np.exp(shifted).sum(axis=1)) - picked), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.half_shifted")
def sum_not_shifted(logits, targets):
    shifted = logits - logits.max(axis=1, keepdims=True)
    with np.errstate(over="ignore"):
        sums = np.exp(logits).sum(axis=1)
    return np.mean(np.log(sums) - shifted[np.arange(len(targets)), targets]), _gradient(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.one_row_only")
def meant_for_one_row(logits, targets):
    z = logits - logits.max()
    log_sum = np.log(np.exp(z).sum(axis=1)).item()
    loss = log_sum - float(z[0, targets[0]])
    return loss, (np.exp(z - log_sum) - _y(logits, targets)) / len(targets)


@fails("cross_entropy_from_logits", core="answer.raised")
def name_misspelt(logits, targets):
    return _losses(logits, target).mean(), None  # noqa: F821


@fails("cross_entropy_from_logits", core="answer.number")
def label_smoothing(logits, targets):
    z = logits - logits.max(axis=1, keepdims=True)
    log_q = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    y = 0.9 * _y(logits, targets) + 0.1 / logits.shape[1]
    return -(y * log_q).sum() / len(y), _gradient(logits, targets)


# --- the loss is right, its gradient is wrong ------------------------------------------------------------------------


@fails("cross_entropy_from_logits", core="cross_entropy.gradient_not_divided")
def gradient_of_the_sum(logits, targets):
    return _losses(logits, targets).mean(), _q(logits) - _y(logits, targets)


@fails("cross_entropy_from_logits", core="cross_entropy.gradient_divided_by_all")
def gradient_divided_by_the_size(logits, targets):
    return _losses(logits, targets).mean(), (_q(logits) - _y(logits, targets)) / logits.size


@fails("cross_entropy_from_logits", core="cross_entropy.gradient_half_divided")
def one_subtracted_after_the_division(logits, targets):
    grad = _q(logits) / len(targets)
    grad[np.arange(len(targets)), targets] -= 1
    return _losses(logits, targets).mean(), grad


@fails("cross_entropy_from_logits", core="cross_entropy.gradient_negative")
def wanted_minus_predicted(logits, targets):
    return _losses(logits, targets).mean(), (_y(logits, targets) - _q(logits)) / len(targets)


@fails("cross_entropy_from_logits", core="cross_entropy.gradient_without_targets")
def probabilities(logits, targets):
    return _losses(logits, targets).mean(), _q(logits)


@fails("cross_entropy_from_logits", core="cross_entropy.gradient_of_targets_only")
def gradient_at_the_targets(logits, targets):
    rows, grad = np.arange(len(targets)), np.zeros_like(logits)
    grad[rows, targets] = (_q(logits)[rows, targets] - 1) / len(targets)
    return _losses(logits, targets).mean(), grad


@fails("cross_entropy_from_logits", core="cross_entropy.gradient_of_probabilities")
def derivative_of_the_logarithm(logits, targets):
    with np.errstate(all="ignore"):
        grad = -_y(logits, targets) / _q(logits) / len(targets)
    return _losses(logits, targets).mean(), grad


@fails("cross_entropy_from_logits", core="cross_entropy.gradient_of_softmax")
def derivative_of_the_softmax(logits, targets):
    q = _q(logits)
    return _losses(logits, targets).mean(), q * (1 - q) / len(targets)


@fails("cross_entropy_from_logits", core="cross_entropy.gradient_whole_columns")
def one_subtracted_from_columns(logits, targets):
    grad = _q(logits)
    grad[:, targets] -= 1
    return _losses(logits, targets).mean(), grad / len(targets)


@fails("cross_entropy_from_logits", core="cross_entropy.gradient_of_the_winner")
def one_subtracted_at_the_largest(logits, targets):
    grad = _q(logits)
    grad[np.arange(len(targets)), logits.argmax(axis=1)] -= 1
    return _losses(logits, targets).mean(), grad / len(targets)


@fails("cross_entropy_from_logits", core="cross_entropy.gradient_of_scores")
def softmax_forgotten_in_the_gradient(logits, targets):
    return _losses(logits, targets).mean(), (logits - _y(logits, targets)) / len(targets)


@fails("cross_entropy_from_logits", core="cross_entropy.gradient_of_powers")
def powers_not_divided(logits, targets):
    grad = np.exp(logits - logits.max(axis=1, keepdims=True))
    grad[np.arange(len(targets)), targets] -= 1
    return _losses(logits, targets).mean(), grad / len(targets)


@fails("cross_entropy_from_logits", core="cross_entropy.other_axis")
def gradient_over_the_batch(logits, targets):
    return _losses(logits, targets).mean(), (_q(logits, axis=0) - _y(logits, targets)) / len(targets)


@fails("cross_entropy_from_logits", core="cross_entropy.gradient_transposed")
def gradient_of_the_columns(logits, targets):
    return _losses(logits, targets).mean(), _gradient(logits, targets).T


@fails("cross_entropy_from_logits", core="cross_entropy.gradient_added_up")
def gradient_averaged(logits, targets):
    return _losses(logits, targets).mean(), (_q(logits) - _y(logits, targets)).mean(axis=0)


@fails("cross_entropy_from_logits", core="cross_entropy.gradient_zero")
def no_gradient_yet(logits, targets):
    return _losses(logits, targets).mean(), np.zeros_like(logits)


@fails("cross_entropy_from_logits", core="cross_entropy.overflow")
def careless_gradient(logits, targets):
    e = np.exp(logits)
    return _losses(logits, targets).mean(), (e / e.sum(axis=1, keepdims=True) - _y(logits, targets)) / len(targets)


@fails("cross_entropy_from_logits", core="cross_entropy.not_a_pair")
def gradient_is_none(logits, targets):
    return _losses(logits, targets).mean(), None


# --- the idea is right, the contract is not kept ---------------------------------------------------------------------


@fails("cross_entropy_from_logits", contract="cross_entropy.listed")
def list_of_both(logits, targets):
    return list(_solution(logits, targets))


@fails("cross_entropy_from_logits", contract="contract.float64")
def gradient_in_double(logits, targets):
    loss, grad = _solution(logits, targets)
    return loss, grad.astype(np.float64)


@fails("cross_entropy_from_logits", contract="contract.list")
def gradient_as_a_list(logits, targets):
    loss, grad = _solution(logits, targets)
    return loss, grad.tolist()


@fails("cross_entropy_from_logits", contract="floats.accepted")
def scores_of_any_type(logits, targets):
    return _solution(logits.astype(np.float64), targets)[0], _solution(
        logits if logits.dtype.kind == "f" else logits.astype(np.float64), targets
    )[1]


@fails(
    "cross_entropy_from_logits",
    contract="ids.bool_as_mask? ids.bool_as_number? ids.bool_accepted? ids.not_a_type_error? ids.float_cut "
    "ids.float_accepted ids.text_accepted? cross_entropy.shapes_accepted?",
)
def targets_made_integers(logits, targets):
    return _solution(logits, np.asarray(targets).astype(np.int64))


@fails("cross_entropy_from_logits", contract="cross_entropy.stretched")
def one_target_for_all(logits, targets):
    if targets.dtype.kind in "iu" and targets.size == 1 and logits.ndim == 2:
        targets = np.full(len(logits), targets.flat[0])
    return _solution(logits, targets)


@fails("cross_entropy_from_logits", contract="cross_entropy.shapes_accepted")
def targets_flattened(logits, targets):
    return _solution(logits, targets.ravel() if targets.ndim == 2 and targets.shape[1] == 1 else targets)


@fails("cross_entropy_from_logits", contract="shapes.not_a_value_error")
def asserts_the_shapes(logits, targets):
    if logits.dtype.kind == "f" and targets.dtype.kind in "iu":
        assert targets.shape == logits.shape[:1]
    return _solution(logits, targets)


@fails("cross_entropy_from_logits", contract="cross_entropy.empty_accepted")
def nothing_costs_nothing(logits, targets):
    if logits.dtype.kind == "f" and not len(logits):
        return 0.0, np.zeros_like(logits)
    return _solution(logits, targets)


@fails("cross_entropy_from_logits", contract="ids.negative_wraps")
def negative_targets_wrap(logits, targets):
    if targets.dtype.kind == "i":
        targets = targets.astype(np.int64)
        targets = np.where((targets < 0) & (targets >= -logits.shape[1]), targets + logits.shape[1], targets)
    return _solution(logits, targets)


@fails("cross_entropy_from_logits", contract="ids.message")
def silent_about_the_target(logits, targets):
    try:
        return _solution(logits, targets)
    except IndexError:
        raise IndexError("target out of range") from None


@fails("cross_entropy_from_logits", contract="ids.not_an_index_error")
def value_error_for_the_range(logits, targets):
    try:
        return _solution(logits, targets)
    except IndexError as fault:
        raise ValueError(str(fault)) from None


@fails("cross_entropy_from_logits", contract="contract.changed contract.writes")
def shifts_the_argument(logits, targets):
    loss, grad = _solution(logits, targets)
    logits -= logits.max(axis=1, keepdims=True)
    return loss, grad


@fails("cross_entropy_from_logits", contract="contract.keywords")
def other_names(z, y):
    return _solution(z, y)


@fails("cross_entropy_from_logits", contract="contract.stale")
def remembered_by_targets(logits, targets):
    loss, grad = _solution(logits, targets)
    key = (targets.tobytes(), logits.shape, logits.dtype)
    if logits.shape == (3, 4) and abs(logits).max() < 100:
        loss, grad = KEPT.setdefault(key, (loss, grad))
    return loss, grad.copy()


@fails("cross_entropy_from_logits", contract="contract.reused")
def same_array_in_every_call(logits, targets):
    loss, grad = _solution(logits, targets)
    out = KEPT.setdefault((logits.shape, logits.dtype), np.empty_like(grad))
    out[...] = grad
    return loss, out


@fails("cross_entropy_from_logits", contract="contract.state")
def loss_over_all_batches(logits, targets):
    loss, grad = _solution(logits, targets)
    seen = KEPT.setdefault((logits.tobytes(), targets.tobytes()), [])
    seen.append(loss)
    return sum(seen), grad


@fails("cross_entropy_from_logits", contract="cross_entropy.loss_type")
def loss_as_a_number_in_a_mask(logits, targets):
    loss, grad = _solution(logits, targets)
    return np.ma.array(loss), grad


@fails("cross_entropy_from_logits", contract="contract.warning")
def warns_on_the_way(logits, targets):
    np.log(logits - logits.max()).sum()
    return _solution(logits, targets)


@fails("cross_entropy_from_logits", contract="ids.narrow")
def flat_places_in_the_type_of_the_targets(logits, targets):
    loss, grad = _solution(logits, targets)
    width = np.asarray(logits.shape[1]).astype(targets.dtype)
    places = np.arange(len(targets)).astype(targets.dtype) * width + targets
    return loss - 0 * logits.ravel()[places.astype(int) % logits.size].mean(), np.where(
        np.arange(logits.size).reshape(logits.shape) == places[:, None], grad, np.abs(grad)
    )


@fails("cross_entropy_from_logits", contract="cross_entropy.single_row")
def several_rows_needed(logits, targets):
    loss, grad = _solution(logits, targets)
    return (loss, grad) if len(targets) > 1 or abs(logits).max() > 100 else (loss, grad / 2)


@fails("cross_entropy_from_logits", contract="contract.layout")
def reads_memory_in_order(logits, targets):
    straight = (
        logits.ravel(order="K").reshape(logits.shape) if logits.dtype.kind == "f" and logits.ndim == 2 else logits
    )
    return _solution(logits, targets)[0], _solution(straight, targets)[1]


@fails("cross_entropy_from_logits", contract="ids.huge")
def made_signed_before_the_look(logits, targets):
    if targets.dtype == np.uint64:
        targets = np.abs(targets.astype(np.int64))
    return _solution(logits, targets)


@fails("cross_entropy_from_logits", contract="ids.clipped")
def targets_moved_into_range(logits, targets):
    if targets.dtype.kind in "iu" and targets.size:
        targets = np.clip(targets, 0, logits.shape[1] - 1)
    return _solution(logits, targets)


@fails("cross_entropy_from_logits", contract="cross_entropy.single_token")
def at_least_two_tokens(logits, targets):
    loss, grad = _solution(logits, targets)
    return (loss, grad) if logits.shape[1] > 1 else (loss + 1, grad - 1)


@fails("cross_entropy_from_logits", contract="floats.not_a_type_error")
def value_error_for_integers(logits, targets):
    if logits.dtype.kind != "f":
        raise ValueError("floats, please")
    return _solution(logits, targets)
