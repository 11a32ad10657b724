"""Words, lists, dictionaries and choices that somebody gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from itertools import islice
from typing import Any

import numpy as np

from tiedbook.given.place import MOST, refuse_many, told
from tiedbook.session import say

LONGEST = 40  # characters of a word


def tokens(value: object, *, name: str = "tokens") -> list[str]:
    """Return words as they can be written: in one line, and not too long.

    Raises
    ------
    TypeError
        If they are no list of words.
    ValueError
        If there are too many.
    """
    found = items(name, value, '["cat", "dog"]')
    for place, item in enumerate(found):
        if not isinstance(item, str):
            raise TypeError(
                say(
                    "given.word",
                    "`{place}` must be a word in quotation marks, and it is {value}.",
                    place=f"{name}[{place}]",
                    value=told(item),
                )
            )
    return [word(item) for item in found]


def word(value: str) -> str:
    """Return a word with what cannot be seen spelt out, such as the end of a line, and cut if it is long."""
    shown = value if value.isprintable() else repr(str(value))[1:-1]
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"


def flag(name: str, value: object) -> bool:
    """Return True or False.

    Raises
    ------
    TypeError
        If it is neither.
    """
    if isinstance(value, bool | np.bool_):
        return bool(value)
    raise TypeError(
        say("given.flag", "`{name}` must be True or False, and it is {value}.", name=name, value=told(value))
    )


def mapping(name: str, value: object, example: str) -> Mapping[str, Any]:
    """Return a dictionary whose keys are words.

    Parameters
    ----------
    name, value
        As in `numbers`.
    example : str
        A right one, as code.

    Raises
    ------
    TypeError
        If it is none.
    """
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return value
    raise TypeError(
        say(
            "given.mapping",
            "`{name}` must be a dictionary, such as `{example}`, and it is {value}.",
            name=name,
            example=example,
            value=told(value),
        )
    )


def items(name: str, value: object, example: str) -> list[Any]:
    """Return what a list holds; a text, a dictionary and a set are none."""
    found = None
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping | Set):
        try:
            found = list(islice(value, MOST + 1))
        except Exception:  # what is no list answers as it likes
            found = None
    if found is None:
        raise TypeError(
            say(
                "given.list",
                "`{name}` must be a list, such as `{example}`, and it is {value}.",
                name=name,
                example=example,
                value=told(value),
            )
        )
    refuse_many(name, len(found))
    return found
