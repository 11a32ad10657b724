"""A Markdown cell as blocks of words between verbatim text, so that words can be replaced and structure cannot."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal

from tiedbook.author.keys import keyed
from tiedbook.author.markup import markup

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

Role = Literal["heading", "text", "item", "quote", "header", "row", "summary"]

_SUMMARY = re.compile(r"(?<=<summary>)(?P<words>.*?)(?=</summary>)", re.DOTALL)
_TAG = re.compile(r"<!--.*?-->|<[^>]*>", re.DOTALL)
_CONTAINER = r"(?:[ \t>]|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))*"
_ATX = re.compile(_CONTAINER + r"#{1,6}(?=[ \t])")


@dataclass(frozen=True, slots=True)
class Block:
    """One translation unit: a paragraph, heading, list item, table row or summary, on one line.

    Parameters
    ----------
    role : str
        What it is in the text.
    text : str
        The English words with their inline markup. Hard-wrapped lines are joined; a break is left only where Markdown
        means one.
    hang : str
        What stands before each further line, such as ``"> "``.
    level : int
        Level of a heading; 0 for everything else.
    key : str
        Name of the block, unique in its cell unless the text is the same; insertions elsewhere do not change it.
    """

    role: Role
    text: str
    hang: str = ""
    level: int = 0
    key: str = ""


Line = tuple[str | Block, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A top-level element of the text (a paragraph, a whole list, a whole table), or what lies between two."""

    lines: tuple[Line, ...]
    html: bool = False

    def blocks(self) -> tuple[Block, ...]:
        """Return the blocks in it, in order."""
        return tuple(piece for line in self.lines for piece in line if isinstance(piece, Block))

    def text(self, words: Callable[[Block], str]) -> str:
        """Put the passage together again with these words for its blocks."""
        return "\n".join("".join(_piece(piece, words) for piece in line) for line in self.lines)


@dataclass(frozen=True, slots=True)
class Document:
    """A Markdown cell.

    Parameters
    ----------
    passages : tuple of Passage
        Everything in the cell, in order.
    faults : tuple of (int, str)
        Line (from 0) and sentence of text that no translation could reach.
    """

    passages: tuple[Passage, ...]
    faults: tuple[tuple[int, str], ...] = ()

    def blocks(self) -> tuple[Block, ...]:
        """Return all blocks, in order."""
        return tuple(block for passage in self.passages for block in passage.blocks())

    def text(self, words: Callable[[Block], str]) -> str:
        """Put the cell together again; with each block's own text it renders as the source does."""
        return "\n".join(passage.text(words) for passage in self.passages)


@lru_cache(maxsize=4096)
def document(source: str) -> Document:
    """Take a Markdown cell apart."""
    lines = source.split("\n")
    tokens = parser().parse(source)
    found = {edit.start: edit for edit in _edits(tokens, lines)}
    named = iter(keyed([block for _, edit in sorted(found.items()) for block in edit.blocks()]))
    passages = []
    for start, stop, html in _ranges(tokens, len(lines)):
        parts: list[Line] = []
        row = start
        while row < stop:
            edit = found.get(row)
            line: Line = edit.line if edit else (lines[row],)
            parts.append(tuple(next(named) if isinstance(piece, Block) else piece for piece in line))
            row = edit.stop if edit else row + 1
        passages.append(Passage(tuple(parts), html))
    return Document(tuple(passages), tuple(fault for token in tokens for fault in _faults(token)))


