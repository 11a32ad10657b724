"""A limit on how long a call may take, where one can be kept: on the main thread, which signals interrupt."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

AGAIN = 0.1  # seconds to the next attempt, if a call has not let itself be ended

Result = TypeVar("Result")


class TooLongError(BaseException):
    """A call has run out of time; no ``except Exception`` of the function's own holds it up."""


def within(seconds: float, call: Callable[[], Result]) -> Result:
    """Return what a call returns, if it does so in time.

    It is ended as an interrupt from the keyboard would end it: between two steps of Python, so that one long step of
    NumPy's is waited for. Without a limit go a system that has no such timer, another thread, a program that uses the
    timer already, and a debugger, before which a call may well stand still.

    Parameters
    ----------
    seconds : float
        How long it may take, by the clock: one that waits for ever uses no time of the processor.
    call : callable
        What is called, without arguments.

    Raises
    ------
    TooLongError
        If it was not in time.
    """
    if not _can_ring():
        return call()
    is_running = True

    def ring(_number: int, frame: FrameType | None) -> None:
        if is_running and not _is_importing(frame):
            raise TooLongError

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
        try:
            return call()
        finally:
            is_running = False  # what rings from here on is late itself
    finally:
        is_running = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL if before is None else before)


def _can_ring() -> bool:
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return False
    return not any(signal.getitimer(signal.ITIMER_REAL)) and not _is_debugged()


def _is_debugged() -> bool:
    if sys.gettrace() is not None:
        return True
    watching = getattr(sys, "monitoring", None)  # since Python 3.12
    return watching is not None and watching.get_tool(watching.DEBUGGER_ID) is not None


def _is_importing(frame: FrameType | None) -> bool:
    """Whether a module is being loaded: half of one could not be loaded again."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
