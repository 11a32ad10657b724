"""The study log keeps hints, answers and cards, survives damage, and is only ever appended to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiedbook import study
from tiedbook.schedule import LONGEST, due, wait
from tiedbook.study import LOG, Hint, Reply, Turn, note, read_log

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
EVENTS: list[Hint | Reply | Turn] = [
    Hint("embed", 2),
    Reply("ch01", "quiz-one", "B", right=False),
    Turn("abc", knew=True, at=NOW),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".tiedbook").mkdir()
    monkeypatch.setattr(study, "workspace", lambda: tmp_path)
    return tmp_path


def test_what_was_noted_is_read_again(folder: Path) -> None:
    for event in EVENTS:
        note(event)
    assert list(read_log(folder)) == EVENTS


def test_a_damaged_line_costs_only_itself(folder: Path) -> None:
    note(EVENTS[0])
    with (folder / LOG).open("ab") as log:
        log.write(b'{"what": "turn", "card": 3}\nnot json\n\xff\n[]\n')
        log.write(b'{"what": "turn", "card": "a", "knew": true, "at": "x"}\n{"cut')
    note(EVENTS[1])
    assert list(read_log(folder)) == EVENTS[:2]


def test_without_a_workspace_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "workspace", lambda: None)
    note(EVENTS[0])
    assert list(read_log(None)) == []


def _turns(*knew: bool) -> list[Turn]:
    return [Turn("a", know, NOW) for know in knew]


def test_a_card_that_was_known_waits_twice_as_long_each_time() -> None:
    assert [wait(times).days for times in range(1, 10)] == [1, 2, 4, 8, 16, 32, 64, 64, 64]


@given(st.lists(st.booleans(), max_size=12))
def test_a_card_is_due_again_after_its_wait_and_not_before(knew: list[bool]) -> None:
    turns = _turns(*knew)
    streak = len(knew) - max((index + 1 for index, know in enumerate(knew) if not know), default=0)
    after = wait(streak) if streak else timedelta(0)
    assert due(["a"], turns, NOW + after) == ["a"]
    if streak:
        assert due(["a"], turns, NOW + after - timedelta(seconds=1)) == []
    assert due(["a"], turns, NOW + LONGEST) == ["a"]


def test_unknown_cards_come_first_then_new_ones_then_known_ones() -> None:
    turns = [Turn("known", knew=True, at=NOW - timedelta(days=3)), Turn("unknown", knew=False, at=NOW)]
    assert due(["known", "new", "unknown"], turns, NOW) == ["unknown", "new", "known"]


def test_a_card_that_the_course_no_longer_has_is_passed_over() -> None:
    assert due(["a"], [Turn("gone", knew=False, at=NOW)], NOW) == ["a"]


def test_a_clock_that_was_ahead_hides_no_card() -> None:
    for at in (NOW + timedelta(days=365), datetime.max.replace(tzinfo=UTC)):
        for knew in (True, False):
            assert due(["a"], [Turn("a", knew=knew, at=at)], NOW) == ["a"]
