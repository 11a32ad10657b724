"""Calling a function in this process gives the outcome that the judge gives."""

from __future__ import annotations

import numpy as np

from tiedbook.direct import Direct
from tiedbook.outcome import Foreign, Outcome, Raised


def test_an_ordinary_call() -> None:
    subject = Direct(lambda ids, table: table[ids])
    seen = subject(np.array([1, 0]), np.array([1.5, 2.5]))
    assert isinstance(seen.value, np.ndarray)
    assert seen.value.tolist() == [2.5, 1.5]
    assert seen == Outcome(value=seen.value)
    assert subject.calls == 1


def test_an_exception_becomes_raised() -> None:
    def answer() -> None:
        raise IndexError("7 of 5")

    seen = Direct(answer)()
    assert seen.raised == Raised(("IndexError", "LookupError", "Exception", "BaseException"), "7 of 5")


def test_what_is_not_plain_becomes_foreign_in_a_tuple_too() -> None:
    seen = Direct(lambda: (1.5, [1, 2], None))()
    assert isinstance(seen.value, tuple)
    loss, gradient, nothing = seen.value
    assert isinstance(gradient, Foreign)
    assert (loss, gradient.kind, gradient.text, nothing) == (1.5, "list", "[1, 2]", None)
    assert gradient.array is not None
    assert gradient.array.tolist() == [1, 2]


def test_side_effects_are_told() -> None:
    def answer(table: np.ndarray) -> np.ndarray:
        print("here")  # noqa: T201
        table[0] = 1 / np.float64(0)
        return table[::2]

    seen = Direct(answer)(np.array([1.0, 2.0]))
    assert (seen.changed, seen.shared, seen.printed) == (("0",), ("0",), "here\n")
    assert seen.warnings[0].startswith("RuntimeWarning: divide by zero")
