"""The outline of a built chapter: what every edition of it has alike."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from tiedbook.author.blocks import parser
from tiedbook.author.findings import Finding
from tiedbook.author.markup import markup
from tiedbook.notebook import Notebook, digest, mark

Piece = tuple[str, str]  # id of the cell, and what stands there

_TAG = re.compile(r"<(?!/?small)(/?[a-z]+)")  # <small> is the mark of what is untranslated
_NAMES = {"heading_open": "heading", "fence": "code block", "table_open": "table", "tr_open": "table row"}
_NAMES |= {"list_item_open": "list item", "blockquote_open": "quote", "paragraph_open": "paragraph"}


def outline(notebook: Notebook) -> tuple[Piece, ...]:
    """Return the cells of a chapter, with the headings, paragraphs, tables, lists, folds, images and math in them."""
    return tuple((cell["id"], what) for cell in notebook["cells"] for what in _of_cell(cell))


def outline_findings(where: str, english: tuple[Piece, ...], notebook: Notebook) -> Iterator[Finding]:
    """Yield the first difference between the outline of a chapter and that of the English one."""
    for wanted, found in zip_longest(english, outline(notebook)):
        if wanted != found:
            (cell, there) = found or (wanted[0], "nothing")
            expected = wanted[1] if wanted and wanted[0] == cell else "nothing more"
            yield Finding(
                f"{where}: [{cell}]",
                f"{there} where the English has {expected}: a translation changes the structure of its cell; mend it",
            )
            return


def _of_cell(cell: dict[str, Any]) -> Iterator[str]:
    if cell["cell_type"] != "markdown":
        belongs = [str(mark(cell).get(key, "")) for key in ("role", "exercise", "part")]
        yield f"code cell {' '.join(filter(None, belongs))} ({digest(cell['source'])})"
        return
    if cell["id"] == "editions":  # each edition links to the others
        return
    yield "text"
    for token in parser().parse(cell["source"]):
        if token.type == "html_block":
            yield from (f"<{tag}>" for tag in _TAG.findall(token.content))
        elif token.type in _NAMES:
            yield f"{_NAMES[token.type]} {token.tag if token.type == 'heading_open' else token.info}".strip()
        elif token.type == "inline":
            yield from (f"image {child.attrs['src']}" for child in token.children or () if child.type == "image")
            yield from (f"math {part}" for part in markup(token.content).parts["math"])
