"""Whole numbers that somebody gives: sizes, and ids of rows."""

from __future__ import annotations

import operator
import warnings

from tiedbook.given.place import told
from tiedbook.given.words import items
from tiedbook.session import say


def whole(name: str, value: object) -> int:
    """Return a whole number.

    Raises
    ------
    TypeError
        If it is none; a float is none, whatever its digits.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # NumPy takes an array of a single number for one, and warns of it
            if not isinstance(value, bool):
                return operator.index(value)  # type: ignore[arg-type]  # that is the question
    except Exception:  # noqa: S110  # whatever its __index__ does, it is no whole number
        pass
    raise TypeError(
        say(
            "given.whole",
            "`{place}` must be a whole number, such as 2, and it is {value}.",
            place=name,
            value=told(value),
        )
    )


def size(name: str, value: object, *, low: int = 1, high: int) -> int:
    """Return a whole number within limits.

    Raises
    ------
    TypeError
        If it is not whole.
    ValueError
        If it is beyond a limit.
    """
    found = whole(name, value)
    if not low <= found <= high:
        raise ValueError(
            say(
                "given.size",
                "`{name}` must be at least {low:,} and at most {high:,}, and it is {value}.",
                name=name,
                low=low,
                high=high,
                value=told(found),
            )
        )
    return found


def ids(name: str, value: object, rows: int) -> list[int]:
    """Return ids of the rows of a table, at least one.

    Raises
    ------
    TypeError
        If they are no list of whole numbers.
    ValueError
        If there is none, or too many.
    IndexError
        If one of them is no row.
    """
    found = [whole(f"{name}[{place}]", item) for place, item in enumerate(items(name, value, "[2, 0, 1]"))]
    if not found:
        raise ValueError(say("given.empty", "`{name}` is empty: it needs at least one item.", name=name))
    for place, item in enumerate(found):
        if not 0 <= item < rows:
            raise IndexError(
                say(
                    "given.id",
                    "Each id must be from 0 to {last}, and `{place}` is {value}.",
                    last=rows - 1,
                    place=f"{name}[{place}]",
                    value=told(item),
                )
            )
    return found
