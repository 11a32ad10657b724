"""Judges that are opened once for all tests, since each loads NumPy in a process of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from autograde.judge.judge import Judge, Limits


@pytest.fixture(scope="session")
def judge() -> Iterator[Judge]:
    """A judge that has time: a busy machine makes nothing late."""
    with Judge(limits=Limits(seconds=60, cell_seconds=30, call_seconds=30, memory_mb=600)) as opened:
        yield opened


@pytest.fixture(scope="session")
def hasty() -> Iterator[Judge]:
    """A judge that soon ends a call, for calls that never end."""
    with Judge(limits=Limits(seconds=30, cell_seconds=30, call_seconds=0.4, memory_mb=512)) as opened:
        yield opened


@pytest.fixture(scope="session")
def brisk() -> Iterator[Judge]:
    """A judge that soon interrupts a cell, for cells that never end."""
    with Judge(limits=Limits(seconds=20, cell_seconds=0.5, call_seconds=20, memory_mb=512)) as opened:
        yield opened


@pytest.fixture(autouse=True)
def no_loop_of_others() -> Iterator[None]:
    """Hide the event loop that Playwright leaves running for browser tests of this process: cells bring their own."""
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)
