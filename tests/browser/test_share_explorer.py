"""The share explorer in a real browser: shares are those of the counts, at every end of every slider."""

from __future__ import annotations

import sys
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.mounting import Mounted, mount
from tiedbook.gpt2 import GPT2, VOCAB_SIZE, total
from tiedbook.reference import reference
from tiedbook.who_ties import MODELS
from tiedbook.widgets import share_explorer
from tiedbook.widgets.share_explorer import BLOCKS, RANGES

pytestmark = pytest.mark.usefixtures("english")

CASES = [
    (50_257, 12, 768),
    (50_257, 48, 1_600),
    (256_000, 6, 256),
    (110_592, 12, 768),
    (50_257, 12, 349),  # the nearest width to its break-even
    *product(RANGES["vocab_size"], RANGES["n_layer"], RANGES["d_model"]),
]
# Width of all queries and of all keys, numbers inside the MLP, whether queries, keys and values have a bias.
GATED = {
    "Qwen2.5-0.5B": (896, 128, 4_864, True),
    "Llama-3.2-1B": (2_048, 512, 8_192, False),
    "Gemma-2B": (2_048, 256, 16_384, False),
    "Llama-3.2-3B": (3_072, 1_024, 8_192, False),
    "Mistral-7B-v0.1": (4_096, 1_024, 14_336, False),
    "Qwen2.5-7B": (3_584, 512, 18_944, True),
    "Llama-3-8B": (4_096, 1_024, 14_336, False),
    "Gemma-7B": (4_096, 4_096, 24_576, False),
}


def _explorer(bare: Page, **more: Any) -> Mounted:
    return mount(bare, share_explorer(50_257, 12, 768, **more))


@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize(("vocab_size", "n_layer", "d_model"), CASES)
def test_numbers_bars_and_break_even_are_those_of_the_rule(
    bare: Page, vocab_size: int, n_layer: int, d_model: int, tied: bool
) -> None:
    mounted = mount(bare, share_explorer(vocab_size, n_layer, d_model, tied=tied))
    table, even = vocab_size * d_model, 12 * n_layer * d_model
    blocks = even * d_model
    shares = [2 * table / (2 * table + blocks), table / (table + blocks)]
    rows = mounted.rows(".se-numbers")
    assert [row[1:] for row in rows[:3]] == [
        [f"{2 * table:,}", f"{table:,}"],
        [f"{blocks:,}"] * 2,
        [f"{share:.1%}" for share in shares],
    ]
    assert mounted.shown(".se-share") == [f"{share:.1%}" for share in shares]
    widths = mounted.root.locator(".se-piece").evaluate_all("nodes => nodes.map(node => parseFloat(node.style.width))")
    full = 2 * table + blocks
    assert widths == pytest.approx([100 * part / full for part in (table, blocks, table, table, blocks)], abs=1e-3)
    assert mounted.shown(".se-even") == [f"break-even: {even:,}"]
    said = mounted.root.get_by_role("status").inner_text()
    assert said.startswith(f"{'Tied' if tied else 'Untied'}: the")
    assert f"about {shares[tied]:.1%} of the model" in said
    same = f"{vocab_size / even:.2f}" == "1.00"
    place = "as large as all blocks" if same else "larger than one table" if even > vocab_size else "larger than all"
    assert place in said


@pytest.mark.parametrize("name", [f"GPT-2 {size}" for size in GPT2])
def test_a_gpt2_shows_its_exact_share_beside_the_rough_one(bare: Page, name: str) -> None:
    mounted = _explorer(bare)
    mounted.root.get_by_label("Model").select_option(name)
    model = GPT2[name.removeprefix("GPT-2 ")]
    table = VOCAB_SIZE * model.d_model
    exact = [2 * table / total(model, tied=False), table / total(model)]
    assert mounted.rows(".se-numbers")[3] == [
        f"share of the tables, counted for {name}",
        *(f"{share:.1%}" for share in exact),
    ]


@pytest.mark.parametrize("model", [model for model in MODELS if model.name in BLOCKS], ids=lambda model: model.name)
def test_a_model_that_people_use_comes_with_its_tie_and_its_share(bare: Page, model: Any) -> None:
    mounted = _explorer(bare)
    mounted.root.get_by_label("Model").select_option(model.name)
    mounted.settle()
    assert (mounted.widget.vocab_size, mounted.widget.d_model) == (model.vocab_size, model.width)
    assert (mounted.widget.n_layer, mounted.widget.tied) == (BLOCKS[model.name], model.tied)
    assert mounted.rows(".se-numbers")[3][1 + model.tied] == f"{model.share:.1%}"


