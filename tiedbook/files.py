"""Files are read where they are files, and written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from pathlib import Path

PART = ".part"  # ends the name of a file while it is written; a kill leaves it behind
_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def read_bytes(path: Path) -> bytes:
    """Return the content of a regular file.

    Raises
    ------
    OSError
        If there is none, or it cannot be read. A pipe is no file: reading it would wait for a writer for ever.
    """
    handle = os.open(path, os.O_RDONLY | _NO_WAIT)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise _no_file(path)
    with os.fdopen(handle, "rb") as file:
        return file.read()


def write_bytes(path: Path, content: bytes) -> None:
    """Replace `path` by `content` in one step, so that a kill leaves the old file or the new one.

    The permissions of a file that exists are kept; a symbolic link is written through, not replaced.

    Raises
    ------
    OSError
        If it cannot be written, or `path` is a folder, a pipe, or a link that leads back to itself.
    """
    path = _target(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=PART, dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_umask())
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def write_text(path: Path, content: str) -> None:
    """Replace `path` by `content`, UTF-8 with Unix newlines, in one step."""
    write_bytes(path, content.encode("utf-8"))


def write_if_changed(path: Path, content: str) -> bool:
    """Write `content` only where it differs from the file; say whether it was written."""
    if path.is_file() and path.read_bytes() == content.encode("utf-8"):
        return False
    write_text(path, content)
    return True


def sweep(folder: Path) -> None:
    """Remove what a killed `write_bytes` left in a folder. Nobody else may be writing there now."""
    for path in folder.glob(f".*.*{PART}"):
        with contextlib.suppress(OSError):
            path.unlink()


def _target(path: Path) -> Path:
    """Return the path that the links lead to."""
    target = Path(os.path.realpath(path))
    if target.is_symlink():  # where they lead in a circle, realpath gives up
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    if target.exists() and not target.is_file():
        raise _no_file(path)
    return target


def _no_file(path: Path) -> OSError:
    return OSError(errno.EINVAL, "not a regular file", str(path))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
