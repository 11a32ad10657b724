"""One chapter in one edition as a notebook: words from the catalog, everything else from the source."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tiedbook import __version__
from tiedbook.author.blocks import Block, document
from tiedbook.author.source import Cell, Chapter
from tiedbook.author.starter import bound_names, solution, starter
from tiedbook.author.structure import SLOT
from tiedbook.author.units import context
from tiedbook.diagnosis import Part
from tiedbook.editions import Edition
from tiedbook.headings import UNTRANSLATED
from tiedbook.notebook import Notebook, digest

Reviewed = Mapping[tuple[str, str], str]
Points = Mapping[tuple[str, Part], int]


@dataclass(frozen=True, slots=True)
class Voice:
    """The words of one edition for one chapter.

    Parameters
    ----------
    edition : Edition
        Whose words they are.
    reviewed : mapping of (str, str) to str, or None
        Translations by context and English text; None for English itself.
    """

    edition: Edition
    reviewed: Reviewed | None = None

    def words(self, cell: Cell, block: Block) -> str:
        """Return the words for a block; where there is no reviewed translation, the English ones with a mark."""
        if self.reviewed is None:
            return block.text
        return self.reviewed.get((context(cell, block), block.text)) or _marked(block)


def notebook_of(chapter: Chapter, voice: Voice, editions: Sequence[Edition], points: Points) -> Notebook:
    """Return a chapter as a notebook without outputs.

    Parameters
    ----------
    chapter : Chapter
        The source.
    voice : Voice
        The words of the edition.
    editions : sequence of Edition
        All editions, which the first cell links to.
    points : mapping of (str, Part) to int
        What each graded part of each exercise is worth.
    """
    cells = [_markdown("editions", _links(chapter.stem, voice.edition, editions), {})]
    bound: set[str] = set()
    for cell in chapter.cells:
        cells.append(_built(chapter, cell, voice, points, frozenset(bound)))
        if cell.role in ("data", "answer"):
            bound |= bound_names([cell.source])
    tiedbook: dict[str, Any] = {
        "chapter": chapter.stem,
        "edition": voice.edition.tag,
        "release": __version__,
        "cells": [cell["id"] for cell in cells],
    }
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            "tiedbook": tiedbook,
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _built(chapter: Chapter, cell: Cell, voice: Voice, points: Points, bound: frozenset[str]) -> dict[str, Any]:
    if cell.role == "prose":
        belonging = (("kind", cell.kind), ("exercise", cell.exercise), ("written", cell.written))
        belongs = {key: value for key, value in belonging if value}
        text = document(cell.source).text(lambda block: voice.words(cell, block))
        if cell.kind == "reveal" and cell.exercise:
            text = text.replace(SLOT, f"```python\n{solution(chapter.solutions, cell.exercise, bound)}\n```")
        return _markdown(cell.id, text, belongs, **(_FOLDED if cell.kind == "folded" else {}))
    if cell.role == "written" and cell.written:
        return _written(cell, document(cell.source).text(lambda block: voice.words(cell, block)))
    if cell.role == "answer" and cell.exercise:
        return _answer(cell.exercise, starter(chapter.solutions, cell.exercise, bound))
    if cell.role == "check" and cell.exercise and cell.part:
        return _check(cell, points[cell.exercise, cell.part])
    return _code(cell.id, cell.source, cell.role, {})


def _links(stem: str, edition: Edition, editions: Sequence[Edition]) -> str:
    return " · ".join(
        f"**{other.name}**" if other.tag == edition.tag else f"[{other.name}](../{other.tag}/{stem}.ipynb)"
        for other in editions
    )


def _marked(block: Block) -> str:
    """Return the English words of a block with the mark; inside a table row it goes into the first column."""
    opening = re.match(r"\|\s*", block.text)
    at = opening.end() if opening else 0
    return block.text[:at] + UNTRANSLATED + block.text[at:]


def _markdown(name: str, source: str, belongs: Mapping[str, str], **metadata: object) -> dict[str, Any]:
    tiedbook = {"role": "prose", "hash": digest(source), **belongs}
    return {"cell_type": "markdown", "id": name, "metadata": {"tiedbook": tiedbook, **metadata}, "source": source}


def _code(name: str, source: str, role: str, belongs: Mapping[str, str], **metadata: object) -> dict[str, Any]:
    tiedbook = {"role": role, "hash": digest(source), **belongs}
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": name,
        "metadata": {"tiedbook": tiedbook, **metadata},
        "outputs": [],
        "source": source,
    }


def _answer(exercise: str, source: str) -> dict[str, Any]:
    nbgrader = {**_NBGRADER, "grade": False, "grade_id": exercise, "locked": False, "solution": True}
    return _code(exercise, source, "answer", {"exercise": exercise}, nbgrader=nbgrader)


def _written(cell: Cell, source: str) -> dict[str, Any]:
    nbgrader = {**_NBGRADER, "grade": True, "grade_id": cell.id, "locked": False, "solution": True}
    tiedbook = {"role": "written", "hash": digest(source), "written": cell.written}
    metadata = {"tiedbook": tiedbook, "nbgrader": {**nbgrader, "points": cell.points}}
    return {"cell_type": "markdown", "id": cell.id, "metadata": metadata, "source": source}


def _check(cell: Cell, points: int) -> dict[str, Any]:
    nbgrader = {**_NBGRADER, "grade": True, "grade_id": cell.id, "locked": True, "points": points, "solution": False}
    belongs = {"exercise": cell.exercise or "", "part": cell.part or ""}
    return _code(cell.id, cell.source, "check", belongs, nbgrader=nbgrader, editable=False, deletable=False)


_FOLDED = {"jp-MarkdownHeadingCollapsed": True}  # JupyterLab and Notebook 7 fold the section below the heading
_NBGRADER = {"schema_version": 3, "task": False}
