"""Written answers: what a learner wrote in words, wherever around its cell, and what counts as nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tiedbook.bilingual import unfolded
from tiedbook.notebook import Cell, Notebook, role

STUB = "…"  # the last line of every starter, in every edition: the answer replaces it


def is_blank(source: str, starters: Iterable[str]) -> bool:
    """Say whether nothing was written: the starter of some edition, what is left of one, or no text at all.

    Parameters
    ----------
    source : str
        What stands there.
    starters : iterable of str
        The starter in every edition.
    """
    there = _words(source)
    return there in {"", STUB, "..."} or any(there in (_words(each), _words(_told(each))) for each in starters)


def written_answer(mine: Notebook, at: Mapping[str, int], frames: Sequence[Notebook], id_: str) -> str:
    """Return what a learner wrote for one written answer; empty where nothing.

    Text cells of the learner's own right around the cell belong to the answer: it may have been split, or go on below.
    Where the cell is gone because it was merged into the text above, what stands below that text is the answer.

    Parameters
    ----------
    mine : Notebook
        The learner's notebook.
    at : mapping of str to int
        Where the course cells are in it, by id.
    frames : sequence of Notebook
        The chapter as built, in one edition or more. The first says which cells there are.
    id_ : str
        Id of the answer's cell.
    """
    if id_ in at:
        ours = {cell["source"] for frame in frames for cell in frame["cells"]}
        pieces = _around(mine["cells"], at[id_], set(at.values()), ours)
    else:
        pieces = list(_merged_above(mine, at, frames, id_))
    starters = _texts(frames, id_)
    return "\n\n".join(dict.fromkeys(piece.strip() for piece in pieces if not is_blank(piece, starters)))


def before(course: Notebook, id_: str) -> str | None:
    """Return the id of the cell before the one of this id; None where it is the first."""
    ids = [cell["id"] for cell in course["cells"]]
    place = ids.index(id_)
    return ids[place - 1] if place else None


def _around(cells: Sequence[Cell], position: int, taken: set[int], ours: set[str]) -> list[str]:
    def belongs(place: int) -> bool:
        if not 0 <= place < len(cells) or place in taken or unfolded(cells[place]["source"]) in ours:
            return False
        # a split leaves our metadata on both pieces
        return cells[place]["cell_type"] != "code" and role(cells[place]) in (None, "written")

    first = last = position
    while belongs(first - 1):
        first -= 1
    while belongs(last + 1):
        last += 1
    return [cell["source"] for cell in cells[first : last + 1]]


def _merged_above(mine: Notebook, at: Mapping[str, int], frames: Sequence[Notebook], id_: str) -> Iterator[str]:
    above = before(frames[0], id_)
    if above is None or above not in at:
        return
    text = unfolded(mine["cells"][at[above]]["source"])
    for prompt in _texts(frames, above):
        if text.startswith(prompt):
            yield text[len(prompt) :]
            return


def _texts(frames: Iterable[Notebook], id_: str) -> list[str]:
    return [cell["source"] for frame in frames for cell in frame["cells"] if cell["id"] == id_]


def _told(starter: str) -> str:
    """Return a starter without the line that the answer replaces."""
    return starter.removesuffix(STUB)


def _words(text: str) -> str:
    return " ".join(text.split())
