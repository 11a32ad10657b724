"""The weights of GPT-2 are counted right: against an independent model, and against the totals that are known."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiedbook.gpt2 import GPT2, Model, total, weights

TOTALS = {
    "small": (124_439_808, 163_037_184),
    "medium": (354_823_168, 406_286_336),
    "large": (774_030_080, 838_359_040),
    "XL": (1_557_611_200, 1_638_022_400),
}
sizes = st.integers(1, 40)


@pytest.fixture(scope="module")
def torch() -> Any:
    return pytest.importorskip("torch", reason="the independent count needs PyTorch: pip install torch==2.13.0")


def independent(torch: Any, model: Model, *, tied: bool) -> Any:
    """A GPT-2 made of PyTorch's own modules, on a device that keeps shapes and no numbers."""
    nn, d = torch.nn, model.d_model
    with torch.device("meta"):
        whole = nn.Module()
        whole.tokens, whole.positions = nn.Embedding(model.vocab_size, d), nn.Embedding(model.n_ctx, d)
        whole.blocks = nn.ModuleList(
            nn.TransformerEncoderLayer(d, 1, 4 * d, activation="gelu", norm_first=True) for _ in range(model.n_layer)
        )
        whole.norm, whole.head = nn.LayerNorm(d), nn.Linear(d, model.vocab_size, bias=False)
    if tied:
        whole.head.weight = whole.tokens.weight
    return whole


@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("name", GPT2)
def test_all_four_sizes_agree_with_torch_modules_on_the_meta_device(torch: Any, name: str, tied: bool) -> None:
    whole = independent(torch, GPT2[name], tied=tied)
    assert {weight.device.type for weight in whole.parameters()} == {"meta"}
    assert sum(weight.numel() for weight in whole.parameters()) == total(GPT2[name], tied=tied)


def test_the_ledger_of_one_block_agrees_with_a_torch_block_array_by_array(torch: Any) -> None:
    block = torch.nn.TransformerEncoderLayer(768, 12, 3072, device="meta")
    ours = sorted(weight.count for weight in weights(GPT2["small"]) if weight.name.startswith("h.0."))
    assert sorted(weight.numel() for weight in block.parameters()) == ours


def test_a_tied_state_dict_lists_the_table_twice(torch: Any) -> None:
    whole = independent(torch, GPT2["small"], tied=True)
    assert sum(weight.numel() for weight in whole.state_dict().values()) == TOTALS["small"][1]


@pytest.mark.parametrize("name", GPT2)
def test_totals_are_the_known_ones(name: str) -> None:
    assert (total(GPT2[name]), total(GPT2[name], tied=False)) == TOTALS[name]


@given(sizes, sizes, st.booleans())
def test_the_total_is_the_sum_over_all_arrays_of_all_blocks(n_layer: int, d: int, tied: bool) -> None:
    model = Model(n_layer, d, 7, 5)
    assert sum(weight.count for weight in weights(model, tied=tied)) == total(model, tied=tied)


@given(sizes, sizes, sizes, sizes)
def test_the_total_is_the_closed_form(n_layer: int, d: int, vocab_size: int, n_ctx: int) -> None:
    model = Model(n_layer, d, vocab_size, n_ctx)
    assert total(model) == vocab_size * d + n_ctx * d + n_layer * (12 * d**2 + 13 * d) + 2 * d
    assert total(model, tied=False) - total(model) == vocab_size * d


def test_names_are_those_of_the_published_files() -> None:
    names = {weight.name: weight.shape for weight in weights(GPT2["small"])}
    assert names["h.11.attn.c_attn.weight"] == (768, 2304)
    assert names["h.0.mlp.c_proj.bias"] == (768,)
    assert len(names) == 2 + 12 * 12 + 2
    layers = {weight.layer for weight in weights(GPT2["small"], tied=False)}
    assert {"wte", "wpe", "ln_1", "attn.c_attn", "mlp.c_fc", "ln_f", "lm_head"} <= layers
