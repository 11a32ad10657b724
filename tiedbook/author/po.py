"""Catalog files: read with every fault named, merged with the source, written the same way each time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import polib

from tiedbook.author.findings import Finding
from tiedbook.author.texts import read_text
from tiedbook.author.units import Unit

WIDTH = 78  # as gettext and Poedit wrap


@dataclass(frozen=True, slots=True)
class Entry:
    """One unit with its translation.

    Parameters
    ----------
    unit : Unit
        What is translated.
    text : str
        The translation; empty where there is none.
    fuzzy : bool
        Whether a translator has to look again, since the source changed.
    previous : str or None
        The English that `text` was made for, where the source changed.
    remarks : str
        Translators' own comments.
    """

    unit: Unit
    text: str = ""
    fuzzy: bool = False
    previous: str | None = None
    remarks: str = ""

    @property
    def reviewed(self) -> bool:
        """Whether the translation may be shown."""
        return bool(self.text) and not self.fuzzy


@dataclass(frozen=True, slots=True)
class CatalogFile:
    """One PO file.

    Parameters
    ----------
    entries : tuple of Entry
        Current units, in the order of the source.
    obsolete : tuple of Entry
        Translations whose source is gone; kept for the day it comes back.
    header : mapping of str to str
        The file's metadata, such as ``Last-Translator``.
    remarks : str
        The comment at the head of the file.
    """

    entries: tuple[Entry, ...] = ()
    obsolete: tuple[Entry, ...] = ()
    header: Mapping[str, str] | None = None
    remarks: str = ""

    def reviewed(self) -> dict[tuple[str, str], str]:
        """Return the translations that may be shown, by context and English text."""
        return {(entry.unit.context, entry.unit.english): entry.text for entry in self.entries if entry.reviewed}


def read_catalog_file(path: Path, where: str) -> tuple[CatalogFile, tuple[Finding, ...]]:
    """Read a PO file, together with what is wrong with it as a file.

    Parameters
    ----------
    path : Path
        The file.
    where : str
        How findings name it.
    """
    if not path.exists():
        return CatalogFile(), (Finding(where, "the catalog is missing: `tiedbook extract` makes it"),)
    text, faults = read_text(path, where)
    return (CatalogFile(), faults) if faults else _parsed(text, where)


@lru_cache(maxsize=64)  # a command may ask for the same catalog twice
def _parsed(text: str, where: str) -> tuple[CatalogFile, tuple[Finding, ...]]:
    if odd := tuple(_odd_lines(where, text)):
        return CatalogFile(), odd
    try:
        parsed = polib.pofile(text or "\n", wrapwidth=WIDTH)
    except (OSError, ValueError) as fault:
        return CatalogFile(), (_malformed(where, str(fault)),)
    entries = tuple(_entry(entry) for entry in parsed if not entry.obsolete)
    obsolete = tuple(_entry(entry) for entry in parsed if entry.obsolete)
    return CatalogFile(entries, obsolete, parsed.metadata, parsed.header), tuple(_twice(where, parsed))


def po_text(catalog: CatalogFile, edition: str) -> str:
    """Return the text of a PO file: the same catalog always gives the same bytes, and no date changes it."""
    file = polib.POFile(wrapwidth=WIDTH)
    file.header = catalog.remarks or f"Edition {edition}, kept by `tiedbook extract`; locales/README.md explains it."
    file.metadata = {**_HEADER, "Language": edition, **(catalog.header or {})}
    file.metadata.update({"Project-Id-Version": "tiedbook", "Language": edition})
    file.metadata.pop("POT-Creation-Date", None)
    for entry in catalog.entries:
        file.append(_polib(entry, obsolete=False))
    for entry in catalog.obsolete:
        file.append(_polib(entry, obsolete=True))
    return f"{file}".rstrip("\n") + "\n"


_LINE = re.compile(
    r"""
    \s*
    (?: \#(?![~|]).*                                                       # a comment, a place, flags
      | (?:\#~?\|?\s*)?                                                     # obsolete, previous
        (?:(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s*)?
        "(?:[^"\\]|\\.)*"
    )?
    \s*
    """,
    re.VERBOSE,
)
_HEADER = {
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
}


def _entry(entry: polib.POEntry) -> Entry:
    unit = Unit(
        entry.msgctxt or "",
        entry.msgid,
        tuple(place for place, _ in entry.occurrences),
        tuple(entry.comment.split("\n")) if entry.comment else (),
        tuple(flag for flag in entry.flags if flag != "fuzzy"),
    )
    # Whoever removes only the word `fuzzy` has said that the translation is of this English.
    previous = entry.previous_msgid if entry.fuzzy or entry.obsolete else None
    return Entry(unit, entry.msgstr, entry.fuzzy, previous, entry.tcomment)


def _polib(entry: Entry, *, obsolete: bool) -> polib.POEntry:
    unit = entry.unit
    return polib.POEntry(
        msgctxt=unit.context,
        msgid=unit.english,
        msgstr=entry.text,
        obsolete=obsolete,
        comment="" if obsolete else "\n".join(unit.notes),
        tcomment=entry.remarks,
        occurrences=[] if obsolete else [(place, "") for place in unit.places],
        flags=[*(["fuzzy"] if entry.fuzzy else []), *unit.flags],
        previous_msgid=None if obsolete else entry.previous,
    )


def _odd_lines(where: str, text: str) -> Iterator[Finding]:
    """Yield lines of no PO file, such as a merge conflict; polib passes over many of them in silence."""
    for number, line in enumerate(text.split("\n"), 1):
        if not _LINE.fullmatch(line):
            shown = line if len(line) <= 40 else f"{line[:39]}…"
            yield Finding(f"{where}:{number}", f"not a line of a PO file: {shown!r}; mend it, or restore the file")


def _malformed(where: str, reason: str) -> Finding:
    number = re.search(r"line (\d+)", reason)
    what = reason.partition(": ")[2] or reason
    place = f"{where}:{number[1]}" if number else where
    return Finding(place, f"not a PO file ({what.strip()}): mend the line, or restore the file")


def _twice(where: str, entries: Iterable[polib.POEntry]) -> Iterator[Finding]:
    seen: dict[tuple[str, str], int] = {}
    for entry in entries:
        if entry.obsolete:
            continue
        unit = entry.msgctxt or "", entry.msgid
        if unit in seen:
            what = f"[{unit[0]}] is also in line {seen[unit]}: keep the better one"
            yield Finding(f"{where}:{entry.linenum}", what)
        seen.setdefault(unit, entry.linenum or 1)
