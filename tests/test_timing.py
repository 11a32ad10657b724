"""Times are the best of several, and told in a unit that suits them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import tiedbook.timing
from tiedbook.timing import LEAST, REPEATS, best_time, readable


class Clock:
    """A timer whose every call takes a set time, and some runs of which are disturbed."""

    def __init__(self, seconds: float, disturbances: list[float]) -> None:
        self.seconds = seconds
        self.disturbances = disturbances
        self.counts: list[int] = []

    def __call__(self, action: Callable[[], object]) -> Clock:
        action()
        return self

    def timeit(self, calls: int) -> float:
        self.counts.append(calls)
        return self.seconds * calls

    def repeat(self, repeats: int, calls: int) -> list[float]:
        assert repeats == len(self.disturbances)
        return [self.seconds * calls + extra for extra in self.disturbances]


def test_a_disturbed_run_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(1e-4, [0.3, 0.0, 0.1, 0.5, 0.2])
    monkeypatch.setattr(tiedbook.timing, "Timer", clock)
    assert best_time(lambda: None) == pytest.approx(1e-4)
    assert len(clock.disturbances) == REPEATS


@pytest.mark.parametrize("seconds", [1e-8, 1e-5, 1.0])
def test_a_measurement_is_long_enough_for_the_clock_and_no_longer(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(seconds, [0.0] * REPEATS)
    monkeypatch.setattr(tiedbook.timing, "Timer", clock)
    best_time(lambda: None)
    *short, enough = clock.counts
    assert enough * seconds >= LEAST
    assert all(calls * seconds < LEAST for calls in short)


def test_the_action_is_really_called() -> None:
    calls: list[None] = []
    assert best_time(lambda: calls.append(None)) > 0
    assert calls


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(1.5, "1.5 s"), (0.0123, "12.3 ms"), (2.456e-6, "2.46 µs"), (9e-8, "90 ns"), (1e-6, "1 µs"), (1e-3, "1 ms")],
)
def test_a_time_is_told_in_the_unit_that_suits_it(seconds: float, shown: str) -> None:
    assert readable(seconds) == shown
