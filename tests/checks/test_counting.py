"""What is special about functions that count: exact integers, sizes of at least 1, large numbers."""

from __future__ import annotations

import numpy as np
import pytest

from tiedbook.checks.counting import counted, exact_integer
from tiedbook.checks.oracle import Oracle
from tiedbook.checks.trial import Bench
from tiedbook.direct import Direct
from tiedbook.exercise import exercises_of
from tiedbook.outcome import Outcome
from tiedbook.probes import Probes
from tiedbook.spelling import given

EXERCISES = exercises_of("ch07_counting_gpt2")


class Tensor:
    """Like a tensor of another library: no array, and NumPy can read it."""

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        return np.array(8)


@pytest.mark.parametrize(
    ("returned", "code"),
    [
        (8, ""),
        (np.int16(8), ""),
        (np.uint64(8), ""),
        (np.array(8), ""),
        (8.0, "count.float"),
        (np.float32(8), "count.float"),
        (Tensor(), "count.tensor"),
        (np.ma.array(8), "count.kind"),
        (np.complex128(8), "count.kind"),
    ],
)
def test_integers_of_every_kind_are_exact_and_nothing_else_is(returned: object, code: str) -> None:
    oracle = Oracle("f", ("x",), counted(lambda x: x), lambda _, args: args, "")
    trial = Bench(oracle, Direct(lambda _: returned), np.random.default_rng(0)).trial((given(8),))
    assert trial.right
    found = exact_integer(trial)
    assert (found.code if found else "") == code


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda each: each.name)
def test_a_contract_asks_for_counts_that_no_float_holds(exercise: object) -> None:
    exercise = next(each for each in EXERCISES if each is exercise)
    solution = Direct(getattr(__import__("solutions.ch07_counting_gpt2", fromlist=["x"]), exercise.name))
    counts: list[int] = []

    def subject(*args: object, **kwargs: object) -> Outcome:
        seen = solution(*args, **kwargs)
        if isinstance(seen.value, int):
            counts.append(seen.value)
        return seen

    assert list(exercise.checks["contract"](subject, Probes(np.random.default_rng(1)))) == []
    large = [count for count in counts if count > 2**53]
    assert len(large) == 2
    assert all(int(float(count)) != count < 2**63 for count in large)


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda each: each.name)
def test_a_core_never_asks_for_the_same_sizes_twice(exercise: object) -> None:
    exercise = next(each for each in EXERCISES if each is exercise)
    asked: list[tuple[object, ...]] = []
    solution = Direct(getattr(__import__("solutions.ch07_counting_gpt2", fromlist=["x"]), exercise.name))

    def subject(*args: object, **kwargs: object) -> Outcome:
        asked.append(tuple(each for each in args if not isinstance(each, bool))[:2])
        return solution(*args, **kwargs)

    assert list(exercise.checks["core"](subject, Probes(np.random.default_rng(1), 10))) == []
    assert len(set(asked)) == len(asked)
