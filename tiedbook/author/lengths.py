"""Labels: short texts in figures, widgets, tables and buttons, which have little room to grow."""

from __future__ import annotations

from collections.abc import Iterator

from tiedbook.author.findings import Finding
from tiedbook.author.po import CatalogFile
from tiedbook.author.sentences import LABEL
from tiedbook.author.units import Unit

LABEL_LENGTH = 40  # characters; what is longer is a sentence, and wraps
GROWTH = 2.5  # times the English
LEAST = 20  # characters that have room everywhere


def length_findings(where: str, catalog: CatalogFile) -> Iterator[Finding]:
    """Warn of every reviewed label with a line that is much longer than the English ones."""
    for entry in catalog.entries:
        if not entry.reviewed or not is_label(entry.unit):
            continue
        most = max(LEAST, GROWTH * _widest(entry.unit.english))
        if (width := _widest(entry.text)) > most:
            what = (
                f"a label of {width} characters where {entry.unit.english!r} has room for {most:.0f}: say it shorter, "
                "or break the line where the English does"
            )
            yield Finding(f"{where}: [{entry.unit.context}]", what, warns=True)


def is_label(unit: Unit) -> bool:
    """Say whether a runtime text is a label: short, and no sentence."""
    return LABEL in unit.notes and _widest(unit.english) <= LABEL_LENGTH and not unit.english.endswith((".", "?", "!"))


def _widest(text: str) -> int:
    return max(map(len, text.split("\n")))
