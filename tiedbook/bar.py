"""A bar that shows how far a long loop is, below the cell that runs it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from IPython.display import ProgressBar

Item = TypeVar("Item")


def bar(items: Sequence[Item]) -> Iterator[Item]:
    """Go through items, and show after each how many are done.

    Parameters
    ----------
    items : sequence
        What to go through.
    """
    shown = ProgressBar(len(items))  # type: ignore[no-untyped-call]
    shown.display()  # type: ignore[no-untyped-call]
    for done, item in enumerate(items, start=1):
        yield item
        shown.progress = done
