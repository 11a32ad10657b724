"""The judge and the notebook agree on every answer that we have, and no check trips over what comes back.

CI tries a third of the answers of each file, since the tests of the checks try all of them in the notebook's way; on
GitHub the next run tries the next third. `make test` tries all.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as nps

from autograde.judge import judge as judging
from autograde.judge.judge import Judge, Judged, Source
from tests import answers
from tests.answers import Wrong
from tiedbook.course import course
from tiedbook.diagnosis import Diagnosis, Part
from tiedbook.exercise import Exercise, exercises_of, find_exercise
from tiedbook.outcome import Foreign, Outcome, Raised
from tiedbook.probes import Probes

FOLDER = Path(answers.__file__).parent
EVERY = 3 if os.environ.get("CI") == "true" else 1
FIRST = int(os.environ.get("GITHUB_RUN_NUMBER", "0")) % EVERY
FILES = sorted(path for path in FOLDER.rglob("*_*.py") if path.stem.endswith(("_right", "_wrong")))
PRELUDE = """
def fails(name, **codes):
    def mark(function):
        function.__qualname__ = name
        return function
    return mark
"""


def cells(path: Path, function: str, exercise: str) -> list[Source]:
    """A notebook in which one function of a file of answers has the name of the exercise."""
    shared = path.parent / "shared.py"
    return [
        Source("prelude", PRELUDE),
        Source("valid", text_inside(FOLDER / "valid.py")),
        Source("solution", text_inside(course().solutions / f"{path.parent.name}.py")),
        Source("shared", text_inside(shared) if shared.is_file() else ""),
        Source("answers", text_inside(path)),
        Source(exercise, f"{exercise} = {function}"),
    ]


def text_inside(path: Path) -> str:
    """A file as a cell of a notebook, where neither tests nor solutions are to be had."""
    text = re.sub(r"^from tests.*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    text = re.sub(r"^from solutions\.\w+ import (\w+) as (\w+)$", r"\2 = \1", text, flags=re.MULTILINE)
    earlier = r'from tiedbook import yours\n\1 = yours("\1")'
    return re.sub(r"^from solutions\.\w+ import (\w+)$", earlier, text, flags=re.MULTILINE)


def module_of(path: Path) -> ModuleType:
    return import_module(".".join(path.relative_to(FOLDER.parents[1]).with_suffix("").parts))


def cases() -> Iterator[tuple[Path, str, str]]:
    for path in FILES:
        module = module_of(path)
        exercise = path.stem.rpartition("_")[0]
        found = answers.wrong_ones(module) if path.stem.endswith("_wrong") else answers.right_ones(module)
        yield from ((path, exercise, name) for name in [*found][FIRST::EVERY])


def judged_codes(judged: Judged) -> dict[Part, tuple[str, ...]]:
    return {verdict.part: tuple(item.code for item in verdict.diagnoses) for verdict in judged.verdicts}


@pytest.mark.sandbox
@pytest.mark.parametrize(("path", "exercise", "name"), list(cases()), ids=lambda value: getattr(value, "stem", value))
def test_the_judge_finds_what_the_notebook_finds(
    judge: Judge, monkeypatch: pytest.MonkeyPatch, path: Path, exercise: str, name: str
) -> None:
    if "torch" in name:
        pytest.importorskip("torch")
    expected = wrong_or_right(path, name)
    monkeypatch.setattr(judging, "ROUNDS", 3)  # as in the notebook; more may find more
    judged = judge.grade(cells(path, name, exercise), [find_exercise(exercise)], b"secret")
    assert judged.notes == ()
    for part, codes in judged_codes(judged).items():
        assert expected.agrees(part, codes), (part, codes)


def wrong_or_right(path: Path, name: str) -> Wrong:
    function = vars(module_of(path))[name]
    return getattr(function, "wrong", Wrong(function, (), ()))


DTYPES = nps.scalar_dtypes() | nps.unicode_string_dtypes(max_len=3) | nps.byte_string_dtypes(max_len=3)
ARRAYS = DTYPES.flatmap(
    lambda dtype: nps.arrays(dtype, nps.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4))
)
TEXTS = st.text(max_size=20)
PLAIN = st.none() | st.booleans() | st.integers(-(2**2000), 2**2000) | st.floats() | TEXTS | ARRAYS
FOREIGN = st.builds(Foreign, TEXTS, TEXTS, st.none() | ARRAYS.filter(lambda array: array.dtype.kind in "biufc"))
VALUES = PLAIN | FOREIGN | st.lists(PLAIN | FOREIGN, max_size=3).map(tuple)
KINDS = st.lists(
    st.sampled_from(["TypeError", "ValueError", "IndexError", "Exception", "MyError"]) | TEXTS, min_size=1, max_size=4
)
NAMES = st.lists(st.sampled_from(["0", "1", "earlier"]), max_size=2).map(tuple)
OUTCOMES = st.builds(
    Outcome,
    value=VALUES,
    warnings=st.lists(TEXTS, max_size=2).map(tuple),
    changed=NAMES,
    shared=NAMES,
    writable=st.booleans(),
    printed=TEXTS,
) | st.builds(Outcome, raised=st.builds(Raised, KINDS.map(tuple), TEXTS))


def parts() -> Iterator[tuple[Exercise, Part]]:
    for stem in dict.fromkeys(path.parent.name for path in FILES):
        for exercise in exercises_of(stem):
            yield from ((exercise, part) for part in exercise.checks)


@pytest.mark.parametrize(("exercise", "part"), list(parts()), ids=lambda value: getattr(value, "name", value))
@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None, max_examples=60)
@given(data=st.data())
def test_no_check_trips_over_what_comes_back(exercise: Exercise, part: Part, data: st.DataObject) -> None:
    several = data.draw(st.lists(OUTCOMES, min_size=1, max_size=4))
    calls: list[int] = []

    def subject(*args: object, **kwargs: object) -> Outcome:
        calls.append(1)
        return several[len(calls) % len(several)]

    for diagnosis in exercise.checks[part](subject, Probes(np.random.default_rng(1), 3)):
        assert isinstance(diagnosis, Diagnosis)
        assert diagnosis.message.format(**diagnosis.values)
