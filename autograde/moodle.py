"""The points of one chapter as Moodle imports them: the offline grading worksheet of an assignment."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from autograde.roster import Roster, as_csv, matched, points, read_roster
from autograde.totals import Person, Totals
from tiedbook.errors import TiedbookError

HEADS = (
    "Identifier",
    "Full name",
    "Email address",
    "Status",
    "Grade",
    "Maximum grade",
    "Grade can be changed",
    "Last modified (submission)",
    "Last modified (grade)",
    "Feedback comments",
)
WHENCE = "Download it from the assignment: Submissions, Actions, Download grading worksheet, in Moodle's English."
_MOST = re.compile("Maximum grade", re.IGNORECASE)  # older Moodles write a capital G


def moodle_csv(totals: Totals, roster: Path | None, known: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return the worksheet of the one chapter in `totals`, and for each learner who is not in it why.

    Parameters
    ----------
    totals : Totals
        What learners have in one chapter.
    roster : Path or None
        The worksheet as Moodle gives it; all of it but the grades is kept.
    known : mapping of str to str
        The number in Moodle's ``Identifier`` of learners, where collecting told it.

    Raises
    ------
    TiedbookError
        If there are several chapters, or `roster` is no worksheet, or one of an assignment with other points.
    """
    if len(totals.most) != 1:
        raise TiedbookError(
            f"Moodle has a worksheet for each assignment, and there are grades for {', '.join(totals.most)}. "
            "Name one of them: `--chapter STEM`.",
            status=2,
        )
    (stem, most), *_ = totals.most.items()
    graded = [person for person in totals.people if (person.id, stem) in totals.points]
    if roster is None:
        there = [person for person in graded if person.id in known]
        rows = [_row(person, known[person.id], totals.points[person.id, stem], most) for person in there]
        return as_csv(HEADS, rows), {
            person.id: "Moodle's number is not known. Name the worksheet: `--roster FILE`"
            for person in graded
            if person.id not in known
        }
    table = read_roster(roster, ("Identifier", "Grade", "Last modified (grade)"), WHENCE)
    _same_points(table, most)
    found, faults = matched(table, range(len(table.rows)), lambda row: _keys(table, row), graded, known)
    grade = table.heads.index("Grade")
    rows = [
        [*row[:grade], points(totals.points[found[at].id, stem]) if at in found else row[grade], *row[grade + 1 :]]
        for at, row in enumerate(table.rows)
    ]
    return as_csv(table.heads, rows), faults


def _row(person: Person, number: str, earned: float, most: float) -> list[str]:
    name = f"{person.first} {person.last}".strip() or person.id
    return [f"Participant {number}", name, person.email, "", points(earned), points(most), "Yes", "-", "-", ""]


def _same_points(table: Roster, most: float) -> None:
    head = next((head for head in table.heads if _MOST.fullmatch(head)), "")
    told = {table.cell(row, head) for row in table.rows} - {""}
    if any(_number(text) != most for text in told):
        raise TiedbookError(
            f"{table.path}: the assignment gives {' or '.join(sorted(told))} points, and the chapter {most:g}. "
            f"Set its maximum grade to {most:g} in Moodle, and download the worksheet again."
        )


def _number(text: str) -> float:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return float("nan")


def _keys(table: Roster, row: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    identifier = table.cell(row, "Identifier")
    logins = [table.cell(row, head) for head in ("Email address", "Username", "ID number")]
    return [identifier.rpartition(" ")[2]], logins, [table.cell(row, "Full name"), identifier]
