"""Text of a submission made fit to be shown, and titles of cells."""

from __future__ import annotations

import re
from collections.abc import Mapping

from markupsafe import Markup, escape

from tiedbook.notebook import Cell, Notebook

# Control characters can move a terminal's cursor, those for direction can make text read as another, and half of a
# surrogate pair cannot be written as UTF-8.
_UNFIT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_ESCAPES = re.compile("\x1b\\[[0-9;?]*[ -/]*[@-~]")  # colours and the like, as terminals take them
_HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)
_SUMMARY = re.compile(r"<summary>(.*?)</summary>", re.DOTALL)
_TAG = re.compile(r"<[^<>]*>")
_MARK = re.compile(r"\*\*|[`$]")


def plain(text: str) -> str:
    """Return text of a submission without what a reader would not see: colours go, other controls become visible."""
    text = _ESCAPES.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _UNFIT.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def inline(text: str) -> Markup:
    """Return a sentence as HTML: what stands between backticks is code, everything is escaped."""
    parts = plain(text).split("`")
    if len(parts) % 2 == 0:  # one backtick has no partner
        parts[-2:] = ["`".join(parts[-2:])]
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if number % 2 else escape(part) for number, part in enumerate(parts)
    )


def heading(notebook: Notebook, id_: str) -> str | None:
    """Return the title of the section that a cell stands in; None if there is no such cell, or no title above it."""
    found: str | None = None
    for cell in notebook["cells"]:
        titles = _HEADING.findall(_outside_code(cell)) if cell["cell_type"] == "markdown" else []
        if cell["id"] == id_:
            return _words(titles[0]) if titles else found
        if titles:
            found = _words(titles[-1])
    return None


def first_summary(cell: Mapping[str, str]) -> str | None:
    """Return the title of the first fold in a cell; None if there is none."""
    found = _SUMMARY.search(cell["source"])
    return _words(found[1]) if found else None


def _outside_code(cell: Cell) -> str:
    return "".join(str(cell["source"]).split("```")[::2])


def _words(title: str) -> str:
    return " ".join(_MARK.sub("", _TAG.sub("", title)).split())
