"""Drivers build objects from arrays, call the answer, and give arrays back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from solutions.ch02_gradients_scatter import gather
from tiedbook import drivers
from tiedbook.autograd import Tensor
from tiedbook.direct import Direct
from tiedbook.exercise import exercises

TABLE = np.arange(8.0).reshape(4, 2)
IDS = np.array([1, 3, 1])
G = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
ONCE = np.array([[0.0, 0.0], [6.0, 8.0], [0.0, 0.0], [3.0, 4.0]])
MOVED = np.array([[6.0, 8.0], [0.0, 0.0], [3.0, 4.0], [0.0, 0.0]])  # what arrives for the ids 0, 2, 0


@pytest.mark.parametrize(
    ("how", "rest", "wanted"),
    [
        ("rows", (), TABLE[IDS]),
        ("keywords", (), TABLE[IDS]),
        ("backward", (G,), ONCE),
        ("again", (G, 10 * G), 11 * ONCE),
        ("twice", (G, IDS - 1), ONCE + MOVED),
        ("through", (G,), 2 * ONCE),
    ],
)
def test_each_way_goes_where_it_says(how: str, rest: tuple[Any, ...], wanted: np.ndarray) -> None:
    np.testing.assert_array_equal(drivers.gather(gather, TABLE, IDS, *rest, how=how), wanted)


def test_the_answer_gets_tensors_and_a_subject_is_given_arrays() -> None:
    seen: list[object] = []

    def answer(table: Tensor, ids: np.ndarray) -> Tensor:
        seen.extend((type(table), type(ids)))
        return gather(table, ids)

    outcome = Direct(answer, "gather")(TABLE, IDS, G, how="backward")
    assert seen == [Tensor, np.ndarray]
    assert isinstance(outcome.value, np.ndarray)
    assert outcome.raised is None


@pytest.mark.parametrize(
    ("answer", "kind"), [(lambda table, ids: table.data[ids], "NotATensor"), (gather, "NoGradient")]
)
def test_what_an_answer_lacks_is_told_by_the_name_of_an_exception(answer: Any, kind: str) -> None:
    detached = answer if kind == "NotATensor" else lambda table, ids: Tensor(answer(table, ids).data)
    outcome = Direct(detached, "gather")(TABLE, IDS, G, how="backward")
    assert outcome.raised is not None
    assert outcome.raised.kinds[0] == kind


def test_a_view_of_the_table_is_seen_through_the_tensor() -> None:
    outcome = Direct(lambda table, ids: Tensor(table.data[ids], (table,), lambda grad: (grad,)), "gather")(
        TABLE, 1, how="rows"
    )
    assert outcome.shared == ("0",)


def test_every_driver_that_an_exercise_names_exists() -> None:
    named = {exercise.driver for exercise in exercises().values()} - {""}
    assert named == set(drivers.DRIVERS)
