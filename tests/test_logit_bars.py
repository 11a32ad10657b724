"""The picture of scores and probabilities shows what softmax and gradient are."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.patches import Rectangle

import tiedbook.session
from tiedbook.checks.probabilities import probabilities
from tiedbook.figures import logit_bars
from tiedbook.figures.logit_bars import Column, _gradient, _softmax, draw_logit_bars, number_of
from tiedbook.figures.picture import BLUE, canvas

TOKENS = ["cat", "dog", "the", "ran"]
SCORES = [-0.24, -0.14, -0.49, 0.51]


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", "en")


@given(st.lists(st.floats(-2000, 2000), min_size=1, max_size=6))
def test_the_last_column_is_the_softmax(scores: list[float]) -> None:
    _, shifted, powers, shares = _softmax(np.array(scores))
    assert shifted.values.max() == 0
    assert powers.values.max() == 1
    np.testing.assert_allclose(shares.values, probabilities(np.array(scores)), rtol=1e-9, atol=1e-300)


@given(st.lists(st.floats(-50, 50), min_size=2, max_size=6), st.integers(0, 1))
def test_the_gradient_adds_up_to_zero(scores: list[float], target: int) -> None:
    q, y, gradient = _gradient(np.array(scores), target)
    np.testing.assert_allclose(gradient.values, q.values - y.values)
    assert abs(gradient.values.sum()) < 1e-9
    assert gradient.values[target] <= 0


def test_negative_bars_go_to_the_left_of_zero() -> None:
    _, axes = canvas(4, 3)
    draw_logit_bars(axes, [Column("score", np.array([-2.0, 1.0]), BLUE)], ["a", "b"], None)
    below, above = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    assert np.isclose(below.get_x() + below.get_width(), above.get_x())
    assert np.isclose(below.get_width(), 2 * above.get_width())


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [(-0.24, 2, "−0.24"), (-1e-9, 3, "0.000"), (1000.0, 2, "1000"), (-1998.0, 2, "−1998"), (1.0, 0, "1")],
)
def test_a_number_is_written_to_be_read(value: float, digits: int, shown: str) -> None:
    assert number_of(Column("x", np.array([value]), BLUE, digits), 0) == shown


@pytest.mark.parametrize("target", [None, 3])
def test_the_picture_tells_its_numbers_in_words(target: int | None) -> None:
    shown = logit_bars(SCORES, TOKENS, target=target)
    assert ElementTree.fromstring(shown.svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert shown == logit_bars(SCORES, TOKENS, target=target)
    assert ("ran: 0.423, 1, −0.577" if target else "ran: 0.51, 0.00, 1.000, 0.423") in shown.alt


def test_a_target_that_is_no_token_is_refused() -> None:
    with pytest.raises(IndexError, match="from 0 to 3"):
        logit_bars(SCORES, TOKENS, target=4)
