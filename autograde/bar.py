"""A progress bar for what takes longer than one waits gladly."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import Self, TextIO

PATIENCE = 2.0  # seconds
_WIDTH = 30
_PAUSE = 0.25  # seconds between two drawings


class Bar:
    """Shows that a command is at work, how far it is and how long the rest will take.

    Only on a terminal, and only after two seconds. As a context manager it draws itself again and again, also while a
    step takes long, and is gone at the end.

    Parameters
    ----------
    stream : text file or None
        Where; standard error if None.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._shown = False
        self._start = time.monotonic()
        self._done = self._all = 0
        self._drawing = threading.Lock()
        self._over = threading.Event()

    def __enter__(self) -> Self:
        if self._stream.isatty():
            threading.Thread(target=self._keep_drawing, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self.clear()

    def __call__(self, done: int, all_: int) -> None:
        """Note that `done` of `all_` are done."""
        self._done, self._all = done, all_

    def draw(self) -> None:
        """Draw it, if it is time."""
        past = time.monotonic() - self._start
        if not self._stream.isatty() or past < PATIENCE:
            return
        with self._drawing:
            if not self._over.is_set():
                self._stream.write(f"\r\x1b[K{self._text(past)}")
                self._stream.flush()
                self._shown = True

    def clear(self) -> None:
        """Take it away."""
        with self._drawing:
            if self._shown:
                self._stream.write("\r\x1b[K")
                self._stream.flush()
                self._shown = False

    def _keep_drawing(self) -> None:
        while not self._over.wait(_PAUSE):
            self.draw()

    def _text(self, past: float) -> str:
        if not self._done:
            return f"at work, {_clock(past)}"
        filled = _WIDTH * self._done // self._all
        left = past / self._done * (self._all - self._done)
        bar = "#" * filled + "." * (_WIDTH - filled)
        return f"[{bar}] {self._done} of {self._all}, {_clock(left)} left"


def _clock(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"
