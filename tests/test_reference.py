"""The course's own functions are made from text, and the judge offers those of earlier chapters only."""

from __future__ import annotations

import ast
import subprocess
import sys

import numpy as np
import pytest

from tiedbook.errors import TiedbookError
from tiedbook.exercise import exercises, exercises_of, stem_of
from tiedbook.reference import offered, reference


@pytest.mark.parametrize("name", list(exercises()))
def test_every_exercise_has_a_function_of_the_course(name: str) -> None:
    function = reference(name)
    assert function.__name__ == name
    assert function.__doc__
    assert reference(name) is function


def test_the_function_works() -> None:
    table = np.eye(3, dtype=np.float32)
    np.testing.assert_array_equal(reference("embed")([2, 0], table), table[[2, 0]])


def test_there_is_none_for_an_exercise_that_does_not_exist() -> None:
    with pytest.raises(TiedbookError, match="no exercise 'embde'"):
        reference("embde")


@pytest.mark.parametrize("name", list(exercises()))
def test_what_is_offered_beside_an_exercise_comes_from_earlier_chapters(name: str) -> None:
    assert all(stem_of(other) < stem_of(name) for other in offered([name]))
    assert {stem_of(other) for other in offered([name])} == {
        stem_of(other) for other in exercises() if stem_of(other) < stem_of(name)
    }


@pytest.mark.parametrize("name", list(exercises()))
def test_no_text_that_is_offered_holds_an_exercise_of_the_same_chapter(name: str) -> None:
    for text in offered([name]).values():
        for exercise in exercises_of(stem_of(name)):
            assert f"def {exercise.name}(" not in text
        assert "solutions" not in {module.partition(".")[0] for module in imported(text)}  # they are not inside


def imported(text: str) -> set[str]:
    return {node.module or "" for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}


def test_exercises_of_several_chapters_are_offered_what_comes_before_the_first() -> None:
    assert offered(["gather", "embed"]) == {}
    assert offered(["no_exercise_of_the_course"]) == {}
    assert set(offered(["gather"])) == {"one_hot", "embed"}


def test_solutions_are_never_imported() -> None:
    code = (
        "import sys; from tiedbook.exercise import exercises; from tiedbook.reference import offered, reference; "
        "[(reference(name), offered([name])) for name in exercises()]; "
        "print([name for name in sys.modules if name.startswith('solutions')])"
    )
    shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert shown.strip() == "[]"
