"""Everything there is to translate, as units with the context a translator needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tiedbook.author.blocks import Block, document
from tiedbook.author.findings import refuse
from tiedbook.author.sentences import Sentence, sentences
from tiedbook.author.source import Cell, Chapter
from tiedbook.author.structure import WORDS

_NAMES = {"text": "paragraph", "item": "list item", "header": "table header", "row": "table row"}
_SHORT = 64  # a note fits one line of the catalog


@dataclass(frozen=True, slots=True)
class Unit:
    """One sentence or block to translate.

    Parameters
    ----------
    context : str
        ``<cell id>/<block key>``, or the stable code of a runtime sentence.
    english : str
        The source text.
    places : tuple of str
        Files it is in, from the course's root.
    notes : tuple of str
        What the translator should know, one line each.
    flags : tuple of str
        What gettext tools should know: ``"python-brace-format"`` where the text has holes.
    """

    context: str
    english: str
    places: tuple[str, ...]
    notes: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()

    @property
    def cell(self) -> str:
        """The cell that a block stands in, or the first word of a runtime code."""
        return re.split(r"[/.]", self.context, maxsplit=1)[0]


def context(cell: Cell, block: Block) -> str:
    """Return the context under which a block of a cell is translated."""
    return f"{cell.id}/{block.key}"


def chapter_units(chapter: Chapter) -> tuple[Unit, ...]:
    """Return the units of a chapter in reading order; a block that a cell repeats is one unit."""
    found: dict[str, Unit] = {}
    path: list[Block] = []
    for cell in chapter.cells:
        if cell.role not in WORDS:
            continue
        blocks = document(cell.source).blocks()
        for number, block in enumerate(blocks):
            before = blocks[number - 1] if number else None
            after = blocks[number + 1] if number + 1 < len(blocks) else None
            if block.level:
                path = [heading for heading in path if heading.level < block.level]
            notes = tuple(_notes(cell, block, path, before, after))
            unit = Unit(context(cell, block), block.text, (chapter.path,), notes)
            found.setdefault(unit.context, unit)
            if block.level:
                path.append(block)
    return tuple(found.values())


def runtime_units(root: Path) -> tuple[Unit, ...]:
    """Return the sentences that code shows to learners, sorted by code.

    Raises
    ------
    TiedbookError
        If a sentence cannot be extracted.
    """
    found, faults = sentences(root)
    refuse(faults)
    shown: dict[tuple[str, str], list[Sentence]] = {}
    for sentence in found:
        shown.setdefault((sentence.code, sentence.english), []).append(sentence)
    return tuple(
        Unit(
            code,
            english,
            tuple(sorted({sentence.place for sentence in same})),
            tuple(sorted({sentence.kind for sentence in same})),
            ("python-brace-format",) if "{" in english else (),
        )
        for (code, english), same in sorted(shown.items())
    )


def _notes(cell: Cell, block: Block, path: list[Block], before: Block | None, after: Block | None) -> Iterator[str]:
    where = " › ".join(_short(heading.text) for heading in path)
    kind = cell.kind or ("stands where a learner will write" if cell.role == "written" else None)
    yield f"{_NAMES.get(block.role, block.role)} in cell {cell.id}" + (f" ({kind})" if kind else "")
    if where:
        yield f"under: {where}"
    if before:
        yield f"before: {_short(before.text)}"
    if after:
        yield f"after: {_short(after.text)}"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHORT else f"{flat[: _SHORT - 1].rsplit(' ', 1)[0]} …"
