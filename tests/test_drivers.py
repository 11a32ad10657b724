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


ARRAYS = tuple(np.ones(2) * number for number in range(6))


def a_step(params: Any, ids: Any, targets: Any, lr: Any, tied: Any) -> Any:
    return {name: array + lr for name, array in params.items()}, 0.5


def step(answer: Any, how: str, second_table: Any = None) -> Any:
    return Direct(answer, "train_step")(*ARRAYS, second_table, [0], [1], 2.0, second_table is None, how=how)


@pytest.mark.parametrize(
    ("how", "wanted"), [("loss", 0.5), ("keywords", 0.5), ("kept", 0.5), ("E", 2.0), ("bias", 7.0)]
)
def test_one_result_of_a_step_comes_back(how: str, wanted: float) -> None:
    np.testing.assert_array_equal(step(a_step, how).value, np.full(2 if how in ("E", "bias") else (), wanted))


def test_a_second_table_is_there_only_if_the_model_is_not_tied() -> None:
    np.testing.assert_array_equal(step(a_step, "U", np.ones(2)).value, [3.0, 3.0])
    assert step(a_step, "U").raised.kinds[0] == "KeyError"


@pytest.mark.parametrize(
    ("answer", "how", "kind", "message"),
    [
        (lambda params, *rest: params, "loss", "NotAPair", "dict"),
        (lambda params, *rest: (0.5, params), "loss", "NotADict", "float"),
        (lambda params, *rest: ({"E": params["E"]}, 0.5), "E", "Missing", "'W1' not in new"),
        (lambda params, *rest: ({**params, "U": params["E"]}, 0.5), "E", "Unknown", "'U' in new"),
        (lambda params, *rest: (params, params.update(E=0 * params["E"]) or 0.5), "kept", "Rebound", ""),
        (lambda params, *rest: (params, params.setdefault("new", 0.5)), "kept", "Rebound", ""),
    ],
)
def test_what_a_step_lacks_is_told_by_the_name_of_an_exception(answer: Any, how: str, kind: str, message: str) -> None:
    raised = step(answer, how).raised
    assert (raised.kinds[0], raised.message) == (kind, message)


def test_an_array_that_is_changed_in_place_is_seen() -> None:
    def in_place(params: Any, *rest: Any) -> Any:
        params["W1"] += 1
        return params, 0.5

    seen = step(in_place, "W1")
    assert seen.changed == ("1",)
    assert seen.shared == ("1",)


def test_a_step_that_returns_nothing_is_told_as_any_function_is() -> None:
    seen = step(lambda *args: None, "loss")
    assert seen.value is None
    assert seen.raised is None
