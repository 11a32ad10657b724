"""What a translation must have in common with its source, unit by unit."""

from __future__ import annotations

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Iterator

from tiedbook.author.findings import Finding
from tiedbook.author.markup import markup
from tiedbook.author.po import CatalogFile
from tiedbook.author.units import Unit

_NAMES = {
    "math": "math",
    "code": "code spans",
    "link": "link targets",
    "tag": "HTML tags",
    "hole": "placeholders",
    "number": "numbers",
}
_STRUCTURE = re.compile(r"#{1,6}\s|>|[-+*]\s|\d{1,9}[.)]\s|```|~~~|\$\$|<(?:details|summary|div|p|table)\b|\s")


def unit_findings(where: str, edition: str, unit: Unit, text: str) -> Iterator[Finding]:
    """Yield what is wrong with a translation.

    Parameters
    ----------
    where : str
        Path of the catalog from the course's root.
    edition : str
        Tag of the edition; some have rules of their own.
    unit : Unit
        What is translated.
    text : str
        The translation.
    """
    for what in (*_parts(unit.english, text), *_form(unit, text), *_letters(edition, unit.english, text)):
        yield Finding(f"{where}: [{unit.context}]", what)


def catalog_findings(where: str, edition: str, catalog: CatalogFile) -> Iterator[Finding]:
    """Yield what is wrong with the reviewed translations of a catalog."""
    for entry in catalog.entries:
        if entry.reviewed:
            yield from unit_findings(where, edition, entry.unit, entry.text)


def _parts(english: str, text: str) -> Iterator[str]:
    source, translated = markup(english).parts, markup(text).parts
    for kind, name in _NAMES.items():
        if source[kind] != translated[kind]:
            lost, added = Counter(source[kind]), Counter(translated[kind])
            lost, added = lost - added, added - lost
            found = [
                *([f"lacks {_list(lost)}"] if lost else []),
                *([f"has {_list(added)}, which the English does not"] if added else []),
            ]
            slash = " (a PO file writes each \\ as \\\\)" if any("\\" in part for part in lost) else ""
            yield f"{name} differ: the translation {' and '.join(found)}; take them over unchanged{slash}"


def _list(items: Counter[str]) -> str:
    return ", ".join(f"{item} ({count}×)" if count > 1 else item for item, count in items.items())


def _form(unit: Unit, text: str) -> Iterator[str]:
    english = unit.english
    if text.strip() != text:
        yield "spaces or an empty line at an end: remove them"
    elif (began := _STRUCTURE.match(text)) and not english.startswith(began[0]):
        yield f"begins with {began[0].strip()!r}, structure in Markdown: begin with a word, or put a \\ before it"
    if english.count("\n") != text.count("\n"):
        yield "line breaks differ: break the line where the English does, and nowhere else"
    if english.startswith("|") and _pipes(english) != _pipes(text):
        yield f"a table row of {_pipes(text) - 1} columns where the English has {_pipes(english) - 1}: keep every |"
    if "python-brace-format" in unit.flags and not _fits(text):
        yield "a { or } that is not part of a placeholder: write {{ or }}"


def _pipes(row: str) -> int:
    return len(re.findall(r"(?<!\\)\|", row))


def _fits(text: str) -> bool:
    try:
        list(string.Formatter().parse(text))
    except ValueError:
        return False
    return True


def _letters(edition: str, english: str, text: str) -> Iterator[str]:
    words = markup(text).words
    if edition.endswith("-Latn"):
        odd = {sign for sign in words if unicodedata.category(sign)[0] in "LM" and not sign.isascii()} - set(english)
        if odd:
            yield f"letters outside a–z: {' '.join(sorted(odd))}; write Latin letters without diacritics"
    if edition == "es":
        for opening, closing in ("¿?", "¡!"):
            if words.count(opening) != words.count(closing):
                yield f"as many {opening} as {closing} are needed: open with {opening} what {closing} closes"
