"""Values and calls as Python that a learner can paste."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given as cases
from hypothesis.extra import numpy as hnp

from tiedbook.outcome import Foreign, Outcome, Raised
from tiedbook.spelling import Given, call, given, literal, outcome, told


@cases(
    hnp.arrays(
        hnp.integer_dtypes(endianness="<") | hnp.floating_dtypes(endianness="<", sizes=(32, 64)) | hnp.boolean_dtypes(),
        hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4),
    )
)
def test_a_literal_makes_the_array_again(array: np.ndarray) -> None:
    again = eval(literal(array), {"np": np, "nan": np.nan, "inf": np.inf})
    assert (again.dtype, again.shape) == (array.dtype, array.shape)
    assert np.array_equal(again, array, equal_nan=array.dtype.kind == "f")


def test_a_call_stands_below_the_lines_it_needs() -> None:
    table = given(np.array([[0.5, -1], [2, 3.25]], dtype=np.float32), "table")
    assert call("embed", (given(np.array([[1, 0], [1, 1]])), table)) == (
        "table = np.array([[ 0.5, -1.0],\n"
        "                  [ 2.0, 3.25]], dtype=np.float32)\n"
        "embed(np.array([[1, 0], [1, 1]]), table)"
    )


def test_a_line_that_two_arguments_need_stands_once() -> None:
    table = given(np.array([1.5]), "table")
    again = Given(table.value[::-1], "table[::-1]", table.before)
    assert call("f", (table,), {"other": again}) == "table = np.array([1.5])\nf(table, other=table[::-1])"


def test_a_big_array_is_described() -> None:
    table = given(np.zeros((300, 2), dtype=np.float32), "table")
    assert call("embed", (given(3), table)) == "# table: shape (300, 2), float32\nembed(3, table)"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.array([[1.0, 0.25]]), "[[ 1.0, 0.25]]  # shape (1, 2), float64"),
        (np.array(3, dtype=np.uint8), "3  # uint8"),
        (np.empty((2, 0), dtype=np.float32), "np.empty((2, 0))  # shape (2, 0), float32"),
        (np.array([True, False]), "[True, False]  # shape (2,), bool"),
        (1.5, "1.5"),
        (None, "None"),
        (Foreign("list", "[1, 2]"), "[1, 2]  # list"),
    ],
)
def test_what_came_back_is_told_with_shape_and_type(value: object, text: str) -> None:
    assert told(value) == text


def test_as_many_digits_are_shown_as_it_takes_to_see_the_difference() -> None:
    one, other = np.array([1.0]), np.array([1 + 1e-8])
    assert told(one, beside=other) == "[1.0]  # shape (1,), float64"
    assert told(other, beside=one) == "[1.00000001]  # shape (1,), float64"


def test_a_wrong_element_is_shown_where_the_array_is_too_big_to_show() -> None:
    array = np.zeros((4, 10))
    array[2, 5] = 7.5
    assert told(array, at=(2, 5)).endswith("# [2, 5]: 7.5")
    assert "# [" not in told(array[:1], at=(0, 5))


def test_an_exception_is_told_on_one_line() -> None:
    assert outcome(Outcome(raised=Raised(("IndexError",), "7\n  of 5"))) == "IndexError: 7 of 5"
    assert outcome(Outcome(raised=Raised(("IndexError",), ""))) == "IndexError"


def test_long_texts_in_an_array_are_cut_where_they_are_shown_and_not_where_they_are_passed() -> None:
    array = np.array(["x" * 1000] * 3)
    assert len(told(array)) < 3 * 100
    assert "…" in told(array)
    assert literal(array).count("x") == 3000
