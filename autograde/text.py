"""Text made fit to be shown."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

# Control characters can move a terminal's cursor, those for direction can make text read as another, and half of a
# surrogate pair cannot be written as UTF-8.
_UNFIT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_FORMULA = re.compile(r"\$([^$]+)\$")
_ESCAPES = re.compile("\x1b\\[[0-9;?]*[ -/]*[@-~]")  # colours and the like, as terminals take them


def plain(text: str) -> str:
    """Return text of a submission without what a reader would not see: colours go, other controls become visible."""
    text = _ESCAPES.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _UNFIT.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def one_line(text: str) -> str:
    """Return text of a submission, such as the name of a file, fit to stand in one line on a terminal."""
    return plain(text).replace("\n", "\\n").replace("\t", "\\t")


def counted(count: int, noun: str) -> str:
    """Return how many there are of something, in English: ``"1 page"``, ``"2 pages"``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def inline(text: str, *, math: bool = False) -> Markup:
    """Return a sentence as HTML: what stands between backticks is code, everything is escaped.

    Parameters
    ----------
    text : str
        The sentence.
    math : bool
        Whether what stands between dollar signs is a formula; only for text of the course itself.
    """
    prose = _with_formulas if math else escape
    parts = plain(text).split("`")
    if len(parts) % 2 == 0:  # one backtick has no partner
        parts[-2:] = ["`".join(parts[-2:])]
    code = Markup('<code translate="no">{}</code>')
    return Markup("").join(code.format(part) if number % 2 else prose(part) for number, part in enumerate(parts))


def _with_formulas(text: str) -> Markup:
    from tiedbook.mathml import mathml

    parts = _FORMULA.split(text)
    made = (Markup(mathml(part)) for part in parts[1::2])  # noqa: S704  # MathML or escaped text, nothing else
    return Markup("").join(next(made) if number % 2 else escape(part) for number, part in enumerate(parts))


def defines(name: str, source: str) -> bool:
    """Say whether a line of a cell binds this name. It is not parsed: here a stranger's code is only read."""
    binding = rf"^(?:async\s+def|def|class)\s+{name}\b|^{name}\s*(?::.*)?=(?!=)"
    return re.search(binding, source, re.MULTILINE) is not None
