"""Files are written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def write_bytes(path: Path, content: bytes) -> None:
    """Replace `path` by `content` in one step, so that a kill leaves the old file or the new one.

    The permissions of a file that exists are kept; a symbolic link is written through, not replaced.
    """
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
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


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
