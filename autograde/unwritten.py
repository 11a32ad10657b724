"""A file of one learner that could not be written, which the others need not wait for."""

from __future__ import annotations

import errno

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE}


def concerns_all(fault: OSError) -> bool:
    """Say whether a fault met with one learner's file awaits every other file too, as a full disk does."""
    return fault.errno in _FULL


def unwritten(fault: OSError, what: str) -> str:
    """Return what could not be written, why, and what to do, for people."""
    return (
        f"its {what} cannot be written ({fault.filename}: {fault.strerror}). "
        "Correct the permissions there, or move away what is in its place, and run this command again."
    )
