"""The released notebook as frame, with a learner's answers and own code cells in it and nothing else of theirs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from autograde.register import locked_cell
from tiedbook.course import course
from tiedbook.editions import SOURCE, editions
from tiedbook.merge import apply, merge
from tiedbook.notebook import Cell, Notebook, chapter_of, digest, edition_of, mark, read_notebook, role


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
    return apply(frame, merge(mine, frame, "rebuild", others))


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


def prose(stem: str, edition: str) -> Mapping[str, Cell]:
    """Return the cells of a built chapter that editions differ in, by id; none where that edition lacks the chapter."""
    path = course().built(edition) / f"{stem}.ipynb"
    return _prose_of(path, path.stat().st_mtime_ns) if path.is_file() else {}


@lru_cache(maxsize=64)
def _prose_of(path: Path, _changed: int) -> Mapping[str, Cell]:
    return {cell["id"]: cell for cell in read_notebook(path)["cells"] if role(cell) in ("prose", "written")}
