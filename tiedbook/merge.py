"""One merge of a learner's notebook with the course: for the menu, the command line, an update and the grader.

The join is by cell id. What the learner wrote is never changed: a merge is a short list of operations on course
cells that still read as they were built, and on translations it placed itself. The same list is applied to files by
`apply` and to an open notebook by the JupyterLab extension.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, Literal

from tiedbook.bilingual import unfolded
from tiedbook.identify import OURS, Found, beside_id, identify
from tiedbook.leftover import leftovers, noted, notes
from tiedbook.notebook import Cell, Notebook, digest, fresh_id, is_pristine, listed, mark, role
from tiedbook.operations import InsertCell, Operation, RemoveCell, SetMetadata, SetSource
from tiedbook.written import written_answer

Purpose = Literal["switch", "update", "rebuild"]

_ASKED = ("answer", "written", "check")  # the roles of cells without which an exercise cannot be done


def merge(
    mine: Notebook,
    course: Notebook,
    purpose: Purpose,
    others: Iterable[Notebook] = (),
    back: Collection[str] = (),
) -> tuple[Operation, ...]:
    """Work out what to change.

    Parameters
    ----------
    mine : Notebook
        The learner's notebook as it stands.
    course : Notebook
        The chapter as built: in the edition to switch to, of the release to update to, or the grader's frame.
    purpose : {"switch", "update", "rebuild"}
        What the operations do, and what they apply to:

        - switch, applied to `mine`: unedited prose is put into the edition of `course`, and so is the text where a
          written answer is still to come; beside edited prose the translation is placed, and taken away again in the
          edition it was edited in; cells that `mine` never had are added.
        - update, applied to `mine`: the same, and unedited code, checks and starters are renewed, unedited
          cells that the course no longer has taken away; below an answer whose exercise is gone stands a note.
        - rebuild, applied to `course`: the answers, written ones too, and the learner's own code cells are put in;
          nothing else of `mine` counts.
    others : iterable of Notebook
        The chapter in other editions, by whose text cells are known when their metadata is lost.
    back : collection of str
        Ids of course cells that the learner deleted and now wants back, for a switch or an update; see `offered`.

    Returns
    -------
    tuple of Operation
        In the order in which to apply them; empty where nothing is to be done.
    """
    others = tuple(others)
    found = identify(mine, (course, *others))
    if purpose == "rebuild":
        return (*_rebuild(mine, course, found), *_rewrite(mine, (course, *others), found))
    return tuple(_renew(mine, course, found, back, update=purpose == "update"))


def offered(mine: Notebook, course: Notebook, others: Iterable[Notebook] = ()) -> tuple[Cell, ...]:
    """Return the exercise and check cells that a learner deleted, in the order of the chapter.

    No merge brings them back by itself; with their ids as `back` it does, each after the course cell it follows.
    """
    found = identify(mine, (course, *others))
    there = {cell["id"] for cell in mine["cells"]}
    gone = {*listed(mine)} - there - found.at.keys()
    return tuple(cell for cell in course["cells"] if cell["id"] in gone and role(cell) in _ASKED)


def apply(notebook: Notebook, operations: Iterable[Operation]) -> Notebook:
    """Return a notebook with the operations done; `notebook` is not changed; they share the other cells.

    Raises
    ------
    KeyError
        If an operation names a cell that is not there.
    """
    cells: dict[str, Cell] = {cell["id"]: cell for cell in notebook["cells"]}
    order = list(cells)
    metadata = notebook["metadata"]
    for operation in operations:
        match operation:
            case SetSource(id_, source, patch):
                cells[id_] = {**cells[id_], "source": source, "metadata": _patched(cells[id_]["metadata"], patch)}
            case InsertCell(after, cell):
                order.insert(0 if after is None else order.index(after) + 1, cell["id"])
                cells[cell["id"]] = cell
            case RemoveCell(id_):
                del cells[id_]
                order.remove(id_)
            case SetMetadata(patch):
                metadata = _patched(metadata, patch)
    return {**notebook, "cells": [cells[id_] for id_ in order], "metadata": metadata}


def _renew(
    mine: Notebook, course: Notebook, found: Found, back: Collection[str], *, update: bool
) -> Iterator[Operation]:
    had = {*listed(mine)}.difference(back) | {cell["id"] for cell in mine["cells"]}
    previous: str | None = None
    for cell in course["cells"]:
        own = _cell(mine, found.at.get(cell["id"]))
        if own is None and cell["id"] not in had:  # a cell that was there and is gone was deleted by the learner
            yield InsertCell(previous, cell)
            previous = cell["id"]
            continue
        previous = own["id"] if own else previous
        if own and _is_ours(own, cell, found) and (update or role(cell) in ("prose", "written")):
            keys = OURS if update else ("tiedbook",)
            yield from _set(own, cell["source"], {key: cell["metadata"].get(key) for key in keys})
        if role(cell) == "prose":
            operation, placed = _translate(own, _cell(mine, found.beside.get(cell["id"])), cell, found)
            yield from (operation,) if operation else ()
            previous = placed or previous
    left = leftovers(mine, course, set(found.at.values()))
    yield from notes(mine, course, left, update=update)
    retired = tuple(_retire(mine, course, found)) if update else ()
    yield from retired
    about_notes = noted(mine, left, update=update)
    yield from _note(mine, course, {item.id for item in retired}, about_notes, update=update)


def _translate(own: Cell | None, beside: Cell | None, cell: Cell, found: Found) -> tuple[Operation | None, str | None]:
    """Return what to do about the translation beside a prose cell, and the id of the one that stands there then."""
    at_home = own is not None and (_is_ours(own, cell, found) or mark(own).get("hash") == digest(cell["source"]))
    if beside is None:
        if own is None or at_home:
            return None, None
        new = {"cell_type": "markdown", "id": beside_id(cell["id"]), "metadata": {}, "source": cell["source"]}
        return InsertCell(own["id"], new | {"metadata": _beside_mark(cell)}), new["id"]
    if not _is_ours(beside, cell, found):
        return None, beside["id"]
    if at_home:
        return RemoveCell(beside["id"]), None
    return next(_set(beside, cell["source"], _beside_mark(cell)), None), beside["id"]


def _retire(mine: Notebook, course: Notebook, found: Found) -> Iterator[RemoveCell]:
    """Take away unedited cells that the course no longer has; data stays, since the learner's cells may use it."""
    gone = set(listed(mine)) - {cell["id"] for cell in course["cells"]}
    gone |= {beside_id(id_) for id_ in gone}
    matched = set(found.at.values())
    for position, cell in enumerate(mine["cells"]):
        is_gone = cell["id"] in gone and position not in matched
        if is_gone and role(cell) != "data" and is_pristine(cell):
            yield RemoveCell(cell["id"])


