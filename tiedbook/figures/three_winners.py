"""Three meanings of "closest" in the plane: how far along, how small an angle, how short a way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle
from numpy.typing import ArrayLike, NDArray

from tiedbook import drawable
from tiedbook.figures.picture import BLUE, GREEN, GREY, INK, OCHRE, PALE, PAPER, Picture, picture
from tiedbook.session import say

Vectors = NDArray[np.float64]

_PURPLE = "#7b3fa0"
_COLOURS = {"dot": OCHRE, "cosine": _PURPLE, "distance": GREEN}


@dataclass(frozen=True, slots=True)
class Contest:
    """What each row reaches by each measure, and who wins.

    Parameters
    ----------
    dot, cosine, distance : ndarray of float, shape (V,)
        One number for each row.
    """

    dot: Vectors
    cosine: Vectors
    distance: Vectors

    @property
    def winners(self) -> dict[str, int]:
        """The winning row by each measure: the largest dot product and cosine, the smallest distance."""
        best = {"dot": np.argmax(self.dot), "cosine": np.argmax(self.cosine), "distance": np.argmin(self.distance)}
        return {measure: int(row) for measure, row in best.items()}


def contest(hidden: Vectors, rows: Vectors) -> Contest:
    """Measure every row against a hidden state.

    Parameters
    ----------
    hidden : ndarray of float, shape (d,)
        The state; not zero.
    rows : ndarray of float, shape (V, d)
        The rows; none is zero.
    """
    dot = rows @ hidden
    return Contest(
        dot,
        dot / np.linalg.norm(rows, axis=1) / np.linalg.norm(hidden),
        np.linalg.norm(rows - hidden, axis=1),
    )


def three_winners(hidden: ArrayLike, rows: ArrayLike, tokens: Sequence[str]) -> Picture:
    """Show a hidden state among a few rows in the plane, and who wins by dot product, cosine and distance.

    Parameters
    ----------
    hidden : array_like of float, shape (2,)
        The hidden state.
    rows : array_like of float, shape (V, 2)
        The rows of the table.
    tokens : sequence of str, length V
        The token of each row.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    state, table, tokens = drawable.three_winners(hidden, rows, tokens)
    measured = contest(state, table)
    labels = {
        "state": say("figure.winners.state", "h: the hidden state"),
        "token": say("figure.winners.token", "token"),
        "dot": say("figure.winners.dot", "dot product"),
        "cosine": say("figure.winners.cosine", "cosine"),
        "distance": say("figure.winners.distance", "distance"),
    }
    figure = Figure(figsize=(7.4, 3.7), facecolor=PAPER, layout="constrained")
    plane, words = figure.subplots(1, 2, width_ratios=(1.3, 1))
    draw_contest(plane, state, table, tokens, measured, labels)
    draw_results(words, tokens, measured, labels)
    return picture(figure, _alt(tokens, measured, labels))


