"""Which cell of a notebook is which course cell, also where an editor dropped ids or metadata.

JupyterLab keeps ids, gives new ones to pasted and merged cells, and leaves the id of a split cell on its last piece.
Other programs drop ids or metadata altogether. So a course cell is looked for by what identifies it best, one kind of
evidence after the other, and each course cell is found once at most.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tiedbook.bilingual import unfolded
from tiedbook.notebook import Cell, Notebook, digest, edition_of, listed, mark, role
from tiedbook.written import before

OURS = ("tiedbook", "nbgrader", "editable", "deletable")  # the cell metadata that the course writes

_BESIDE = "--beside"
_CHECK = re.compile(r"""^check\(\s*["'](\w+)["'].*?part\s*=\s*["'](\w+)["']""", re.MULTILINE)
_DEF = re.compile(r"^def\s+(\w+)\s*\(", re.MULTILINE)

_Keys = Callable[[Cell], Iterator[tuple[object, ...]]]


@dataclass(frozen=True, slots=True)
class Found:
    """Where the course cells of a notebook are.

    Parameters
    ----------
    at : mapping of str to int
        Position in the notebook, by the id of the course cell.
    beside : mapping of str to int
        Position of the translation that was placed beside an edited course cell, by the id of that course cell.
    hashes : mapping of str to set of str
        Digests of a course cell's source in every edition that was looked at, also without what is folded into it, by
        its id.
    """

    at: Mapping[str, int]
    beside: Mapping[str, int]
    hashes: Mapping[str, set[str]]


def identify(mine: Notebook, frames: Sequence[Notebook]) -> Found:
    """Find the course cells of a notebook.

    Parameters
    ----------
    mine : Notebook
        The learner's notebook, in whatever state.
    frames : sequence of Notebook
        The chapter as built. The first says which cells there are; others only help to know them by their text.

    Notes
    -----
    Evidence, strongest first: nbformat id; nbgrader's grade id; the exercise that the metadata names; its source, as
    built in any edition; the digest in its metadata; the check it calls or the function it defines. Where nothing
    of this tells a written answer, it is the learner's own text right after the cell that asks for it. Only answers are
    still the same cell when their type was changed.
    """
    course = {cell["id"]: cell for cell in frames[0]["cells"]}
    beside = _besides(mine, course)
    taken = set(beside.values())
    at: dict[str, int] = {}
    for of_course, of_mine in _EVIDENCE:
        if len(at) == len(course):
            break
        known: dict[tuple[object, ...], list[str]] = {}
        for cell in (cell for frame in frames for cell in frame["cells"] if cell["id"] in course):
            for key in of_course(cell):
                known.setdefault(key, []).append(cell["id"])
        for position, cell in enumerate(mine["cells"]):
            if position not in taken:
                candidates = (id_ for key in of_mine(cell) for id_ in known.get(key, ()))
                match = next((id_ for id_ in candidates if id_ not in at and _may_be(cell, course[id_])), None)
                if match is not None:
                    at[match] = position
                    taken.add(position)
    _find_written(mine, frames[0], at, taken)
    hashes: dict[str, set[str]] = {}
    for cell in (cell for frame in frames for cell in frame["cells"]):
        hashes.setdefault(cell["id"], set()).update(map(digest, {cell["source"], unfolded(cell["source"])}))
    return Found(at, beside, hashes)


def restore(mine: Notebook, frames: Sequence[Notebook]) -> Notebook:
    """Give ids and metadata back to the course cells of a notebook that lost them.

    Sources, outputs, order, and the metadata of other programs stay as they are; `mine` itself is not changed.
    """
    found = identify(mine, frames)
    own = next((frame for frame in frames if edition_of(frame) == edition_of(mine)), None)
    built = {cell["id"]: cell for cell in (*frames[0]["cells"], *(own or frames[0])["cells"])}
    ids = {cell["id"] for cell in mine["cells"]}
    cells = list(mine["cells"])
    for id_, position in found.beside.items():
        cells[position] = {**cells[position], "id": beside_id(id_)}
    for id_, position in found.at.items():
        cell = cells[position]
        metadata = _with_ours(cell, built[id_], found.hashes[id_], is_known=own is not None)
        cells[position] = {**cell, "id": cell["id"] if id_ in ids else id_, "metadata": metadata}
    return {**mine, "cells": cells}


def beside_id(id_: str) -> str:
    """Return the id of the translation beside a course cell, within the 64 characters that nbformat allows."""
    return id_[: 64 - len(_BESIDE)] + _BESIDE


def _besides(mine: Notebook, course: Mapping[str, Cell]) -> dict[str, int]:
    places = {cell["id"]: position for position, cell in enumerate(mine["cells"])}
    found = {id_: places[beside_id(id_)] for id_ in course if beside_id(id_) in places}
    if places.keys() & course.keys():
        return found  # ids were kept, so another cell that is marked as a translation is the learner's copy of one
    for position, cell in enumerate(mine["cells"]):
        named = mark(cell).get("beside")
        if isinstance(named, str) and named in course:
            found.setdefault(named, position)
    return found


def _find_written(mine: Notebook, course: Notebook, at: dict[str, int], taken: set[int]) -> None:
    given = listed(mine)
    for cell in course["cells"]:
        if role(cell) != "written" or cell["id"] in at or (given and cell["id"] not in given):
            continue
        asked = at.get(before(course, cell["id"]) or "")
        place = len(mine["cells"]) if asked is None else asked + 1
        if place < len(mine["cells"]) and place not in taken:
            below = mine["cells"][place]
            if below["cell_type"] != "code" and role(below) is None:
                at[cell["id"]] = place
                taken.add(place)


def _with_ours(cell: Cell, built: Cell, hashes: set[str], *, is_known: bool) -> dict[str, Any]:
    """Return the metadata of a cell, with what the course wrote put back if it was lost.

    Where the edition that an edited text was in is not known, neither is what it was made from, so it gets no digest.
    """
    ours = {key: built["metadata"][key] for key in OURS if key in built["metadata"]}
    if (there := digest(cell["source"])) in hashes:
        ours["tiedbook"] = {**mark(built), "hash": there}
    elif not is_known and len(hashes) > 1:
        ours["tiedbook"] = {key: value for key, value in mark(built).items() if key != "hash"}
    if role(cell):
        ours = {} if "nbgrader" in cell["metadata"] else {key: ours[key] for key in ours if key != "tiedbook"}
    return {**cell["metadata"], **ours}


def _may_be(cell: Cell, course_cell: Cell) -> bool:
    return cell["cell_type"] == course_cell["cell_type"] or role(course_cell) in ("answer", "written")


def _id(cell: Cell) -> Iterator[tuple[object, ...]]:
    yield (cell["id"],)


def _grade(cell: Cell) -> Iterator[tuple[object, ...]]:
    nbgrader = cell["metadata"].get("nbgrader")
    if isinstance(nbgrader, dict) and isinstance(nbgrader.get("grade_id"), str):
        yield (nbgrader["grade_id"],)


def _exercise(cell: Cell) -> Iterator[tuple[object, ...]]:
    named = tuple(mark(cell).get(key) for key in ("exercise", "written", "role", "kind", "part"))
    if any(named[:2]) and all(isinstance(item, str | None) for item in named):
        yield named


def _noted_hash(cell: Cell) -> Iterator[tuple[object, ...]]:
    if isinstance(noted := mark(cell).get("hash"), str):
        yield (noted,)


def _source(cell: Cell) -> Iterator[tuple[object, ...]]:
    yield (digest(unfolded(cell["source"]).strip()),)


def _built_hash(cell: Cell) -> Iterator[tuple[object, ...]]:
    yield (digest(cell["source"]),)


def _purpose(cell: Cell) -> Iterator[tuple[object, ...]]:
    if role(cell) in ("answer", "check"):
        yield (mark(cell).get("exercise"), mark(cell).get("part"))


def _code(cell: Cell) -> Iterator[tuple[object, ...]]:
    if cell["cell_type"] == "code":
        yield from (match.groups() for match in _CHECK.finditer(cell["source"]))
        yield from ((name, None) for name in _DEF.findall(cell["source"]))


_EVIDENCE: tuple[tuple[_Keys, _Keys], ...] = (  # how to know a course cell, and the same of the learner's cell
    (_id, _id),
    (_grade, _grade),
    (_exercise, _exercise),
    (_source, _source),  # before the digest: a copy that is unedited is the course's rather than an edited original
    (_built_hash, _noted_hash),
    (_purpose, _code),
)