def test_the_menu_has_each_model_that_is_no_special_case(bare: Page) -> None:
    special = {"T5-small v1.0", "OPT-350m", "GPT-2 small"}  # two stacks; two widths; counted here
    assert {model.name for model in MODELS} - special == set(BLOCKS)
    names = _explorer(bare).root.locator("option").all_inner_texts()
    assert len(names) == len(set(names)) == 1 + len(GPT2) + len(BLOCKS)


@pytest.mark.parametrize("name", BLOCKS)
def test_blocks_are_those_that_lead_to_the_parameters(name: str) -> None:
    model = next(model for model in MODELS if model.name == name)
    size, d = model.vocab_size, model.width
    tables = (1 if model.tied else 2) * size * d
    if name in GATED:
        queries, keys, inside, bias = GATED[name]
        block = 2 * d * queries + 2 * d * keys + 3 * d * inside + 2 * d + bias * (queries + 2 * keys)
        rest = d  # the last norm
    else:
        block = 12 * d**2 + 13 * d
        # Pythia: the last norm. BERT: positions, segments, a norm; before the scores a layer and a norm; a bias.
        rest = {"Pythia-2.8B": 2 * d, "BERT-base (MLM)": (512 + 2 + 2) * d + d**2 + d + 2 * d + size}[name]
    assert tables + BLOCKS[name] * block + rest == model.parameters


@pytest.mark.parametrize(
    ("label", "name"), [("tokens V", "vocab_size"), ("width d", "d_model"), ("blocks L", "n_layer")]
)
def test_sliders_reach_both_ends_and_each_key_moves_them(bare: Page, label: str, name: str) -> None:
    mounted = _explorer(bare)
    slider = mounted.root.get_by_role("slider", name=label)
    seen = [getattr(mounted.widget, name)]
    for key in ("ArrowRight", "ArrowLeft", "Home", "ArrowRight", "End", "ArrowLeft"):
        slider.press(key)
        mounted.settle()
        seen.append(getattr(mounted.widget, name))
    low, high = RANGES[name]
    assert (seen[3], seen[5]) == (low, high)
    assert seen[1] > seen[0]
    assert seen[2] < seen[1]
    assert seen[4] > low
    assert seen[6] < high
    assert mounted.root.get_by_label("Model").input_value() == ""
    assert mounted.root.get_by_text("a model of your own").count() == 1


def test_a_size_can_be_typed_and_the_exact_share_goes_when_it_is_another_model(bare: Page) -> None:
    mounted = _explorer(bare)
    mounted.root.get_by_role("textbox", name="tokens V").fill("110592")
    mounted.settle()
    assert mounted.widget.vocab_size == 110_592
    assert mounted.root.get_by_text("counted for").is_hidden()
    bare.wait_for_function("document.querySelector('.tb-status').textContent.includes('as large as all blocks')")
    field = mounted.root.get_by_role("textbox", name="width d")
    field.fill("99999")
    assert field.get_attribute("aria-invalid") == "true"


@pytest.mark.parametrize(
    ("function", "said", "tied", "untied"),
    [
        (reference("embedding_and_head_params"), "gives the same numbers", "38,597,376", "77,194,752"),
        (lambda size, d, tied: size * d + size * tied, "gives other numbers", "38,647,633", "38,597,376"),
    ],
)
def test_the_count_of_the_learner_stands_under_the_kind_of_head_that_is_chosen(
    bare: Page, monkeypatch: pytest.MonkeyPatch, function: Any, said: str, tied: str, untied: str
) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "embedding_and_head_params", function, raising=False)
    mounted = _explorer(bare)
    assert said in mounted.shown(".tb-theirs")[0]
    assert mounted.rows(".se-numbers")[4][1:] == ["", tied]
    mounted.root.get_by_label("tied: the head uses").press("Space")
    mounted.settle()
    assert mounted.rows(".se-numbers")[4][1:] == [untied, ""]


@pytest.mark.parametrize("sizes", [(99, 12, 768), (50_257, 0, 768), (50_257, 12, 20_000)])
def test_a_size_beyond_the_sliders_is_refused(sizes: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="must be at least"):
        share_explorer(*sizes)
