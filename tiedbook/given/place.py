"""Where something is in what was given, and how it is told."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tiedbook.observe import text
from tiedbook.session import say

MOST = 300  # numbers or words in one argument: all of them are written out


def refuse_many(name: str, count: int, *, most: int = MOST) -> None:
    """Raise ValueError if there is more than can be shown."""
    if count > most:
        raise ValueError(
            say(
                "given.many",
                "`{name}` holds too much to be shown. Give a part of it: at most {most:,} numbers or words.",
                name=name,
                most=most,
            )
        )


def at(name: str, place: Iterable[int]) -> str:
    """Return how code names an item of a list, or of a list of rows."""
    return name + "".join(f"[{index}]" for index in place)


def told(value: object) -> str:
    """Return a value in a line, without the marks that would end code in a sentence."""
    return text(value.item() if isinstance(value, np.generic) else value).replace("`", "'")
