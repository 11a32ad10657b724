"""Every wrong answer gets its diagnoses, every right one passes."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path

import numpy as np
import pytest

from tests import answers
from tests.answers import Function, Wrong, right_ones, wrong_ones
from tiedbook.diagnosis import Diagnosis, Part
from tiedbook.direct import Direct
from tiedbook.exercise import Exercise, find_exercise
from tiedbook.probes import Probes

FOLDER = Path(answers.__file__).parent
EXERCISES = [
    (path.parent.name, path.stem.removesuffix("_wrong")) for path in sorted(FOLDER.glob("ch*/*_wrong.py"))
]  # `tiedbook doctor` names the exercises that have none
PARTS: tuple[Part, ...] = ("core", "contract")


def wrong_answers(stem: str, name: str) -> dict[str, Wrong]:
    return wrong_ones(importlib.import_module(f"tests.answers.{stem}.{name}_wrong"))


def right_answers(stem: str, name: str) -> dict[str, Function]:
    return right_ones(importlib.import_module(f"tests.answers.{stem}.{name}_right"))


def found(exercise: Exercise, part: Part, function: Function, *, seed: int = 1, rounds: int = 3) -> list[Diagnosis]:
    return list(exercise.checks[part](Direct(function, exercise.driver), Probes(np.random.default_rng(seed), rounds)))


WRONG = [
    pytest.param(name, wrong, id=f"{name}-{each}")
    for stem, name in EXERCISES
    for each, wrong in wrong_answers(stem, name).items()
]
RIGHT = [
    pytest.param(name, right, id=f"{name}-{each}")
    for stem, name in EXERCISES
    for each, right in right_answers(stem, name).items()
    if "torch" not in each or importlib.util.find_spec("torch")
]


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("name", "wrong"), WRONG)
def test_a_wrong_answer_gets_its_diagnoses_and_keeps_the_other_part(name: str, wrong: Wrong, seed: int) -> None:
    for part in PARTS:
        wrong.forget()
        codes = tuple(each.code for each in found(find_exercise(name), part, wrong.function, seed=seed))
        assert wrong.agrees(part, codes), (part, codes)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(("name", "right"), RIGHT)
def test_a_right_answer_passes_whatever_its_technique(name: str, right: Function, part: Part, seed: int) -> None:
    assert found(find_exercise(name), part, right, seed=seed, rounds=10) == []


@pytest.mark.parametrize(("stem", "name"), EXERCISES)
def test_there_are_enough_answers_to_trust_a_check(stem: str, name: str) -> None:
    assert len(wrong_answers(stem, name)) >= 12
    assert len(right_answers(stem, name)) >= 8
