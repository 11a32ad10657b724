"""Logs of the workspace: JSON lines that are only ever added, and that each process decodes once."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from io import FileIO
from pathlib import Path
from typing import Generic, TypeVar

T = TypeVar("T")
Line = Mapping[str, object]

_AT = re.compile(rb'\{"at": "([0-9T:+.Z-]*)", (?=")')  # how a line begins that the course wrote


def append(path: Path, line: str) -> None:
    """Add a line to a log; nothing is kept where it cannot be written."""
    with contextlib.suppress(OSError):
        # One write to a file opened for appending: the kernels of several notebooks may write at the same time.
        handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        with os.fdopen(handle, "r+b", buffering=0) as log:
            log.write(b"\n" * _is_cut_short(log) + line.encode("utf-8") + b"\n")


class Log(Generic[T]):
    """The events of one kind of log.

    Parameters
    ----------
    event : callable
        Returns the event that a line stands for; None for a line that is none.
    dated : callable or None
        Returns an event with the time of its line, which `event` did not see; None where events have no time.
    """

    def __init__(self, event: Callable[[Line], T | None], dated: Callable[[T, str], T | None] | None = None) -> None:
        self._event = event
        self._dated = dated
        self._read: dict[Path, tuple[bytes, tuple[T, ...]]] = {}

    def events(self, path: Path) -> tuple[T, ...]:
        """Return what a log holds, oldest first; a line that is damaged is passed over.

        What was there the last time is not decoded again, as long as the log begins with it to the last byte.
        """
        content = _content(path)
        known, events = self._read.get(path, (b"", ()))
        if not content.startswith(known):
            known, events = b"", ()
        whole = content.rfind(b"\n") + 1  # the last line may still be on its way
        if whole > len(known):
            events = (*events, *self.decoded(content[len(known) : whole]))
            self._read[path] = content[:whole], events
        return (*events, *self.decoded(content[whole:]))

    def decoded(self, content: bytes) -> Iterator[T]:
        """Yield the events that bytes of a log hold."""
        known: dict[bytes, T | None] = {}  # years of checks differ in little but their time
        for line in content.split(b"\n"):
            at = _AT.match(line)
            rest = b"{" + line[at.end() :] if at else line
            if rest not in known:
                found = _object(rest)
                known[rest] = None if found is None else self._event(found)
            event = known[rest]
            if at and event is not None and self._dated:
                event = self._dated(event, at[1].decode())
            if event is not None:
                yield event


def _object(line: bytes) -> Line | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _is_cut_short(log: FileIO) -> bool:
    """Say whether the last line lacks its end, because a kernel was killed while it wrote."""
    if log.seek(0, os.SEEK_END) == 0:
        return False
    log.seek(-1, os.SEEK_END)
    return log.read(1) != b"\n"
