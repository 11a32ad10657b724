"""The four arrays of the course, drawn to one scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from tiedbook import drawable
from tiedbook.figures.picture import BLUE, GREEN, GREY, INK, OCHRE, PAPER, Picture, canvas, picture
from tiedbook.session import say

_WIDTH, _HEIGHT = 7.4, 2.9  # inches that the rectangles may take
_SLOT = 1.6  # inches that a rectangle and its words need at least
_MARGIN = 0.5  # inches left of a rectangle, for the length of its vertical axis
_FOOT, _HEAD = 0.4, 0.75  # inches below and above
_THIN = 0.02  # inches; a narrower rectangle is widened, to be seen at all
_TALL = 1.0  # inches; beside a lower rectangle its length is written upwards from the foot
_GRID = 0.06  # inches of one number, from which a grid is worth drawing


@dataclass(frozen=True, slots=True)
class Rung:
    """One array as a rectangle: its last axis runs to the right, the others run down.

    Parameters
    ----------
    title : str
        What the edition calls it.
    shape : tuple of int
        Its shape.
    down, right : str
        Letters of the axes that run down, and of the one that runs to the right; "" if all run down.
    itemsize : int
        Bytes of one number.
    colour : str
        Its fill.
    """

    title: str
    shape: tuple[int, ...]
    down: str
    right: str
    itemsize: int
    colour: str

    @property
    def columns(self) -> int:
        """Numbers from left to right."""
        return self.shape[-1] if self.right else 1

    @property
    def rows(self) -> int:
        """Numbers from top to bottom."""
        return prod(self.shape) // self.columns

    @property
    def nbytes(self) -> int:
        """Bytes of the whole array."""
        return prod(self.shape) * self.itemsize


def shape_ladder(
    *,
    B: int,  # noqa: N803  # the letters of the course
    T: int,  # noqa: N803
    V: int,  # noqa: N803
    d: int,
    id_bytes: int = 8,
    number_bytes: int = 4,
) -> Picture:
    """Show ids, table, looked-up rows and scores to one scale, with their shapes and bytes.

    Parameters
    ----------
    B, T, V, d : int
        Texts in the batch, positions in each, tokens of the vocabulary, width of a row; at least 1.
    id_bytes, number_bytes : int
        Bytes of one id, and of every other number.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    B, T, V, d = drawable.shape_ladder(B=B, T=T, V=V, d=d).values()  # noqa: N806
    id_bytes, number_bytes = drawable.item_bytes(id_bytes=id_bytes, number_bytes=number_bytes).values()
    rungs = (
        Rung(say("figure.shape_ladder.ids", "ids"), (B, T), "B × T", "", id_bytes, GREY),
        Rung(say("figure.shape_ladder.table", "table E"), (V, d), "V", "d", number_bytes, BLUE),
        Rung(say("figure.shape_ladder.rows", "looked-up rows"), (B, T, d), "B × T", "d", number_bytes, GREEN),
        Rung(say("figure.shape_ladder.scores", "scores"), (B, T, V), "B × T", "V", number_bytes, OCHRE),
    )
    alt = say(
        "figure.shape_ladder.alt",
        "Four rectangles drawn to one scale: {arrays}. The largest is: {largest}.",
        arrays="; ".join(f"{rung.title} {_shape(rung)}, {readable_size(rung.nbytes)}" for rung in rungs),
        largest=max(rungs, key=lambda rung: rung.nbytes).title,
    )
    scale = inches_per_number(rungs)
    width = sum(_slot(rung, scale) for rung in rungs)
    figure, axes = canvas(width, max(rung.rows for rung in rungs) * scale + _FOOT + _HEAD)
    draw_shape_ladder(axes, rungs)
    return picture(figure, alt)


def draw_shape_ladder(axes: Axes, rungs: Sequence[Rung]) -> Axes:
    """Draw the rectangles side by side, standing on one line, into axes measured in inches.

    Parameters
    ----------
    axes : Axes
        From `canvas`.
    rungs : sequence of Rung
        From left to right.
    """
    scale = inches_per_number(rungs)
    left = 0.0
    for rung in rungs:
        x, width, height = left + _MARGIN, max(rung.columns * scale, _THIN), rung.rows * scale
        axes.add_patch(Rectangle((x, _FOOT), width, height, facecolor=rung.colour, edgecolor=rung.colour, lw=0.8))
        if scale >= _GRID:
            _grid(axes, rung, x, scale)
        head = _FOOT + height
        axes.text(x, head + 0.47, rung.title, color=INK, weight="bold")
        axes.text(x, head + 0.29, _shape(rung), color=INK)
        axes.text(x, head + 0.11, readable_size(rung.nbytes), color=GREY)
        y, align = (_FOOT + height / 2, "center") if height > _TALL else (_FOOT, "bottom")
        axes.text(x - 0.08, y, f"{rung.down} = {rung.rows:,}", color=GREY, rotation=90, ha="right", va=align)
        if rung.right:
            axes.text(
                x + width / 2, _FOOT - 0.08, f"{rung.right} = {rung.columns:,}", color=GREY, ha="center", va="top"
            )
        left += _slot(rung, scale)
    return axes


def inches_per_number(rungs: Sequence[Rung]) -> float:
    """Return the largest scale at which all rectangles and their words fit side by side.

    Parameters
    ----------
    rungs : sequence of Rung
        What is to be drawn.
    """
    scale = _HEIGHT / max(rung.rows for rung in rungs)
    while sum(_slot(rung, scale) for rung in rungs) > _WIDTH:
        scale *= 0.98
    return scale


def readable_size(nbytes: int) -> str:
    """Return a number of bytes in the unit that suits it: ``"96 bytes"``, ``"1.6 GB"``."""
    for unit, size in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if nbytes >= 10 * size or (nbytes >= size and unit != "kB"):
            return f"{nbytes / size:,.1f} {unit}"
    return say("figure.bytes", "{count:,} bytes", count=nbytes)


def _slot(rung: Rung, scale: float) -> float:
    return max(_SLOT, _MARGIN + rung.columns * scale + 0.2)


def _shape(rung: Rung) -> str:
    return "(" + ", ".join(f"{length:,}" for length in rung.shape) + ")"


def _grid(axes: Axes, rung: Rung, x: float, scale: float) -> None:
    width, height = rung.columns * scale, rung.rows * scale
    texts = rung.shape[-2] if rung.right else rung.shape[-1]  # a wider line between texts
    for row in range(1, rung.rows):
        between = len(rung.shape) - bool(rung.right) > 1 and row % texts == 0
        axes.plot([x, x + width], [_FOOT + row * scale] * 2, color=PAPER, lw=3 if between else 0.8)
    for column in range(1, rung.columns):
        axes.plot([x + column * scale] * 2, [_FOOT, _FOOT + height], color=PAPER, lw=0.8)
