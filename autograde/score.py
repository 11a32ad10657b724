"""Points in words."""

from __future__ import annotations

from tiedbook.catalog import Catalog


def points(earned: float, most: float, catalog: Catalog) -> str:
    """Say how many points of how many."""
    return catalog.text("feedback.points", "{earned:g} of {most:g} points", earned=earned, most=most)
