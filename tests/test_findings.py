"""Only a ratio above 3 is a finding, whatever was predicted."""

from __future__ import annotations

from typing import Any

import pytest

import tiedbook.session
from tiedbook.findings import agreement, findings, verdict


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", "en")


FACTORS = [1, 512]
OVER_V = [{"view": 1e-7, "one_hot_product": 2e-6}, {"view": 2.9e-7, "one_hot_product": 3e-3}]
OVER_D = [{"view": 1e-7, "one_hot_product": 2e-6}, {"view": 2e-8, "one_hot_product": 5e-6}]


def rows(predicted: Any) -> dict[tuple[str, str], tuple[str, ...]]:
    return {(row[0], row[1]): tuple(row[2:]) for row in findings(FACTORS, OVER_V, OVER_D, predicted).rows}


@pytest.mark.parametrize(
    ("ratio", "words"),
    [(3.01, "grows"), (3.0, "no finding"), (1.0, "no finding"), (0.34, "no finding"), (0.33, "fell"), (600, "grows")],
)
def test_only_a_ratio_above_three_is_a_finding(ratio: float, words: str) -> None:
    assert verdict(ratio).startswith(words)


@pytest.mark.parametrize(
    ("guess", "ratio", "words"),
    [
        (0, 1.2, "0: agrees"),
        (1, 50.0, "1: agrees"),
        (1, 1.2, "1: differs"),
        (0, 50.0, "0: differs"),
        (0, 0.1, "0"),
        (None, 50.0, "none yet"),
        (0.5, 50.0, "0.5: write 0 or 1"),
        ("flat", 50.0, "flat: write 0 or 1"),
        (True, 50.0, "1: agrees"),
    ],
)
def test_a_prediction_is_compared_with_what_was_measured(guess: Any, ratio: float, words: str) -> None:
    assert agreement(guess, ratio) == words


def test_every_operation_is_reported_for_both_sweeps() -> None:
    found = rows({"view": (0, 0), "one_hot_product": (1, 1)})
    assert found["one-hot product", "V"] == ("2 µs", "3 ms", "×1,500", "grows", "1: agrees")
    assert found["one-hot product", "d"][3:] == ("no finding: not more than a factor of 3", "1: differs")
    assert found["view, E[3]", "V"][3:] == ("no finding: not more than a factor of 3", "0: agrees")
    assert found["view, E[3]", "d"][2:] == (
        "×0.2",
        "fell, which no count of operations explains: run the lab again",
        "0",
    )


@pytest.mark.parametrize("predicted", [{}, {"view": None}, {"view": (None, None)}, {"view": 0}, None, {"view": ()}])
def test_a_missing_or_half_filled_prediction_leaves_the_measurement_readable(predicted: Any) -> None:
    assert {row[-1] for row in rows(predicted).values()} == {"none yet"}


def test_an_operation_of_the_learners_own_is_reported_under_its_key() -> None:
    own = [{"my_take": 1e-6}, {"my_take": 1e-6}]
    assert findings(FACTORS, own, own, {}).rows[0][0] == "my_take"
