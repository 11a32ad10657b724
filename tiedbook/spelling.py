"""Values and calls as short Python, the same in every edition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tiedbook.outcome import Foreign, Outcome

WHOLE = 30  # an array of more elements is not spelt out
LINE = 88
SHORT, LONG, EXACT = 6, 12, 17  # digits of a float


@dataclass(frozen=True, slots=True)
class Given:
    """One argument of a call: its value, and how a learner would write it. Nothing is spelt before somebody asks.

    Parameters
    ----------
    value : Any
        What is passed.
    code : str
        The expression in the call, such as ``"table[:, ::2]"``; empty for the value itself.
    before : tuple of (str, value) or str
        What the expression needs first: names to be given values, or lines as they are.
    """

    value: Any
    code: str = ""
    before: tuple[tuple[str, Any] | str, ...] = ()

    @property
    def expression(self) -> str:
        """The argument as it stands in the call."""
        return self.code or " ".join(literal(self.value).split())

    @property
    def lines(self) -> list[str]:
        """The lines that the expression needs before it."""
        return [each if isinstance(each, str) else _assignment(*each) for each in self.before]


def given(value: object, name: str = "") -> Given:
    """Spell an argument in the call or, if it has a name, on a line of its own before it."""
    return Given(value, name, ((name, value),)) if name else Given(value)


def call(name: str, args: tuple[Given, ...], kwargs: Mapping[str, Given] | None = None) -> str:
    """Spell a call, with the lines that it needs before it."""
    keywords = kwargs or {}
    lines = dict.fromkeys(line for each in (*args, *keywords.values()) for line in each.lines)
    inside = [each.expression for each in args] + [f"{key}={each.expression}" for key, each in keywords.items()]
    return "\n".join([*lines, f"{name}({', '.join(inside)})"])


def _assignment(name: str, value: object) -> str:
    if isinstance(value, np.ndarray) and value.size > WHOLE:
        return f"# {name}: {about(value)}"
    indent = " " * len(f"{name} = np.array(")
    return f"{name} = {literal(value)}".replace("\n", f"\n{indent}")


def literal(value: object) -> str:
    """Spell a value as Python that makes it again."""
    if not isinstance(value, np.ndarray):
        return repr(value)
    if not value.size:
        return f"np.empty({value.shape}, dtype=np.{value.dtype})"
    known = value.dtype in (np.int64, np.float64, np.bool_) or value.dtype.kind in "SU"
    return f"np.array({_rows(value, digits=EXACT)}{'' if known else f', dtype=np.{value.dtype}'})"


def about(array: np.ndarray) -> str:
    """Say shape and dtype."""
    return f"shape {array.shape}, {array.dtype}"


def told(value: object, *, beside: object = None, at: tuple[int, ...] | None = None) -> str:
    """Spell what came back or was wanted.

    Parameters
    ----------
    value : object
        The value: array, plain value, tuple of these, or `Foreign`.
    beside : object
        The value it will be compared with: as many digits are shown as it takes to see a difference.
    at : tuple of int, optional
        An element to show even where the array is too big to be shown whole.
    """
    if isinstance(value, Foreign):
        return f"{value.text}  # {value.kind}"
    if not isinstance(value, np.ndarray):
        return repr(value)
    text = _rows(value)
    if isinstance(beside, np.ndarray) and text == _rows(beside):
        text = _rows(value, digits=LONG)
    text += f"  # {about(value) if value.ndim else value.dtype}"
    if at is not None and value.size > WHOLE:
        text += f"\n# [{', '.join(map(str, at))}]: {_number(value[at], LONG)}"
    return text


def outcome(seen: Outcome, *, beside: object = None, at: tuple[int, ...] | None = None) -> str:
    """Spell what a call did: the exception that left it, or what came back."""
    if seen.raised and not seen.refused:  # a driver shows what it found in Python
        return seen.raised.message
    if seen.raised:
        message = " ".join(seen.raised.message.split())
        return f"{seen.raised.kinds[0]}: {message}" if message else seen.raised.kinds[0]
    return told(seen.value, beside=beside, at=at)


def _rows(array: np.ndarray, digits: int = SHORT) -> str:
    """Spell the elements of an array as nested lists, rows below each other, columns aligned."""
    if not array.size:
        return f"np.empty({array.shape})"
    shown = [_number(each, digits) for each in array.flat[:WHOLE]]
    width = max(map(len, shown)) if array.ndim > 1 else 0
    text = np.array2string(
        array,
        separator=", ",
        threshold=max(WHOLE, array.size if digits == EXACT else 0),
        edgeitems=2,
        max_line_width=LINE,
        formatter={"all": lambda each: _number(each, digits).rjust(width)},
    )
    return text.replace("\n\n", "\n")


def _number(number: object, digits: int) -> str:
    if not isinstance(number, np.floating):
        text = repr(number.item()) if isinstance(number, np.generic) else str(number)
        return text if digits == EXACT or len(text) <= LINE else f"{text[: LINE - 1]}…"  # an array can hold long texts
    short = str(number) if digits == EXACT else f"{number:.{digits}g}"
    return short + (".0" if short.lstrip("-").isdigit() else "")
