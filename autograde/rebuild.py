"""The released notebook as frame, with a learner's answers and own code cells in it and nothing else of theirs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from autograde.judge.lending import bound
from autograde.judge.loading import Origin, Source
from autograde.register import locked_cell
from autograde.text import defines
from tiedbook.course import course
from tiedbook.editions import SOURCE, editions
from tiedbook.merge import apply, merge
from tiedbook.notebook import Cell, Notebook, answers, chapter_of, digest, edition_of, mark, read_notebook, role


def edition_to_answer(mine: Notebook, stem: str) -> str:
    """Return the edition a submission was written in.

    Where its metadata names none, the one whose prose it shares most; English where it shares none.
    """
    told = edition_of(mine)
    if told in editions():
        return str(told)
    there = {digest(cell["source"]) for cell in mine["cells"]}
    shared = {tag: sum(mark(cell)["hash"] in there for cell in prose(stem, tag).values()) for tag in editions()}
    return max([SOURCE, *shared], key=lambda tag: shared[tag])


def frame_in(release: Notebook, stem: str, edition: str) -> Notebook:
    """Return the released notebook with its prose in another edition.

    Code, checks, points, ids and order stay as released, so that a newer version of the course changes no grade.
    """
    if edition == edition_of(release):
        return release
    translated = prose(stem, edition)
    cells = [_told(cell, translated) for cell in release["cells"]]
    metadata = {**release["metadata"], "tiedbook": {**mark(release), "edition": edition}}
    return {**release, "cells": cells, "metadata": metadata}


def rebuild(mine: Notebook, frame: Notebook) -> Notebook:
    """Return `frame` with the answers and own code cells of `mine`; all else of it is as released."""
    asked = any(role(cell) == "written" for cell in frame["cells"])
    stem = chapter_of(frame) if asked else None  # starters in all editions, by which a blank answer is known
    others = [{"cells": [*prose(stem, tag).values()], "metadata": {}} for tag in editions()] if stem else ()
    mine = _with_astray(mine, frame)
    return apply(frame, merge(mine, frame, "rebuild", others))


def _with_astray(mine: Notebook, frame: Notebook) -> Notebook:
    """Put answers that were merged into a cell which does not count, such as their check, into cells of their own."""
    given, starters = answers(mine), answers(frame)
    released = {cell["id"]: cell for cell in frame["cells"]}
    cells = list(mine["cells"])
    for id_, cell in released.items():
        name = str(mark(cell).get("exercise"))
        if role(cell) != "answer" or given.get(name, starters[name]) != starters[name]:
            continue
        found = [place for place, each in enumerate(cells) if _defines(name, each, released.get(each["id"]))]
        if found:
            own = next((place for place, each in enumerate(cells) if each["id"] == id_), None)
            astray = cells[found[-1]]
            answer = {**cell, "source": _without(released[astray["id"]], astray["source"])}
            cells[found[-1] : found[-1] + 1] = [astray, answer] if own is None else [astray]
            if own is not None:
                cells[own] = answer
    return {**mine, "cells": cells}


def _defines(name: str, cell: Cell, released: Cell | None) -> bool:
    """Say whether a course cell that is not an answer was changed, and binds this name now."""
    return (
        released is not None
        and cell["cell_type"] == "code"
        and role(cell) in ("check", "show", "data")
        and cell["source"] != released["source"]
        and defines(name, cell["source"])
    )


def _without(released: Cell, source: str) -> str:
    """Return what a learner's version of a cell has beside the cell's own lines."""
    ours = set(released["source"].splitlines())
    return "\n".join("" if line.strip() and line in ours else line for line in source.splitlines()).strip("\n")


def _told(cell: Cell, translated: Mapping[str, Cell]) -> Cell:
    found = translated.get(cell["id"], cell)
    if role(cell) == "written":  # its points stay as released; its checksum is that of the text which means "blank"
        metadata = {**cell["metadata"], "tiedbook": mark(found)}
        return locked_cell({**cell, "source": found["source"], "metadata": metadata})
    return found if role(cell) == "prose" else cell


def cells_to_run(rebuilt: Notebook) -> tuple[Cell, ...]:
    """Return the code cells that define something, in order: answers, the course's data, the learner's own.

    Checks are the judge's to make, and figures and timings define nothing.
    """
    return tuple(
        cell for cell in rebuilt["cells"] if cell["cell_type"] == "code" and role(cell) in ("answer", "data", None)
    )


def sources(rebuilt: Notebook, mine: Notebook, frame: Notebook) -> tuple[Source, ...]:
    """Return what the judge gets: the cells that run, and those that the learner's code may take names from.

    The latter are the cells which only show something, as the learner has them, and what the learner wrote into checks
    and data: whatever ran in the notebook, a function that is right there is right here.
    """
    starters = {cell["id"]: cell["source"] for cell in frame["cells"] if role(cell) == "answer"}
    run = [Source(cell["id"], cell["source"], _origin(cell, starters)) for cell in cells_to_run(rebuilt)]
    return (*_spare(mine, frame), *run)


def _origin(cell: Cell, starters: Mapping[str, str]) -> Origin:
    if role(cell) == "data":
        return "course"
    return "starter" if starters.get(cell["id"]) == cell["source"] else "learner"


def _spare(mine: Notebook, frame: Notebook) -> Iterator[Source]:
    theirs = {cell["id"]: cell for cell in mine["cells"] if cell["cell_type"] == "code"}
    for cell in frame["cells"]:
        if role(cell) not in ("show", "check", "data"):
            continue
        own = theirs.get(cell["id"])
        if own is not None and role(own) == role(cell) and own["source"] != cell["source"]:
            yield Source(cell["id"], own["source"], "spare")
        elif role(cell) == "show":
            yield Source(cell["id"], cell["source"], "spare", _bound(cell["id"], cell["source"]))


_bound = lru_cache(maxsize=1024)(bound)  # of released cells only


def prose(stem: str, edition: str) -> Mapping[str, Cell]:
    """Return the cells of a built chapter that editions differ in, by id; none where that edition lacks the chapter."""
    path = course().built(edition) / f"{stem}.ipynb"
    return _prose_of(path, path.stat().st_mtime_ns) if path.is_file() else {}


@lru_cache(maxsize=64)
def _prose_of(path: Path, _changed: int) -> Mapping[str, Cell]:
    return {cell["id"]: cell for cell in read_notebook(path)["cells"] if role(cell) in ("prose", "written")}
