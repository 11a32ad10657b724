"""Sentences with their holes filled, and parts of sentences that are put into an edition's words with the whole."""

from __future__ import annotations

import errno
import os
import re
import shlex
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

_CODE = re.compile(r"(`[^`]*`)")


@dataclass(frozen=True, slots=True, init=False)
class Phrase:
    """A part of a sentence, such as the reason in brackets; what shows the sentence puts it into the same edition.

    Parameters
    ----------
    code : str
        Context in the runtime catalog, such as ``"reason.full"``.
    english : str
        The English words with named ``{holes}``.
    **values : object
        What fills the holes.
    """

    code: str
    english: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __init__(self, code: str, english: str, **values: object) -> None:
        for name, value in (("code", code), ("english", english), ("values", values)):
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        return filled(self.english, self.values)


def filled(sentence: str, values: Mapping[str, object]) -> str:
    """Return a sentence with its holes filled; a path in a code span is quoted, since a learner will type it.

    Raises
    ------
    KeyError, IndexError, ValueError
        If it has a hole that no value fills.
    """
    if not any(isinstance(value, Path) for value in values.values()):
        return sentence.format(**values)
    typed = {name: quoted(value) if isinstance(value, Path) else value for name, value in values.items()}
    pieces = _CODE.split(sentence)
    return "".join(piece.format(**(typed if number % 2 else values)) for number, piece in enumerate(pieces))


def quoted(word: Path | str) -> str:
    """Return a path or another word as it is typed in a shell."""
    text = str(word)
    if isinstance(word, Path) and text.startswith("-"):
        text = f"{os.curdir}{os.sep}{text}"  # else a command takes it for an option
    return subprocess.list2cmdline([text]) if os.name == "nt" else shlex.quote(text)


def reason(fault: BaseException) -> Phrase:
    """Return in our own words why the system refused something, or why what it gave cannot be read.

    Python and the system say it in English, whatever the edition.
    """
    number = fault.errno if isinstance(fault, OSError) else None
    if number in _REASONS:
        return _REASONS[number]
    if number is not None:
        return Phrase("reason.number", "error {number} of the system", number=number)
    if isinstance(fault, RecursionError):
        return Phrase("reason.deep", "it is nested too deeply")
    if isinstance(fault, UnicodeDecodeError):
        return Phrase("reason.no_text", "byte {number} is not text", number=fault.start + 1)
    return Phrase("reason.damaged", "its content is damaged")


_PERMISSION = Phrase("reason.permission", "permission is missing")
_FULL = Phrase("reason.full", "the disk is full")
_IN_USE = Phrase("reason.in_use", "another program is using it")
_MANY = Phrase("reason.many", "too many files are open")
_SILENT = Phrase("reason.silent", "the disk or the network does not answer")
_REASONS: dict[int | None, Phrase] = {
    errno.EACCES: _PERMISSION,
    errno.EPERM: _PERMISSION,
    errno.ENOENT: Phrase("reason.nothing", "there is nothing of that name"),
    errno.EEXIST: Phrase("reason.exists", "there is something of that name already"),
    errno.ENOTDIR: Phrase("reason.no_folder", "a part of the path is a file, not a folder"),
    errno.EISDIR: Phrase("reason.folder", "it is a folder"),
    errno.EINVAL: Phrase("reason.no_file", "it is no ordinary file"),
    errno.ENOSPC: _FULL,
    getattr(errno, "EDQUOT", errno.ENOSPC): _FULL,
    errno.EFBIG: Phrase("reason.large", "the file grows too large"),
    errno.EROFS: Phrase("reason.read_only", "nothing can be written there"),
    errno.ENAMETOOLONG: Phrase("reason.long_name", "the name is too long"),
    errno.ELOOP: Phrase("reason.circle", "links lead in a circle"),
    errno.EBUSY: _IN_USE,
    errno.EADDRINUSE: _IN_USE,
    errno.EMFILE: _MANY,
    errno.ENFILE: _MANY,
    errno.EIO: _SILENT,
    errno.ETIMEDOUT: _SILENT,
}
