"""Everything there is to translate, as units with the context a translator needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tiedbook.author.blocks import Block, document
from tiedbook.author.findings import Finding, refuse
from tiedbook.author.source import Cell, Chapter

KEYWORDS: dict[str, Any] = dict.fromkeys(("Diagnosis", "LearnerError", "say", "text"), ((1, "c"), 2))
_CODE = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+")
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
        if cell.role != "prose":
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
        If a code is malformed, or stands for two different sentences.
    """
    sentences: dict[str, dict[str, set[str]]] = {}
    for place, code, english in _calls(root):
        sentences.setdefault(code, {}).setdefault(english, set()).add(place)
    faults = []
    for code, variants in sorted(sentences.items()):
        place = min(min(places) for places in variants.values())
        if len(variants) > 1:
            faults.append(Finding(place, f"the code {code!r} stands for different sentences: give each its own code"))
        if not _CODE.fullmatch(code):
            faults.append(Finding(place, f"the code {code!r} is malformed: write it as 'exercise.what_is_wrong'"))
    refuse(faults)
    return tuple(
        Unit(code, english, tuple(sorted(places)), flags=("python-brace-format",) if "{" in english else ())
        for code, variants in sorted(sentences.items())
        for english, places in variants.items()
    )


def _notes(cell: Cell, block: Block, path: list[Block], before: Block | None, after: Block | None) -> Iterator[str]:
    where = " › ".join(_short(heading.text) for heading in path)
    yield f"{_NAMES.get(block.role, block.role)} in cell {cell.id}" + (f" ({cell.kind})" if cell.kind else "")
    if where:
        yield f"under: {where}"
    if before:
        yield f"before: {_short(before.text)}"
    if after:
        yield f"after: {_short(after.text)}"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHORT else f"{flat[: _SHORT - 1].rsplit(' ', 1)[0]} …"


def _calls(root: Path) -> Iterator[tuple[str, str, str]]:
    """Yield path, code and sentence of every call that shows one; Babel reads the code without running it."""
    from babel.messages.extract import extract_from_file

    methods = {".py": "python", ".html": "jinja2.ext.babel_extract", ".jinja": "jinja2.ext.babel_extract"}
    for folder in ("tiedbook", "autograde"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in methods or "author" in path.parts:
                continue
            found = extract_from_file(methods[path.suffix], path, KEYWORDS)
            for _, message, _, code in found:
                if code and isinstance(message, str):
                    yield path.relative_to(root).as_posix(), code, message
