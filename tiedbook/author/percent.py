"""A percent-format file as cells with line numbers.

jupytext reads the same format, but keeps no line numbers and takes over a second to import. A test holds the two
together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

_MARKER = re.compile(r"# %%(?P<rest>.*)")
_MARKDOWN = re.compile(r"\s*\[markdown\](?=\s|$)")
_PAIR = re.compile(r'\s+(?P<key>[A-Za-z_]\w*)="(?P<value>[^"]*)"')


@dataclass(frozen=True, slots=True)
class PercentCell:
    """One cell as the file has it.

    Parameters
    ----------
    line : int
        Line of its marker, from 1.
    markdown : bool
        Whether it is a Markdown cell; otherwise it is code.
    metadata : mapping of str to str
        The ``key="value"`` pairs of its marker.
    source : str
        Its text, from the line after the marker: Markdown without the comment signs, code as it stands.
    faults : tuple of (int, str)
        Line and sentence of everything that is not percent format.
    """

    line: int
    markdown: bool
    metadata: Mapping[str, str]
    source: str
    faults: tuple[tuple[int, str], ...]


def percent_cells(text: str) -> tuple[PercentCell, ...]:
    """Cut a percent-format file into its cells; what stands before the first marker is the jupytext header."""
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if _MARKER.fullmatch(line)]
    return tuple(_cell(lines[start:stop], start + 1) for start, stop in pairwise([*starts, len(lines)]))


def _cell(lines: list[str], number: int) -> PercentCell:
    rest = lines[0].removeprefix("# %%")
    markdown = _MARKDOWN.match(rest)
    rest = rest[markdown.end() :] if markdown else rest
    metadata = {pair["key"]: pair["value"] for pair in _PAIR.finditer(rest)}
    faults = []
    if _PAIR.sub("", rest).strip():
        faults.append((number, f'the marker holds {_PAIR.sub("", rest).strip()!r}: write only key="value" pairs'))
    keys = [pair["key"] for pair in _PAIR.finditer(rest)]
    faults += [(number, f"the marker says {key!r} twice: keep one") for key in metadata if keys.count(key) > 1]
    body = "\n".join(lines[1:]).rstrip().split("\n")
    if markdown:
        faults += list(_not_comments(body, number + 1))
        body = [line.removeprefix("# ") if line.startswith("# ") else line.removeprefix("#") for line in body]
    source = "\n".join(body).rstrip()
    if source.startswith("\n"):
        faults.append((number + 1, "an empty line at the head of a cell: remove it"))
    return PercentCell(number, markdown is not None, metadata, source, tuple(faults))


def _not_comments(body: list[str], first: int) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(body, first):
        if line.strip() and line.rstrip() != "#" and not line.startswith("# "):
            yield number, "a line of a Markdown cell begins with '# ': put it in front"
