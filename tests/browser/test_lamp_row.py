"""The lamp row in a real browser: terms and sums are NumPy's, lamps and steps work by keys."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from solutions.ch01_lookup_is_matmul import embed, one_hot
from tests.browser.mounting import Mounted, mount
from tests.browser.reading import numbers
from tiedbook.widgets import lamp_row

pytestmark = pytest.mark.usefixtures("english")

TABLE = np.array([[0.2, -0.5, 0.8], [0.3, -0.4, 0.7], [-0.9, 0.1, 0.2], [0.6, 0.3, -0.5]])
TOKENS = ["cat", "dog", "the", "ran"]
OTHER = np.array([[12.5, -1000.25], [0.0, -0.125]])


def _mounted(bare: Page, table: Any = TABLE, lit: int = 1, added: int = 0) -> Mounted:
    widget = lamp_row(table, TOKENS[: len(table)], lit=lit)
    widget.added = added
    return mount(bare, widget)


@pytest.mark.parametrize("table", [TABLE, OTHER, TABLE.astype(np.float32)], ids=["toy", "other", "float32"])
def test_terms_and_sums_are_those_of_numpy_for_every_lamp_and_every_step(bare: Page, table: Any) -> None:
    d = table.shape[1]
    mounted = _mounted(bare, table)
    for lit in range(len(table)):
        lamps = np.eye(len(table))[lit]
        for added in range(1, len(table) + 1):
            mounted.widget.lit, mounted.widget.added = lit, added
            mounted.push()
            terms = mounted.shown("tbody .lr-product")
            assert np.allclose(numbers(terms[: added * d]), (lamps[:, None] * table)[:added].ravel(), atol=1e-6)
            assert set(terms[added * d :]) <= {"·"}
            assert np.allclose(numbers(mounted.shown(".lr-sum")), lamps[:added] @ table[:added], atol=1e-6)
            assert np.allclose(numbers(mounted.shown(".lr-wanted")), table[lit], atol=1e-6)


def test_no_zero_has_a_minus(bare: Page) -> None:
    mounted = _mounted(bare, added=4)
    assert "−0.0" not in mounted.shown("tbody .lr-product")


def test_the_lamp_is_moved_and_terms_are_added_by_keys(bare: Page) -> None:
    mounted = _mounted(bare)
    mounted.root.get_by_role("radio", name="light the lamp of id 1, dog").press("ArrowDown")
    forward = mounted.root.get_by_role("button", name="Add the next term")
    forward.press("Enter")
    forward.press("Enter")
    mounted.settle()
    assert (mounted.widget.lit, mounted.widget.added) == (2, 2)
    mounted.root.get_by_role("slider", name="terms added").press("ArrowLeft")
    mounted.settle()
    assert mounted.widget.added == 1
    mounted.root.get_by_role("button", name="Add all").press("Enter")
    forward.press("Enter")
    mounted.settle()
    assert mounted.widget.added == 4
    assert forward.get_attribute("aria-disabled") == "true"


@pytest.mark.parametrize(
    ("added", "said"),
    [
        (0, "Nothing is added yet. Which terms of the sum will be zero?"),
        (1, "Each of the 1 terms added so far is zero, because its lamp is off. The sum is still zero."),
        (2, "The lamp of dog is on: its term is the row itself, and the sum is row 1 now. The terms to come are zero."),
        (4, "The sum is row 1, dog. It took 12 multiplications, and 9 of them were by 0."),
    ],
)
def test_the_summary_says_what_has_been_added(bare: Page, added: int, said: str) -> None:
    assert _mounted(bare, added=added).root.get_by_role("status").inner_text() == said


def test_right_functions_of_the_learner_are_said_to_agree(bare: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "one_hot", one_hot, raising=False)
    monkeypatch.setattr(sys.modules["__main__"], "embed", embed, raising=False)
    mounted = _mounted(bare)
    assert mounted.shown(".tb-theirs") == [
        "Your one_hot gives the same numbers.",
        "Your embed gives the same numbers.",
    ]
    mounted.root.get_by_role("radio", name="light the lamp of id 0, cat").check()
    mounted.settle()
    assert mounted.shown("tbody .lr-theirs") == ["1", "0", "0", "0"]
    assert mounted.shown(".lr-embed") == ["0.2", "−0.5", "0.8"]


@pytest.mark.parametrize(
    ("name", "function", "said", "selector", "shown"),
    [
        (
            "one_hot",
            lambda ids, vocab_size: np.eye(vocab_size)[np.asarray(ids) - 1],
            "Your one_hot gives other numbers; they stand beside ours.",
            "tbody .lr-theirs",
            ["1", "0", "0", "0"],
        ),
        (
            "one_hot",
            lambda ids, vocab_size: np.eye(np.max(ids) + 1)[ids],
            "Your one_hot returned an array of shape (1, 2), not of shape (1, 4).",
            "tbody .lr-theirs",
            [],
        ),
        (
            "embed",
            lambda ids, table: table[np.asarray(ids) + 1],
            "Your embed gives other numbers; they stand beside ours.",
            ".lr-embed",
            ["−0.9", "0.1", "0.2"],
        ),
    ],
)
def test_a_wrong_function_of_the_learner_is_shown_beside_ours(
    bare: Page,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    function: Callable[..., Any],
    said: str,
    selector: str,
    shown: list[str],
) -> None:
    monkeypatch.setattr(sys.modules["__main__"], name, function, raising=False)
    mounted = _mounted(bare)
    assert [text for text in mounted.shown(".tb-theirs") if text] == [said]
    visible = mounted.root.locator(f"{selector}:visible").all_inner_texts()
    assert [text.strip() for text in visible] == shown


def test_a_redefined_embed_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    widget = lamp_row(TABLE, TOKENS, lit=1)
    assert widget.theirs_embed["state"] == "none"
    monkeypatch.setattr(sys.modules["__main__"], "embed", embed, raising=False)
    widget.look_again()
    assert widget.theirs_embed["state"] == "same"
    assert widget.theirs["state"] == "none"


def test_a_table_without_a_token_for_each_row_is_refused() -> None:
    with pytest.raises(ValueError, match="one row for each token"):
        lamp_row(TABLE, TOKENS[:3], lit=1)
    with pytest.raises(IndexError, match="lit is 4; the rows are 0 to 3"):
        lamp_row(TABLE, TOKENS, lit=4)
