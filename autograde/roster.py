"""A table of learners as Canvas or Moodle exports it, and which line of it is whose."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograde.totals import Person
from tiedbook.errors import TiedbookError

_FORMULA = re.compile(r"[=+\-@\t\r].+", re.DOTALL)
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?%?")


@dataclass(frozen=True, slots=True)
class Roster:
    """A table of learners.

    Parameters
    ----------
    path : Path
        Where it was read.
    heads : tuple of str
        Its columns.
    rows : tuple of tuple of str
        Its lines, each as long as `heads`.
    """

    path: Path
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def cell(self, row: Sequence[str], head: str) -> str:
        """Return what stands under a head, which may be missing."""
        return row[self.heads.index(head)].strip() if head in self.heads else ""


def read_roster(path: Path, needed: Sequence[str], whence: str) -> Roster:
    """Read a table of learners, separated by commas or semicolons.

    Parameters
    ----------
    path : Path
        The file.
    needed : sequence of str
        Columns it must have.
    whence : str
        How to export it, for the message if they are missing.

    Raises
    ------
    TiedbookError
        If it cannot be read or lacks a column.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as fault:
        raise TiedbookError(f"{path}: cannot be read ({fault.strerror}). {whence}", status=2) from fault
    except UnicodeDecodeError as fault:
        raise TiedbookError(f"{path}: is not UTF-8. {whence} Do not save it from a spreadsheet.", status=2) from fault
    first = text.partition("\n")[0]
    separator = ";" if first.count(";") > first.count(",") else ","
    try:
        lines = list(csv.reader(io.StringIO(text), delimiter=separator))
    except csv.Error as fault:
        raise TiedbookError(f"{path}: is no table ({fault}). {whence}", status=2) from fault
    heads = tuple(head.strip() for head in lines[0]) if lines else ()
    missing = [head for head in needed if head not in heads]
    if missing:
        raise TiedbookError(f"{path}: has no column {', '.join(map(repr, missing))}. {whence}", status=2)
    rows = tuple(tuple((line + [""] * len(heads))[: len(heads)]) for line in lines[1:] if any(line))
    return Roster(path, heads, rows)


Keys = Callable[[Sequence[str]], Sequence[Sequence[str]]]


def matched(
    roster: Roster, rows: Sequence[int], keys: Keys, people: Sequence[Person], known: Mapping[str, str]
) -> tuple[dict[int, Person], dict[str, str]]:
    """Find the line of each learner, by the strongest sign that any line bears; never by a guess.

    Parameters
    ----------
    roster : Roster
        The table.
    rows : sequence of int
        Which of its lines are learners.
    keys : callable
        Returns for a line the names it can be known by, strongest kind first: the platform's number, then logins and
        addresses, then names.
    people : sequence of Person
        Whom to find.
    known : mapping of str to str
        The platform's number of each learner, where it is known.

    Returns
    -------
    dict of int to Person
        By line.
    dict of str to str
        Why a learner has no line, by learner.
    """
    kinds: tuple[dict[str, set[int]], ...] = ({}, {}, {})
    for row in rows:
        for kind, alike, names in zip(kinds, _ALIKE, keys(roster.rows[row]), strict=True):
            for name in filter(None, map(alike, names)):
                kind.setdefault(name, set()).add(row)
    found: dict[int, list[Person]] = {}
    faults = {}
    for person in people:
        lines = _lines(kinds, person, known.get(person.id, ""))
        if len(lines) == 1:
            found.setdefault(next(iter(lines)), []).append(person)
        else:
            faults[person.id] = f"{len(lines)} lines could be theirs" if lines else "no line is theirs"
    for several in found.values():
        if len(several) > 1:
            told = "the same line as " + ", ".join(person.id for person in several)
            faults |= {person.id: told for person in several}
    return {line: several[0] for line, several in found.items() if len(several) == 1}, faults


def _lines(kinds: Sequence[Mapping[str, set[int]]], person: Person, number: str) -> set[int]:
    if number and kinds[0]:  # never a namesake of another number
        return kinds[0].get(number, set())
    for kind, alike, names in (
        (kinds[1], _ALIKE[1], (person.id, person.email)),
        (kinds[2], _ALIKE[2], (person.id, f"{person.first} {person.last}")),
    ):
        hit = {row for name in names for row in kind.get(alike(name), ())}
        if hit:
            return hit
    return set()


def _same(name: str) -> str:
    return unicodedata.normalize("NFC", name).strip().casefold()


def _squeezed(name: str) -> str:
    """Return a name without what platforms leave out of it: case, spaces, punctuation."""
    return re.sub(r"[\W_]", "", _same(name))


_ALIKE: tuple[Callable[[str], str], ...] = (str.strip, _same, _squeezed)  # for numbers, for logins, for names


def harmless(value: object) -> object:
    """Return a value of which a spreadsheet makes no formula: such a text begins with an apostrophe."""
    formula = isinstance(value, str) and _FORMULA.fullmatch(value) and not _NUMBER.fullmatch(value)
    return f"'{value}" if formula else value


def as_csv(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a table as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([[harmless(value) for value in row] for row in [heads, *rows]])
    return text.getvalue()


def points(value: float | None) -> str:
    """Return points as both platforms read them; nothing where there are none."""
    return "" if value is None else f"{value:.2f}"
