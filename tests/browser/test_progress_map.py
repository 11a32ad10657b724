"""The map of the course in a real browser: what the journal says, and news without a new run."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.mounting import Mounted, mount
from tiedbook import journal, session, study, widgets, workspace
from tiedbook.course import course
from tiedbook.exercise import exercises_of
from tiedbook.widgets import progress_map


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace for this test alone, in English."""
    workspace.start(tmp_path / "home", "en")
    monkeypatch.setattr(session, "_told", "en")
    for module in (journal, study, progress_map):
        monkeypatch.setattr(module, "workspace", lambda: tmp_path / "home")
    return tmp_path / "home"


def _map(bare: Page) -> Mounted:
    return mount(bare, widgets.progress())


def test_it_shows_every_chapter_and_every_exercise_of_the_course(bare: Page) -> None:
    mounted = _map(bare)
    assert mounted.root.locator(".pm-chapter").count() == len(course().stems("en"))
    names = [exercise.name for stem in course().stems("en") for exercise in exercises_of(stem)]
    assert mounted.shown(".pm-map ul code") == names


def test_points_and_states_are_those_of_the_journal(bare: Page) -> None:
    journal.record("one_hot", "core", True, None)
    journal.record("one_hot", "contract", False, "one_hot.x")
    journal.record("one_hot", "contract", False, "one_hot.x")
    mounted = _map(bare)
    points = {exercise.name: exercise.points for stem in course().stems("en") for exercise in exercises_of(stem)}
    whole = sum(sum(each.values()) for each in points.values())
    assert mounted.shown(".tb-status") == [f"You have {points['one_hot']['core']:g} of {whole:g} points."]
    assert mounted.shown(".pm-part")[:2] == ["● core: done", "◐ contract: tried, 2×"]
    assert "one_hot, part contract" in mounted.shown(".pm-next")[0]


def test_hints_are_counted_once_each_and_not_commented_on(bare: Page) -> None:
    for number in (1, 2, 2, 1):
        study.hint("embed", number)
    assert _map(bare).shown(".pm-hints") == ["hints opened: 2"]


def test_answered_quiz_items_are_counted_right_or_wrong(bare: Page) -> None:
    study.note(study.Reply("ch00_start_here", "diagnostic-lookup", "A", right=False))
    study.note(study.Reply("ch00_start_here", "diagnostic-lookup", "C", right=True))
    assert _map(bare).shown(".pm-facts")[0] == "no exercise · Quiz: 1 of 6 answered"


def test_what_is_noted_later_comes_in_by_itself(bare: Page) -> None:
    _map(bare)
    journal.record("one_hot", "core", True, None)
    bare.wait_for_function("document.querySelector('.pm-part').textContent.startsWith('● core')", timeout=10_000)
    bare.wait_for_function("!document.querySelector('.tb-status').textContent.startsWith('0 of')")


def test_once_all_is_done_it_says_so(bare: Page) -> None:
    for stem in course().stems("en"):
        for exercise in exercises_of(stem):
            for part in journal.PARTS:
                journal.record(exercise.name, part, True, None)
    assert _map(bare).shown(".pm-next") == ["Everything is done."]


def test_outside_of_a_workspace_it_says_that_nothing_is_kept(bare: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_map, "workspace", lambda: None)
    assert "not in a workspace" in _map(bare).shown(".pm-legend")[0]
