"""The map of progress, without what draws it: a check beside it in one import must not wait for widgets to load."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiedbook.widgets.progress_map import ProgressMap


def progress() -> ProgressMap:
    """Show the map of the course: what is done, what was tried, the points so far, and what comes next."""
    from tiedbook.widgets.progress_map import ProgressMap

    return ProgressMap()
