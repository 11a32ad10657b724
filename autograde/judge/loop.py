"""An event loop for cells that await. The usual one wakes itself through a pair of sockets, which the walls refuse."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from functools import cache
from typing import Any


class _Loop(asyncio.BaseEventLoop):
    """Runs what is ready, and sleeps until something is: there are no files or sockets to wait for."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = self

    def select(self, timeout: float | None) -> list[Any]:
        """Wait in the place of a selector."""
        time.sleep(3600 if timeout is None else timeout)
        return []

    def _process_events(self, events: list[Any]) -> None: ...

    def _write_to_self(self) -> None: ...


def complete(coroutine: Coroutine[Any, Any, object]) -> None:
    """Run a coroutine to its end, in the one loop of this process: what a cell leaves running goes on in the next."""
    _loop().run_until_complete(coroutine)


@cache
def _loop() -> _Loop:
    return _Loop()
