"""A verdict in the words of an edition: titles, sentences, calls, and where to read on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tiedbook.catalog import Catalog
from tiedbook.course import course
from tiedbook.diagnosis import Diagnosis, Verdict
from tiedbook.errors import TiedbookError
from tiedbook.exercise import exercises_of
from tiedbook.headings import heading
from tiedbook.notebook import read_notebook

SHOWN = 3  # findings told at once: more would be read by nobody


@dataclass(frozen=True, slots=True)
class Place:
    """Where to read on.

    Parameters
    ----------
    title : str
        Heading of the section, as plain words.
    cell : str
        Id of the cell; JupyterLab scrolls to it from a link to ``#cell-id=…``. (A link to the heading's own name does
        nothing there if the name has accents.)
    """

    title: str
    cell: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One diagnosis in words.

    Parameters
    ----------
    code : str
        Its code, the same in every edition.
    sentence : str
        What is wrong; code in it stands between backticks.
    call, got, wanted : str
        The call that shows it, what came back and what should have, as Python; empty where there is nothing to show.
    place : Place or None
        Where to read on.
    """

    code: str
    sentence: str
    call: str
    got: str
    wanted: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class Words:
    """Labels of a verdict in one edition."""

    call: str
    got: str
    wanted: str
    read: str


@dataclass(frozen=True, slots=True)
class Told:
    """A verdict in the words of an edition.

    Parameters
    ----------
    edition : str
        Language tag.
    passed : bool
        Whether nothing was found.
    title : str
        Exercise, part and outcome in a sentence.
    detail : str
        What was tried, if it passed; empty otherwise.
    findings : tuple of Finding
        The first few, most telling first.
    more : str
        Sentence on those that are left out; empty if none.
    words : Words
        Labels.
    """

    edition: str
    passed: bool
    title: str
    detail: str
    findings: tuple[Finding, ...]
    more: str
    words: Words


def tell(verdict: Verdict, catalog: Catalog, *, calls: int = 0) -> Told:
    """Put a verdict into the words of an edition.

    Parameters
    ----------
    verdict : Verdict
        The outcome of one part.
    catalog : Catalog
        The words.
    calls : int
        How many calls were made, if that should be said.
    """
    hidden = len(verdict.diagnoses) - SHOWN
    more = catalog.text(
        "check.more", "More was found ({hidden}). It will be shown when these are mended.", hidden=max(hidden, 0)
    )
    detail = catalog.text("check.detail", "All {calls} calls that were tried gave what they should.", calls=calls)
    stem = _chapter(verdict.exercise)
    return Told(
        catalog.edition,
        verdict.passed,
        _title(verdict, catalog),
        detail if verdict.passed and calls else "",
        tuple(finding(each, catalog, stem) for each in verdict.diagnoses[:SHOWN]),
        more if hidden > 0 else "",
        Words(
            catalog.text("check.call", "A call that shows it"),
            catalog.text("check.got", "What came back"),
            catalog.text("check.wanted", "What should come back"),
            catalog.text("check.read", "Read"),
        ),
    )


def finding(diagnosis: Diagnosis, catalog: Catalog, stem: str = "") -> Finding:
    """Put one diagnosis into words; `stem` names the chapter in which its place is looked up."""
    call, got, wanted, see = (str(diagnosis.values.get(name, "")) for name in ("call", "got", "wanted", "see"))
    place = places(stem, catalog.edition).get(see) if stem and see else None
    return Finding(diagnosis.code, catalog.render(diagnosis), call, got, wanted, place)


@cache
def places(stem: str, edition: str) -> dict[str, Place]:
    """Return every cell of a built chapter with the title of its section; nothing where the chapter is missing."""
    try:
        cells = read_notebook(course().built(edition) / f"{stem}.ipynb")["cells"]
    except TiedbookError:
        return {}
    found: dict[str, Place] = {}
    title = ""
    for cell in cells:
        if cell["cell_type"] == "markdown":
            title = heading(cell["source"]) or title
        if title:
            found[cell["id"]] = Place(title, cell["id"])
    return found


def _title(verdict: Verdict, catalog: Catalog) -> str:
    name, points = verdict.exercise, f"{verdict.points:g}"
    if verdict.passed and verdict.part == "core":
        return catalog.text(
            "check.core_passed",
            "`{exercise}`: the core is right. {points} of {points} points.",
            exercise=name,
            points=points,
        )
    if verdict.passed:
        return catalog.text(
            "check.contract_passed",
            "`{exercise}`: the contract is kept. {points} of {points} points.",
            exercise=name,
            points=points,
        )
    if verdict.part == "core":
        return catalog.text("check.core_failed", "`{exercise}`: the core is not right yet.", exercise=name)
    return catalog.text("check.contract_failed", "`{exercise}`: the contract is not kept yet.", exercise=name)


@cache
def _chapter(exercise: str) -> str:
    stems = (stem for stem in course().stems() if exercise in {each.name for each in exercises_of(stem)})
    return next(stems, "")
