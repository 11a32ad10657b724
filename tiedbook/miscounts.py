"""Slips in counting the parameters of GPT-2, each by what it changes in the total.

The decoder of wrong totals and the check of `gpt2_param_count` both look for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations

from tiedbook.gpt2 import Model, Weight, repeated, weights

Difference = Callable[[Model], int]
Chosen = Callable[[Weight], bool]

OLD_VOCAB_SIZE = 40_478  # GPT-1's
PADDED_TO = 64  # a multiple that matrix products on graphics cards like


@dataclass(frozen=True, slots=True)
class Miscount:
    """One slip.

    Parameters
    ----------
    difference : callable
        How much it adds to the right total of a tied model; negative where it forgets something.
    touches : callable
        Whether it changes how often a weight is counted, or how large it is taken to be.
    """

    difference: Difference
    touches: Chosen


def _forgotten(chosen: Chosen) -> Miscount:
    def difference(model: Model) -> int:
        return -sum(weight.count * times for weight, times in repeated(model) if chosen(weight))

    return Miscount(difference, chosen)


def _layers(*names: str) -> Chosen:
    return lambda weight: weight.layer.startswith(names)


def _biases(*names: str) -> Chosen:
    return lambda weight: weight.is_bias and weight.layer.startswith(names)


def _blocks(more: Callable[[Model], int]) -> Miscount:
    def difference(model: Model) -> int:
        return more(model) * sum(weight.count for weight, _ in repeated(model) if weight.in_block)

    return Miscount(difference, lambda weight: weight.in_block)


MISCOUNTS: Mapping[str, Miscount] = {
    # the tables
    "head_again": Miscount(lambda model: model.vocab_size * model.d_model, _layers("wte")),
    "head_bias": Miscount(lambda model: model.vocab_size, _layers("lm_head")),
    "no_token_table": _forgotten(_layers("wte")),
    "no_position_table": _forgotten(_layers("wpe")),
    "no_tables": _forgotten(_layers("wte", "wpe")),
    "padded_vocabulary": Miscount(lambda model: -model.vocab_size % PADDED_TO * model.d_model, _layers("wte")),
    "old_vocabulary": Miscount(lambda model: (OLD_VOCAB_SIZE - model.vocab_size) * model.d_model, _layers("wte")),
    "old_context": Miscount(lambda model: -(model.n_ctx // 2) * model.d_model, _layers("wpe")),
    "segment_table": Miscount(lambda model: 2 * model.d_model, _layers("wse")),
    # layer norms and biases
    "no_last_norm": _forgotten(_layers("ln_f")),
    "no_block_norms": _forgotten(_layers("ln_1", "ln_2")),
    "one_norm": _forgotten(_layers("ln_2")),
    "no_norms": _forgotten(_layers("ln_")),
    "norm_scales_only": _forgotten(_biases("ln_")),
    "last_norm_per_block": Miscount(lambda model: 2 * model.d_model * (model.n_layer - 1), _layers("ln_f")),
    "no_qkv_bias": _forgotten(_biases("attn.c_attn")),
    "no_layer_biases": _forgotten(_biases("attn", "mlp")),
    "no_biases": _forgotten(_biases("")),
    # attention, MLP, blocks
    "no_attention": _forgotten(_layers("attn")),
    "no_attention_output": _forgotten(_layers("attn.c_proj")),
    "one_of_qkv": Miscount(
        lambda model: -2 * (model.d_model**2 + model.d_model) * model.n_layer, _layers("attn.c_attn")
    ),
    "no_mlp": _forgotten(_layers("mlp")),
    "no_mlp_output": _forgotten(_layers("mlp.c_proj")),
    "narrow_mlp": Miscount(lambda model: -3 * (2 * model.d_model**2 + model.d_model) * model.n_layer, _layers("mlp")),
    "masks": Miscount(lambda model: model.n_layer * model.n_ctx**2, _layers("attn.bias")),
    "one_block": _blocks(lambda model: 1 - model.n_layer),
    "block_less": _blocks(lambda _: -1),
    "block_more": _blocks(lambda _: 1),
}
"""By key, with every total that one slip makes of a GPT-2 different from all others."""


def together() -> tuple[tuple[str, str], ...]:
    """Return every two slips that can happen in one count: those that touch no weight in common."""
    every = tuple(weights(Model(n_layer=2, d_model=1, vocab_size=1, n_ctx=1)))
    touched = {key: {weight.name for weight in every if slip.touches(weight)} for key, slip in MISCOUNTS.items()}
    return tuple(pair for pair in combinations(MISCOUNTS, 2) if touched[pair[0]].isdisjoint(touched[pair[1]]))
