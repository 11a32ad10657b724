"""Every wrong answer gets its diagnoses, every right one passes."""

from __future__ import annotations

import importlib
import importlib.util
import re
from contextlib import suppress
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests import answers
from tests.answers import Function, Wrong, right_ones, wrong_ones
from tiedbook.author.sentences import sentences
from tiedbook.author.source import read_chapters
from tiedbook.autograd import Parameter, Tensor
from tiedbook.course import course
from tiedbook.diagnosis import Diagnosis, Part
from tiedbook.direct import Direct
from tiedbook.drivers import DriverFinding
from tiedbook.exercise import Exercise, find_exercise
from tiedbook.probes import Probes
from tiedbook.reference import reference

FOLDER = Path(answers.__file__).parent
EXERCISES = [
    (path.parent.name, path.stem.removesuffix("_wrong")) for path in sorted(FOLDER.glob("ch*/*_wrong.py"))
]  # `tiedbook doctor` names the exercises that have none
PARTS: tuple[Part, ...] = ("core", "contract")


@cache
def wrong_answers(stem: str, name: str) -> dict[str, Wrong]:
    return wrong_ones(importlib.import_module(f"tests.answers.{stem}.{name}_wrong"))


def right_answers(stem: str, name: str) -> dict[str, Function]:
    return right_ones(importlib.import_module(f"tests.answers.{stem}.{name}_right"))


def found(exercise: Exercise, part: Part, function: Function, *, seed: int = 1, rounds: int = 3) -> list[Diagnosis]:
    return list(exercise.checks[part](Direct(function, exercise.driver), Probes(np.random.default_rng(seed), rounds)))


WRONG = [
    pytest.param(stem, name, each, id=f"{name}-{each}")
    for stem, name in EXERCISES
    for each in wrong_answers(stem, name)
]
RIGHT = [
    pytest.param(name, right, id=f"{name}-{each}")
    for stem, name in EXERCISES
    for each, right in right_answers(stem, name).items()
    if "torch" not in each or importlib.util.find_spec("torch")
]


@cache
def diagnoses(stem: str, name: str, each: str) -> dict[Part, list[Diagnosis]]:
    """Return what is found in each part of a wrong answer. The judge's tests find the same with other chance."""
    wrong = wrong_answers(stem, name)[each]
    by_part = {}
    for part in PARTS:
        wrong.forget()
        by_part[part] = found(find_exercise(name), part, wrong.function)
    return by_part


@pytest.mark.parametrize(("stem", "name", "each"), WRONG)
def test_a_wrong_answer_gets_its_diagnoses_and_keeps_the_other_part(stem: str, name: str, each: str) -> None:
    for part, told in diagnoses(stem, name, each).items():
        codes = tuple(item.code for item in told)
        assert wrong_answers(stem, name)[each].agrees(part, codes), (part, codes)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(("name", "right"), RIGHT)
def test_a_right_answer_passes_whatever_its_technique(name: str, right: Function, part: Part) -> None:
    for seed in range(3):
        assert found(find_exercise(name), part, right, seed=seed, rounds=10) == []


@pytest.mark.parametrize(("stem", "name"), EXERCISES)
def test_there_are_enough_answers_to_trust_a_check(stem: str, name: str) -> None:
    assert len(wrong_answers(stem, name)) >= 12
    assert len(right_answers(stem, name)) >= 8


@cache
def all_found() -> tuple[tuple[str, str, Diagnosis], ...]:
    rows = []
    for stem, name in EXERCISES:
        for each in wrong_answers(stem, name):
            rows += [(stem, name, item) for told in diagnoses(stem, name, each).values() for item in told]
    return tuple(rows)


def test_every_diagnosis_is_reached_by_a_wrong_answer() -> None:
    reached = {diagnosis.code for _, _, diagnosis in all_found()}
    elsewhere = {"answer.missing", "answer.not_callable", "answer.late"}  # no function of a learner can show these
    written = {each.code for each in sentences(course().root)[0] if each.place.startswith("tiedbook/checks/")}
    assert written == reached | elsewhere


def test_every_diagnosis_sends_to_a_cell_that_the_chapter_has() -> None:
    cells = {chapter.stem: {cell.id for cell in chapter.cells} for chapter in read_chapters(course())}
    lost = {
        (diagnosis.code, diagnosis.values["see"])
        for stem, _, diagnosis in all_found()
        if diagnosis.values["see"] not in cells[stem]
    }
    assert lost == set()


def test_every_sentence_has_all_its_holes_filled() -> None:
    sentences_told = [diagnosis.message.format(**diagnosis.values) for _, _, diagnosis in all_found()]
    assert [sentence for sentence in sentences_told if "{" in sentence] == []


def test_no_sentence_speaks_of_what_a_driver_raised() -> None:
    raised = {finding.__name__ for finding in DriverFinding.__subclasses__()}
    told = [
        f"{diagnosis.message.format(**diagnosis.values)} {diagnosis.values.get('got')}"
        for _, _, diagnosis in all_found()
    ]
    assert [each for each in told if raised & set(re.findall(r"\w+", each))] == []


def test_a_call_with_keywords_is_shown_with_them() -> None:
    calls = [str(diagnosis.values["call"]) for _, _, diagnosis in all_found() if diagnosis.code == "contract.keywords"]
    assert len(calls) >= 8
    assert all(re.search(r"\(\w+=", call) for call in calls), calls


def test_every_call_that_is_shown_runs_as_it_stands() -> None:
    functions = {name: reference(name) for _, name in EXERCISES}
    calls = {str(diagnosis.values["call"]) for _, _, diagnosis in all_found() if "call" in diagnosis.values}
    cut = {call for call in calls if any(line.startswith("# ") for line in call.splitlines())}  # an array is too big
    for call in calls - cut:
        with suppress(TypeError, IndexError, ValueError):  # what the contracts ask for
            exec(call, {"np": np, "Parameter": Parameter, "Tensor": Tensor, **functions})
