"""The pictures of chapter 7 draw the parts of a model to scale."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle

import tiedbook.session
from tiedbook.figures import ledger_bars, tying_shares
from tiedbook.figures.ledger_bars import draw_ledger_bars, parts
from tiedbook.figures.picture import OCHRE, canvas
from tiedbook.figures.tying_shares import draw_tying_shares, shares
from tiedbook.gpt2 import GPT2, Model, total

FOUR = {name: (model.n_layer, model.d_model) for name, model in GPT2.items()}


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", "en")


@pytest.mark.parametrize("tied", [True, False])
def test_the_parts_of_a_model_add_up(tied: bool) -> None:
    model = Model(3, 8, 10, 4)
    bars = parts(model, tied=tied)
    assert sum(bar.count for bar in bars) == total(model, tied=tied)
    assert any(bar.colour == OCHRE for bar in bars) is not tied


def test_bars_are_as_long_as_their_parts_are_large() -> None:
    _, axes = canvas(7, 3)
    bars = parts(GPT2["small"], tied=True)
    draw_ledger_bars(axes, bars)
    widths = [patch.get_width() for patch in axes.patches if isinstance(patch, Rectangle)]
    large = [place for place, bar in enumerate(bars) if bar.count > 500_000]
    ratios = [widths[place] / bars[place].count for place in large]
    np.testing.assert_allclose(ratios, ratios[0])


def test_the_tied_bar_is_the_untied_one_without_its_second_table() -> None:
    _, axes = canvas(8, 4)
    labels = {key: key for key in ("tied", "untied", "table", "rest", "head")}
    draw_tying_shares(axes, [shares("small", GPT2["small"])], labels)
    bars = [patch for patch in axes.patches if isinstance(patch, Rectangle)][3:]  # the first three are the legend
    untied, tied = bars[:3], bars[3:]
    assert [bar.get_width() for bar in tied] == [bar.get_width() for bar in untied[:2]]
    assert untied[2].get_facecolor()[:3] == to_rgb(OCHRE)
    assert untied[2].get_width() == untied[0].get_width()


def test_the_pictures_tell_their_numbers_in_words() -> None:
    small = ledger_bars(n_layer=12, d_model=768)
    four = tying_shares(FOUR)
    assert "token table: 38,597,376 (31.0%)" in small.alt
    assert "LayerNorms: 38,400 (< 0.1%)" in small.alt
    for saved, kept in (("23.7%", "31.0%"), ("12.7%", "14.5%"), ("7.7%", "8.3%"), ("4.9%", "5.2%")):
        assert f"saves {saved} of the untied model; of the tied one, the table is {kept}" in four.alt
    for shown in (small, four):
        assert ElementTree.fromstring(shown.svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert four == tying_shares(FOUR)


def test_a_model_without_blocks_has_no_picture() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        ledger_bars(n_layer=0, d_model=768)
