"""`tiedbook status`: how far each catalog is, by four counters that say everything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tiedbook.author.altered import shortened
from tiedbook.author.extract import Merged, merge_all, translated_editions
from tiedbook.author.findings import Finding
from tiedbook.author.po import Entry
from tiedbook.course import Course
from tiedbook.editions import editions_of
from tiedbook.errors import TiedbookError


@dataclass(frozen=True, slots=True)
class Counters:
    """How many units of one catalog stand where, measured against the source as it is now.

    Parameters
    ----------
    where : str
        Path of the catalog from the course's root.
    translated : int
        Reviewed translations, which are shown.
    fuzzy : int
        Translations of a text that has changed since; not shown.
    untranslated : int
        Units without any.
    obsolete : int
        Translations whose source is gone.
    """

    where: str
    translated: int
    fuzzy: int
    untranslated: int
    obsolete: int


def catalogs_of(course: Course, edition: str | None = None) -> tuple[Merged, ...]:
    """Return the catalogs of one edition, or of all, brought up to date in memory.

    Raises
    ------
    TiedbookError
        If there is no such edition, or it is the source.
    """
    known = translated_editions(course)
    if edition is not None and edition not in known:
        raise TiedbookError(
            f"There is no catalog for '{edition}'. The translated editions are: {', '.join(known)}.", status=2
        )
    return tuple(item for item in merge_all(course) if edition in (None, item.edition))


def counters(item: Merged) -> Counters:
    """Count one catalog."""
    entries = item.catalog.entries
    return Counters(
        item.where,
        sum(entry.reviewed for entry in entries),
        sum(entry.fuzzy for entry in entries),
        sum(not entry.text for entry in entries),
        len(item.catalog.obsolete),
    )


def missing(item: Merged) -> Iterator[Finding]:
    """Yield every unit of a catalog that has no reviewed translation, and every entry that is not the source's."""
    yield from item.altered
    told = {finding.where for finding in item.altered}
    for entry in item.catalog.entries:
        where = f"{item.where}: [{entry.unit.context}]"
        if not entry.reviewed and where not in told:
            yield Finding(where, f"{_state(entry)}: {shortened(entry.unit.english)}")


def _state(entry: Entry) -> str:
    if not entry.fuzzy:
        return "untranslated"
    why = "the English has changed" if entry.previous else "its translator was in doubt"
    return f"fuzzy, {why}; mend the msgstr and remove `fuzzy`"


def incomplete(course: Course, catalogs: tuple[Merged, ...]) -> Iterator[Finding]:
    """Yield what is missing in the catalogs that their edition does not call unfinished.

    A chapter that is called unfinished and has everything is a finding too: it would hide what goes missing later.
    """
    editions = editions_of(course)
    for item in catalogs:
        lacking = list(missing(item))
        if item.name not in editions[item.edition].unfinished:
            yield from lacking
        elif not lacking:
            yield Finding(
                f"locales/editions.toml: [{item.edition}]", f"{item.name} is complete: take it off the unfinished ones"
            )


def table(rows: tuple[Counters, ...]) -> str:
    """Return the counters as a table for a terminal."""
    heads = ("translated", "fuzzy", "untranslated", "obsolete")
    width = max(len(row.where) for row in rows)
    lines = [f"{'catalog':<{width}}  {'  '.join(heads)}"]
    for row in rows:
        numbers = (row.translated, row.fuzzy, row.untranslated, row.obsolete)
        cells = [f"{number:>{len(head)}}" for number, head in zip(numbers, heads, strict=True)]
        lines.append(f"{row.where:<{width}}  {'  '.join(cells)}")
    return "\n".join(lines)
