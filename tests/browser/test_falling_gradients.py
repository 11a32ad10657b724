"""Falling gradients in a real browser: after each step the rows hold what NumPy makes of the chosen statement."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Page

from solutions.ch02_gradients_scatter import embed_backward
from tests.browser.mounting import Mounted, mount
from tests.browser.reading import numbers
from tiedbook.widgets import falling_gradients

pytestmark = pytest.mark.usefixtures("english")

CHAPTER: dict[str, Any] = {"ids": [2, 2, 5], "gradients": [1, 3, 5], "before": [0, 0, 10, 0, 0, 0]}
CASES: list[dict[str, Any]] = [
    CHAPTER,
    {"ids": [0, 0, 0, 0], "gradients": [0.5, -0.25, 12, -3], "before": [7.5]},
    {"ids": [3, 1, 2], "gradients": [1, -2, 3], "before": [1, 1, 1, 1]},
    {"ids": [1, 0, 1, 0, 1], "gradients": [1, 2, -1, 4, 0.125], "before": [0, -100]},
]
STATEMENTS = ["grad[ids] = g", "grad[ids] += g", "np.add.at(grad, ids, g)"]


@pytest.fixture(scope="module")
def bare(bare: Page) -> Page:
    bare.emulate_media(reduced_motion="reduce")
    return bare


def _mounted(bare: Page, case: dict[str, Any] = CHAPTER, **state: Any) -> Mounted:
    widget = falling_gradients(**case)
    for name, value in state.items():
        setattr(widget, name, value)
    return mount(bare, widget)


def _run(statement: str, ids: list[int], gradients: list[float], before: list[float]) -> NDArray[np.float64]:
    """Let NumPy execute the very statement that is shown."""
    names = {"np": np, "ids": np.array(ids, int), "g": np.array(gradients, float), "grad": np.array(before, float)}
    exec(statement, names)  # the statement is the widget's own text
    return np.asarray(names["grad"])


@pytest.mark.parametrize("statement", STATEMENTS)
@pytest.mark.parametrize("case", CASES)
def test_after_each_step_the_rows_hold_what_numpy_makes_of_the_statement(
    bare: Page, case: dict[str, Any], statement: str
) -> None:
    mounted = _mounted(bare, case, statement=statement)
    ids, gradients, before = case["ids"], case["gradients"], case["before"]
    for fallen in range(len(ids) + 1):
        mounted.widget.fallen = fallen
        mounted.push()
        wanted = _run(statement, ids[:fallen], gradients[:fallen], before)
        assert np.allclose(numbers(mounted.root.locator(".fg-now").all_text_contents()), wanted)
        written = [row[4] for row in mounted.rows(".fg-tokens")]
        for row in set(ids[:fallen]):  # what is written last is what the row holds
            last = max(position for position in range(fallen) if ids[position] == row)
            assert np.allclose(numbers([written[last]]), wanted[row])
        assert set(written[fallen:]) <= {"–"}


@pytest.mark.parametrize(
    ("statement", "ends", "reads"),
    [
        (STATEMENTS[0], ["✗ lost", "✓ kept", "✓ kept"], ["–", "–", "–"]),
        (STATEMENTS[1], ["✗ lost", "✓ kept", "✓ kept"], ["10", "10", "0"]),
        (STATEMENTS[2], ["✓ kept", "✓ kept", "✓ kept"], ["10", "11", "0"]),
    ],
)
def test_each_gradient_says_what_it_reads_and_what_becomes_of_it(
    bare: Page, statement: str, ends: list[str], reads: list[str]
) -> None:
    mounted = _mounted(bare, statement=statement, fallen=3)
    assert [row[5] for row in mounted.rows(".fg-tokens")] == ends
    assert [row[3] for row in mounted.rows(".fg-tokens")] == reads
    assert mounted.root.locator(".fg-lost").count() == ends.count("✗ lost")


def test_keys_choose_the_statement_drop_gradients_and_change_an_id(bare: Page) -> None:
    mounted = _mounted(bare)
    mounted.root.get_by_role("radio", name=STATEMENTS[1]).press("ArrowDown")
    mounted.root.get_by_role("button", name="Drop the next").press("Enter")
    mounted.settle()
    assert (mounted.widget.statement, mounted.widget.fallen) == (STATEMENTS[2], 1)
    mounted.root.get_by_role("button", name="Drop all").press("Enter")
    mounted.root.get_by_role("combobox", name="id at position 0").press("ArrowDown")
    mounted.settle()
    assert (mounted.widget.ids, mounted.widget.fallen) == ([3, 2, 5], 3)
    options = mounted.root.get_by_role("combobox", name="id at position 2").locator("option").all_inner_texts()
    assert options == ["0", "1", "2", "3", "4", "5"]  # no id leaves the table


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({}, "No gradient has fallen yet. What will row 2 hold in the end?"),
        (
            {"statement": STATEMENTS[0], "fallen": 3},
            (
                "grad[ids] = g has lost the 1 of position 0, the 10 that row 2 held. "
                "Row 2 holds 3; with all gradients added it would hold 14."
            ),
        ),
        (
            {"fallen": 3},
            "grad[ids] += g has lost the 1 of position 0. Row 2 holds 13; with all gradients added it would hold 14.",
        ),
        ({"statement": STATEMENTS[2], "fallen": 3}, "np.add.at(grad, ids, g) has lost nothing. Row 2 holds 14."),
        ({"fallen": 3, "ids": [1, 2, 5]}, "grad[ids] += g has lost nothing. Row 1 holds 1."),
        (
            {"fallen": 3, "gradients": [0.0, 3.0, 5.0]},
            "grad[ids] += g has lost the 0 of position 0. By chance the rows hold the right numbers all the same.",
        ),
    ],
)
def test_the_summary_says_what_is_lost(bare: Page, state: dict[str, Any], said: str) -> None:
    assert _mounted(bare, **state).root.get_by_role("status").inner_text() == said


def test_a_right_function_of_the_learner_is_said_to_agree(bare: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "embed_backward", embed_backward, raising=False)
    mounted = _mounted(bare)
    assert mounted.shown(".tb-theirs") == ["Your embed_backward gives the same numbers."]
    mounted.root.get_by_role("combobox", name="id at position 0").select_option("0")
    mounted.settle()
    right, own = mounted.rows(".fg-answers")
    assert own[1:] == right[1:] == ["1", "0", "3", "0", "0", "5"]


def _buffered(ids: Any, grad_output: Any, vocab_size: int) -> Any:
    grad = np.zeros((vocab_size, 1))
    grad[ids] += grad_output
    return grad


@pytest.mark.parametrize(
    ("function", "said", "shown"),
    [
        (
            _buffered,
            "Your embed_backward gives other numbers; they stand beside ours.",
            ["0", "0", "3", "0", "0", "5"],
        ),
        (
            lambda ids, grad_output, vocab_size: grad_output,
            "Your embed_backward returned an array of shape (3, 1), not of shape (6, 1).",
            [],
        ),
    ],
)
def test_a_wrong_function_of_the_learner_is_shown_beside_ours(
    bare: Page, monkeypatch: pytest.MonkeyPatch, function: Callable[..., Any], said: str, shown: list[str]
) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "embed_backward", function, raising=False)
    mounted = _mounted(bare)
    assert mounted.shown(".tb-theirs") == [said]
    visible = mounted.root.locator(".fg-answers:visible")
    assert [row[1:] for row in mounted.rows(".fg-answers:visible")][1:] == ([shown] if shown else [])
    assert visible.locator(".tb-on").count() == len([1 for value in shown if value == "3"])


def test_an_id_outside_the_table_is_refused() -> None:
    with pytest.raises(IndexError, match="Each id must be from 0 to 5"):
        falling_gradients(ids=[6], gradients=[1], before=[0] * 6)
    with pytest.raises(ValueError, match="one gradient for each id"):
        falling_gradients(ids=[1], gradients=[1, 2], before=[0] * 6)
