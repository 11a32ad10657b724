"""Sentences about a run follow from its numbers, whichever way they come out."""

from __future__ import annotations

import math
from itertools import product

import pytest

import tiedbook.session
from tiedbook.claims import comparison, finding, limit
from tiedbook.experiment import Results, Run
from tiedbook.reading import reading


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", "en")


def results(ordinary: dict[float, list[float]], control: dict[float, list[float]] | None = None) -> Results:
    """Return results in which tied minus untied is as given, for each rate and seed."""
    runs = []
    for permuted, differences in ((False, ordinary), (True, control or {})):
        for (rate, values), tied in product(differences.items(), (True, False)):
            runs += [
                Run(tied, permuted, rate, seed, (5.0, 2.0 + (value if tied else 0.0)))
                for seed, value in enumerate(values)
            ]
    return Results(tuple(runs), 100, (14_624, 20_768), 192, 4.37)


def sentence(found: Results, about: str) -> str:
    (told,) = [row[1] for row in reading(found).rows if row[0] == about]
    return told


@pytest.mark.parametrize(
    ("differences", "kind"),
    [
        ([-0.010, -0.011, -0.012], "better"),
        ([0.028, 0.020, 0.035], "worse"),
        ([-0.009, -0.008, 0.000], "none"),
        ([0.0, 0.0, 0.0], "none"),
        ([-0.1], "none"),
        ([-0.01, math.inf, -0.02], "lost"),
        ([math.nan, 0.1, 0.1], "lost"),
    ],
)
def test_a_finding_is_large_against_the_spread(differences: list[float], kind: str) -> None:
    assert finding(differences) == kind


@pytest.mark.parametrize(("count", "factor"), [(2, 8.98), (3, 2.48), (4, 1.59), (10, 0.715), (30, 0.715)])
def test_more_pairs_need_less_distance(count: int, factor: float) -> None:
    assert limit(count) == pytest.approx(factor, abs=0.01)


def test_by_chance_three_pairs_pass_once_in_twenty() -> None:
    import numpy as np

    rng = np.random.default_rng(0)
    passed = sum(finding(each) != "none" for each in rng.standard_normal((4000, 3)))
    assert 0.035 < passed / 4000 < 0.065


def test_each_outcome_has_its_own_words_and_names_its_rate() -> None:
    found = results({0.1: [-0.01, -0.011, -0.012], 0.3: [0.02, 0.021, 0.022], 1.0: [-0.01, 0.01, 0.0]})
    told = sentence(found, "tying, targets as they are")
    assert "Learning rate 0.1: the tied model was better." in told
    assert "Learning rate 0.3: the tied model was worse." in told
    assert "Learning rate 1: the seeds differ too much" in told


def test_nothing_is_said_about_a_control_that_was_not_run() -> None:
    found = results({0.3: [0.1, 0.1, 0.12]})
    assert sentence(found, "the control") == sentence(found, "price of renumbering") == "It was not run."


def test_the_price_of_renumbering_is_what_it_changed_in_each_model() -> None:
    found = results({1.0: [0.0, 0.0, 0.0]}, {1.0: [0.03, 0.03, 0.03]})
    assert "+0.030 nats in the tied model and by +0.000 in the untied one" in sentence(found, "price of renumbering")


@pytest.mark.parametrize(
    ("control", "words"),
    [
        ([0.03, 0.031, 0.032], "did more harm to the tied model"),
        ([-0.03, -0.031, -0.032], "did less harm to the tied model"),
        ([0.03, -0.03, 0.0], "the seeds differ too much to say"),
        ([math.inf, 0.03, 0.03], "a run went out of bounds"),
    ],
)
def test_the_control_is_held_against_the_same_seeds(control: list[float], words: str) -> None:
    noise = [0.1, -0.2, 0.3]  # of the seeds, in both conditions alike
    found = results({1.0: noise}, {1.0: [a + b for a, b in zip(noise, control, strict=True)]})
    assert words in sentence(found, "the control")


def test_a_run_out_of_bounds_is_told_and_compared_with_nothing() -> None:
    found = results({1.0: [math.inf, 0.0, 0.0]})
    assert "went out of bounds" in sentence(found, "tying, targets as they are")
    assert "better than guessing" in sentence(found, "learning at all")
    assert "Not every run" in sentence(found, "learning at all")
    (row,) = comparison(found).rows
    assert row[-1] == "a run went out of bounds"
    assert "∞" in row[2]


def test_the_risk_of_a_false_finding_grows_with_the_comparisons() -> None:
    one = sentence(results({1.0: [0.0, 0.1, 0.2]}), "not shown")
    four = sentence(results({0.3: [0, 0, 0], 1.0: [0, 0, 0]}, {0.3: [0, 0, 0], 1.0: [0, 0, 0]}), "not shown")
    assert "of 1 comparisons like these, at least one would be called a finding by chance in about 5%" in one
    assert "of 6 comparisons like these, at least one would be called a finding by chance in about 26%" in four


def test_the_table_has_one_row_for_each_setting() -> None:
    found = results({0.3: [0.01, 0.02, 0.03], 1.0: [0.0, 0.0, 0.01]}, {0.3: [0.1, 0.1, 0.1]})
    rows = comparison(found).rows
    assert [(row[0], row[1]) for row in rows] == [
        ("as they are", "0.3"),
        ("as they are", "1"),
        ("renumbered (control)", "0.3"),
    ]
    assert rows[0][2:6] == ("2.020 (2.010 – 2.030)", "2.000 (2.000 – 2.000)", "+0.020", "0.010")
