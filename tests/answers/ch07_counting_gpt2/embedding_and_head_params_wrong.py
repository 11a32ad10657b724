"""Wrong answers to `embedding_and_head_params`."""
# mypy: ignore-errors
# learners write no annotations
# ruff: noqa: N803, RET503, T201
# nor do they follow our rules

from __future__ import annotations

import numpy as np

from tests.answers import fails

KEPT: dict[object, object] = {}


def _refuse(*sizes):
    if min(sizes) < 1:
        raise ValueError(f"sizes must be at least 1, not {sizes}")


def _right(vocab_size, d_model, tied, bias):
    return vocab_size * d_model * (1 if tied else 2) + (vocab_size if bias else 0)


# --- the idea is wrong ---------------------------------------------------------------------------------------------


@fails("embedding_and_head_params", core="answer.unwritten", contract="answer.unwritten")
def starter(vocab_size, d_model, tied, bias=False):
    raise NotImplementedError


@fails("embedding_and_head_params", core="answer.printed", contract="answer.printed")
def printed(vocab_size, d_model, tied, bias=False):
    print(_right(vocab_size, d_model, tied, bias))


@fails("embedding_and_head_params", core="answer.nothing", contract="answer.nothing")
def returns_in_one_branch_only(vocab_size, d_model, tied, bias=False):
    total = vocab_size * d_model
    if not tied:
        return 2 * total


@fails("embedding_and_head_params", core="answer.parameters", contract="answer.parameters")
def no_bias_in_the_signature(vocab_size, d_model, tied):
    return vocab_size * d_model * (1 if tied else 2)


@fails("embedding_and_head_params", core="answer.no_number", contract="answer.no_number")
def with_thousands(vocab_size, d_model, tied, bias=False):
    return f"{_right(vocab_size, d_model, tied, bias):,}"


@fails("embedding_and_head_params", core="answer.constant")
def learnt_by_heart(vocab_size, d_model, tied, bias=False):
    return 38_597_376


