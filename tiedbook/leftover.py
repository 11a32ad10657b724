"""Answers to exercises that the course no longer has: they stay in view, each with a note below it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from tiedbook.catalog import runtime
from tiedbook.editions import SOURCE
from tiedbook.notebook import Cell, Notebook, digest, edition_of, is_pristine, listed, mark, role
from tiedbook.operations import InsertCell, Operation, RemoveCell, SetSource

NOTES = "notes"  # the notebook's mark: exercises that a note was written for, so that a deleted note stays away


def leftovers(mine: Notebook, course: Notebook, matched: Collection[int]) -> dict[str, Cell]:
    """Return what a learner wrote for exercises that the course no longer has, by their names.

    Parameters
    ----------
    mine : Notebook
        The learner's notebook.
    course : Notebook
        The chapter as built.
    matched : collection of int
        Positions in `mine` of the cells that `course` has.
    """
    there = {_asked(cell) for cell in course["cells"]}
    given = set(listed(mine))
    found: dict[str, Cell] = {}
    for position, cell in enumerate(mine["cells"]):
        name = _asked(cell)
        is_left = name is not None and name not in there and position not in matched
        if name and is_left and cell["source"].strip() and not is_pristine(cell):
            if cell["id"] in given:
                found[name] = cell
            else:  # a copy, or the piece of a split cell that has no id of the course's
                found.setdefault(name, cell)
    return found


def notes(mine: Notebook, course: Notebook, left: Mapping[str, Cell], *, update: bool) -> Iterator[Operation]:
    """Write a note below each answer that is left over, once; keep notes in the edition, and drop those of no use.

    Only an update writes and drops them; a switch puts them into the edition of `course`.
    """
    tag = edition_of(course) or SOURCE
    there = {cell["id"]: cell for cell in mine["cells"]}
    written = _noted(mine)
    given = {*listed(mine), *there}
    new = [name for cell in course["cells"] if (name := _asked(cell)) and cell["id"] not in given]
    for cell in mine["cells"]:
        name = note_of(cell)
        if name and is_pristine(cell):
            if update and name not in left:
                yield RemoveCell(cell["id"])
            elif (again := _note(name, _names(mark(cell).get("new")), tag))["source"] != cell["source"]:
                yield SetSource(cell["id"], again["source"], again["metadata"])
    for name, answer in left.items() if update else ():
        note = _note(name, new, tag)
        if name not in written and note["id"] not in there:
            yield InsertCell(answer["id"], note)


def noted(mine: Notebook, left: Mapping[str, Cell], *, update: bool) -> dict[str, list[str]]:
    """Return what the notebook's mark says about its notes from now on; empty where there are none."""
    names = list(left) if update else _noted(mine)
    return {NOTES: names} if names else {}


def note_of(cell: Cell) -> str | None:
    """Return the exercise that a cell is a note on; None where it is no such note."""
    name = mark(cell).get("note")
    return name if isinstance(name, str) else None


def _note(name: str, new: Sequence[str], tag: str) -> Cell:
    say = runtime(tag).text  # in the edition of the notebook, whatever this process speaks
    source = say(
        "update.leftover",
        "> **Your answer to `{exercise}`, above, stays.** The course no longer has this exercise, so nothing checks "
        "the answer any more. Delete it, and this note, when you need them no longer.",
        exercise=name,
    )
    if new:
        source += "\n>\n> " + say(
            "update.leftover.new",
            "New in this chapter: {exercises}. If the exercise only has another name now, copy your answer there.",
            exercises=", ".join(f"`{each}`" for each in new),
        )
    noted = {"role": "prose", "note": name, "hash": digest(source)} | ({"new": list(new)} if new else {})
    id_ = f"note-{digest(name)}"  # the name comes from the learner's file, and may be no valid id
    return {"cell_type": "markdown", "id": id_, "metadata": {"tiedbook": noted}, "source": source}


def _asked(cell: Cell) -> str | None:
    """Return the exercise that a cell answers, in code or in words."""
    key = {"answer": "exercise", "written": "written"}.get(role(cell) or "")
    name = mark(cell).get(key) if key else None
    return name if isinstance(name, str) else None


def _noted(notebook: Notebook) -> list[str]:
    return _names(mark(notebook).get(NOTES))


def _names(found: object) -> list[str]:
    return [name for name in found if isinstance(name, str)] if isinstance(found, list) else []
