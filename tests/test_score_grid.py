"""The grid of scores shows which row wins against which."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle

import tiedbook.session
from tiedbook.figures import score_grid
from tiedbook.figures.picture import OCHRE, canvas
from tiedbook.figures.score_grid import draw_score_grid

TABLE = np.array([[0.2, -0.5, 0.8], [0.3, -0.4, 0.7], [-0.9, 0.1, 0.2], [0.6, 0.3, -0.5]], dtype=np.float32)
TOKENS = ["cat", "dog", "the", "ran"]


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", "en")


def test_dog_looked_up_and_scored_is_cat() -> None:
    shown = score_grid(TABLE, TOKENS)
    assert shown.alt.endswith("cat → cat (0.93), dog → cat (0.82), the → the (0.86), ran → ran (0.7).")
    assert ElementTree.fromstring(shown.svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert shown == score_grid(TABLE, TOKENS)


def test_the_winner_of_each_row_is_filled_and_the_diagonal_framed() -> None:
    _, axes = canvas(5, 3)
    scores = (TABLE @ TABLE.T).astype(float)
    draw_score_grid(axes, scores, TOKENS, {"looked_up": "a", "scored": "b"})
    boxes = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    filled = [place for place, box in enumerate(boxes[:16]) if box.get_facecolor()[:3] == to_rgb(OCHRE)]
    assert filled == [4 * row + int(np.argmax(line)) for row, line in enumerate(scores)]
    assert [box.get_fill() for box in boxes[16:]] == [False] * 4
    assert "0.82" in {text.get_text() for text in axes.texts}


def test_a_token_for_each_row_is_needed() -> None:
    with pytest.raises(ValueError, match="one token for each row"):
        score_grid(TABLE, TOKENS[:3])
