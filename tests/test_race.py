"""The race tells right programs from wrong ones, whatever they take."""

from __future__ import annotations

import numpy as np
import pytest

import tiedbook.race
import tiedbook.session


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", "en")


def steady(ids: np.ndarray, g: np.ndarray, vocab_size: int) -> np.ndarray:
    out = np.zeros((vocab_size, g.shape[1]), g.dtype)
    np.add.at(out, ids, g)
    return out


def quick(ids: np.ndarray, g: np.ndarray, vocab_size: int) -> np.ndarray:
    out = np.zeros((vocab_size, g.shape[1]), g.dtype)
    out[ids] += g
    return out


def slow(ids: np.ndarray, g: np.ndarray, vocab_size: int) -> np.ndarray:
    return steady(ids, g, vocab_size).T  # of another shape, unless V = d


def test_each_program_has_its_verdict_and_its_ratio(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([2e-3, 0.5e-3, 6.5e-3])
    monkeypatch.setattr(tiedbook.race, "best_time", lambda _action: next(times))
    shown = tiedbook.race.race([steady, quick, slow], np.array([2, 2, 5]), np.array([[1.0, 2], [3, 4], [5, 6]]), 7)
    assert shown.rows == [
        ("steady", "yes", "2 ms", "1", ""),
        ("quick", "no", "500 µs", "0.25", "faster"),
        ("slow", "no", "6.5 ms", "3.2", "slower"),
    ]


@pytest.mark.parametrize("time", [0.4e-3, 1e-3, 2.9e-3])
def test_a_ratio_within_three_is_no_finding(monkeypatch: pytest.MonkeyPatch, time: float) -> None:
    times = iter([1e-3, time])
    monkeypatch.setattr(tiedbook.race, "best_time", lambda _action: next(times))
    shown = tiedbook.race.race([steady, steady], np.array([0]), np.ones((1, 2), np.float32), 3)
    assert shown.rows[1][-1] == "no finding"
