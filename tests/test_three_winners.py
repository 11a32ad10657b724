"""The picture of three winners shows what the metrics of chapter 4 say."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure
from matplotlib.patches import Circle

import tiedbook.session
from tiedbook.checks.scores import winners
from tiedbook.figures import three_winners
from tiedbook.figures.three_winners import contest, draw_contest, draw_results

H, ROWS = np.array([3.0, 2.0]), np.array([[6.0, 1.0], [1.8, 1.0], [2.4, 2.9]])
TOKENS = ["ape", "bee", "cow"]
LABELS = {key: key for key in ("state", "token", "dot", "cosine", "distance")}
quarters = st.integers(1, 40).map(lambda n: n / 4) | st.integers(-40, -1).map(lambda n: n / 4)
vectors = st.tuples(quarters, quarters)


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", "en")


def test_each_measure_has_another_winner() -> None:
    assert contest(H, ROWS).winners == {"dot": 0, "cosine": 1, "distance": 2}
    alt = three_winners(H, ROWS, TOKENS).alt
    assert alt.endswith("The largest dot product has ape, the largest cosine bee, the smallest distance cow.")
    assert "ape: dot product 20.00, cosine 0.91, distance 3.16" in alt


@given(vectors, st.lists(vectors, min_size=1, max_size=5))
def test_the_winners_are_those_of_the_exercise(hidden: tuple[float, float], rows: list[tuple[float, float]]) -> None:
    state, table = np.array(hidden), np.array(rows)
    measured = contest(state, table)
    for measure, metric in (("dot", "dot"), ("distance", "euclidean")):
        assert measured.winners[measure] == winners(state, table, metric)
    best = int(winners(state, table, "cosine"))
    assert measured.cosine[measured.winners["cosine"]] == pytest.approx(measured.cosine[best])


def test_the_picture_is_a_drawing_the_same_each_time() -> None:
    shown = three_winners(H, ROWS, TOKENS)
    assert ElementTree.fromstring(shown.svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert shown == three_winners(H, ROWS, TOKENS)


def test_the_circle_goes_through_the_nearest_row() -> None:
    axes = Figure().subplots()
    draw_contest(axes, H, ROWS, TOKENS, contest(H, ROWS), LABELS)
    [circle] = [patch for patch in axes.patches if isinstance(patch, Circle)]
    assert circle.get_radius() == pytest.approx(np.hypot(0.6, 0.9))
    assert {"h", *TOKENS} <= {text.get_text() for text in axes.texts}


def test_only_winners_are_framed_in_the_table() -> None:
    axes = Figure().subplots()
    draw_results(axes, TOKENS, contest(H, ROWS), LABELS)
    framed = [text.get_text() for text in axes.texts if text.get_bbox_patch()]
    assert sorted(framed) == ["1.00", "1.08", "20.00"]


@pytest.mark.parametrize(
    ("hidden", "rows", "said"),
    [
        ([1, 2, 3], ROWS, "two numbers"),
        (H, ROWS[:2], "one token for each row"),
        ([0, 0], ROWS, "no direction"),
        (H, 0 * ROWS, "compared"),
    ],
)
def test_what_cannot_be_drawn_is_refused(hidden: list[int], rows: np.ndarray, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        three_winners(hidden, rows, TOKENS)