@cache
def parser() -> MarkdownIt:
    """Return the parser: CommonMark with tables and dollar math, as JupyterLab reads it."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    return MarkdownIt("commonmark").enable("table").use(dollarmath_plugin, allow_labels=False, double_inline=True)


@dataclass(frozen=True, slots=True)
class _Edit:
    """The lines from `start` up to `stop` hold these pieces."""

    start: int
    stop: int
    line: Line

    def blocks(self) -> list[Block]:
        return [piece for piece in self.line if isinstance(piece, Block)]


def _edits(tokens: list[Token], lines: list[str]) -> Iterator[_Edit]:
    inside: list[str] = []
    for number, token in enumerate(tokens):
        if token.nesting == 1:
            inside.append(token.type)
        elif token.nesting == -1:
            inside.pop()
        if token.map is None:
            continue
        start, stop = token.map
        if token.type == "tr_open":
            yield from _row(lines, start, "header" if "thead_open" in inside else "row")
        elif token.type == "html_block":
            yield from _html(lines, start, stop)
        elif token.type == "inline" and "table_open" not in inside and markup(token.content).speaks:
            heading = tokens[number - 1]
            level = int(heading.tag[1]) if heading.type == "heading_open" else 0
            yield _words(lines, start, stop, token.content, _role(inside), level)


def _role(inside: list[str]) -> Role:
    roles: dict[str, Role] = {"heading_open": "heading", "list_item_open": "item", "blockquote_open": "quote"}
    return next((roles[kind] for kind in reversed(inside) if kind in roles), "text")


def _words(lines: list[str], start: int, stop: int, content: str, role: Role, level: int) -> _Edit:
    line, head = lines[start], content.partition("\n")[0].rstrip()
    signs = _ATX.match(line) if level else None
    at = line.index(head, signs.end()) if signs else line.rindex(head)
    tail = line[at + len(head) :].rstrip() if signs else ""  # a heading may end in signs as well
    hang = re.sub(r"[^>\s]", " ", line[:at])
    return _Edit(start, stop, (line[:at], Block(role, _unwrapped(content), hang, level), tail))


def _unwrapped(content: str) -> str:
    """Join hard-wrapped lines; keep the breaks that Markdown means: two spaces or a backslash at the end of a line."""
    text, *rest = content.split("\n")
    for line in rest:
        broken = text.endswith("  ") or (len(text) - len(text.rstrip("\\"))) % 2 == 1
        text = f"{text}\n{line.lstrip()}" if broken else f"{text.rstrip()} {line.lstrip()}"
    return text.rstrip()


def _row(lines: list[str], start: int, role: Role) -> Iterator[_Edit]:
    at = len(re.match(_CONTAINER, lines[start])[0])  # type: ignore[index]  # matches nothing at least
    text = lines[start][at:].rstrip()
    if markup(text).speaks:
        yield _Edit(start, start + 1, (lines[start][:at], Block(role, text)))


def _html(lines: list[str], start: int, stop: int) -> Iterator[_Edit]:
    text = "\n".join(lines[start:stop])
    pieces: list[str | Block] = []
    done = 0
    for match in _SUMMARY.finditer(text):
        words = " ".join(match["words"].split())
        if markup(words).speaks:
            pieces += [text[done : match.start()], Block("summary", words)]
            done = match.end()
    if pieces:
        yield _Edit(start, stop, (*pieces, text[done:]))


def _ranges(tokens: list[Token], count: int) -> Iterator[tuple[int, int, bool]]:
    """Cut the lines into top-level elements and what lies between them."""
    done = 0
    for token in tokens:
        if token.level or token.map is None or token.nesting < 0 or token.map[0] < done:
            continue
        start, stop = token.map
        if start > done:
            yield done, start, False
        yield start, stop, token.type == "html_block"
        done = stop
    if done < count:
        yield done, count, False


def _faults(token: Token) -> Iterator[tuple[int, str]]:
    if token.map is None:
        return
    if token.type == "html_block":
        rest = _SUMMARY.sub("", token.content)
        if markup(_TAG.sub(" ", rest)).speaks:
            yield token.map[0], "words inside HTML cannot be translated: leave an empty line after the tag before them"
        if re.search(r'\salt="[^"]', rest):
            yield token.map[0], "an HTML image keeps its alt text from translators: write ![alt text](path)"
    elif token.type == "inline" and any(line.strip().startswith("$$") for line in token.content.split("\n")[1:]):
        yield token.map[0], "display math needs an empty line before and after it"


def _piece(piece: str | Block, words: Callable[[Block], str]) -> str:
    return piece if isinstance(piece, str) else words(piece).replace("\n", f"\n{piece.hang}")
