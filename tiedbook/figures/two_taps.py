"""Two taps, one tank: how much gradient reaches each row of a tied table, by either way and together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike, NDArray

from tiedbook import drawable
from tiedbook.figures.picture import BLUE, GREY, INK, OCHRE, PALE, Picture, canvas, picture
from tiedbook.session import say

_LABELS, _LONGEST, _COLUMN = 1.0, 1.35, 2.1  # inches: tokens, the longest bar, from column to column
_STEP, _HEIGHT = 0.4, 0.24  # inches from row to row, and of a bar
_HEAD, _FOOT = 0.5, 0.1
_THIN = 0.02  # inches; a shorter bar is made longer, to be seen at all


@dataclass(frozen=True, slots=True)
class Tap:
    """One column: what flows into each row.

    Parameters
    ----------
    label : str
        What the edition calls it.
    lengths : tuple of float
        Length of the gradient vector in each row.
    colour : str
        Fill of the bars.
    """

    label: str
    lengths: tuple[float, ...]
    colour: str


def two_taps(tokens: Sequence[str], *, lookup: ArrayLike, head: ArrayLike) -> Picture:
    """Show the length of the gradient in each row: from the lookup, from the head, and of their sum.

    Parameters
    ----------
    tokens : sequence of str, length V
        The token of each row.
    lookup, head : array_like of float, shape (V, d)
        The two gradients of the table.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    tokens, first, second = drawable.two_gradients(tokens, lookup, head)
    taps = (
        Tap(say("figure.two_taps.lookup", "through the lookup"), _lengths(first), BLUE),
        Tap(say("figure.two_taps.head", "through the scores"), _lengths(second), OCHRE),
        Tap(say("figure.two_taps.both", "together"), _lengths(first + second), INK),
    )
    alt = say(
        "figure.two_taps.alt",
        "Three bars for each row of a table: the length of the gradient that arrives through the lookup, through the "
        "scores, and of both together. {rows}.",
        rows="; ".join(
            f"{token}: {', '.join(_number(tap.lengths[row]) for tap in taps)}" for row, token in enumerate(tokens)
        ),
    )
    figure, axes = canvas(_LABELS + len(taps) * _COLUMN, _FOOT + len(tokens) * _STEP + _HEAD)
    draw_two_taps(axes, tokens, taps)
    return picture(figure, alt)


def draw_two_taps(axes: Axes, tokens: Sequence[str], taps: Sequence[Tap]) -> Axes:
    """Draw a column of bars for each tap, all to one scale, into axes measured in inches.

    Parameters
    ----------
    axes : Axes
        From `canvas`.
    tokens : sequence of str
        Names of the rows, from top to bottom.
    taps : sequence of Tap
        The columns, from left to right.
    """
    scale = _LONGEST / (max(max(tap.lengths, default=0.0) for tap in taps) or 1.0)
    top = _FOOT + len(tokens) * _STEP
    middles = [top - (row + 0.5) * _STEP for row in range(len(tokens))]
    for row, (token, y) in enumerate(zip(tokens, middles, strict=True)):
        axes.text(_LABELS - 0.15, y, f"{token}  {row}", ha="right", va="center", color=INK)
    for column, tap in enumerate(taps):
        left = _LABELS + column * _COLUMN
        axes.text(left, top + 0.2, tap.label, va="center", color=tap.colour, weight="bold")
        axes.plot([left, left], [_FOOT, top], color=PALE, lw=1)
        for length, y in zip(tap.lengths, middles, strict=True):
            _bar(axes, left, y, length, scale, tap.colour)
    return axes


def _bar(axes: Axes, left: float, y: float, length: float, scale: float, colour: str) -> None:
    width = max(length * scale, _THIN) if length else 0.0
    if width:
        axes.add_patch(Rectangle((left, y - _HEIGHT / 2), width, _HEIGHT, facecolor=colour, edgecolor="none"))
    axes.text(left + width + 0.08, y, _number(length), va="center", color=INK if length else GREY)


def _lengths(rows: NDArray[np.floating]) -> tuple[float, ...]:
    return tuple(float(length) for length in np.linalg.norm(rows, axis=1))


def _number(length: float) -> str:
    return f"{length:.3f}" if length else "0"
