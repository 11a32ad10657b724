"""The picture of batch mates shows what padding does to a mean."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure

import tiedbook.session
from solutions.ch03_pooling_and_padding import masked_mean
from tiedbook.figures import batch_mates
from tiedbook.figures.batch_mates import draw_means, means

TEXT, PAD = np.array([[1.0, -2.0], [3.0, -4.0]]), np.array([-2.0, 3.0])


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", "en")


def test_each_length_has_the_mean_of_the_padded_text() -> None:
    for length, mean in zip((2, 3, 7), means(TEXT, PAD, (2, 3, 7)), strict=True):
        padded = np.vstack([TEXT, np.tile(PAD, (length - 2, 1))])
        np.testing.assert_allclose(mean, padded.mean(axis=0))
        np.testing.assert_allclose(masked_mean(padded[None], [[1, 1] + [0] * (length - 2)])[0], TEXT.mean(axis=0))


def test_the_picture_tells_its_numbers_in_words() -> None:
    shown = batch_mates(TEXT, lengths=[2, 3])
    assert ElementTree.fromstring(shown.svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert "T = 2: [2, −3]; T = 3: [1.333, −2]." in shown.alt
    assert shown.alt.endswith("it is [2, −3] for every length.")
    assert shown == batch_mates(TEXT, lengths=[2, 3])


def test_every_mean_has_its_arrow_and_its_name() -> None:
    axes = Figure().subplots()
    draw_means(axes, TEXT, PAD, means(TEXT, PAD, (2, 4)), ["two", "four"], {"pad": "padding", "token": "token"})
    assert [text.get_text() for text in axes.texts if text.get_text()] == ["two", "four"]
    assert len(axes.texts) == 4
    assert axes.get_aspect() == 1  # a direction is a direction


@pytest.mark.parametrize(
    ("text", "lengths", "pad", "said"),
    [
        ([[1, 2, 3]], [2], (0, 0), "two numbers"),
        ([[1, 2]], [2], (0, 0, 0), "two numbers"),
        ([[1, 2], [3, 4]], [1, 2], (0, 0), "no length is smaller"),
    ],
)
def test_what_cannot_be_drawn_is_refused(text: list[list[int]], lengths: list[int], pad: tuple[int], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        batch_mates(text, lengths=lengths, pad=pad)
