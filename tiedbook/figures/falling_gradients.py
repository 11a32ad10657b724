"""Gradients fall into the rows of a table: what each of three statements keeps, and what it loses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch, Rectangle

from tiedbook import drawable
from tiedbook.figures.lamp_row import number
from tiedbook.figures.picture import BLUE, GREY, INK, PALE, PAPER, Picture, canvas, picture
from tiedbook.landings import Landing, landings
from tiedbook.session import say

_CELL = (0.4, 0.3)  # inches, of one row of the table
_DROP = 0.38  # inches from one gradient to the next above it
_WORDS, _GAP, _EDGE = 0.95, 0.4, 0.15  # inches for the words at the left, between two panels, and at the right
_FALL = 0.42  # inches that the lowest gradient falls
_HEAD = 0.4  # inches above the highest gradient


def falling_gradients(*, ids: Sequence[int], gradients: Sequence[float], before: Sequence[float]) -> Picture:
    """Show three panels: gradients above the rows they belong to, and what the rows hold before and after.

    Parameters
    ----------
    ids : sequence of int, length B
        The row of each gradient, from 0 to V - 1.
    gradients : sequence of float, length B
        One number for each position: the width of the table is 1.
    before : sequence of float, length V
        What the rows hold before.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    ids, gradients, before = drawable.falling_gradients(ids, gradients, before)
    labels = {
        "drops": say("figure.falling.drops", "gradients"),
        "before": say("figure.falling.before", "before"),
        "after": say("figure.falling.after", "after"),
        "row": say("figure.falling.row", "row"),
    }
    panels = landings(ids, gradients, before)
    alt = say(
        "figure.falling.alt",
        "Gradients {gradients} fall into the rows {ids} of a table that holds {before}. Afterwards it holds {assigned} "
        "with {assign}, {increased} with {increase}, and {added} with {add}. Gradients that are lost are crossed out.",
        gradients=_listed(gradients),
        ids=_listed(ids),
        before=_listed(before),
        assigned=_listed(panels[0].after),
        assign=panels[0].statement,
        increased=_listed(panels[1].after),
        increase=panels[1].statement,
        added=_listed(panels[2].after),
        add=panels[2].statement,
    )
    panel = len(before) * _CELL[0]
    highest = max((list(ids).count(row) for row in set(ids)), default=1)
    figure, axes = canvas(_WORDS + 3 * panel + 2 * _GAP + _EDGE, _table_top() + _FALL + highest * _DROP + _HEAD)
    for index, landing in enumerate(panels):
        draw_landing(axes, _WORDS + index * (panel + _GAP), landing, ids, gradients, before)
    _words(axes, labels, drops=_table_top() + _FALL + highest * _DROP / 2)
    return picture(figure, alt)


def draw_landing(
    axes: Axes, left: float, landing: Landing, ids: Sequence[int], gradients: Sequence[float], before: Sequence[float]
) -> Axes:
    """Draw one panel into axes measured in inches, its left edge at `left`.

    Parameters
    ----------
    axes : Axes
        From `canvas`.
    left : float
        Left edge of row 0, in inches.
    landing : Landing
        What the statement does.
    ids, gradients, before : sequence
        As in `falling_gradients`.
    """
    stacked: dict[int, int] = {}
    for position, row in enumerate(ids):
        height = stacked[row] = stacked.get(row, -1) + 1
        y = _table_top() + _FALL + (height + 0.5) * _DROP
        _drop(axes, left + (row + 0.5) * _CELL[0], y, gradients[position], kept=landing.kept[position])
    touched = set(ids)
    for row, (old, new) in enumerate(zip(before, landing.after, strict=True)):
        x = left + (row + 0.5) * _CELL[0]
        if row in touched:
            _arrow(axes, x)
        lost = row in touched and not landing.adds and old != 0
        _cell(axes, x, _before(), old, fill=PAPER, ink=GREY, crossed=lost)
        _cell(axes, x, _after(), new, fill=BLUE if row in touched else PALE, ink=PAPER if row in touched else GREY)
        axes.text(x, 0.14, str(row), ha="center", va="center", color=GREY)
    middle = left + len(before) * _CELL[0] / 2
    highest = max(stacked.values(), default=0) + 1
    axes.text(
        middle,
        _table_top() + _FALL + highest * _DROP + 0.2,
        landing.statement,
        ha="center",
        va="center",
        color=INK,
        family="DejaVu Sans Mono",
        weight="bold",
    )
    return axes


def _after() -> float:
    return 0.28 + _CELL[1] / 2


def _before() -> float:
    return _after() + _CELL[1] + 0.08


def _table_top() -> float:
    return _before() + _CELL[1] / 2


def _words(axes: Axes, labels: Mapping[str, str], *, drops: float) -> None:
    for key, y in (("drops", drops), ("before", _before()), ("after", _after()), ("row", 0.14)):
        axes.text(_WORDS - 0.12, y, labels[key], ha="right", va="center", color=GREY)


def _drop(axes: Axes, x: float, y: float, value: float, *, kept: bool) -> None:
    width, height = 0.34, 0.3
    corner = (x - width / 2, y - height / 2)
    axes.add_patch(
        Rectangle(
            corner,
            width,
            height,
            facecolor=BLUE if kept else PAPER,
            edgecolor=BLUE if kept else GREY,
            linestyle="-" if kept else (0, (2, 1.5)),
            lw=1,
        )
    )
    axes.text(x, y, number(value), ha="center", va="center", color=PAPER if kept else GREY, weight="bold")
    if not kept:
        _cross_out(axes, x, y, width, height)


def _arrow(axes: Axes, x: float) -> None:
    axes.add_patch(
        FancyArrowPatch(
            (x, _table_top() + _FALL),
            (x, _table_top() + 0.04),
            arrowstyle="-|>",
            mutation_scale=9,
            color=INK,
            lw=1,
            shrinkA=0,
            shrinkB=0,
        )
    )


def _cell(axes: Axes, x: float, y: float, value: float, *, fill: str, ink: str, crossed: bool = False) -> None:
    width, height = _CELL
    axes.add_patch(
        Rectangle(
            (x - width / 2, y - height / 2),
            width,
            height,
            facecolor=fill,
            edgecolor=PAPER if fill != PAPER else PALE,
            lw=1.2,
        )
    )
    axes.text(x, y, number(value), ha="center", va="center", color=ink, weight="bold" if ink == PAPER else "normal")
    if crossed:
        _cross_out(axes, x, y, width, height)


def _cross_out(axes: Axes, x: float, y: float, width: float, height: float) -> None:
    """Strike from each corner towards the middle, and stop before the number."""
    for right, up in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        ends = (0.5, 0.2)  # parts of the width and height, from the middle
        axes.plot([x + right * end * width for end in ends], [y + up * end * height for end in ends], color=INK, lw=1.2)


def _listed(values: Sequence[float]) -> str:
    return ", ".join(map(number, values))
