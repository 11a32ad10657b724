"""Wrong answers to `gpt2_param_count`."""
# mypy: ignore-errors
# learners write no annotations
# ruff: noqa: N803, T201
# nor do they follow our rules

from __future__ import annotations

import numpy as np

from tests.answers import fails

KEPT: dict[object, object] = {}


def _refuse(*sizes):
    if min(sizes) < 1:
        raise ValueError(f"sizes must be at least 1, not {sizes}")


def _block(d, *, norms=2, qkv=3, inner=4, bias=True):
    def layer(inputs, outputs):
        return inputs * outputs + (outputs if bias else 0)

    return norms * 2 * d + layer(d, qkv * d) + layer(d, d) + layer(d, inner * d) + layer(inner * d, d)


def _right(n_layer, d_model, vocab_size, n_ctx, tied):
    tables = (vocab_size * (1 if tied else 2) + n_ctx) * d_model
    return tables + n_layer * _block(d_model) + 2 * d_model


# --- the idea is wrong ---------------------------------------------------------------------------------------------


@fails("gpt2_param_count", core="answer.unwritten", contract="answer.unwritten")
def starter(n_layer, d_model, vocab_size, n_ctx, tied=True):
    raise NotImplementedError


@fails("gpt2_param_count", core="answer.printed", contract="answer.printed")
def printed(n_layer, d_model, vocab_size, n_ctx, tied=True):
    print(f"{_right(n_layer, d_model, vocab_size, n_ctx, tied):,}")


@fails("gpt2_param_count", core="answer.constant")
def learnt_by_heart(n_layer, d_model, vocab_size, n_ctx, tied=True):
    return 124_439_808


@fails("gpt2_param_count", core="gpt2_param_count.always_untied")
def head_counted_again(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, vocab_size, n_ctx, False)


@fails("gpt2_param_count", core="gpt2_param_count.always_tied")
def head_forgotten(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, vocab_size, n_ctx, True)


@fails("gpt2_param_count", core="gpt2_param_count.swapped")
def tied_means_two(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, vocab_size, n_ctx, not tied)


@fails("gpt2_param_count", core="gpt2_param_count.head_bias")
def head_with_the_default_bias(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, vocab_size, n_ctx, tied) + vocab_size


@fails("gpt2_param_count", core="gpt2_param_count.head_bias")
def an_untied_head_has_a_bias(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, vocab_size, n_ctx, tied) + (0 if tied else vocab_size)


