"""One command at a time changes a workspace; the system frees the lock of one that was killed."""

from __future__ import annotations

import contextlib
import errno
import os
import time
from collections.abc import Iterator
from pathlib import Path

from tiedbook.errors import LearnerError
from tiedbook.files import sweep
from tiedbook.obstacles import obstacle
from tiedbook.session import MARKER

LOCK = MARKER.parent / "lock"
PATIENCE = 20.0  # seconds; a switch takes one or two
_BUSY = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)  # EDEADLK: Windows
_PAUSE = 0.05  # seconds


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a workspace for one command, and clear away what a killed one left half written.

    Raises
    ------
    LearnerError
        If another command holds it for long, or the lock cannot be written.
    """
    path = folder / LOCK
    handle = _taken(path, folder)
    try:
        sweep(folder)
        sweep(path.parent)
        yield
    finally:
        with contextlib.suppress(OSError):
            path.unlink()  # before the lock is free: who waits for it notices that the file has gone
        os.close(handle)


def try_lock(handle: int) -> bool:
    """Lock an open file for this process; say whether nobody else has it. Closing the file, or dying, frees it.

    A file system without locks counts as free: then there is no more protection than without this module.
    """
    try:
        if os.name == "nt":
            import msvcrt

            os.lseek(handle, 1 << 30, os.SEEK_SET)  # Windows forbids reading what is locked: lock what is not there
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        return fault.errno not in _BUSY
    return True


def _taken(path: Path, folder: Path) -> int:
    """Return the open lock file, locked."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as fault:
            raise obstacle(path, fault) from fault
        if try_lock(handle) and _is_still(path, handle):
            return handle
        os.close(handle)
        if time.monotonic() > deadline:
            raise LearnerError(
                "workspace.busy",
                "{folder}: another `tiedbook` command is changing this workspace. Wait until it is done, and type "
                "yours again. Nothing was written.",
                folder=folder,
            )
        time.sleep(_PAUSE)


def _is_still(path: Path, handle: int) -> bool:
    """Say whether an open file is the one of that name, which the last holder may have taken away."""
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except OSError:
        return False
