"""Points in words."""

from __future__ import annotations

from typing import Literal

from tiedbook.catalog import Catalog

State = Literal["full", "some", "none", "waiting"]


def points(earned: float, most: float, catalog: Catalog) -> str:
    """Say how many points of how many."""
    return catalog.text("feedback.points", "{earned:g} of {most:g} points", earned=earned, most=most)


def state(earned: float, most: float, *, waiting: bool = False) -> State:
    """Say how far points go: to the full, some way, nowhere, or nobody knows yet."""
    if waiting:
        return "waiting"
    if earned >= most:
        return "full"
    return "some" if earned > 0 else "none"