@fails("gpt2_param_count", core="gpt2_param_count.no_position_table")
def positions_forgotten(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return (vocab_size * (1 if tied else 2) + 2) * d_model + n_layer * _block(d_model)


@fails("gpt2_param_count", core="gpt2_param_count.no_token_table")
def without_embeddings(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return n_layer * _block(d_model) + 2 * d_model + (0 if tied else vocab_size * d_model)


@fails("gpt2_param_count", core="gpt2_param_count.fixed_sizes")
def vocabulary_of_gpt2(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, 50_257, n_ctx, tied)


@fails("gpt2_param_count", core="gpt2_param_count.fixed_sizes")
def always_1024_positions(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, vocab_size, 1024, tied)


@fails("gpt2_param_count", core="gpt2_param_count.exchanged")
def width_first(d_model, n_layer, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, vocab_size, n_ctx, tied)


@fails("gpt2_param_count", core="gpt2_param_count.no_last_norm")
def last_norm_forgotten(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, vocab_size, n_ctx, tied) - 2 * d_model


@fails("gpt2_param_count", core="gpt2_param_count.block_norms")
def one_norm_in_each_block(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    tables = (vocab_size * (1 if tied else 2) + n_ctx) * d_model
    return tables + n_layer * _block(d_model, norms=1) + 2 * d_model


@fails("gpt2_param_count", core="gpt2_param_count.block_norms")
def no_norms_at_all(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    tables = (vocab_size * (1 if tied else 2) + n_ctx) * d_model
    return tables + n_layer * _block(d_model, norms=0)


@fails("gpt2_param_count", core="gpt2_param_count.norm_scales_only")
def norms_of_d_numbers(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, vocab_size, n_ctx, tied) - (2 * n_layer + 1) * d_model


@fails("gpt2_param_count", core="gpt2_param_count.last_norm_per_block")
def three_norms_in_each_block(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    tables = (vocab_size * (1 if tied else 2) + n_ctx) * d_model
    return tables + n_layer * _block(d_model, norms=3)


@fails("gpt2_param_count", core="gpt2_param_count.no_qkv_bias")
def qkv_bias_is_false(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, vocab_size, n_ctx, tied) - n_layer * 3 * d_model


@fails("gpt2_param_count", core="gpt2_param_count.no_biases")
def matrices_and_norms_only(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    tables = (vocab_size * (1 if tied else 2) + n_ctx) * d_model
    return tables + n_layer * _block(d_model, bias=False) + 2 * d_model


@fails("gpt2_param_count", core="gpt2_param_count.rough")
def rule_of_thumb(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return 12 * n_layer * d_model**2 + (2 - tied) * vocab_size * d_model + n_ctx * d_model


@fails("gpt2_param_count", core="gpt2_param_count.no_attention_output")
def attention_without_output(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, vocab_size, n_ctx, tied) - n_layer * (d_model * d_model + d_model)


@fails("gpt2_param_count", core="gpt2_param_count.one_of_qkv")
def one_projection_for_all_three(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    tables = (vocab_size * (1 if tied else 2) + n_ctx) * d_model
    return tables + n_layer * _block(d_model, qkv=1) + 2 * d_model


@fails("gpt2_param_count", core="gpt2_param_count.no_attention")
def mlp_only(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, vocab_size, n_ctx, tied) - n_layer * 4 * (d_model**2 + d_model)


@fails("gpt2_param_count", core="gpt2_param_count.no_mlp_output")
def mlp_without_the_way_back(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, vocab_size, n_ctx, tied) - n_layer * (4 * d_model**2 + d_model)


@fails("gpt2_param_count", core="gpt2_param_count.narrow_mlp")
def mlp_as_wide_as_the_model(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    tables = (vocab_size * (1 if tied else 2) + n_ctx) * d_model
    return tables + n_layer * _block(d_model, inner=1) + 2 * d_model


@fails("gpt2_param_count", core="gpt2_param_count.no_mlp")
def attention_is_all(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, vocab_size, n_ctx, tied) - n_layer * (8 * d_model**2 + 5 * d_model)


@fails("gpt2_param_count", core="gpt2_param_count.masks")
def masks_counted(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, vocab_size, n_ctx, tied) + n_layer * n_ctx * n_ctx


@fails("gpt2_param_count", core="gpt2_param_count.one_block")
def blocks_share_their_weights(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(1, d_model, vocab_size, n_ctx, tied)


@fails("gpt2_param_count", core="gpt2_param_count.block_off_by_one")
def range_from_one(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(0, d_model, vocab_size, n_ctx, tied) + sum(_block(d_model) for _ in range(1, n_layer))


@fails("gpt2_param_count", core="gpt2_param_count.bytes")
def bytes_of_float32(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return 4 * _right(n_layer, d_model, vocab_size, n_ctx, tied)


@fails("gpt2_param_count", core="answer.too_few")
def two_slips_at_once(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, vocab_size, n_ctx, tied) - 2 * d_model - n_layer * 3 * d_model


@fails("gpt2_param_count", core="answer.number")
def in_millions(n_layer, d_model, vocab_size, n_ctx, tied=True):
    return _right(n_layer, d_model, vocab_size, n_ctx, tied) / 10**6


# --- the idea is right, the contract is not kept ---------------------------------------------------------------------


@fails("gpt2_param_count", contract="sizes.accepted")
def refuses_nothing(n_layer, d_model, vocab_size, n_ctx, tied=True):
    return _right(n_layer, d_model, vocab_size, n_ctx, tied)


@fails("gpt2_param_count", contract="sizes.one_forgotten")
def positions_not_looked_at(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size)
    return _right(n_layer, d_model, vocab_size, n_ctx, tied)


@fails("gpt2_param_count", contract="sizes.zero_accepted")
def zero_blocks_are_fine(n_layer, d_model, vocab_size, n_ctx, tied=True):
    if any(size < 0 for size in (n_layer, d_model, vocab_size, n_ctx)):
        raise ValueError("negative")
    return _right(n_layer, d_model, vocab_size, n_ctx, tied)


@fails("gpt2_param_count", contract="sizes.two_negatives")
def looks_at_the_product(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer * d_model * vocab_size * n_ctx)
    return _right(n_layer, d_model, vocab_size, n_ctx, tied)


@fails("gpt2_param_count", contract="sizes.not_a_value_error")
def other_error(n_layer, d_model, vocab_size, n_ctx, tied=True):
    if min(n_layer, d_model, vocab_size, n_ctx) < 1:
        raise IndexError("too small")
    return _right(n_layer, d_model, vocab_size, n_ctx, tied)


@fails("gpt2_param_count", contract="gpt2_param_count.default")
def untied_by_default(n_layer, d_model, vocab_size, n_ctx, tied=False):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, vocab_size, n_ctx, tied)


@fails("gpt2_param_count", contract="gpt2_param_count.default")
def tied_must_be_given(n_layer, d_model, vocab_size, n_ctx, tied):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, vocab_size, n_ctx, tied)


@fails("gpt2_param_count", contract="count.float")
def factor_in_floats(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, d_model, vocab_size, n_ctx, tied) * 1.0


@fails("gpt2_param_count", contract="count.rounded")
def rounded_from_a_float(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    d = float(d_model)
    return round((vocab_size * (1 if tied else 2) + n_ctx + 2) * d + n_layer * (12 * d**2 + 13 * d))


@fails("gpt2_param_count", contract="contract.keywords")
def other_names(layers, d, V, C, tied=True):
    _refuse(layers, d, V, C)
    return _right(layers, d, V, C, tied)


@fails("gpt2_param_count", contract="contract.stale")
def remembered_by_blocks_and_width(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return KEPT.setdefault((n_layer, d_model), _right(n_layer, d_model, vocab_size, n_ctx, tied))


@fails("gpt2_param_count", contract="contract.state")
def running_total(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    seen = KEPT.setdefault((n_layer, d_model, vocab_size, n_ctx, tied), [])
    seen.append(_right(n_layer, d_model, vocab_size, n_ctx, tied))
    return sum(seen)


@fails("gpt2_param_count", contract="contract.warning")
def adds_up_in_small_integers(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    np.int8(100) + np.int8(100)
    return _right(n_layer, d_model, vocab_size, n_ctx, tied)


@fails("gpt2_param_count", contract="count.smallest")
def even_widths_only(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return _right(n_layer, max(d_model, 2), vocab_size, n_ctx, tied)


@fails("gpt2_param_count", core="gpt2_param_count.rough")
def squares_beside_exact_ends(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    tables = (1 if tied else 2) * vocab_size + n_ctx
    return tables * d_model + n_layer * 12 * d_model**2 + 2 * d_model
