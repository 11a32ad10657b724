"""The ledger in a real browser: its sums are Python's, and a total that is typed is decoded."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.mounting import Mounted, mount
from tiedbook import session
from tiedbook.gpt2 import GPT2, Model, repeated, total
from tiedbook.ledger import decode
from tiedbook.ledger import ledger as printed
from tiedbook.miscounts import OLD_VOCAB_SIZE
from tiedbook.reference import reference
from tiedbook.widgets import ledger
from tiedbook.widgets.ledger import LARGEST

pytestmark = pytest.mark.usefixtures("english")

MODELS = [
    *GPT2.values(),
    Model(12, 768, OLD_VOCAB_SIZE),
    Model(1, 1, 1, 1),
    Model(2, 3, 10, 5),
    Model(**LARGEST),
]


def _ledger(bare: Page, model: Model = GPT2["small"], *, tied: bool = True, bias: bool = False) -> Mounted:
    shown = ledger(model.n_layer, model.d_model, model.vocab_size, model.n_ctx, tied=tied)
    shown.bias = bias
    return mount(bare, shown)


def _lines(counted: int) -> list[str]:
    return [" ".join(line.split()) for line in repr(decode(counted)).splitlines()]  # as a page shows spaces


def _total(mounted: Mounted) -> int:
    return int(mounted.shown(".lg-total .tb-num")[0].replace(",", ""))


@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("model", MODELS, ids=str)
def test_every_row_is_that_of_the_printed_ledger(bare: Page, model: Model, tied: bool) -> None:
    mounted = _ledger(bare, model, tied=tied)
    wanted = printed(model.n_layer, model.d_model, model.vocab_size, model.n_ctx, tied=tied).rows
    shown = [[*row[:3], row[3].replace(",", ""), row[4]] for row in mounted.rows(".lg-table")]
    assert shown == [list(row) for row in wanted[:-1]]
    assert _total(mounted) == total(model, tied=tied)


def test_shares_are_those_of_the_parts(bare: Page) -> None:
    mounted = _ledger(bare, tied=False)
    model, untied = GPT2["small"], total(GPT2["small"], tied=False)
    counts: dict[str, int] = {}
    for weight, times in repeated(model, tied=False):
        counts[weight.layer] = counts.get(weight.layer, 0) + weight.count * times
    shown = {row[0]: row[5] for row in mounted.rows(".lg-table") if row[0] in counts}
    few = {name: "< 0.1%" if count / untied < 0.0005 else f"{count / untied:.1%}" for name, count in counts.items()}
    assert shown == few


@pytest.mark.parametrize("tied", [True, False])
def test_a_bias_of_the_head_adds_one_number_for_each_token(bare: Page, tied: bool) -> None:
    mounted = _ledger(bare, tied=tied)
    mounted.root.get_by_label("the head has a bias").press("Space")
    mounted.settle()
    wanted = total(GPT2["small"], tied=tied) + 50_257
    assert mounted.widget.bias
    assert _total(mounted) == wanted
    assert mounted.rows(".lg-table")[-1][0] == "lm_head.bias"
    assert f"{wanted:,}" in mounted.widget.stand_in()


def test_sizes_and_vocabularies_are_a_press_away(bare: Page) -> None:
    mounted = _ledger(bare)
    mounted.root.get_by_role("button", name="XL").press("Enter")
    assert _total(mounted) == 1_557_611_200
    mounted.root.get_by_role("button", name="GPT-1: 40,478").press("Enter")
    mounted.settle()
    assert _total(mounted) == 1_541_964_800
    pressed = mounted.root.locator("button[aria-pressed=true]").all_inner_texts()
    assert pressed == ["XL", "GPT-1: 40,478"]
    assert (mounted.widget.n_layer, mounted.widget.d_model, mounted.widget.vocab_size) == (48, 1_600, 40_478)


def test_sizes_can_be_typed_and_counted_with_the_arrow_keys(bare: Page) -> None:
    mounted = _ledger(bare)
    mounted.root.get_by_label("tokens V").fill("50,304")
    mounted.root.get_by_label("blocks L").press("ArrowUp")
    mounted.settle()
    assert (mounted.widget.vocab_size, mounted.widget.n_layer) == (50_304, 13)
    assert _total(mounted) == total(Model(13, 768, 50_304))


@pytest.mark.parametrize("text", ["0", "-3", "2.5", "many", "100000001"])
def test_a_size_that_cannot_be_is_marked_and_does_not_count(bare: Page, text: str) -> None:
    mounted = _ledger(bare)
    field = mounted.root.get_by_label("tokens V")
    field.fill(text)
    assert field.get_attribute("aria-invalid") == "true"
    assert _total(mounted) == 124_439_808


@pytest.mark.parametrize(
    "counted",
    [163_037_184, 124_490_065, 123_653_376, 124_412_160, 116_929_536, 85_056_000, 354_747_392, 124_439_808, 5],
)
def test_a_total_that_is_typed_is_decoded(bare: Page, counted: int) -> None:
    mounted = _ledger(bare)
    mounted.root.get_by_label("A total for GPT-2").fill(f"{counted:,}")
    mounted.settle()
    assert mounted.widget.counted == counted
    right = ["124,439,808 is the total of the model that is shown."] if counted == 124_439_808 else []
    assert mounted.shown(".lg-verdict p") == [*right, *_lines(counted)]


@pytest.mark.parametrize("text", ["117M", "1.5", "-7", "a lot"])
def test_what_is_no_whole_number_is_not_decoded(bare: Page, text: str) -> None:
    mounted = _ledger(bare)
    mounted.root.get_by_label("A total for GPT-2").fill(text)
    mounted.settle()
    assert mounted.shown(".lg-verdict p") == ["A total is a whole number, such as 163,037,184."]


def test_the_explanation_changes_its_language_with_the_edition(bare: Page) -> None:
    mounted = _ledger(bare)
    mounted.root.get_by_label("A total for GPT-2").fill("163037184")
    mounted.settle()
    session.set_edition("es")
    mounted.push()
    assert mounted.shown(".lg-verdict p") == _lines(163_037_184)
    assert "GPT-2 small" in mounted.shown(".lg-verdict p")[0]
    assert mounted.root.locator(".lg-guess input").input_value() == "163037184"


def _forgetful(n_layer: int, d_model: int, vocab_size: int, n_ctx: int, tied: bool = True) -> int:
    right = reference("gpt2_param_count")(n_layer, d_model, vocab_size, n_ctx, tied)
    return int(right) - 2 * d_model


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (reference("gpt2_param_count"), "Your gpt2_param_count gives the same numbers."),
        (_forgetful, "Your gpt2_param_count gives other numbers"),
        (lambda *_: "124M", "Your gpt2_param_count returned a value of type str"),
    ],
)
def test_a_total_of_the_learner_is_compared_to_the_last_digit(
    bare: Page, monkeypatch: pytest.MonkeyPatch, function: Any, said: str
) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "gpt2_param_count", function, raising=False)
    mounted = _ledger(bare)
    assert mounted.shown(".tb-theirs")[0].startswith(said)
    mounted.root.get_by_label("the head has a bias").check()
    assert mounted.root.locator(".tb-theirs").is_hidden()


def test_the_learners_own_total_can_be_decoded(bare: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "gpt2_param_count", _forgetful, raising=False)
    mounted = _ledger(bare)
    assert mounted.shown(".lg-table tfoot tr:last-child .tb-num") == ["124,438,272"]
    mounted.root.get_by_role("button", name="Decode the total of your function").click()
    mounted.settle()
    assert "−1,536 the last LayerNorm, after all blocks, left out" in mounted.shown(".lg-verdict p")


def test_a_size_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        ledger(0, 768)
