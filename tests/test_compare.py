"""Numbers are right within the contracts' tolerances, and nowhere beyond."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from tiedbook.compare import close, same_value, wrong

FINITE = {
    "float32": st.floats(-(2.0**60), 2.0**60, width=32),
    "float64": st.floats(-(2.0**60), 2.0**60),
}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@given(data=st.data())
def test_every_array_is_close_to_itself_in_every_layout_and_wider_type(dtype: str, data: st.DataObject) -> None:
    wanted = data.draw(hnp.arrays(dtype, hnp.array_shapes(min_dims=0, min_side=0), elements=FINITE[dtype]))
    assert close(wanted.copy(order="F"), wanted)
    assert close(wanted.astype(np.float64), wanted)
    assert close(wanted.astype(np.complex128), wanted)


@pytest.mark.parametrize(
    ("dtype", "error", "right"),
    [("float32", 1e-4, True), ("float32", 1e-3, False), ("float64", 5e-10, True), ("float64", 5e-9, False)],
)
def test_relative_errors_are_judged_by_the_wanted_dtype(dtype: str, error: float, right: bool) -> None:
    wanted = np.array([3.0, -7.0], dtype=dtype)
    assert close(wanted.astype(np.float64) * (1 + error), wanted) == right


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_absolute_errors_are_judged_by_the_largest_value(scale: float) -> None:
    wanted = np.array([0.0, 1.0], dtype=np.float32) * np.float32(scale)
    off = np.array([1e-5, 0.0]) * scale
    assert close(wanted + off, wanted)
    assert not close(wanted + 10 * off, wanted)


def test_zeros_are_judged_as_if_the_largest_value_were_one() -> None:
    assert close(np.array([1e-5]), np.zeros(1, np.float32))
    assert not close(np.array([1e-3]), np.zeros(1, np.float32))


def test_infinity_and_nan_must_stand_where_they_are_wanted() -> None:
    wanted = np.array([np.inf, np.nan, 1.0])
    assert close(wanted.copy(), wanted)
    assert wrong(np.array([-np.inf, 0.0, np.nan]), wanted).tolist() == [True, True, True]


def test_an_infinity_does_not_widen_the_tolerance_for_the_rest() -> None:
    assert not close(np.array([np.inf, 1.1]), np.array([np.inf, 1.0]))


def test_integers_are_exact_and_shapes_count() -> None:
    assert not close(np.array([2**60 + 1]), np.array([2**60]))
    assert not close(np.zeros((1, 3)), np.zeros(3))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (np.zeros(2), np.zeros(2), True),
        (np.zeros(2), np.zeros(2, np.float32), False),
        (np.array([np.nan]), np.array([np.nan]), True),
        ((1, np.zeros(1)), (1, np.zeros(1)), True),
        ((1,), (1, 2), False),
        (1, 1.0, False),
        (None, None, True),
    ],
)
def test_the_same_value_is_the_same_in_every_bit(one: object, other: object, same: bool) -> None:
    assert same_value(one, other) is same
