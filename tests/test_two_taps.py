"""The picture of two taps shows lengths of vectors, and says them."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.patches import Rectangle

import tiedbook.session
from tiedbook.figures import two_taps
from tiedbook.figures.picture import canvas
from tiedbook.figures.two_taps import Tap, draw_two_taps

LOOKUP = np.array([[0.0, 0.0], [3.0, 4.0], [0.0, 0.0]])
HEAD = np.array([[0.0, 1.0], [-3.0, -4.0], [0.0, 0.0]])


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", "en")


def test_the_picture_tells_every_length_in_words() -> None:
    shown = two_taps(["cat", "dog", "the"], lookup=LOOKUP, head=HEAD)
    assert ElementTree.fromstring(shown.svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert shown.alt.endswith("cat: 0, 1.000, 1.000; dog: 5.000, 5.000, 0; the: 0, 0, 0.")
    assert shown == two_taps(["cat", "dog", "the"], lookup=LOOKUP, head=HEAD)


def test_bars_are_to_one_scale_and_what_is_nothing_has_none() -> None:
    _, axes = canvas(8, 3)
    draw_two_taps(axes, ["a", "b"], [Tap("x", (1.0, 0.0), "#000000"), Tap("y", (4.0, 2.0), "#000000")])
    widths = [patch.get_width() for patch in axes.patches if isinstance(patch, Rectangle)]
    np.testing.assert_allclose(np.array(widths) / widths[0], [1, 4, 2])


def test_a_table_that_nothing_reaches_can_be_drawn() -> None:
    assert two_taps(["cat"], lookup=np.zeros((1, 3)), head=np.zeros((1, 3))).alt.endswith("cat: 0, 0, 0.")


@pytest.mark.parametrize(
    ("lookup", "head", "said"),
    [
        (LOOKUP, HEAD[:2], "shape of the table"),
        (LOOKUP[:2], HEAD[:2], "shape of the table"),
        (LOOKUP, HEAD[:, :1], "shape of the table"),
        (LOOKUP[0], HEAD[0], "`lookup` must be a list of rows"),
    ],
)
def test_gradients_that_do_not_fit_the_table_are_refused(lookup: np.ndarray, head: np.ndarray, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        two_taps(["cat", "dog", "the"], lookup=lookup, head=head)
