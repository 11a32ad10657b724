"""A chapter in two languages: below each passage of the first the same one in the second, folded.

It joins two built chapters, so that it needs no catalogs: editions have the same passages, which a test proves. What is
folded can be taken out again, which leaves the first text to the last byte.
"""

from __future__ import annotations

import re

from tiedbook.editions import Edition
from tiedbook.notebook import Cell, Notebook, digest, mark, role

_FENCE = re.compile(r"(?:```|~~~)")
_ITEM = re.compile(r"\s*(?:[-+*]|\d{1,9}[.)])\s|\s{2,}\S")
_SUMMARY = re.compile(r"(?<=<summary>)(.*?)(?=</summary>)", re.DOTALL)
_HEADING = re.compile(r"^#{1,6}\s+(.*?)[\s#]*$", re.MULTILINE)
_TAGS = re.compile(r"^</?(?:details|summary).*$", re.MULTILINE)
_OURS = 'class="tiedbook-second"'
_FOLDED = re.compile(rf" <small {_OURS}[^>]*>.*?</small>|\n\n<details {_OURS}.*?\n</details>", re.DOTALL)


def bilingual(first: Notebook, second: Notebook, edition: Edition) -> Notebook:
    """Return a built chapter with another edition of it folded below each passage of its prose.

    Parameters
    ----------
    first : Notebook
        The chapter in the edition to read.
    second : Notebook
        The same chapter in another edition.
    edition : Edition
        Which one that is.
    """
    there = {cell["id"]: cell for cell in second["cells"]}
    cells = [_both(cell, there.get(cell["id"]), edition) for cell in first["cells"]]
    noted = {**mark(first), "beside": edition.tag}
    return {**first, "cells": cells, "metadata": {**first["metadata"], "tiedbook": noted}}


def both(first: str, second: str, edition: Edition) -> str:
    """Return a text with another edition of it folded below each passage, unless both read the same there.

    Where the two do not have the same passages, the whole of the second is folded below the first.
    """
    parts, others = passages(first), passages(second)
    if [is_html(part) for part, _ in parts] != [is_html(part) for part, _ in others]:
        return first + _folded(second, edition)
    return "".join(_passage(part, other, edition) + gap for (part, gap), (other, _) in zip(parts, others, strict=True))


def unfolded(text: str) -> str:
    """Return a text as it was before another edition was folded into it."""
    return _FOLDED.sub("", text)


def passages(text: str) -> list[tuple[str, str]]:
    """Cut a text at empty lines into passages, each with the empty lines after it; fences and lists stay whole."""
    pieces = re.split(r"(\n(?:[ \t]*\n)+)", text)
    found: list[tuple[str, str]] = []
    is_fenced = is_list = False
    for piece, gap in zip(pieces[::2], [*pieces[1::2], ""], strict=True):
        goes_on = is_fenced or (is_list and _ITEM.match(piece) is not None)
        if goes_on:
            before, between = found.pop()
            found.append((before + between + piece, gap))
        else:
            found.append((piece, gap))
            is_list = _ITEM.match(piece) is not None
        is_fenced ^= len(_FENCE.findall(piece)) % 2 == 1
    return found


def is_html(passage: str) -> bool:
    """Say whether a passage is HTML, such as the beginning or the end of a fold."""
    return passage.lstrip().startswith("<")


def _both(cell: Cell, other: Cell | None, edition: Edition) -> Cell:
    # the first cell is about the editions; a written answer has to be known as unanswered, so it speaks one language
    if role(cell) != "prose" or other is None or cell["id"] == "editions":
        return cell
    text = both(cell["source"], other["source"], edition)
    metadata = {**cell["metadata"], "tiedbook": {**mark(cell), "hash": digest(text)}}
    return {**cell, "source": text, "metadata": metadata}


def _passage(first: str, second: str, edition: Edition) -> str:
    if first == second:
        return first
    if not is_html(first):
        return first + _folded(_HEADING.sub(r"**\1**", second), edition)  # a table of contents lists a heading once
    words = iter(_SUMMARY.findall(second))
    return _SUMMARY.sub(lambda match: match[0] + _beside(match[0], next(words, ""), edition), first)


def _folded(text: str, edition: Edition) -> str:
    text = _TAGS.sub("", text)  # else it could end the fold
    head = f'\n\n<details {_OURS} lang="{edition.tag}"><summary><small>{edition.name}</small></summary>'
    return f"{head}\n\n{text}\n\n</details>"


def _beside(first: str, second: str, edition: Edition) -> str:
    if not second or first == second:
        return ""
    return f' <small {_OURS} lang="{edition.tag}">· {second}</small>'


def second_of(notebook: Notebook) -> str | None:
    """Return the edition that is folded into a notebook, by its tag; None where it is in one language."""
    found = mark(notebook).get("beside")
    return found if isinstance(found, str) else None
