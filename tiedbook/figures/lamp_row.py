"""A one-hot vector beside the table: every product is zero but one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Rectangle
from numpy.typing import ArrayLike, NDArray

from tiedbook import drawable
from tiedbook.figures.picture import AMBER, BLUE, GREY, INK, PALE, PAPER, Picture, canvas, picture
from tiedbook.session import say

_CELL = (0.56, 0.36)  # inches, of one number
_STEP = 0.44  # inches, from row to row
_TOKENS, _LAMPS, _TABLE, _GAP = 0.2, 1.45, 2.05, 0.6  # inches from the left edge; _GAP between table and products
_FOOT = 0.75  # inches below the last row, for the sum


def lamp_row(table: ArrayLike, tokens: Sequence[str], *, lit: int) -> Picture:
    """Show the one-hot vector of one id times a small table, row by row.

    Parameters
    ----------
    table : array_like of float, shape (V, d)
        Few rows and columns: every number is written out.
    tokens : sequence of str, length V
        The token of each row.
    lit : int
        Id whose lamp is on, from 0 to V - 1.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    rows, tokens, lit = drawable.lamp_row(table, tokens, lit)
    labels = {
        "token": say("figure.lamp_row.token", "id and token"),
        "lamp": say("figure.lamp_row.lamp", "lamp"),
        "row": say("figure.lamp_row.row", "row of E"),
        "product": say("figure.lamp_row.product", "lamp × row"),
        "sum": say("figure.lamp_row.sum", "sum of all rows"),
    }
    alt = say(
        "figure.lamp_row.alt",
        "A column of {count} lamps beside the rows of a table. Only lamp {lit}, of {token}, is on. Each lamp times "
        "its row gives zeros, except for row {lit}. The sum of all rows is row {lit}: {row}.",
        count=len(rows),
        lit=lit,
        token=tokens[lit],
        row=", ".join(number(value) for value in rows[lit]),
    )
    width = 2 * _TABLE + 2 * rows.shape[1] * _CELL[0] + _GAP - _LAMPS - 0.4
    figure, axes = canvas(width, (len(rows) + 1) * _STEP + _FOOT + 0.1)
    draw_lamp_row(axes, rows, tokens, lit, labels)
    return picture(figure, alt)


def draw_lamp_row(
    axes: Axes, table: NDArray[np.floating], tokens: Sequence[str], lit: int, labels: Mapping[str, str]
) -> Axes:
    """Draw lamps, rows, products and their sum into axes measured in inches.

    Parameters
    ----------
    axes : Axes
        From `canvas`.
    table : ndarray of float, shape (V, d)
        The rows.
    tokens : sequence of str, length V
        Names of the rows.
    lit : int
        The row whose lamp is on.
    labels : mapping of str to str
        Words for "token", "lamp", "row", "product" and "sum".
    """
    count, d = table.shape
    products = _TABLE + d * _CELL[0] + _GAP
    top = _FOOT + (count - 0.5) * _STEP
    for x, key, align in (
        (_TOKENS, "token", "left"),
        (_LAMPS, "lamp", "center"),
        (_TABLE + d * _CELL[0] / 2, "row", "center"),
        (products + d * _CELL[0] / 2, "product", "center"),
    ):
        axes.text(x, top + _STEP, labels[key], color=GREY, ha=align, va="center")
    for index, token in enumerate(tokens):
        y, on = top - index * _STEP, index == lit
        axes.text(_TOKENS, y, f"{index}   {token}", va="center", color=INK, weight="bold" if on else "normal")
        _lamp(axes, y, on=on)
        _numbers(axes, _TABLE, y, table[index], BLUE if on else PALE)
        axes.text(products - _GAP / 2, y, "=", ha="center", va="center", color=INK, size=11)
        _numbers(axes, products, y, table[index] if on else np.zeros(d), BLUE if on else PAPER)
    axes.plot([products, products + d * _CELL[0]], [_FOOT - 0.06] * 2, color=INK, lw=1)
    axes.text(products - 0.12, 0.38, labels["sum"], ha="right", va="center", color=GREY)
    _numbers(axes, products, 0.38, table[lit], BLUE)
    return axes


def number(value: float) -> str:
    """Return a number as short as it can be told, with a true minus sign."""
    return f"{value:.4g}".replace("-", "−")


def _lamp(axes: Axes, y: float, *, on: bool) -> None:
    axes.add_patch(Circle((_LAMPS, y), 0.15, facecolor=AMBER if on else PAPER, edgecolor=INK if on else GREY, lw=1))
    axes.text(_LAMPS, y, "1" if on else "0", ha="center", va="center", color=INK, weight="bold" if on else "normal")
    axes.text((_LAMPS + _TABLE) / 2 + 0.05, y, "×", ha="center", va="center", color=INK, size=11)


def _numbers(axes: Axes, x: float, y: float, values: NDArray[np.floating], fill: str) -> None:
    width, height = _CELL
    for column, value in enumerate(values):
        corner = (x + column * width, y - height / 2)
        axes.add_patch(
            Rectangle(corner, width, height, facecolor=fill, edgecolor=PAPER if fill != PAPER else PALE, lw=1.2)
        )
        ink = PAPER if fill == BLUE else INK if fill == PALE else GREY
        axes.text(corner[0] + width / 2, y, number(value), ha="center", va="center", color=ink)
