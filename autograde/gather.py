"""Notebooks in a folder or a zip archive, wherever in it they lie, read without unpacking anything."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from tiedbook.errors import TiedbookError

LARGEST = 20 * 1024 * 1024  # bytes; a notebook of this course with all its outputs has under 2 MB
TIMESTAMP = "timestamp.txt"
MOST = 8 * 2**30  # bytes that an archive may unpack to; a thousand submissions have under 1 GB
_STAMP = 1000  # bytes of it that are read
_UTF8 = 0x800  # flag of a member whose name is UTF-8
_LONG_AGO = datetime.fromtimestamp(0, UTC)
# zipfile raises the last two for passwords and for methods it does not know
_MEMBER_FAULTS = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError)


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
    fault : str
        Why it could not be read; empty if it could.
    """

    name: PurePosixPath
    content: bytes
    modified: datetime
    timestamp: str | None
    fault: str = ""


def notebooks_in(place: Path) -> Iterator[Found]:
    """Find every notebook in a folder or zip archive, in the order of their names.

    Hidden folders, such as ``.ipynb_checkpoints``, are passed over, and so are links. One file that cannot be read, or
    folder that cannot be looked into, is told and keeps no other waiting.

    Raises
    ------
    TiedbookError
        If `place` is neither, cannot be read, or unpacks to more than any class hands in.
    """
    with _readable(place):
        if place.is_dir():
            yield from _in_folder(place)
        else:
            yield from _in_archive(place)


def names_in(place: Path) -> list[PurePosixPath]:
    """Return the names of what `notebooks_in` finds.

    Raises
    ------
    TiedbookError
        As `notebooks_in` does.
    """
    with _readable(place):
        if place.is_dir():
            return [name for name, path in files_in(place)[0] if is_notebook(name) and not path.is_symlink()]
        with zipfile.ZipFile(place) as archive:
            return [name for name, info in members_of(archive) if is_notebook(name) and not is_link(info)]


@contextlib.contextmanager
def _readable(place: Path) -> Iterator[None]:
    try:
        if not place.is_dir() and not zipfile.is_zipfile(place):
            missing = "there is nothing here" if not place.exists() else "this is neither a folder nor a zip archive"
            raise TiedbookError(f"{place}: {missing}. Name the folder or the archive that holds submissions.", status=2)
        yield
    except (OSError, zipfile.BadZipFile, NotImplementedError) as fault:
        raise TiedbookError(f"{place}: cannot be read ({fault}). Unpack it yourself and name the folder.") from fault


def files_in(place: Path) -> tuple[list[tuple[PurePosixPath, Path]], list[OSError]]:
    """Return all that lies in a folder and below, folders too, by name; and what could not be looked into."""
    faults: list[OSError] = []
    found = [
        Path(folder, name) for folder, inner, files in os.walk(place, onerror=faults.append) for name in inner + files
    ]
    return sorted((PurePosixPath(*path.relative_to(place).parts), path) for path in found), faults


def _in_folder(place: Path) -> Iterator[Found]:
    there, faults = files_in(place)
    for fault in faults:
        name = PurePosixPath(*Path(fault.filename).relative_to(place).parts)
        if wanted(name):
            yield _unread(name, f"this folder cannot be looked into ({fault.strerror}). Correct its permissions.")
    for name, path in there:
        if is_notebook(name) and path.is_file() and not path.is_symlink():
            try:
                yield _of_file(name, path)
            except OSError as fault:
                yield _unread(name, f"cannot be read ({fault.strerror}). Correct its permissions, or replace it.")


def _of_file(name: PurePosixPath, path: Path) -> Found:
    stamp = path.with_name(TIMESTAMP)
    text = read_plain(stamp, _STAMP).decode("utf-8", "replace") if stamp.is_file() else None
    modified = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return Found(name, read_plain(path, LARGEST + 1), modified, text)


def _in_archive(place: Path) -> Iterator[Found]:
    with zipfile.ZipFile(place) as archive:
        members = members_of(archive)
        stamps = {name: info for name, info in members if name.name == TIMESTAMP}
        left = MOST
        for name, info in members:
            if not is_notebook(name) or info.is_dir() or is_link(info):
                continue
            try:
                found = _of_member(archive, name, info, stamps.get(name.with_name(TIMESTAMP)))
            except _MEMBER_FAULTS as fault:
                yield _unread(name, f"cannot be unpacked ({fault}). Ask the learner to submit it again.")
                continue
            left -= len(found.content)
            if left < 0:
                raise TiedbookError(f"{place}: unpacks to more than {MOST // 2**30} GB. What came before is collected.")
            yield found


def _of_member(
    archive: zipfile.ZipFile, name: PurePosixPath, info: zipfile.ZipInfo, stamp: zipfile.ZipInfo | None
) -> Found:
    text = _read(archive, stamp, _STAMP).decode("utf-8", "replace") if stamp else None
    return Found(name, _read(archive, info, LARGEST + 1), _modified(info), text)


def _modified(info: zipfile.ZipInfo) -> datetime:
    try:
        return datetime(*info.date_time).astimezone(UTC)  # archives hold local times
    except (ValueError, OverflowError):  # some programs write none, which reads as day 0 of month 0
        return _LONG_AGO


def _unread(name: PurePosixPath, fault: str) -> Found:
    return Found(name, b"", _LONG_AGO, None, fault)


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytes:
    with archive.open(member) as file:  # read in part: an archive can claim a few bytes and unpack to gigabytes
        return file.read(most)


def members_of(archive: zipfile.ZipFile) -> list[tuple[PurePosixPath, zipfile.ZipInfo]]:
    """Return the members of an archive by name, whichever way its slashes lean; one name may come twice."""
    return sorted(((_name(info), info) for info in archive.infolist()), key=lambda item: item[0])


def _name(info: zipfile.ZipInfo) -> PurePosixPath:
    text = info.filename
    if not info.flag_bits & _UTF8:  # Python takes such a name for CP437, but macOS writes UTF-8 and does not say so
        with contextlib.suppress(UnicodeError):
            text = text.encode("cp437").decode("utf-8")
    return PurePosixPath(text.replace("\\", "/"))


def is_link(info: zipfile.ZipInfo) -> bool:
    """Say whether a member of an archive is a symbolic link, which holds the name of another file."""
    return stat.S_ISLNK(info.external_attr >> 16)


def is_notebook(name: PurePosixPath) -> bool:
    """Say whether a file of this name is a notebook that nobody hid."""
    return wanted(name) and name.suffix.lower() == ".ipynb"


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
