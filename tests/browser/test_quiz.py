"""The quiz and the flashcards in a real browser, by keyboard, and what they keep in the workspace."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.mounting import Mounted, mount
from tiedbook import quizzes, session, study, widgets
from tiedbook.study import Reply, Turn, read_log
from tiedbook.widgets import flashcards as cards_module
from tiedbook.widgets import quiz as quiz_module

CHAPTER = "ch01_lookup_is_matmul"
ITEMS = quizzes.quiz(CHAPTER, "en")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace for this test alone, in English."""
    import sys

    (tmp_path / ".tiedbook").mkdir()
    monkeypatch.setattr(session, "_told", "en")
    for module in (study, sys.modules[quiz_module.__module__], sys.modules[cards_module.__module__]):
        monkeypatch.setattr(module, "workspace", lambda: tmp_path)
    return tmp_path


def _quiz(bare: Page) -> Mounted:
    return mount(bare, widgets.quiz(CHAPTER))


def _answer(mounted: Mounted, letter: str) -> None:
    mounted.root.locator(f"input[value={letter}]").focus()
    mounted.page.keyboard.press("Space")
    mounted.root.get_by_role("button", name="Answer", exact=True).press("Enter")
    mounted.settle()


def test_a_wrong_answer_is_explained_and_so_is_the_right_one(bare: Page, home: Path) -> None:
    mounted = _quiz(bare)
    _answer(mounted, "A")
    bare.wait_for_function("document.querySelector('.tb-status').textContent.startsWith('It is not A. C is right.')")
    why = mounted.shown(".qz-why")[0]
    assert "It does not grow with the batch." in why
    assert "about 1,647 million" in why
    assert list(read_log(home)) == [Reply(CHAPTER, "quiz-largest", "A", right=False)]


def test_the_keyboard_leads_through_a_whole_quiz_and_the_tally_counts(bare: Page) -> None:
    mounted = _quiz(bare)
    for index, item in enumerate(ITEMS):
        _answer(mounted, item.right)
        if index + 1 < len(ITEMS):
            assert bare.evaluate("document.activeElement.textContent") == "Next item"
            bare.keyboard.press("Enter")
            assert bare.evaluate("document.activeElement.type") == "radio"
    bare.wait_for_function("document.querySelector('.tb-status').textContent.endsWith('5 of 5 answered, 5 right.')")
    assert mounted.widget.answered == {item.cell: item.right for item in ITEMS}


def test_answer_does_nothing_before_an_option_is_chosen(bare: Page) -> None:
    mounted = _quiz(bare)
    button = mounted.root.get_by_role("button", name="Answer", exact=True)
    assert button.get_attribute("aria-disabled") == "true"
    button.press("Enter")
    mounted.settle()
    assert mounted.widget.answered == {}


def test_what_was_answered_is_there_again_the_next_time(bare: Page) -> None:
    _answer(_quiz(bare), ITEMS[0].right)
    again = _quiz(bare)
    assert again.shown(".qz-count") == ["Item 2 of 5"]
    assert again.widget.answered == {ITEMS[0].cell: ITEMS[0].right}


def test_an_item_can_be_answered_again(bare: Page, home: Path) -> None:
    mounted = _quiz(bare)
    _answer(mounted, "A")
    mounted.root.get_by_role("button", name="Answer again").press("Enter")
    _answer(mounted, "C")
    assert [event.letter for event in read_log(home) if isinstance(event, Reply)] == ["A", "C"]


def test_another_edition_asks_the_same_item_and_keeps_the_answer(bare: Page) -> None:
    mounted = _quiz(bare)
    _answer(mounted, "A")
    session.set_edition("es")
    mounted.push()
    item = quizzes.quiz(CHAPTER, "es")[0]
    assert item.asked.split("$")[0].strip(" *.1") in mounted.shown(".qz-asked")[0]
    assert mounted.root.locator("input[value=A]").is_checked()


def _cards(bare: Page) -> Mounted:
    return mount(bare, widgets.flashcards(CHAPTER))


def test_cards_are_turned_by_keyboard_and_a_known_one_is_gone_until_its_day(bare: Page, home: Path) -> None:
    mounted = _cards(bare)
    first = mounted.widget.queue[0]
    mounted.root.get_by_role("button", name="Show the answer").press("Enter")
    assert bare.evaluate("document.activeElement.textContent") == "I knew it"
    bare.keyboard.press("Enter")
    mounted.settle()
    assert first not in mounted.widget.queue
    assert [(event.card, event.knew) for event in read_log(home) if isinstance(event, Turn)] == [(first, True)]
    assert first not in _cards(bare).widget.queue


def test_a_card_that_was_not_known_comes_last_today_and_first_the_next_time(bare: Page) -> None:
    mounted = _cards(bare)
    first = mounted.widget.queue[0]
    mounted.root.get_by_role("button", name="Show the answer").press("Enter")
    mounted.root.get_by_role("button", name="Not yet").press("Enter")
    mounted.settle()
    assert mounted.widget.queue[-1] == first
    assert _cards(bare).widget.queue[0] == first


def test_after_the_last_card_it_says_so_and_all_can_be_gone_through_again(bare: Page) -> None:
    mounted = _cards(bare)
    count = len(mounted.widget.queue)
    for _ in range(count):
        mounted.root.get_by_role("button", name="Show the answer").press("Enter")
        mounted.root.get_by_role("button", name="I knew it").press("Enter")
    bare.wait_for_function("document.querySelector('.tb-status').textContent.startsWith('That was all for today.')")
    mounted.root.get_by_role("button", name="Go through all cards").press("Enter")
    mounted.settle()
    assert len(mounted.widget.queue) == count


def test_a_card_whose_question_has_math_or_code_shows_it_set(bare: Page) -> None:
    mounted = _cards(bare)
    mounted.root.get_by_role("button", name="Show the answer").press("Enter")
    assert mounted.root.locator(".fc-answer math").count() > 0
