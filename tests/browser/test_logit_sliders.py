"""The logit sliders in a real browser: both programs give NumPy's numbers, also where float32 has none."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from tests.browser.mounting import Mounted, mount
from tests.browser.reading import numbers
from tiedbook.widgets import logit_sliders

pytestmark = pytest.mark.usefixtures("english")

TOKENS = ["cat", "dog", "the", "ran"]
SCORES = [-0.24, -0.14, -0.49, 0.51]


def _careless(scores: Any) -> Any:
    with np.errstate(all="ignore"):
        powers = np.exp(scores)
        return powers, powers / powers.sum()


@pytest.mark.parametrize("added", [0, 1, 88, 89, 1000, -88, -100, -1000])
@pytest.mark.parametrize(
    "scores", [SCORES, [0, 0, 0], [5, -5], [-5, -5, -5, 5], [1000, 999, 998], [3.5]], ids=lambda scores: str(scores)
)
def test_both_programs_are_those_of_numpy(bare: Page, scores: list[float], added: float) -> None:
    mounted = mount(bare, logit_sliders(scores, [f"t{id_}" for id_ in range(len(scores))]))
    mounted.widget.added = added
    mounted.push()
    given = np.asarray(scores, np.float32) + np.float32(added)
    shifted = given - given.max()
    plain, careful = _careless(given), _careless(shifted)
    shown = np.transpose([numbers(row[1:]) for row in mounted.rows(".ls-programs")])
    wanted = [given, *plain, shifted, *careful]
    for column, values in zip(shown, wanted, strict=True):
        assert np.allclose(column, values, rtol=0.00501, atol=0.00501, equal_nan=True)
    bars = [numbers(row[1:2])[0] for row in mounted.rows(".tb-bars")]
    assert np.allclose(bars, careful[1], atol=0.000501)
    assert numbers(mounted.shown(".tb-bars tfoot .tb-num")) == [1.0]


def _sliders(bare: Page, **more: Any) -> Mounted:
    return mount(bare, logit_sliders(SCORES, TOKENS, **more))


def test_keys_move_one_score_and_python_reads_it(bare: Page) -> None:
    mounted = _sliders(bare)
    slider = mounted.root.get_by_label("dog")
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowRight"):
        slider.press(key)
    mounted.settle()
    assert mounted.widget.logits == [-0.24, -0.12, -0.49, 0.51]
    slider.press("End")
    mounted.settle()
    assert mounted.widget.logits[1] == 5


def test_a_thousand_more_breaks_the_plain_formula_and_says_how(bare: Page) -> None:
    mounted = _sliders(bare)
    mounted.root.get_by_role("button", name="+1,000").press("Enter")
    mounted.settle()
    assert mounted.widget.added == 1000
    assert [row[2:4] for row in mounted.rows(".ls-programs")] == [["inf", "nan"]] * 4
    bare.wait_for_function("document.querySelector('.tb-status').textContent.includes('inf by inf')")
    assert mounted.root.get_by_role("status").inner_text().startswith("ran leads with probability 0.423, if")


def test_the_limit_of_float32_lies_where_the_chapter_says(bare: Page) -> None:
    mounted = mount(bare, logit_sliders([0, 0], ["a", "b"]))
    broken = {}
    for added in (88, 89, -103, -104):
        mounted.widget.added = added
        mounted.push()
        broken[added] = "nan" in str(mounted.rows(".ls-programs"))
    assert broken == {88: False, 89: True, -103: False, -104: True}


def test_lost_digits_are_told_from_a_formula_that_breaks(bare: Page) -> None:
    mounted = _sliders(bare)
    mounted.widget.added = -101
    mounted.push()
    bare.wait_for_function("document.querySelector('.tb-status').textContent.includes('lost their digits')")


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("0.19 0.21 0.15 0.40", "✗ These add up to 0.95, not to 1. Rounding explains at most 0.02"),
        ("[0.200, 0.221, 0.156, 0.423]", "These add up to 1.000."),
        ("0,2 0,22 0,16 0,42", "These add up to 1.00."),
        ("0.3 0.3 0.3", "These add up to 0.90."),
        ("1.2 -0.2", "✗ A probability lies between 0 and 1"),
        ("0.5", "Write at least two numbers"),
        ("half half", "Write at least two numbers"),
    ],
)
def test_a_claimed_softmax_is_judged_by_its_sum(bare: Page, claim: str, said: str) -> None:
    mounted = _sliders(bare)
    mounted.root.get_by_role("textbox").fill(claim)
    mounted.settle()
    assert mounted.widget.claim == claim
    assert mounted.shown(".ls-verdict")[0].startswith(said)


def test_the_claim_of_the_chapter_is_refuted_from_the_start(bare: Page) -> None:
    assert _sliders(bare, claim=[0.19, 0.21, 0.15, 0.40]).shown(".ls-verdict")[0].startswith("✗")


def test_back_to_the_start_brings_everything_back(bare: Page) -> None:
    mounted = _sliders(bare)
    mounted.root.get_by_label("cat").press("Home")
    mounted.root.get_by_role("button", name="−1,000").click()
    mounted.root.get_by_role("button", name="Back to the start").click()
    mounted.settle()
    assert (mounted.widget.logits, mounted.widget.added) == (SCORES, 0)


def _plain_softmax(logits: Any) -> Any:
    return _careless(logits)[1]


@pytest.mark.parametrize(("added", "said"), [(0, "gives the same numbers"), (1000, "gives other numbers")])
def test_a_careless_function_of_the_learner_is_right_until_it_overflows(
    bare: Page, monkeypatch: pytest.MonkeyPatch, added: float, said: str
) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "softmax", _plain_softmax, raising=False)
    mounted = _sliders(bare)
    mounted.widget.added = added
    mounted.push()
    assert said in mounted.shown(".tb-theirs")[0]
    column = [row[7] for row in mounted.rows(".ls-programs")]
    assert column == (["nan"] * 4 if added else [row[6] for row in mounted.rows(".ls-programs")])
    assert mounted.widget.theirs["values"] == (["NaN"] * 4 if added else pytest.approx(mounted.widget.ours(), rel=1e-5))


@pytest.mark.parametrize(
    ("scores", "tokens", "said"),
    [
        ([1, 2], ["a"], "one finite number for each token"),
        ([], [], "`logits` is empty"),
        ([np.inf, 0], ["a", "b"], "only finite numbers"),
        ([[1]], ["a"], "must be a list of numbers"),
    ],
)
def test_scores_that_cannot_be_shown_are_refused(scores: Any, tokens: list[str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        logit_sliders(scores, tokens)
