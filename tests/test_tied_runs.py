"""The figure of the experiment draws every run, and says in words what it draws."""

from __future__ import annotations

import math
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure

import tiedbook.session
from tests.test_claims import results
from tiedbook.experiment import Results
from tiedbook.figures.tied_runs import draw_differences, draw_losses, tied_runs

WORDS = {
    key: key
    for key in (
        *("steps", "loss", "tied", "untied", "unigram", "rates"),
        *("difference", "ordinary", "permuted", "targets", "better"),
    )
}


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", "en")


@pytest.fixture
def found() -> Results:
    ordinary = {0.3: [-0.01, 0.0, -0.02], 1.0: [0.01, 0.02, 0.03]}
    return results(ordinary, {0.3: [0.1, 0.1, 0.1], 1.0: [0.2, 0.3, 0.4]})


def test_the_figure_is_an_svg_whose_words_name_every_difference(found: Results) -> None:
    shown = tied_runs(found)
    assert ElementTree.fromstring(shown.svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert "spread of 3 seeds" in shown.alt
    for said in ("−0.010, +0.000, −0.020", "+0.010, +0.020, +0.030", "renumbered", "+0.200, +0.300, +0.400"):
        assert said in shown.alt


def test_there_is_a_line_and_a_band_for_each_setting(found: Results) -> None:
    axes = draw_losses(Figure().subplots(), found, WORDS)
    labelled = [line for line in axes.lines if not str(line.get_label()).startswith("_")]
    assert [line.get_label() for line in labelled] == ["tied, 0.3", "tied, 1", "untied, 0.3", "untied, 1"]
    assert sum(isinstance(each, PolyCollection) for each in axes.collections) == 4
    np.testing.assert_allclose(np.asarray(labelled[0].get_ydata(), float), np.array([5.0, 1.99]))


def test_each_pair_is_a_dot_and_each_setting_has_a_mean(found: Results) -> None:
    axes = draw_differences(Figure().subplots(), found, WORDS)
    dots = [line for line in axes.lines if line.get_marker() in ("o", "^")]
    assert [np.size(line.get_ydata()) for line in dots] == [3, 3, 3, 3]
    means = [each.get_segments()[0][0][1] for each in axes.collections if isinstance(each, LineCollection)]
    np.testing.assert_allclose(means, [-0.01, 0.02, 0.1, 0.3])


def test_a_run_that_went_out_of_bounds_is_left_out() -> None:
    found = results({1.0: [math.inf, 0.01, 0.02]})
    axes = draw_differences(Figure().subplots(), found, WORDS)
    assert [np.size(line.get_ydata()) for line in axes.lines if line.get_marker() == "o"] == [2]
    assert tied_runs(found).svg
