"""Two taps in a real browser: gradients, tables and drift are those of NumPy and of the course's autograd."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from solutions.ch02_gradients_scatter import gather
from solutions.ch05_logits_to_loss import cross_entropy_from_logits
from solutions.ch06_one_table_two_gradients import tied_grad
from tests.browser.mounting import Mounted, mount
from tiedbook.autograd import Parameter
from tiedbook.widgets import two_taps
from tiedbook.widgets.two_taps import TwoTaps

pytestmark = pytest.mark.usefixtures("english")

TOKENS = ["cat", "dog", "the", "ran"]
TABLE = np.array([[0.2, -0.5, 0.8], [0.3, -0.4, 0.7], [-0.9, 0.1, 0.2], [0.6, 0.3, -0.5]])
CASES: list[tuple[Any, list[int], list[int]]] = [
    (TABLE, [2, 1, 2], [1, 3, 0]),
    (TABLE * 40, [0, 0, 3, 3, 3], [3, 3, 0, 1, 2]),
    ([[0.5, -0.25], [0.0, 0.0]], [1], [0]),
]


def _taps(**state: Any) -> TwoTaps:
    widget = two_taps(TABLE, TOKENS, ids=[2, 1, 2], targets=[1, 3, 0])
    for name, value in state.items():
        setattr(widget, name, value)
    return widget


def _bars(mounted: Mounted) -> list[list[float]]:
    """Return the lengths in each column of bars that is seen."""
    shown = [mounted.rows(f".tt-bars table:nth-child({place}):visible") for place in range(1, 6)]
    return [[float(row[1]) for row in rows] for rows in shown if rows]


def _matrix(mounted: Mounted, place: int) -> list[list[float]]:
    rows = mounted.rows(f".tt-tables table:nth-child({place}):visible")
    return [[float(cell.replace("−", "-")) for cell in row[1:]] for row in rows]


@pytest.mark.parametrize("tie", ["share", "copy"])
@pytest.mark.parametrize(("table", "ids", "targets"), CASES)
def test_tables_and_gradients_are_those_of_the_autograd_at_every_step(
    bare: Page, table: Any, ids: list[int], targets: list[int], tie: str
) -> None:
    lookup = Parameter(np.array(table))
    head = lookup if tie == "share" else Parameter(np.array(table))
    widget = two_taps(table, TOKENS[: len(table)], ids=ids, targets=targets, most=4)
    widget.tie = tie
    mounted = mount(bare, widget)
    for steps in range(5):
        widget.steps = steps
        mounted.push()
        scores = gather(lookup, np.array(ids)).tanh() @ head.T
        loss, gradient = cross_entropy_from_logits(scores.data, np.array(targets))
        scores.backward(gradient)
        assert np.allclose(_bars(mounted)[2], np.linalg.norm(_third(lookup, head), axis=1), atol=0.000501)
        if tie == "share":
            assert np.allclose(_matrix(mounted, 1), lookup.data, atol=0.000501)
        else:
            assert np.allclose(_bars(mounted)[0], np.linalg.norm(_grad(lookup), axis=1), atol=0.000501)
            assert np.allclose(_bars(mounted)[1], np.linalg.norm(_grad(head), axis=1), atol=0.000501)
            assert np.allclose(_matrix(mounted, 2), lookup.data, atol=0.000501)
            assert np.allclose(_matrix(mounted, 3), head.data, atol=0.000501)
        bare.wait_for_function(
            "loss => document.querySelector('.tb-status').textContent.endsWith(`${loss}.`)", arg=f"{loss:.3f}"
        )
        for parameter in {lookup, head}:
            parameter.data -= 0.5 * _grad(parameter)
            parameter.zero_grad()


def _grad(parameter: Parameter) -> Any:
    assert parameter.grad is not None
    return parameter.grad


def _third(lookup: Parameter, head: Parameter) -> Any:
    """Return what the third column shows the lengths of: the sum of both gradients, or the difference of two tables."""
    return _grad(lookup) if lookup is head else lookup.data - head.data


@pytest.mark.parametrize(("lookup", "head", "tie"), list(product([True, False], [True, False], ["share", "copy"])))
def test_a_closed_tap_lets_nothing_through_in_the_browser_as_in_python(
    bare: Page, *, lookup: bool, head: bool, tie: str
) -> None:
    widget = _taps(lookup=lookup, head=head, tie=tie, steps=6)
    mounted = mount(bare, widget)
    looked_up, scoring = widget.tables()
    first, second = _bars(mounted)[:2]
    assert any(first) == lookup
    assert any(second) == head
    if tie == "share":
        assert np.allclose(_matrix(mounted, 1), looked_up, atol=0.000501)
        assert np.allclose(_bars(mounted)[2], np.linalg.norm(widget.ours(), axis=1), atol=0.000501)
    else:
        assert np.allclose(_matrix(mounted, 2), looked_up, atol=0.000501)
        assert np.allclose(_matrix(mounted, 3), scoring, atol=0.000501)
    closed = [caption for caption in mounted.shown(".tt-bars caption") if caption.endswith(": closed")]
    assert len(closed) == (not lookup) + (not head)


def test_ours_is_what_the_course_computes_open_or_closed() -> None:
    for lookup, head in product([True, False], [True, False]):
        widget = _taps(lookup=lookup, head=head, steps=3)
        assert np.allclose(widget.ours(), tied_grad(*widget.arguments()))


def test_a_copy_drifts_away_as_the_chapter_says_and_a_shared_table_does_not(bare: Page) -> None:
    mounted = mount(bare, _taps(tie="copy", steps=1))
    assert mounted.root.locator(".tt-value").text_content() == "0.178"
    assert mounted.root.locator(".tt-differs").count() > 0
    mounted.root.get_by_role("radio", name="share one table").check()
    mounted.settle()
    assert mounted.widget.tie == "share"
    assert mounted.root.locator(".tt-value").text_content() == "0.000"
    assert mounted.root.locator(".tt-differs:visible").count() == 0


def test_keys_close_taps_take_steps_and_choose_copy(bare: Page) -> None:
    mounted = mount(bare, _taps())
    mounted.root.get_by_role("checkbox", name="Tap of the lookup open").press("Space")
    mounted.root.get_by_role("radio", name="share one table").press("ArrowDown")
    forward = mounted.root.get_by_role("button", name="Take a step")
    forward.press("Enter")
    forward.press("Enter")
    mounted.settle()
    widget = mounted.widget
    assert (widget.lookup, widget.head, widget.tie, widget.steps) == (False, True, "copy", 2)
    mounted.root.get_by_role("slider", name="steps of training").press("End")
    mounted.settle()
    assert widget.steps == 10


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (
            {},
            "One table adds up what arrives: through the lookup in 2 of 4 rows, through the scores in 4. Steps",
        ),
        ({"tie": "copy"}, "Two tables that hold equal numbers. How far apart will one step take them?"),
        (
            {"tie": "copy", "steps": 1},
            "Two tables: nothing adds up their gradients, and their largest difference is 0.178 now. Steps taken: 1;",
        ),
        (
            {"lookup": False, "head": False, "steps": 5},
            "Both taps are closed: no row moves. Steps taken: 5; loss 1.705",
        ),
        (
            {"head": False},
            "One table adds up what arrives: through the lookup in 2 of 4 rows, through the scores in 0.",
        ),
    ],
)
def test_the_summary_says_what_arrives_and_what_drifts(bare: Page, state: dict[str, Any], said: str) -> None:
    assert mount(bare, _taps(**state)).root.get_by_role("status").inner_text().startswith(said)


def test_a_right_function_of_the_learner_is_said_to_agree(bare: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "tied_grad", tied_grad, raising=False)
    mounted = mount(bare, _taps())
    mounted.root.get_by_role("button", name="Take a step").press("Enter")
    mounted.settle()
    assert mounted.shown(".tb-theirs") == ["Your tied_grad gives the same numbers."]
    columns = _bars(mounted)
    assert len(columns) == 4
    assert columns[3] == columns[2]


def _lookup_only(ids: Any, grad_embedded: Any, hidden: Any, grad_logits: Any) -> Any:
    grad = np.zeros((grad_logits.shape[-1], hidden.shape[-1]))
    np.add.at(grad, ids, grad_embedded)
    return grad


@pytest.mark.parametrize(
    ("function", "said", "columns"),
    [
        (_lookup_only, "Your tied_grad gives other numbers; they stand beside ours.", 4),
        (
            lambda ids, grad_embedded, hidden, grad_logits: hidden.T @ grad_logits,
            "Your tied_grad returned an array of shape (3, 4), not of shape (4, 3).",
            3,
        ),
    ],
)
def test_a_wrong_function_of_the_learner_is_shown_beside_ours(
    bare: Page, monkeypatch: pytest.MonkeyPatch, function: Callable[..., Any], said: str, columns: int
) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "tied_grad", function, raising=False)
    mounted = mount(bare, _taps())
    assert mounted.shown(".tb-theirs") == [said]
    shown = _bars(mounted)
    assert len(shown) == columns
    if columns == 4:
        assert shown[3] == shown[0]


@pytest.mark.parametrize("tie", ["share", "copy"])
def test_neither_tie_breaks_a_narrow_page(bare: Page, tie: str) -> None:
    assert mount(bare, _taps(tie=tie, steps=10), width=320).overflow() == []


def test_the_stand_in_shows_the_gradients_of_the_moment() -> None:
    at_first = _taps().stand_in()
    assert "cat: 0, 0.187, 0.187" in at_first
    assert _taps(steps=3).stand_in() != at_first
    assert "dog: 0, " in _taps(lookup=False).stand_in()


def test_what_does_not_fit_the_table_is_refused() -> None:
    with pytest.raises(ValueError, match="one row for each token"):
        two_taps(TABLE, TOKENS[:3], ids=[0], targets=[1])
    with pytest.raises(ValueError, match="one target for each id"):
        two_taps(TABLE, TOKENS, ids=[0, 1], targets=[1])
    with pytest.raises(IndexError, match="from 0 to 3"):
        two_taps(TABLE, TOKENS, ids=[0], targets=[4])
