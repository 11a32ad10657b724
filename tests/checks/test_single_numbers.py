"""Results that are one number: a loss has an absolute tolerance, a count has none and is told how far it is off."""

from __future__ import annotations

import numpy as np
import pytest

from tiedbook.checks.answers import unusable
from tiedbook.checks.oracle import Oracle
from tiedbook.checks.symptoms import symptom
from tiedbook.checks.trial import Bench, Trial
from tiedbook.compare import close
from tiedbook.direct import Direct
from tiedbook.spelling import given


def trial(returned: object, wanted: float | int) -> Trial:
    oracle = Oracle("f", ("x",), lambda _: np.asarray(wanted), lambda _, args: args, "")
    return Bench(oracle, Direct(lambda _: returned), np.random.default_rng(0)).trial((given(1),))


@pytest.mark.parametrize(("got", "agrees"), [(2000.0001, True), (1999.9999, True), (2000.3, False), (1999.0, False)])
def test_a_large_float32_loss_is_compared_to_the_last_digits(got: float, agrees: bool) -> None:
    assert close(np.array(got), np.array(2000, np.float32)) is agrees


def test_a_float32_array_keeps_its_relative_tolerance() -> None:
    assert close(np.array([2000.3, 1.0]), np.array([2000, 1], np.float32))


@pytest.mark.parametrize(
    ("returned", "wanted", "code", "words"),
    [
        (1_500, 100, "answer.too_many", "1,400 too high"),
        (np.int64(7), 8, "answer.too_few", "1 too low"),
        (7.5, 8, "answer.number", "single number"),
        (0.25, 0.5, "answer.number", "single number"),
        (np.array([7]), 7, "answer.unit_axis", "axis of length 1"),
    ],
)
def test_a_wrong_number_is_told_as_one(returned: object, wanted: float | int, code: str, words: str) -> None:
    found = symptom(trial(returned, wanted))
    assert found.code == code
    assert words in found.message.format(**found.values)


def test_what_is_no_number_is_not_called_an_array() -> None:
    found = unusable(trial({"loss": 1.0}, 1.0), first=False)
    assert found is not None
    assert found.code == "answer.no_number"


def test_float32_results_are_compared_with_float32_digits() -> None:
    wanted = np.array([0.1, 0.9])
    assert close(wanted.astype(np.float32), wanted)
    assert not close(wanted + 1e-7, wanted)
