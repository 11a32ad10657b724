"""Every row of a table scored against all rows: whether a row wins against itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike, NDArray

from tiedbook import drawable
from tiedbook.figures.lamp_row import number
from tiedbook.figures.picture import GREY, INK, OCHRE, PALE, PAPER, Picture, canvas, picture
from tiedbook.session import say

Vectors = NDArray[np.float64]

_CELL = (0.78, 0.46)  # inches, of one score
_LEFT, _HEAD, _EDGE = 1.5, 0.75, 0.15  # inches for the names at the left, for those above, and around


def score_grid(table: ArrayLike, tokens: Sequence[str]) -> Picture:
    """Show the dot products of all rows with all rows: look a token up, score its row, and see who wins.

    Parameters
    ----------
    table : array_like of float, shape (V, d)
        A few rows.
    tokens : sequence of str, length V
        Their names.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    rows, tokens = drawable.score_grid(table, tokens)
    scores = rows @ rows.T
    labels = {
        "looked_up": say("figure.score_grid.looked_up", "looked up"),
        "scored": say("figure.score_grid.scored", "score of"),
    }
    winners = scores.argmax(axis=1)
    pairs = ", ".join(
        f"{token} → {tokens[winner]} ({number(round(float(scores[row, winner]), 3))})"
        for row, (token, winner) in enumerate(zip(tokens, winners, strict=True))
    )
    alt = say(
        "figure.score_grid.alt",
        "A grid of scores: each row is a token that was looked up, each column a token that is scored. The diagonal, "
        "where a row meets itself, is framed, and the winner of each row is filled. Looked up and won: {pairs}.",
        pairs=pairs,
    )
    count = len(tokens)
    figure, axes = canvas(_LEFT + count * _CELL[0] + _EDGE, _EDGE + count * _CELL[1] + _HEAD)
    draw_score_grid(axes, scores, tokens, labels)
    return picture(figure, alt)


def draw_score_grid(axes: Axes, scores: Vectors, tokens: Sequence[str], labels: Mapping[str, str]) -> Axes:
    """Draw the grid into axes measured in inches.

    Parameters
    ----------
    axes : Axes
        From `canvas`.
    scores : ndarray of float, shape (V, V)
        Row by row.
    tokens : sequence of str, length V
        Names of rows and columns.
    labels : mapping of str to str
        Words for "looked_up" and "scored".
    """
    width, height = _CELL
    top = _EDGE + len(tokens) * height
    axes.text(_EDGE, top + 0.14, labels["looked_up"], color=GREY, va="center")
    axes.text(_LEFT, top + 0.55, labels["scored"], color=GREY, va="center")
    for place, token in enumerate(tokens):
        axes.text(_LEFT + (place + 0.5) * width, top + 0.2, token, color=INK, ha="center", va="center")
        axes.text(_LEFT - 0.15, top - (place + 0.5) * height, token, color=INK, ha="right", va="center")
    for row, line in enumerate(scores):
        for column, score in enumerate(line):
            wins = column == int(line.argmax())
            corner = (_LEFT + column * width, top - (row + 1) * height)
            axes.add_patch(Rectangle(corner, width, height, facecolor=OCHRE if wins else PALE, edgecolor=PAPER, lw=2))
            axes.text(
                corner[0] + width / 2,
                corner[1] + height / 2,
                number(round(float(score), 3)),
                color=PAPER if wins else INK,
                weight="bold" if wins else "normal",
                ha="center",
                va="center",
            )
    for place in range(len(tokens)):
        corner = (_LEFT + place * width + 0.03, top - (place + 1) * height + 0.03)
        axes.add_patch(Rectangle(corner, width - 0.06, height - 0.06, fill=False, edgecolor=INK, lw=1.4))
    return axes
