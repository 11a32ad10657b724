"""The dot-product explorer in a real browser: what it shows equals NumPy's, and keys and pointer move it."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from tests.browser.mounting import Mounted, mount
from tests.browser.reading import numbers
from tiedbook.figures.three_winners import contest
from tiedbook.widgets import dot_explorer

pytestmark = pytest.mark.usefixtures("english")

ROWS = [[3.0, 0.5], [1.8, 1.0], [2.4, 2.9]]
CASES: list[tuple[list[float], list[list[float]]]] = [
    ([3, 2], [[6, 1], [1.8, 1], [2.4, 2.9]]),
    ([2, -1], [[1, 0], [0, 1], [1, 1]]),
    ([-0.3, 0.1], [[-2, 2], [3, -3], [0.1, 0.1], [-1, -1]]),
    ([40, 30], [[50, -20], [-10, 60]]),
]


@pytest.mark.parametrize(("state", "rows"), CASES)
def test_scores_measures_and_winners_are_those_of_numpy(
    bare: Page, state: list[float], rows: list[list[float]]
) -> None:
    mounted = mount(bare, dot_explorer(state, rows, [f"t{id_}" for id_ in range(len(rows))]))
    wanted = contest(np.asarray(state, float), np.asarray(rows, float))
    shown = mounted.rows(".dx-opinions")
    assert np.allclose(
        [numbers(row[2:5]) for row in shown],
        np.column_stack([wanted.dot, wanted.cosine, wanted.distance]),
        atol=0.00501,
    )
    stars = [[cell.startswith("★") for cell in row[2:5]] for row in shown]
    assert [int(np.argmax(column)) for column in np.transpose(stars)] == list(wanted.winners.values())
    powers = np.exp(wanted.dot - wanted.dot.max())
    assert np.allclose(
        [numbers(row[1:2])[0] for row in mounted.rows(".tb-bars.tb-blue")], powers / powers.sum(), atol=0.00501
    )


def _explorer(bare: Page) -> Mounted:
    return mount(bare, dot_explorer([3, 2], ROWS, ["a", "b", "c"]))


def test_arrow_keys_move_a_tip_and_python_reads_where_it_is(bare: Page) -> None:
    mounted = _explorer(bare)
    mounted.root.get_by_role("slider", name="hidden state h").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Shift+ArrowUp"):
        bare.keyboard.press(key)
    mounted.settle()
    assert mounted.widget.h == [3.2, 2.4]


def test_page_keys_change_the_length_and_keep_the_direction(bare: Page) -> None:
    mounted = _explorer(bare)
    mounted.root.get_by_role("slider", name="row of c").focus()
    bare.keyboard.press("PageDown")
    mounted.settle()
    row = np.asarray(mounted.widget.rows[2])
    assert np.isclose(np.linalg.norm(row), np.hypot(2.4, 2.9) - 0.5, atol=1e-5)
    assert np.isclose(row[0] / row[1], 2.4 / 2.9, atol=1e-5)


def test_a_drag_moves_a_row_and_stays_on_the_plane(bare: Page) -> None:
    mounted = _explorer(bare)
    knob = mounted.root.get_by_role("slider", name="row of b").bounding_box()
    plane = mounted.root.locator(".dx-plane").bounding_box()
    assert knob
    assert plane
    bare.mouse.move(knob["x"] + knob["width"] / 2, knob["y"] + knob["height"] / 2)
    bare.mouse.down()
    bare.mouse.move(plane["x"] + plane["width"] * 0.25, plane["y"] + plane["height"] * 0.75)
    mounted.settle()
    assert np.allclose(mounted.widget.rows[1], [-2, -2], atol=0.06)
    bare.mouse.move(plane["x"] - 50, plane["y"] - 50)
    bare.mouse.up()
    mounted.settle()
    assert mounted.widget.rows[1] == [-4, 4]


def test_the_summary_says_who_wins_and_follows(bare: Page) -> None:
    mounted = _explorer(bare)
    status = mounted.root.get_by_role("status")
    assert status.inner_text().startswith("The largest dot product has c (13.00, probability 0.95)")
    mounted.widget.h = [3.0, 0.5]
    mounted.push()
    bare.wait_for_function("document.querySelector('.tb-status').textContent.startsWith('All three name a')")


def test_a_right_function_of_the_learner_is_said_to_agree(bare: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "tied_lm_head", lambda hidden, table: hidden @ table.T, raising=False)
    mounted = _explorer(bare)
    assert mounted.shown(".tb-theirs") == ["Your tied_lm_head gives the same numbers."]
    mounted.root.get_by_role("slider", name="hidden state h").press("ArrowLeft")
    mounted.settle()
    assert [row[5] for row in mounted.rows(".dx-opinions")] == [
        row[2].strip("★ ") for row in mounted.rows(".dx-opinions")
    ]


def _squared(hidden: Any, table: Any) -> Any:
    return (hidden @ table.T) ** 2


def _broken(hidden: Any, table: Any) -> Any:
    return hidden @ table


@pytest.mark.parametrize(
    ("function", "said", "column"),
    [
        (_squared, "Your tied_lm_head gives other numbers; they stand beside ours.", ["100.00", "54.76", "169.00"]),
        (_broken, "Your tied_lm_head raised ValueError:", None),
        (
            lambda hidden, table: 3.0,
            "Your tied_lm_head returned a value of type float, not an array of shape (3,).",
            None,
        ),
    ],
)
def test_a_wrong_function_of_the_learner_is_shown_beside_ours(
    bare: Page, monkeypatch: pytest.MonkeyPatch, function: Any, said: str, column: list[str] | None
) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "tied_lm_head", function, raising=False)
    mounted = _explorer(bare)
    assert mounted.shown(".tb-theirs")[0].startswith(said)
    shown = mounted.rows(".dx-opinions")
    assert [row[5] for row in shown if len(row) > 5] == (column or [])