@fails("embedding_and_head_params", core="embedding_and_head_params.always_two")
def tied_is_ignored(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return 2 * vocab_size * d_model + (vocab_size if bias else 0)


@fails("embedding_and_head_params", core="embedding_and_head_params.always_one")
def head_forgotten(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return vocab_size * d_model + (vocab_size if bias else 0)


@fails("embedding_and_head_params", core="embedding_and_head_params.swapped")
def tied_means_two(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return vocab_size * d_model * (2 if tied else 1) + (vocab_size if bias else 0)


@fails("embedding_and_head_params", core="embedding_and_head_params.no_bias")
def bias_forgotten(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return vocab_size * d_model * (1 if tied else 2)


@fails("embedding_and_head_params", core="embedding_and_head_params.always_bias")
def default_of_linear(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return vocab_size * d_model * (1 if tied else 2) + vocab_size


@fails("embedding_and_head_params", core="embedding_and_head_params.bias_on_one_side")
def tied_has_the_bias_and_untied_none(vocab_size, d_model, tied, bias=False):
    return vocab_size * d_model + vocab_size if tied else 2 * vocab_size * d_model


@fails("embedding_and_head_params", core="embedding_and_head_params.bias_on_one_side")
def a_tied_head_has_no_bias(vocab_size, d_model, tied, bias=False):
    if tied:
        return vocab_size * d_model
    return vocab_size * d_model + d_model * vocab_size + bias * vocab_size


@fails("embedding_and_head_params", core="embedding_and_head_params.bias_per_column")
def bias_as_wide_as_the_model(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return vocab_size * d_model * (1 if tied else 2) + (d_model if bias else 0)


@fails("embedding_and_head_params", core="embedding_and_head_params.bias_per_table")
def every_table_has_a_bias(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    table = vocab_size * d_model + (vocab_size if bias else 0)
    return table if tied else 2 * table


@fails("embedding_and_head_params", core="embedding_and_head_params.bias_matrix")
def bias_as_large_as_the_table(vocab_size, d_model, tied, bias=False):
    return sum(vocab_size * d_model for part in (True, not tied, bias) if part)


@fails("embedding_and_head_params", core="embedding_and_head_params.added")
def rows_plus_columns(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return (vocab_size + d_model) * (1 if tied else 2) + (vocab_size if bias else 0)


@fails("embedding_and_head_params", core="embedding_and_head_params.square")
def head_from_width_to_width(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return vocab_size * d_model + (0 if tied else d_model**2) + (vocab_size if bias else 0)


@fails("embedding_and_head_params", core="embedding_and_head_params.halved")
def tying_halves_once_more(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return _right(vocab_size, d_model, tied, bias) // 2


@fails("embedding_and_head_params", core="embedding_and_head_params.bytes")
def in_float32(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return 4 * _right(vocab_size, d_model, tied, bias)


@fails("embedding_and_head_params", core="embedding_and_head_params.saving")
def what_tying_saves(vocab_size, d_model, tied, bias=False):
    return _right(vocab_size, d_model, False, bias) - _right(vocab_size, d_model, tied, bias)


@fails("embedding_and_head_params", core="answer.number")
def in_millions(vocab_size, d_model, tied, bias=False):
    return _right(vocab_size, d_model, tied, bias) / 1e6


@fails("embedding_and_head_params", core="answer.too_many")
def one_unknown_token_more(vocab_size, d_model, tied, bias=False):
    return _right(vocab_size + 1, d_model, tied, bias)


@fails("embedding_and_head_params", core="answer.too_few")
def ids_from_one(vocab_size, d_model, tied, bias=False):
    return _right(vocab_size - 1, d_model, tied, bias)


@fails("embedding_and_head_params", core="answer.raised")
def name_misspelt(vocab_size, d_model, tied, bias=False):
    return vocab_size * d_modell  # noqa: F821


@fails("embedding_and_head_params", core="answer.unit_axis")
def list_of_one(vocab_size, d_model, tied, bias=False):
    return [_right(vocab_size, d_model, tied, bias)]


# --- the idea is right, the contract is not kept ---------------------------------------------------------------------


@fails("embedding_and_head_params", contract="sizes.accepted")
def refuses_nothing(vocab_size, d_model, tied, bias=False):
    return _right(vocab_size, d_model, tied, bias)


@fails("embedding_and_head_params", contract="sizes.zero_accepted")
def refuses_negative_sizes(vocab_size, d_model, tied, bias=False):
    if vocab_size < 0 or d_model < 0:
        raise ValueError("sizes cannot be negative")
    return _right(vocab_size, d_model, tied, bias)


@fails("embedding_and_head_params", contract="sizes.one_forgotten")
def looks_at_the_vocabulary_only(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size)
    return _right(vocab_size, d_model, tied, bias)


@fails("embedding_and_head_params", contract="sizes.two_negatives")
def looks_at_the_product(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size * d_model)
    return _right(vocab_size, d_model, tied, bias)


@fails("embedding_and_head_params", contract="sizes.not_a_value_error")
def asserts(vocab_size, d_model, tied, bias=False):
    assert vocab_size >= 1
    assert d_model >= 1
    return _right(vocab_size, d_model, tied, bias)


@fails("embedding_and_head_params", contract="count.float")
def divided(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    both = 2 * vocab_size * d_model
    return (both / 2 if tied else both) + (vocab_size if bias else 0)


@fails("embedding_and_head_params", contract="count.float count.rounded?")
def product_of_floats(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return np.prod([vocab_size, d_model, 1.0 if tied else 2.0]) + (vocab_size if bias else 0)


@fails("embedding_and_head_params", contract="count.rounded")
def rounded_from_a_float(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return int(float(vocab_size) * d_model * (1 if tied else 2) + (vocab_size if bias else 0))


@fails("embedding_and_head_params", contract="count.rounded")
def integers_of_32_bits(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    with np.errstate(over="ignore"):
        sizes = np.array([vocab_size % 2**31, d_model], dtype=np.int32)
        return int(np.prod(sizes, dtype=np.int32)) * (1 if tied else 2) + (vocab_size if bias else 0)


@fails("embedding_and_head_params", contract="embedding_and_head_params.default sizes.not_a_value_error?")
def bias_must_be_given(vocab_size, d_model, tied, bias):
    _refuse(vocab_size, d_model)
    return _right(vocab_size, d_model, tied, bias)


@fails("embedding_and_head_params", contract="embedding_and_head_params.default")
def bias_by_default(vocab_size, d_model, tied, bias=True):
    _refuse(vocab_size, d_model)
    return _right(vocab_size, d_model, tied, bias)


@fails("embedding_and_head_params", contract="contract.keywords")
def other_names(V, d, tied, bias=False):
    _refuse(V, d)
    return _right(V, d, tied, bias)


@fails("embedding_and_head_params", contract="contract.stale")
def remembered_by_sizes(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return KEPT.setdefault((vocab_size, d_model, tied), _right(vocab_size, d_model, tied, bias))


@fails("embedding_and_head_params", contract="contract.state")
def running_total(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    seen = KEPT.setdefault((vocab_size, d_model, tied, bias), [])
    seen.append(_right(vocab_size, d_model, tied, bias))
    return sum(seen)


@fails("embedding_and_head_params", contract="count.smallest")
def sizes_above_one(vocab_size, d_model, tied, bias=False):
    if vocab_size <= 1 or d_model <= 1:
        raise ValueError("too small")
    return _right(vocab_size, d_model, tied, bias)


@fails("embedding_and_head_params", contract="count.kind")
def a_number_in_a_mask(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return np.ma.array(_right(vocab_size, d_model, tied, bias))


class Tensor:
    """Like a tensor of another library."""

    def __init__(self, value):
        self.value = value

    def __array__(self, dtype=None, copy=None):
        return np.array(self.value)


@fails("embedding_and_head_params", contract="count.tensor")
def numel_as_a_tensor(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return Tensor(_right(vocab_size, d_model, tied, bias))
