"""Bring a catalog up to date with its source without losing, or trusting, an old translation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from tiedbook.author.po import CatalogFile, Entry
from tiedbook.author.units import Unit

SIMILAR = 0.6  # share of common text above which an old translation is a useful beginning

Match = Callable[[Unit, Unit], float]  # the old unit, the new one: 0 means no

_MATCHES: tuple[Match, ...] = (
    lambda old, new: old.cell == new.cell and old.english == new.english,
    lambda old, new: old.context == new.context,
    lambda old, new: _similarity(old, new) if old.cell == new.cell else 0.0,
    lambda old, new: old.english == new.english,
)


def merged(old: CatalogFile, units: Sequence[Unit]) -> CatalogFile:
    """Return the catalog for these units.

    A unit keeps the translation of its own context and text. Where there is none it takes, in this order, that of the
    same text in its cell; as fuzzy, that of its context with another text, of a similar text in its cell, of the same
    text in another cell. What nothing takes becomes obsolete.
    """
    free = {(entry.unit.context, entry.unit.english): entry for entry in (*old.obsolete, *old.entries)}
    taken = {unit: entry for unit in units if (entry := free.pop((unit.context, unit.english), None))}
    left = [entry for entry in free.values() if entry.text]
    for match in _MATCHES:
        for unit in units:
            if unit not in taken and (entry := _best(left, unit, match)):
                taken[unit] = entry
                left.remove(entry)
    entries = tuple(_carried(taken[unit], unit) if unit in taken else Entry(unit) for unit in units)
    return replace(old, entries=entries, obsolete=tuple(map(_retired, left)))


def _best(left: Sequence[Entry], unit: Unit, match: Match) -> Entry | None:
    rated = [(match(entry.unit, unit), entry) for entry in left]
    score, best = max(rated, key=lambda pair: pair[0], default=(0.0, None))
    return best if score else None


def _similarity(old: Unit, new: Unit) -> float:
    matcher = SequenceMatcher(None, old.english, new.english, autojunk=False)
    if matcher.real_quick_ratio() < SIMILAR or matcher.quick_ratio() < SIMILAR:
        return 0.0
    ratio = matcher.ratio()
    return ratio if ratio >= SIMILAR else 0.0


def _carried(entry: Entry, unit: Unit) -> Entry:
    """Return an old entry under a new unit, fuzzy unless its translation was made for this very text in this cell."""
    made_for = entry.previous or entry.unit.english
    if not entry.text:
        return Entry(unit, remarks=entry.remarks)
    if made_for == unit.english and entry.unit.cell == unit.cell:
        fuzzy = entry.fuzzy and entry.previous is None  # a translator's own doubt stays
        return replace(entry, unit=unit, fuzzy=fuzzy, previous=None)
    return replace(entry, unit=unit, fuzzy=True, previous=made_for)


def _retired(entry: Entry) -> Entry:
    """Return an entry whose source is gone, under the English that its translation was made for."""
    if entry.previous is None:
        return entry
    return replace(entry, unit=replace(entry.unit, english=entry.previous), fuzzy=False, previous=None)
