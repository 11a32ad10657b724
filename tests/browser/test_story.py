"""The story in a real browser: its sentences take numbers, and the measures are NumPy's."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from tests.browser.mounting import Mounted, mount
from tests.browser.reading import numbers
from tiedbook.reference import reference
from tiedbook.widgets import story
from tiedbook.widgets.story import METRICS

pytestmark = pytest.mark.usefixtures("english")

CODES: dict[str, list[float]] = {"dog": [5, -2, 8], "fast": [6, -1.5, 7.2]}
CASES: list[tuple[list[float], list[list[float]]]] = [
    ([6, -1, 7], [[5, -2, 8], [6, -1.5, 7.2], [1, 1, 1]]),
    ([6, -1, 7], [[5, -2, 8], [6, -1.5, 7.3], [20, -20, 20]]),
    ([-3, 0.5, 0.1], [[1, 0, 0], [0, 0, 0], [0, 1, 0]]),
    ([0, 0, 1], [[0, 0, 2], [0, 0, 2], [0, 0, 4]]),
    ([1000, -1000, 1000], [[1000, 1000, 1000], [-1000, -1000, -1000], [0.1, 0, 0]]),
    ([0, 0, 0], [[1, 2, 3], [3, 2, 1], [0.5, 0, 0]]),
]


def _story(bare: Page, **more: Any) -> Mounted:
    return mount(bare, story([6, -1, 7], CODES, variants=[7.2, 7.3], **more))


def _shown(mounted: Mounted) -> list[list[str]]:
    return [row for row in mounted.rows(".st-measures") if row]


@pytest.mark.parametrize(("thought", "codes"), CASES)
def test_measures_winners_and_softmax_are_those_of_numpy(
    bare: Page, thought: list[float], codes: list[list[float]]
) -> None:
    mounted = _story(bare)
    mounted.widget.thought, mounted.widget.codes, mounted.widget.pages = thought, codes, 3
    mounted.push()
    h, table = np.asarray(thought, float), np.asarray(codes, float)
    dot, lengths = table @ h, np.linalg.norm(table, axis=1)
    with np.errstate(all="ignore"):
        cosine = np.where(lengths > 0, dot / lengths / (np.linalg.norm(h) or 1), -np.inf)
    powers = np.exp(dot - dot.max())
    wanted = np.column_stack([lengths, dot, cosine, np.linalg.norm(table - h, axis=1), 100 * powers / powers.sum()])
    shown = _shown(mounted)
    assert np.allclose([numbers(row[1:6]) for row in shown], wanted, rtol=1e-9, atol=0.0501)
    stars = np.transpose([[cell.startswith("★") for cell in row[2:5]] for row in shown])
    nearest = reference("nearest_token")
    assert [list(column).index(True) for column in stars] == [int(nearest(h, table, metric)) for metric in METRICS]
    assert mounted.widget.ours().tolist() == [int(nearest(h, table, metric)) for metric in METRICS]


def test_a_number_typed_into_the_story_counts_at_once(bare: Page) -> None:
    mounted = _story(bare)
    field = mounted.root.get_by_label("code of fast, number 3")
    assert field.input_value() == "7.2"
    field.fill("7,3")
    mounted.settle()
    assert mounted.widget.codes[1] == [6, -1.5, 7.3]
    assert [cell[:1] for cell in _shown(mounted)[1][2:5]] == ["★"] * 3
    field.press("Tab")
    assert field.input_value() == "7.3"


def test_the_arrow_keys_count_in_steps_of_a_tenth(bare: Page) -> None:
    mounted = _story(bare)
    field = mounted.root.get_by_label("thought, number 2")
    for key in ("ArrowUp", "ArrowUp", "ArrowDown"):
        field.press(key)
    mounted.settle()
    assert mounted.widget.thought == [6, -0.9, 7]
    assert field.input_value() == "−0.9"


@pytest.mark.parametrize("text", ["", "six", "1001", "-1e9", "6 7"])
def test_what_is_no_number_is_marked_and_does_not_count(bare: Page, text: str) -> None:
    mounted = _story(bare)
    field = mounted.root.get_by_label("thought, number 1")
    field.fill(text)
    mounted.settle()
    if text != "6 7":
        assert mounted.widget.thought == [6, -1, 7]
        assert field.get_attribute("aria-invalid") == "true"
        field.press("Tab")
        assert field.input_value() == "6"
        assert field.get_attribute("aria-invalid") is None
    else:
        assert mounted.widget.thought == [67, -1, 7]


def test_the_presets_tell_the_story_both_ways(bare: Page) -> None:
    mounted = _story(bare)
    status = mounted.root.get_by_role("status")
    assert status.inner_text().startswith("The machine says dog, with 52.5% of the probability")
    mounted.root.get_by_role("button", name="fast ending in 7.3").press("Enter")
    bare.wait_for_function(
        "document.querySelector('.tb-status').textContent.startsWith('All three measures name fast')"
    )
    mounted.root.get_by_role("button", name="fast ending in 7.2").press("Enter")
    mounted.settle()
    assert mounted.widget.codes[1][2] == 7.2


def test_a_third_page_can_be_far_away_and_win(bare: Page) -> None:
    mounted = _story(bare)
    mounted.root.get_by_role("button", name="Add a page").click()
    for place, value in enumerate(("60", "0", "60"), start=1):
        mounted.root.get_by_label(f"code of dragon, number {place}").fill(value)
    mounted.root.get_by_label("word on page 3").fill("giant")
    mounted.settle()
    assert mounted.widget.tokens == ["dog", "fast", "giant"]
    winners = [[row[0] for row in _shown(mounted) if row[column].startswith("★")] for column in (2, 3, 4)]
    assert winners == [["giant"], ["fast"], ["fast"]]
    mounted.root.get_by_role("button", name="Take the last page out").click()
    mounted.settle()
    assert [row[0] for row in _shown(mounted)] == ["dog", "fast"]


def test_back_to_the_start_tells_the_story_as_it_was(bare: Page) -> None:
    mounted = _story(bare)
    mounted.root.get_by_label("thought, number 1").fill("-5")
    mounted.root.get_by_role("button", name="Add a page").click()
    mounted.root.get_by_role("button", name="Back to the start").click()
    mounted.settle()
    assert {name: getattr(mounted.widget, name) for name in mounted.widget.start} == mounted.widget.start


def _by_dot(hidden: Any, table: Any, metric: str) -> Any:
    return np.argmax(hidden @ table.T, axis=-1)


def _as_list(hidden: Any, table: Any, metric: str) -> Any:
    return [int(np.argmax(table @ hidden))]


def _only_known(hidden: Any, table: Any, metric: str) -> Any:
    if metric == "euclidean":
        raise KeyError(metric)
    return np.asarray(0)


@pytest.mark.parametrize(
    ("function", "said", "row"),
    [
        (reference("nearest_token"), "Your nearest_token gives the same numbers.", ["dog", "fast", "fast"]),
        (_by_dot, "Your nearest_token gives other numbers", ["dog", "dog", "dog"]),
        (_as_list, "Your nearest_token returned a value of type list, not a single number.", None),
        (_only_known, "Your nearest_token raised KeyError: 'euclidean'", None),
    ],
)
def test_the_function_of_the_learner_stands_below_ours(
    bare: Page, monkeypatch: pytest.MonkeyPatch, function: Any, said: str, row: list[str] | None
) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "nearest_token", function, raising=False)
    mounted = _story(bare)
    assert mounted.shown(".tb-theirs")[0].startswith(said)
    foot = mounted.root.locator(".st-measures tfoot tr")
    assert foot.is_visible() == (row is not None)
    assert row is None or mounted.shown(".st-measures tfoot td") == row


def test_without_a_front_end_there_is_the_table_of_the_story() -> None:
    shown = story([6, -1, 7], CODES).stand_in()
    assert "[6, −1, 7]" in shown
    for number in ("88.00", "0.984", "1.73", "52.5%", "87.90", "0.999", "0.54", "47.5%"):
        assert number in shown


@pytest.mark.parametrize(
    ("thought", "codes", "said"),
    [
        ([1, 2], {"a": [1, 2]}, "each as long as the thought"),
        ([1, 2], {"a": [1, 2], "b": [1]}, "each as long as the thought"),
        ([[1]], {"a": [[1]], "b": [[1]]}, "`thought` must be a list of numbers"),
    ],
)
def test_codes_that_do_not_fit_are_refused(thought: Any, codes: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        story(thought, codes)
