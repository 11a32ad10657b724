"""What a chapter says beside a widget is what the widget holds and draws."""

from __future__ import annotations

import re
from base64 import b64decode
from html import unescape
from typing import Any

import numpy as np
import pytest

import tiedbook.session
from tests.running import shown
from tests.test_chapters import prose
from tiedbook.landings import landings
from tiedbook.widgets.two_taps import backward

LADDER, FALLING, MATES = "ch00_start_here", "ch02_gradients_scatter", "ch03_pooling_and_padding"
WINNERS, SLIDERS, TAPS, LEDGER = (
    "ch04_tied_logits",
    "ch05_logits_to_loss",
    "ch06_one_table_two_gradients",
    "ch07_counting_gpt2",
)


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", "en")


def held(stem: str, cell: str) -> Any:
    """Return the widget that a cell shows."""
    widget = shown(stem)[cell]
    assert hasattr(widget, "stand_in"), f"{stem}: {cell} shows no widget"
    return widget


def told(widget: Any) -> str:
    """Return what the picture that stands in for a widget says in words."""
    html = widget.stand_in()
    [source] = re.findall(r"base64,([^\"]+)", html)
    assert b64decode(source).startswith(b"<?xml")
    [alt] = re.findall(r'alt="([^"]*)"', html)
    return unescape(alt)


def test_the_scores_are_the_largest_array_until_there_is_a_single_position() -> None:
    small, large = held(LADDER, "ladder-small"), held(LADDER, "ladder-large")
    assert told(small).endswith("The largest is: scores.")
    assert told(large).endswith("The largest is: scores.")
    scores, table = large.B * large.T * large.V, large.V * large.d
    assert scores > 10 * table  # "more than ten times the size of the table"
    assert f"{large.B * large.T} \\times {large.V}" in prose(LADDER, "ladder-read")
    one = large.presets["one"]
    assert f"the table is {one['V'] * one['d'] // (one['B'] * one['T'] * one['V'])} times the scores" in prose(
        LADDER, "ladder-read"
    )


def test_of_the_falling_gradients_only_scatter_add_loses_nothing() -> None:
    widget = held(FALLING, "falling-gradients-figure")
    row, held_before = 2, 10
    assert widget.before[row] == held_before
    assert f"row {row} held {held_before}" in prose(FALLING, "falling")
    own = [gradient for id_, gradient in zip(widget.ids, widget.gradients, strict=True) if id_ == row]
    first, last = own
    assigned, increased, added = (
        landing.after[row] for landing in landings(widget.ids, widget.gradients, widget.before)
    )
    assert (assigned, increased, added) == (last, held_before + last, held_before + first + last)
    assert f"The {held_before} is lost as well" in prose(FALLING, "falling-read")
    assert f"The {first:g} is lost" in prose(FALLING, "falling-read")


def test_the_text_of_the_opening_question_has_a_mate_that_moves_its_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    widget = held(MATES, "mates-figure")
    assert "one arrow, whatever the length" in prose(MATES, "mates-read")
    assert "T = 2: [2, −3]; T = 3: [1.333, −2]" in told(widget)
    assert told(widget).endswith("it is [2, −3] for every length.")
    monkeypatch.setattr(widget, "masked", True)
    means = []
    for length in range(len(widget.vectors), widget.longest + 1):
        monkeypatch.setattr(widget, "length", length)
        means.append(widget.ours()[0].tolist())
    assert means == [[2, -3]] * len(means)
    monkeypatch.setattr(widget, "masked", False)
    assert not np.allclose(widget.ours()[0], means[0])


def test_with_the_number_that_a_button_sets_all_three_measures_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    widget = held(WINNERS, "story-widget")
    first, second = widget.variants
    assert f"With {second} in place of {first}" in prose(WINNERS, "story-read")
    best = []
    for last in widget.variants:
        codes = [widget.codes[0], [*widget.codes[1][:2], last], widget.codes[2]]
        monkeypatch.setattr(widget, "codes", codes)
        best.append([widget.tokens[place] for place in widget.ours()])
    assert best == [["dog", "fast", "fast"], ["fast"] * 3]


def test_only_the_careful_program_survives_a_thousand_more(monkeypatch: pytest.MonkeyPatch) -> None:
    widget = held(SLIDERS, "bars-figure")
    claimed = ", ".join(widget.claim.split())
    assert f"[{claimed}]" in prose(SLIDERS, "wrong-softmax")
    before = widget.ours()
    assert "press +1,000" in prose(SLIDERS, "bars-read")
    monkeypatch.setattr(widget, "added", 1000.0)
    (scores,) = widget.arguments()
    with np.errstate(over="ignore", invalid="ignore"):
        plain = np.exp(scores) / np.exp(scores).sum()
    assert np.isnan(plain).all()
    np.testing.assert_allclose(widget.ours(), before, rtol=1e-3)  # float32 keeps four digits of 1,000.51


def test_two_rows_get_nothing_through_the_lookup_and_two_sums_are_shorter() -> None:
    widget = held(TAPS, "rows-reached-figure")
    lookup, head = (np.array(each) for each in _gradients(widget))
    lengths = [np.linalg.norm(each, axis=1) for each in (lookup, head, lookup + head)]
    dry = [token for token, length in zip(widget.tokens, lengths[0], strict=True) if not length]
    assert dry == ["cat", "ran"]
    assert "`cat` and `ran` receive nothing through the lookup" in prose(TAPS, "rows-reached-read")
    assert (lengths[1] > 0).all()
    shorter = lengths[2] < lengths[0] + lengths[1] - 1e-12
    assert [token for token, is_so in zip(widget.tokens, shorter, strict=True) if is_so] == ["dog", "the"]
    assert "`dog` and `the` the bar *together* is *shorter*" in prose(TAPS, "rows-reached-read")
    assert told(widget).count(f": 0, {lengths[1][0]:.3f}") == 1


def test_a_copy_differs_after_the_first_step_and_a_shared_table_never(monkeypatch: pytest.MonkeyPatch) -> None:
    widget = held(TAPS, "rows-reached-figure")
    assert "After the first step it is different" in prose(TAPS, "rows-reached-read")
    apart = {}
    for tie in ("copy", "share"):
        monkeypatch.setattr(widget, "tie", tie)
        for steps in (0, 1):
            monkeypatch.setattr(widget, "steps", steps)
            looked_up, scoring = widget.tables()
            apart[tie, steps] = float(np.abs(looked_up - scoring).max())
    assert apart["copy", 1] > 0
    assert [apart[key] for key in (("copy", 0), ("share", 0), ("share", 1))] == [0, 0, 0]


def test_the_ledger_that_can_be_changed_begins_with_the_total_of_the_answer() -> None:
    widget = held(LEDGER, "ledger-figure")
    total = int(widget.ours())
    assert f"{total:,}" in prose(LEDGER, "ledger-read")
    table = widget.vocab_size * widget.d_model
    assert f"The token table is {table / total:.1%} of the model" in prose(LEDGER, "ledger-read")
    attention = widget.n_layer * (4 * widget.d_model**2 + 4 * widget.d_model)
    assert table > attention  # "more than the attention of all 12 blocks"


def _gradients(widget: Any) -> tuple[Any, Any]:
    looked_up, scoring = widget.tables()
    now = backward(looked_up, scoring, widget.ids, widget.targets)
    return now.lookup, now.head
