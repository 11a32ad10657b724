"""The gradebook as Canvas imports it: one column per chapter, one line per learner."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from autograde.roster import Roster, as_csv, matched, points, read_roster
from autograde.totals import Person, Totals
from tiedbook.errors import TiedbookError

HEADS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
POINTS = "    Points Possible"  # four spaces, as Canvas writes it
WHENCE = "Export it from Canvas: Grades, Export, Export Entire Gradebook."
_NO_LEARNER = re.compile(r"\s*(Points Possible|Student, Test)?\s*")


def canvas_csv(totals: Totals, roster: Path | None, known: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return the table, and for each learner who is not in it why.

    Parameters
    ----------
    totals : Totals
        What learners have.
    roster : Path or None
        An export of the same gradebook from Canvas, whose lines and names of assignments are kept.
    known : mapping of str to str
        Canvas's ``ID`` of learners, where collecting told it.

    Raises
    ------
    TiedbookError
        If `roster` is no such export, or an assignment in it could be either of two chapters.
    """
    stems = tuple(totals.most)
    if roster is None:
        rows = [[_name(person), known.get(person.id, ""), "", person.id, ""] for person in totals.people]
        shown = zip(rows, totals.people, strict=True)
        return _table(HEADS, [*stems], totals, shown), {}
    table = read_roster(roster, ("Student", "ID", "Section"), WHENCE)
    width = table.heads.index("Section") + 1
    lines = [number for number, row in enumerate(table.rows) if not _NO_LEARNER.fullmatch(row[0])]
    here, faults = matched(table, lines, lambda row: _keys(table, row), totals.people, known)
    heads = [_head(table, stem) for stem in stems]
    return _table(
        table.heads[:width], heads, totals, ((table.rows[at][:width], here[at]) for at in sorted(here))
    ), faults


def _table(
    heads: Sequence[str],
    assignments: Sequence[str],
    totals: Totals,
    rows: Iterable[tuple[Sequence[str], Person]],
) -> str:
    possible = [POINTS, *[""] * (len(heads) - 1), *(points(most) for most in totals.most.values())]
    lines = [[*row, *(points(totals.points.get((person.id, stem))) for stem in totals.most)] for row, person in rows]
    return as_csv([*heads, *assignments], [possible, *lines])


def _name(person: Person) -> str:
    return ", ".join(filter(None, (person.last, person.first))) or person.id


def _keys(table: Roster, row: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    logins = [table.cell(row, head) for head in ("SIS Login ID", "SIS User ID", "Integration ID")]
    last, _, first = row[0].partition(",")
    return [table.cell(row, "ID")], logins, [row[0], f"{first} {last}"]


def _head(table: Roster, stem: str) -> str:
    """Return the assignment that a chapter is in Canvas; its stem where there is none yet."""
    there = [head for head in table.heads if stem in head]
    if len(there) > 1:
        raise TiedbookError(f"{table.path}: {', '.join(there)} are all {stem}. Rename all but one in Canvas.", status=2)
    return there[0] if there else stem
