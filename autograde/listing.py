"""A cell as a numbered listing, its function's docstring to be folded away."""

from __future__ import annotations

import contextlib
import io
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

from autograde.text import plain

LONG = 3  # lines of a docstring that are not worth folding
_BETWEEN = {tokenize.NEWLINE, tokenize.NL, tokenize.COMMENT, tokenize.INDENT}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of code.

    Parameters
    ----------
    number : int
        Counted from 1, as in messages on errors.
    text : str
        Fit to be shown.
    stopped : bool
        Whether the cell stopped in this line.
    """

    number: int
    text: str
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """The lines of a cell in order: those before the fold, in it and after it; all before it where there is none."""

    before: tuple[Line, ...]
    fold: tuple[Line, ...] = ()
    after: tuple[Line, ...] = ()


def listing(source: str, function: str = "", stopped: int | None = None) -> Listing:
    """Return the numbered lines of a cell.

    Parameters
    ----------
    source : str
        The cell.
    function : str
        Function whose docstring is folded, if it is longer than a few lines: learners have it before them anyway.
    stopped : int or None
        Line in which the cell stopped; never folded.
    """
    text = plain(source)
    lines = tuple(Line(number, line, number == stopped) for number, line in enumerate(text.rstrip().split("\n"), 1))
    first, last = _docstring(text, function) if function else (0, -1)
    if last - first < LONG or first <= (stopped or 0) <= last:
        return Listing(lines)
    return Listing(lines[: first - 1], lines[first - 1 : last], lines[last:])


def _docstring(text: str, function: str) -> tuple[int, int]:
    """Return the first and last line of a docstring; from tokens, since there are some where a cell does not parse."""
    tokens = _tokens(text)
    for token in tokens:
        if token.string == "def" and next(tokens, token).string == function:
            break
    depth = 0
    for token in tokens:
        depth += (token.string in "([{") - (token.string in ")]}") if token.type == tokenize.OP else 0
        if token.string == ":" and depth == 0:
            break
    found = next((token for token in tokens if token.type not in _BETWEEN), None)
    return (found.start[0], found.end[0]) if found and found.type == tokenize.STRING else (0, -1)


def _tokens(text: str) -> Iterator[tokenize.TokenInfo]:
    with contextlib.suppress(tokenize.TokenError, SyntaxError):
        yield from tokenize.generate_tokens(io.StringIO(text).readline)