def _note(
    mine: Notebook, course: Notebook, retired: set[str], about_notes: dict[str, Any], *, update: bool
) -> Iterator[Operation]:
    """Record the edition, the release, and every course cell that the notebook has, or had and the learner deleted."""
    there = {cell["id"] for cell in mine["cells"]} - retired
    ids = [cell["id"] for cell in course["cells"]]
    older = [id_ for id_ in listed(mine) if id_ not in ids and (not update or id_ in there)]
    now = {**mark(course), "cells": ids + older, **about_notes}
    if not update and "release" in mark(mine):
        now["release"] = mark(mine)["release"]  # a switch leaves code as it was
    if now != mark(mine):
        yield SetMetadata({"tiedbook": now})


def _rebuild(mine: Notebook, course: Notebook, found: Found) -> Iterator[Operation]:
    frame = {cell["id"]: cell for cell in course["cells"]}
    there = {position: id_ for id_, position in found.at.items()}
    taken = set(frame)
    anchor: str | None = None
    last: dict[str | None, str] = {}
    for position, cell in enumerate(mine["cells"]):
        if position in there:
            anchor = there[position]
            if role(frame[anchor]) == "answer":
                yield from _set(frame[anchor], cell["source"], {})
        elif _is_own_code(cell):
            own = _plain_code(cell, taken)
            yield InsertCell(last.get(anchor, anchor), own)
            last[anchor] = own["id"]


def _rewrite(mine: Notebook, frames: tuple[Notebook, ...], found: Found) -> Iterator[Operation]:
    for cell in frames[0]["cells"]:
        if role(cell) == "written" and (text := written_answer(mine, found.at, frames, cell["id"])):
            yield from _set(cell, text, {})


def _is_own_code(cell: Cell) -> bool:
    if cell["cell_type"] != "code" or not cell["source"].strip():
        return False
    return role(cell) == "answer" or not is_pristine(cell)  # copies of our other cells add nothing


def _plain_code(cell: Cell, taken: set[str]) -> Cell:
    """Return the learner's code in a cell without metadata or outputs, which could pretend to be the course's."""
    id_ = cell["id"] if cell["id"] not in taken else fresh_id(cell["source"], taken)
    taken.add(id_)
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": id_,
        "metadata": {},
        "outputs": [],
        "source": cell["source"],
    }


def _cell(notebook: Notebook, position: int | None) -> Cell | None:
    return None if position is None else notebook["cells"][position]


def _is_ours(own: Cell, cell: Cell, found: Found) -> bool:
    """Say whether a cell of the learner's notebook still is what the course put there."""
    if own["cell_type"] != cell["cell_type"]:
        return False
    return is_pristine(own) or digest(unfolded(own["source"])) in found.hashes[cell["id"]]


def _set(own: Cell, source: str, wanted: dict[str, Any]) -> Iterator[SetSource]:
    patch = {key: value for key, value in wanted.items() if own["metadata"].get(key) != value}
    if patch or own["source"] != source:
        yield SetSource(own["id"], source, patch)


def _beside_mark(cell: Cell) -> dict[str, Any]:
    return {"tiedbook": {"role": "prose", "beside": cell["id"], "hash": digest(cell["source"])}}


def _patched(metadata: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in metadata.items() if key not in patch}
    return kept | {key: value for key, value in patch.items() if value is not None}
