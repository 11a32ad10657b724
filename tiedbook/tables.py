"""A small table that a notebook cell shows: HTML for the eye and the screen reader, plain text elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tiedbook.session import current_edition


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """Rows of text under a caption; as the last expression of a cell, it is displayed.

    Parameters
    ----------
    caption : str
        What the table shows, as a phrase.
    header : sequence of str
        One heading for each column.
    rows : sequence of sequences of str
        As many texts as the header has; the first names its row.
    """

    caption: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]

    def __repr__(self) -> str:
        lines = [self.header, *self.rows]
        widths = [max(len(line[column]) for line in lines) for column in range(len(self.header))]
        body = [
            "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip() for line in lines
        ]
        rule = "  ".join("-" * width for width in widths)
        return "\n".join([self.caption, "", body[0], rule, *body[1:]])

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col" style="text-align:left">{escape(text)}</th>' for text in self.header)
        body = "".join(f"<tr>{_cells(row)}</tr>" for row in self.rows)
        return (
            f'<table lang="{current_edition().tag}">'
            f'<caption style="text-align:left;font-weight:bold;caption-side:top">{escape(self.caption)}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )


def _cells(row: Sequence[str]) -> str:
    first, *others = (escape(text) for text in row)
    return f'<th scope="row" style="text-align:left">{first}</th>' + "".join(
        f'<td style="text-align:left">{text}</td>' for text in others
    )
