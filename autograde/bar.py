"""A progress bar for what takes longer than one waits gladly."""

from __future__ import annotations

import sys
import time
from typing import TextIO

PATIENCE = 2.0  # seconds
_WIDTH = 30
_PAUSE = 0.1  # seconds between two drawings


class Bar:
    """Shows how far a batch is and how long the rest will take; only on a terminal, and only after two seconds."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._shown = False
        self._start = self._last = time.monotonic()

    def __call__(self, done: int, all_: int) -> None:
        """Show that `done` of `all_` are done."""
        now = time.monotonic()
        if not self._stream.isatty() or now - self._start < PATIENCE or (now - self._last < _PAUSE and done < all_):
            return
        self._last = now
        filled = _WIDTH * done // all_
        left = round((now - self._start) / done * (all_ - done))
        bar = "#" * filled + "." * (_WIDTH - filled)
        self._stream.write(f"\r[{bar}] {done} of {all_}, {left // 60}:{left % 60:02} left ")
        self._stream.flush()
        self._shown = True

    def clear(self) -> None:
        """Take it away again."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._shown = False