def draw_contest(
    axes: Axes,
    hidden: Vectors,
    rows: Vectors,
    tokens: Sequence[str],
    measured: Contest,
    labels: Mapping[str, str],
) -> Axes:
    """Draw the arrows; the line of h with the feet of all rows on it, and a circle around h through the nearest row.

    Parameters
    ----------
    axes : Axes
        Where to draw.
    hidden : ndarray of float, shape (2,)
        The hidden state.
    rows : ndarray of float, shape (V, 2)
        The rows.
    tokens : sequence of str, length V
        Their names.
    measured : Contest
        From `contest`.
    labels : mapping of str to str
        The word for "state".
    """
    direction = hidden / np.linalg.norm(hidden)
    feet = (rows @ direction)[:, None] * direction
    ends = np.array([*feet, hidden, [0, 0]]) @ direction
    line = np.array([ends.min(), ends.max()])[:, None] * direction
    axes.plot(*line.T, color=BLUE, lw=1, ls=(0, (4, 3)), zorder=0)
    for row, foot, token in zip(rows, feet, tokens, strict=True):
        axes.plot(*np.array([row, foot]).T, color=OCHRE, lw=0.9, ls=":")
        axes.plot(*foot, "o", color=OCHRE, ms=4)
        _arrow(axes, row, GREY)
        _name(axes, row, token, INK)
    _arrow(axes, hidden, BLUE, width=2.4)
    _name(axes, hidden, "h", BLUE)
    nearest = float(measured.distance.min())
    axes.add_patch(Circle((hidden[0], hidden[1]), nearest, fill=False, edgecolor=GREEN, lw=1.2))
    axes.axhline(0, color=PALE, lw=1, zorder=-1)
    axes.axvline(0, color=PALE, lw=1, zorder=-1)
    axes.set_aspect("equal", adjustable="datalim")
    axes.margins(0.14)
    axes.set_title(labels["state"], color=BLUE, size=9, loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(GREY)
    axes.tick_params(colors=INK, length=0)
    return axes


def draw_results(axes: Axes, tokens: Sequence[str], measured: Contest, labels: Mapping[str, str]) -> Axes:
    """Write what every row reaches by every measure, the winners bold and in a frame.

    Parameters
    ----------
    axes : Axes
        Where to write.
    tokens : sequence of str, length V
        Names of the rows.
    measured : Contest
        From `contest`.
    labels : mapping of str to str
        Words for "token" and the three measures.
    """
    axes.set_axis_off()
    axes.set(xlim=(0, 4), ylim=(len(tokens) + 1.2, -0.8))
    axes.text(0.05, 0, labels["token"], color=GREY, va="center")
    winners = measured.winners
    for column, measure in enumerate(_COLOURS, start=1):
        axes.text(column + 0.5, 0, labels[measure], color=_COLOURS[measure], ha="center", va="center", size=8)
        for row, value in enumerate(getattr(measured, measure), start=1):
            wins = winners[measure] == row - 1
            frame = {"boxstyle": "round,pad=0.25", "fc": PAPER, "ec": _COLOURS[measure]} if wins else None
            text = f"{value:.2f}".replace("-", "−")
            axes.text(
                column + 0.5,
                row,
                text,
                color=_COLOURS[measure] if wins else INK,
                weight="bold" if wins else "normal",
                ha="center",
                va="center",
                bbox=frame,
            )
    for row, token in enumerate(tokens, start=1):
        axes.text(0.05, row, token, color=INK, va="center")
    return axes


def _arrow(axes: Axes, end: Vectors, colour: str, *, width: float = 1.5) -> None:
    style = {"arrowstyle": "-|>", "color": colour, "lw": width, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", (end[0], end[1]), (0, 0), arrowprops=style)
    axes.plot(*end, ",", color=colour)  # annotations do not widen the limits of axes


def _name(axes: Axes, end: Vectors, text: str, colour: str) -> None:
    x, y = end / np.linalg.norm(end) * 9  # points, outwards
    at: dict[str, Any] = {"textcoords": "offset points", "ha": "center", "va": "center"}
    axes.annotate(text, (end[0], end[1]), (float(x), float(y)), color=colour, weight="bold", **at)


def _alt(tokens: Sequence[str], measured: Contest, labels: Mapping[str, str]) -> str:
    names = {measure: tokens[row] for measure, row in measured.winners.items()}
    lines = "; ".join(
        f"{token}: {labels['dot']} {dot:.2f}, {labels['cosine']} {cosine:.2f}, {labels['distance']} {distance:.2f}"
        for token, dot, cosine, distance in zip(tokens, measured.dot, measured.cosine, measured.distance, strict=True)
    )
    return say(
        "figure.winners.alt",
        "A hidden state h and the rows of {count} tokens as arrows in the plane. From each row a dotted line falls "
        "onto the line of h; a circle around h goes through the nearest row. {lines}. The largest dot product has "
        "{dot}, the largest cosine {cosine}, the smallest distance {distance}.",
        count=len(tokens),
        lines=lines.replace("-", "−"),
        **names,
    )
