"""How `gpt2_param_count` is misunderstood."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from tiedbook.checks.oracle import Misconception
from tiedbook.diagnosis import Diagnosis
from tiedbook.gpt2 import N_CTX, VOCAB_SIZE, Model, total
from tiedbook.miscounts import MISCOUNTS

_Form = Callable[[Model, bool], int]


def _misunderstood(diagnosis: Diagnosis, *forms: _Form | str) -> tuple[Misconception, ...]:
    """Make a misconception of each form: a function that counts in one way counts every call in that way.

    A form is a function of model and tied, or the key of a slip in the right total.
    """
    return tuple(
        Misconception(diagnosis, _results(_slipped(form) if isinstance(form, str) else form)) for form in forms
    )


def _results(form: _Form) -> Callable[..., Iterable[np.ndarray]]:
    return lambda n_layer, d_model, vocab_size, n_ctx, tied: [
        np.array(form(Model(n_layer, d_model, vocab_size, n_ctx), tied))
    ]


def _slipped(key: str) -> _Form:
    return lambda model, tied: total(model, tied=tied) + MISCOUNTS[key].difference(model)


def _fixed(model: Model, tied: bool) -> int:  # noqa: FBT001
    return total(Model(model.n_layer, model.d_model, VOCAB_SIZE, model.n_ctx), tied=tied)


def _fixed_context(model: Model, tied: bool) -> int:  # noqa: FBT001
    return total(Model(model.n_layer, model.d_model, model.vocab_size, N_CTX), tied=tied)


def _exchanged(model: Model, tied: bool) -> int:  # noqa: FBT001
    return total(Model(model.d_model, model.n_layer, model.vocab_size, model.n_ctx), tied=tied)


def _squares(model: Model) -> int:
    return 12 * model.n_layer * model.d_model**2


_TABLES = (
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.always_untied",
            "The head is always counted as a table of its own. In a tied model it uses the token table, which has been "
            "counted.",
            {"see": "two-ends"},
        ),
        lambda model, _: total(model, tied=False),
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.always_tied",
            "The head of an untied model is missing. It is a table of V × d numbers, without a bias.",
            {"see": "two-ends"},
        ),
        lambda model, _: total(model),
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.swapped",
            "Tied and untied are exchanged. The untied model is the larger one: it has a second table.",
            {"see": "two-ends"},
        ),
        lambda model, tied: total(model, tied=not tied),
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.head_bias",
            "A bias is counted in the head, one number for each token. The head of GPT-2 has none.",
            {"see": "head-bias"},
        ),
        "head_bias",
        lambda model, tied: total(model, tied=tied) + (0 if tied else model.vocab_size),
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.no_position_table",
            "The position table is missing: one row of d numbers for each of the `n_ctx` positions.",
            {"see": "position-table"},
        ),
        "no_position_table",
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.no_token_table",
            "The token table is missing: one row of d numbers for each of the `vocab_size` tokens.",
            {"see": "two-ends"},
        ),
        "no_token_table",
        "no_tables",
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.fixed_sizes",
            "The count is right for GPT-2's own vocabulary or number of positions, and these were asked for with "
            "others. Use the arguments, and not 50,257 or 1,024.",
            {"see": "gpt2-param-count-exercise"},
        ),
        _fixed,
        _fixed_context,
        lambda model, tied: total(Model(model.n_layer, model.d_model), tied=tied),
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.exchanged",
            "L and d are exchanged: the first argument is the number of blocks, the second is the width.",
            {"see": "gpt2-param-count-exercise"},
        ),
        _exchanged,
    ),
)

_SMALL = (
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.no_last_norm",
            "The last LayerNorm is missing. It stands after all blocks and has 2 × d numbers.",
            {"see": "block-norms"},
        ),
        "no_last_norm",
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.block_norms",
            "LayerNorms of the blocks are missing. Each block has two, one before the attention and one before the "
            "MLP, with 2 × d numbers each.",
            {"see": "block-norms"},
        ),
        "no_block_norms",
        "one_norm",
        "no_norms",
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.norm_scales_only",
            "Each LayerNorm is counted with d numbers. It has 2 × d: one to multiply with and one to add, for each "
            "column.",
            {"see": "block-norms"},
        ),
        "norm_scales_only",
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.last_norm_per_block",
            "The last LayerNorm is counted once in each block. There is one such after all of them.",
            {"see": "block-norms"},
        ),
        "last_norm_per_block",
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.no_qkv_bias",
            "The biases of queries, keys and values are missing: 3 × d numbers in each block. GPT-2 has them; some "
            "later models do without.",
            {"see": "block-attention"},
        ),
        "no_qkv_bias",
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.no_biases",
            "Biases are missing. Every layer of attention and MLP adds a bias, with one number for each number that "
            "comes out.",
            {"see": "counting-rule"},
        ),
        "no_layer_biases",
        "no_biases",
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.rough",
            "This is 12 × L × d² for the blocks, the rule of thumb. It leaves out biases and LayerNorms, and this "
            "exercise asks for the exact number.",
            {"see": "block-sum"},
        ),
        lambda model, _: _squares(model),
        lambda model, tied: _squares(model) + (2 - tied) * model.vocab_size * model.d_model,
        lambda model, tied: _squares(model) + ((2 - tied) * model.vocab_size + model.n_ctx) * model.d_model,
        lambda model, tied: _squares(model) + ((2 - tied) * model.vocab_size + model.n_ctx + 2) * model.d_model,
    ),
)

_BLOCKS = (
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.no_attention_output",
            "The second layer of the attention is missing. After the heads have been put side by side, `c_proj` takes "
            "d numbers to d.",
            {"see": "block-attention"},
        ),
        "no_attention_output",
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.one_of_qkv",
            "The first layer of the attention is counted as d to d. It makes queries, keys and values at once, so that "
            "3 × d numbers come out.",
            {"see": "block-attention"},
        ),
        "one_of_qkv",
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.no_attention",
            "The attention is missing. In each block it has two layers, d to 3 × d and d to d.",
            {"see": "block-attention"},
        ),
        "no_attention",
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.no_mlp_output",
            "The second layer of the MLP is missing. It takes the 4 × d numbers in its middle back to d.",
            {"see": "block-mlp"},
        ),
        "no_mlp_output",
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.narrow_mlp",
            "The MLP is counted as if it were d numbers wide inside. It is 4 × d wide.",
            {"see": "block-mlp"},
        ),
        "narrow_mlp",
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.no_mlp",
            "The MLP is missing. It holds two thirds of the weights of a block: d to 4 × d, and back to d.",
            {"see": "block-mlp"},
        ),
        "no_mlp",
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.masks",
            "The causal masks are counted, `n_ctx` × `n_ctx` numbers in each block. They are fixed zeros and ones that "
            "training does not change, so they are no parameters.",
            {"see": "counting-rule"},
        ),
        "masks",
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.one_block",
            "Only one block is counted. There are `n_layer` of them, with parameters of their own each.",
            {"see": "block-sum"},
        ),
        "one_block",
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.block_off_by_one",
            "There is one block too many or too few in the count. It should be `n_layer` of them.",
            {"see": "block-sum"},
        ),
        "block_less",
        "block_more",
    ),
    *_misunderstood(
        Diagnosis(
            "gpt2_param_count.bytes",
            "These are bytes. A parameter is one number, however many bytes it takes.",
            {"see": "counting-rule"},
        ),
        lambda model, tied: 4 * total(model, tied=tied),
        lambda model, tied: 2 * total(model, tied=tied),
    ),
)

MISCONCEPTIONS = (*_TABLES, *_SMALL, *_BLOCKS)
