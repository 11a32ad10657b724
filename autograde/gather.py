"""Notebooks in a folder or a zip archive, wherever in it they lie, read without unpacking anything."""

from __future__ import annotations

import errno
import os
import stat
import unicodedata
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from tiedbook.errors import TiedbookError

LARGEST = 20 * 1024 * 1024  # bytes; a notebook of this course with all its outputs has under 2 MB
TIMESTAMP = "timestamp.txt"
_STAMP = 1000  # bytes of it that are read


@dataclass(frozen=True, slots=True)
class Found:
    """One notebook file that was found.

    Parameters
    ----------
    name : PurePosixPath
        Its name within the folder or archive.
    content : bytes
        The file, at most `LARGEST` + 1 bytes of it.
    modified : datetime
        When it was last changed, in UTC.
    timestamp : str or None
        The text of a ``timestamp.txt`` beside it: when it was submitted.
    """

    name: PurePosixPath
    content: bytes
    modified: datetime
    timestamp: str | None


def notebooks_in(place: Path) -> Iterator[Found]:
    """Find every notebook in a folder or zip archive, in the order of their names.

    Hidden folders, such as ``.ipynb_checkpoints``, are passed over, and so are links.

    Raises
    ------
    TiedbookError
        If `place` is neither, or cannot be read.
    """
    try:
        if place.is_dir():
            yield from _in_folder(place)
        elif zipfile.is_zipfile(place):
            yield from _in_archive(place)
        else:
            missing = "there is nothing here" if not place.exists() else "this is neither a folder nor a zip archive"
            raise TiedbookError(f"{place}: {missing}. Name the folder or the archive that holds submissions.", status=2)
    except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError) as fault:
        # zipfile raises the last two for methods it does not know and for passwords
        raise TiedbookError(f"{place}: cannot be read ({fault}). Unpack it yourself and name the folder.") from fault


def _in_folder(place: Path) -> Iterator[Found]:
    for path in sorted(place.rglob("*.ipynb")):
        name = PurePosixPath(*path.relative_to(place).parts)
        if wanted(name) and path.is_file() and not path.is_symlink():
            stamp = path.with_name(TIMESTAMP)
            text = read_plain(stamp, _STAMP).decode("utf-8", "replace") if stamp.is_file() else None
            modified = datetime.fromtimestamp(path.stat().st_mtime, UTC)
            yield Found(name, read_plain(path, LARGEST + 1), modified, text)


def _in_archive(place: Path) -> Iterator[Found]:
    with zipfile.ZipFile(place) as archive:
        members = members_of(archive)
        for name, info in sorted(members.items()):
            if not wanted(name) or name.suffix != ".ipynb" or info.is_dir():
                continue
            stamp = members.get(name.with_name(TIMESTAMP))
            text = _read(archive, stamp, _STAMP).decode("utf-8", "replace") if stamp else None
            modified = datetime(*info.date_time).astimezone(UTC)  # archives hold local times
            yield Found(name, _read(archive, info, LARGEST + 1), modified, text)


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytes:
    with archive.open(member) as file:  # read in part: an archive can claim a few bytes and unpack to gigabytes
        return file.read(most)


def members_of(archive: zipfile.ZipFile) -> dict[PurePosixPath, zipfile.ZipInfo]:
    """Return the members of an archive by name, whichever way its slashes lean."""
    return {PurePosixPath(info.filename.replace("\\", "/")): info for info in archive.infolist()}


def wanted(name: PurePosixPath) -> bool:
    """Say whether a name is neither hidden nor in a hidden folder, such as ``.ipynb_checkpoints``."""
    return not any((part.startswith(".") and part != "..") or part == "__MACOSX" for part in name.parts)


def read_plain(path: Path, most: int) -> bytes:
    """Return the first `most` bytes of a plain file.

    A link is not followed, since it could lead to another learner's work, and a pipe is not waited for, since that
    could never end.

    Raises
    ------
    OSError
        If it cannot be read, or is no plain file.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "not a plain file", str(path))
        return file.read(most)


def normal(text: str) -> str:
    """Return a name as one sequence of characters, however the machine it comes from composes its accents."""
    return unicodedata.normalize("NFC", text)
