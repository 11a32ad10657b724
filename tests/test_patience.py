"""A call is ended in time where that can be done, and nothing is left of the limit afterwards."""

from __future__ import annotations

import importlib
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType, SimpleNamespace

import pytest

from tiedbook.widgets.patience import TooLongError, within

SHORT = 0.05
pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no such timer")


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    before = signal.getsignal(signal.SIGALRM)
    yield
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) is before


def _for_ever() -> None:
    while True:
        pass


def test_what_returns_in_time_returns_what_it_returns() -> None:
    assert within(60, lambda: 3) == 3


def test_what_raises_raises() -> None:
    with pytest.raises(ZeroDivisionError):
        within(60, lambda: 1 / 0)


def test_a_loop_and_a_wait_are_ended() -> None:
    with pytest.raises(TooLongError):
        within(SHORT, _for_ever)
    with pytest.raises(TooLongError):
        within(SHORT, threading.Event().wait)


def test_one_that_catches_everything_once_is_ended_the_next_time() -> None:
    caught = []

    def stubborn() -> None:
        try:
            _for_ever()
        except BaseException as fault:
            caught.append(type(fault))
        _for_ever()

    with pytest.raises(TooLongError):
        within(SHORT, stubborn)
    assert caught == [TooLongError]


def test_a_module_is_loaded_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[int] = []
    source = "from rung_here import rung\nwhile not rung:\n    pass\n"
    (tmp_path / "slow_to_load.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(sys.modules, "rung_here", SimpleNamespace(rung=rung))

    def load() -> None:
        ring = signal.getsignal(signal.SIGALRM)
        assert callable(ring)

        def counted(number: int, frame: FrameType | None) -> None:
            rung.append(number)
            ring(number, frame)

        signal.signal(signal.SIGALRM, counted)
        importlib.import_module("slow_to_load")
        _for_ever()

    try:
        with pytest.raises(TooLongError):
            within(SHORT, load)
        assert "slow_to_load" in sys.modules
        assert len(rung) > 1  # the first was let pass, since the module was loading
    finally:
        sys.modules.pop("slow_to_load", None)


def test_another_thread_has_no_limit_and_no_error() -> None:
    results: list[int] = []
    thread = threading.Thread(target=lambda: results.append(within(SHORT, lambda: 3)))
    thread.start()
    thread.join()
    assert results == [3]


def test_a_timer_that_somebody_else_has_set_is_left_alone() -> None:
    signal.setitimer(signal.ITIMER_REAL, 3600)
    try:
        assert within(SHORT, lambda: signal.getitimer(signal.ITIMER_REAL)[0]) > 3000
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 3000
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def test_a_debugger_may_stand_still() -> None:
    before = sys.gettrace()
    sys.settrace(lambda *_: None)
    try:
        assert within(SHORT, lambda: signal.getitimer(signal.ITIMER_REAL)) == (0.0, 0.0)
    finally:
        sys.settrace(before)


def test_a_limit_inside_a_limit_is_the_outer_one() -> None:
    with pytest.raises(TooLongError):
        within(SHORT, lambda: within(60, _for_ever))
