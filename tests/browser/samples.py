"""One of each widget, as a chapter shows it."""

from __future__ import annotations

from collections.abc import Callable

from tiedbook import widgets
from tiedbook.widgets.widget import Widget

SAMPLES: dict[str, Callable[[], Widget]] = {
    "dot_explorer": lambda: widgets.dot_explorer([3, 2], [[6.0, 1.0], [1.8, 1.0], [2.4, 2.9]], ["a", "b", "c"]),
}
