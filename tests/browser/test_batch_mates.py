"""Batch mates in a real browser: sums and means are NumPy's for every length, and the mask keeps the mean still."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from solutions.ch03_pooling_and_padding import masked_mean
from tests.browser.mounting import Mounted, mount
from tiedbook.figures.batch_mates import means
from tiedbook.widgets import batch_mates

pytestmark = pytest.mark.usefixtures("english")

TEXT = [[1.0, -2.0], [3.0, -4.0]]
CASES: list[tuple[list[list[float]], list[float]]] = [
    (TEXT, [0, 0]),
    (TEXT, [-2, 3]),
    ([[0.5, 0.25]], [-4, 4]),
    ([[0, 0], [4, 2], [-30, 12.5]], [31, -33]),
]


def _mounted(bare: Page, **state: Any) -> Mounted:
    widget = batch_mates(TEXT)
    for name, value in state.items():
        setattr(widget, name, value)
    return mount(bare, widget)


def _numbers(cell: str) -> list[float]:
    return [float(value) for value in re.findall(r"-?[\d.]+", cell.replace("−", "-").replace(",", " "))]


@pytest.mark.parametrize(("text", "pad"), CASES)
def test_sum_count_and_mean_are_those_of_numpy_for_every_length(
    bare: Page, text: list[list[float]], pad: list[float]
) -> None:
    mounted = mount(bare, batch_mates(text, pad=pad, longest=9))
    vectors = np.array(text)
    for length in range(len(text), 10):
        for masked in (False, True):
            mounted.widget.length, mounted.widget.masked = length, masked
            mounted.push()
            alone, here = mounted.rows(".bm-division")[:2]
            wanted = vectors.mean(axis=0) if masked else means(vectors, np.array(pad), [length])[0]
            count = len(text) if masked else length
            assert np.allclose(_numbers(here[3]), wanted, atol=0.0005)
            assert np.allclose(_numbers(here[1]), wanted * count, atol=0.0005)
            assert int(here[2]) == count
            assert np.allclose(_numbers(alone[3]), vectors.mean(axis=0), atol=0.0005)
            wanted_marks = ["1" if place < count else "0" for place in range(length)]
            assert mounted.rows(".bm-batch")[1][1:] == wanted_marks


def test_ours_is_what_the_course_computes() -> None:
    widget = batch_mates(TEXT, pad=[-2, 3])
    for length in (2, 5, 12):
        for masked in (False, True):
            widget.length, widget.masked = length, masked
            assert np.allclose(widget.ours(), masked_mean(*widget.arguments()))


def test_the_arrow_ends_at_the_mean(bare: Page) -> None:
    mounted = _mounted(bare, length=8, pad=[-2.0, 3.0])
    reach, side = mounted.widget.reach, 290
    path = mounted.root.locator(".bm-arrow").get_attribute("d")
    assert path
    x, y = _numbers(path.split("L")[1].split("M")[0])
    assert np.allclose([x / side * 2 * reach - reach, reach - y / side * 2 * reach], [-1, 1.5])


def test_keys_lengthen_the_mate_move_the_padding_and_put_the_mask_on(bare: Page) -> None:
    mounted = _mounted(bare)
    mounted.root.get_by_role("slider", name="length of the mate, T").press("End")
    mounted.root.get_by_role("slider", name="padding, first number").press("ArrowLeft")
    mounted.root.get_by_role("slider", name="padding, second number").press("Home")
    mounted.root.get_by_role("checkbox", name="Mask on").press("Space")
    mounted.settle()
    widget = mounted.widget
    assert (widget.length, widget.pad, widget.masked) == (12, [-0.5, -widget.reach], True)
    mounted.root.get_by_role("slider", name="length of the mate, T").press("Home")
    mounted.settle()
    assert widget.length == 2


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({}, "Without padding the mean is [2, −3]. Where will it go when the mate becomes longer?"),
        (
            {"length": 8},
            "The same text, but padding at 6 of 8 positions moves its mean from [2, −3] to [0.5, −0.75].",
        ),
        (
            {"length": 8, "masked": True},
            "With the mask, 2 real tokens count: the mean is [2, −3], however long the mate is.",
        ),
        (
            {"length": 8, "pad": [2.0, -3.0]},
            "The padding equals the mean, [2, −3], so for once it does not move it.",
        ),
    ],
)
def test_the_summary_says_whether_the_mean_has_moved(bare: Page, state: dict[str, Any], said: str) -> None:
    assert _mounted(bare, **state).root.get_by_role("status").inner_text() == said


def test_a_right_function_of_the_learner_is_said_to_agree(bare: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "masked_mean", masked_mean, raising=False)
    mounted = _mounted(bare, masked=True)
    mounted.root.get_by_role("slider", name="length of the mate, T").press("End")
    mounted.settle()
    assert mounted.shown(".tb-theirs") == ["Your masked_mean gives the same numbers."]
    assert mounted.rows(".bm-division")[2][3] == "[2, −3]"


@pytest.mark.parametrize(
    ("function", "said", "mean"),
    [
        (
            lambda embeddings, mask: (embeddings * mask[:, :, None]).mean(axis=1),
            "Your masked_mean gives other numbers; they stand beside ours.",
            "[0.5, −0.75]",
        ),
        (
            lambda embeddings, mask: embeddings.mean(axis=(0, 1)),
            "Your masked_mean returned an array of shape (2,), not of shape (2, 2).",
            None,
        ),
    ],
)
def test_a_wrong_function_of_the_learner_is_shown_beside_ours(
    bare: Page, monkeypatch: pytest.MonkeyPatch, function: Callable[..., Any], said: str, mean: str | None
) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "masked_mean", function, raising=False)
    mounted = _mounted(bare, masked=True, length=8)
    assert mounted.shown(".tb-theirs") == [said]
    visible = mounted.root.locator(".bm-division tbody tr:visible")
    assert visible.count() == (3 if mean else 2)
    if mean:
        assert mounted.rows(".bm-division")[2][3] == mean


@pytest.mark.parametrize("length", [2, 12])
def test_no_length_breaks_a_narrow_page(bare: Page, length: int) -> None:
    widget = batch_mates(TEXT)
    widget.length = length
    assert mount(bare, widget, width=320).overflow() == []


def test_the_stand_in_shows_the_length_that_is_chosen() -> None:
    widget = batch_mates(TEXT)
    widget.length = 7
    assert "T = 7: [0.5714, −0.8571]" in widget.stand_in()


def test_vectors_that_are_not_flat_are_refused() -> None:
    with pytest.raises(ValueError, match="each vector needs two numbers"):
        batch_mates([[1, 2, 3]])
    with pytest.raises(ValueError, match="The text has 2 tokens"):
        batch_mates(TEXT, longest=1)
