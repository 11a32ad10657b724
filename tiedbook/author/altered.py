"""Entries of a catalog that no unit of the source answers to: their translation would never be shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tiedbook.author.findings import Finding
from tiedbook.author.po import CatalogFile
from tiedbook.author.units import Unit


def altered_findings(where: str, catalog: CatalogFile, units: Sequence[Unit]) -> Iterator[Finding]:
    """Yield every entry whose English or context is not the source's.

    Either a translator has edited what only the source may say, or the source has changed and nobody has run
    ``tiedbook extract``; a catalog does not tell which, so the finding names both remedies.

    Parameters
    ----------
    where : str
        Path of the catalog from the course's root.
    catalog : CatalogFile
        As it stands in the file.
    units : sequence of Unit
        What the source says.
    """
    there = {(entry.unit.context, entry.unit.english) for entry in catalog.entries}
    wanted = {(unit.context, unit.english) for unit in units}
    lacking = {unit.context: unit for unit in reversed(units) if (unit.context, unit.english) not in there}
    for entry in catalog.entries:
        context = entry.unit.context
        if (context, entry.unit.english) in wanted:
            continue
        if unit := lacking.get(context):
            what = (
                f"its msgid is not the English in {unit.places[0]}, {shortened(unit.english)!r}: put that back if you "
                "edited it here; run `tiedbook extract` if the source has changed"
            )
        elif entry.text:
            what = (
                "the source has no such unit, so its translation would not be shown: put the msgctxt back if you "
                "edited it here; run `tiedbook extract` if the source has changed"
            )
        else:
            continue  # nothing is lost
        yield Finding(f"{where}: [{context}]", what)


def shortened(text: str) -> str:
    """Return a text in one line, cut where that is long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= 60 else f"{flat[:59]}…"
