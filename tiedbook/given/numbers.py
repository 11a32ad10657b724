"""Numbers that somebody gives, as an array."""

from __future__ import annotations

import warnings
from numbers import Real
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tiedbook.given.place import at, refuse_many, told
from tiedbook.session import say

FURTHEST = 1e9  # from zero; beyond it pages and pictures lose their digits
_EXAMPLES = ("0.5", "[1.0, 2.5]", "[[1.0, 2.5], [0.0, 3.0]]")  # by the number of axes

Vectors = NDArray[np.float64]


def numbers(name: str, value: object, *, axes: Literal[0, 1, 2], least: int = 1) -> Vectors:
    """Return numbers as an array.

    Parameters
    ----------
    name : str
        What the parameter is called.
    value : object
        What was given.
    axes : {0, 1, 2}
        One number, a list of numbers, or rows of them.
    least : int
        How many numbers there must be.

    Raises
    ------
    TypeError
        If something in it is no number.
    ValueError
        If the rows differ in length, the axes are others, there are too few or too many numbers, or one of them is
        infinite, nan or too large.
    """
    found = _array(name, value, axes)
    if found.size < least and found.ndim <= axes:
        raise ValueError(say("given.empty", "`{name}` is empty: it needs at least one item.", name=name))
    if found.ndim != axes:
        raise ValueError(_misshapen(name, axes, found.shape))
    refuse_many(name, found.size)
    for place in np.argwhere(~np.isfinite(found)):
        raise ValueError(
            say(
                "given.finite",
                "`{place}` is {value}; only finite numbers can be shown.",
                place=at(name, place),
                value=found[tuple(place)],
            )
        )
    for place in np.argwhere(np.abs(found) > FURTHEST):
        raise ValueError(_too_far(at(name, place)))
    return found


def positive(name: str, value: object, *, axes: Literal[0, 1]) -> Vectors:
    """Return numbers above zero as an array; the rest is as in `numbers`."""
    found = numbers(name, value, axes=axes)
    for place in np.argwhere(found <= 0):
        raise ValueError(
            say(
                "given.positive",
                "`{place}` is {value:g}, and it must be more than 0.",
                place=at(name, place),
                value=found[tuple(place)],
            )
        )
    return found


def _array(name: str, value: object, axes: int) -> Vectors:
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            found = np.asarray(value)
            if found.dtype.kind in "iuf":
                return found.astype(np.float64)
            items = np.asarray(value, dtype=object)
    except ValueError:
        raise ValueError(_ragged(name, value, axes)) from None
    except Exception:  # __array__ is anybody's code
        raise TypeError(_no_number(name, value)) from None
    refuse_many(name, items.size)
    numbers = np.empty(items.shape)
    for place, item in np.ndenumerate(items):
        if not isinstance(item, Real) or isinstance(item, bool):
            raise TypeError(_no_number(at(name, place), item))
        try:
            numbers[place] = float(item)
        except OverflowError:
            raise ValueError(_too_far(at(name, place))) from None
    return numbers


def _no_number(place: str, value: object) -> str:
    return say("given.number", "`{place}` must be a number, and it is {value}.", place=place, value=told(value))


def _too_far(place: str) -> str:
    return say(
        "given.far",
        "`{place}` is too large: numbers from −{most:,.0f} to {most:,.0f} can be shown.",
        place=place,
        most=FURTHEST,
    )


def _misshapen(name: str, axes: int, shape: tuple[int, ...]) -> str:
    example = _EXAMPLES[axes]
    if axes == 0:
        return say("given.one", "`{name}` must be a single number, such as `{example}`.", name=name, example=example)
    if axes == 1:
        return say(
            "given.line",
            "`{name}` must be a list of numbers, such as `{example}`; its shape is {shape}.",
            name=name,
            example=example,
            shape=shape,
        )
    return say(
        "given.rows",
        "`{name}` must be a list of rows, such as `{example}`; its shape is {shape}.",
        name=name,
        example=example,
        shape=shape,
    )


def _ragged(name: str, value: object, axes: int) -> str:
    """Say which row is not as long as the first; lists that are ragged deeper down are no rows of numbers at all."""
    lengths = [len(row) if isinstance(row, list | tuple | np.ndarray) else None for row in _rows(value)]
    odd = next((place for place, length in enumerate(lengths) if length != lengths[0]), 0)
    if axes < 2 or not odd or None in lengths:
        return say(
            "given.uneven",
            "`{name}` must hold numbers in an even grid, such as `{example}`.",
            name=name,
            example=_EXAMPLES[axes],
        )
    return say(
        "given.ragged",
        "`{place}` and `{first}` hold {count} and {wanted} numbers: all rows need the same length.",
        place=f"{name}[{odd}]",
        first=f"{name}[0]",
        count=lengths[odd],
        wanted=lengths[0],
    )


def _rows(value: object) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []
