"""The picture of the course: one table, used at the bottom and at the top of a model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Rectangle

from tiedbook.figures.picture import BLUE, GREY, INK, OCHRE, PALE, PAPER, Picture, canvas, picture
from tiedbook.session import say

_WIDTH, _HEIGHT = 7.4, 4.9
_TABLE = (0.35, 0.75, 1.15, 3.4)  # left, bottom, width, height, in inches
_ROWS = 10
_PICKED = 2  # the row, from below, that the lookup takes
_STACK = 4.75  # inches: middle of the column that tokens climb
_KNOT = 2.9  # inches: where the lines from the rows meet
_BOX = (2.5, 0.5)  # width and height of its boxes
_LEVELS = {"ids": 0.45, "x": 1.6, "h": 3.3, "scores": 4.45}  # middles of the boxes


def two_jobs() -> Picture:
    """Show how ids climb from the bottom to the top of a model, past one table that is used twice."""
    labels = {
        "table": say("figure.two_jobs.table", "one table E"),
        "ids": say("figure.two_jobs.ids", "ids"),
        "x": say("figure.two_jobs.rows", "vectors x"),
        "model": say("figure.two_jobs.model", "layers of the model"),
        "h": say("figure.two_jobs.hidden", "hidden states h"),
        "scores": say("figure.two_jobs.scores", "scores (logits)"),
        "lookup": say("figure.two_jobs.lookup", "job 1: look up\none row for each id"),
        "score": say("figure.two_jobs.score", "job 2: score\nall rows are compared"),
    }
    alt = say(
        "figure.two_jobs.alt",
        "A column read from the bottom: ids of shape (B, T), vectors of shape (B, T, d), the layers of the model, "
        "hidden states of shape (B, T, d), scores of shape (B, T, V). Beside it stands one table of shape (V, d). "
        "One arrow leads from a single row of the table to the vectors: job 1, look up. Another leads from all of "
        "its rows to the scores: job 2.",
    )
    figure, axes = canvas(_WIDTH, _HEIGHT)
    draw_two_jobs(axes, labels)
    return picture(figure, alt)


def draw_two_jobs(axes: Axes, labels: Mapping[str, str]) -> Axes:
    """Draw table, column and both arrows into axes measured in inches.

    Parameters
    ----------
    axes : Axes
        From `canvas`.
    labels : mapping of str to str
        Words for "table", "ids", "x", "model", "h", "scores", "lookup" and "score".
    """
    _table(axes, labels["table"])
    shapes = {"ids": "(B, T)", "x": "(B, T, d)", "h": "(B, T, d)", "scores": "(B, T, V)"}
    for key, shape in shapes.items():
        _box(axes, _LEVELS[key], f"{labels[key]}   {shape}", PAPER)
    middle = (_LEVELS["x"] + _LEVELS["h"]) / 2
    _box(axes, middle, labels["model"], PALE)
    for below, above in (("ids", "x"), ("h", "scores")):
        _arrow(axes, (_STACK, _LEVELS[below] + _BOX[1] / 2), (_STACK, _LEVELS[above] - _BOX[1] / 2), INK)
    _arrow(axes, (_STACK, _LEVELS["x"] + _BOX[1] / 2), (_STACK, middle - _BOX[1] / 2), INK)
    _arrow(axes, (_STACK, middle + _BOX[1] / 2), (_STACK, _LEVELS["h"] - _BOX[1] / 2), INK)
    for below, above, key, colour, rows in (
        ("ids", "x", "lookup", BLUE, (_PICKED,)),
        ("h", "scores", "score", OCHRE, range(_ROWS)),
    ):
        y = (_LEVELS[below] + _LEVELS[above]) / 2
        _fan(axes, rows, y, colour)
        axes.text(_STACK + 0.15, y, labels[key], color=INK, va="center", linespacing=1.4)
    return axes


def _table(axes: Axes, label: str) -> None:
    left, bottom, width, height = _TABLE
    for row in range(_ROWS):
        fill = BLUE if row == _PICKED else PALE
        corner = (left, bottom + row * height / _ROWS)
        axes.add_patch(Rectangle(corner, width, height / _ROWS, facecolor=fill, edgecolor=PAPER, lw=1.5))
    axes.text(left, bottom + height + 0.12, f"{label}   (V, d)", color=INK, weight="bold")


def _fan(axes: Axes, rows: Iterable[int], y: float, colour: str) -> None:
    left, bottom, width, height = _TABLE
    for row in rows:
        start = bottom + (row + 0.5) * height / _ROWS
        axes.plot([left + width, _KNOT], [start, y], color=colour, lw=1.2, solid_capstyle="round")
    _arrow(axes, (_KNOT, y), (_STACK - 0.05, y), colour, width=2.2)


def _box(axes: Axes, y: float, text: str, fill: str) -> None:
    width, height = _BOX
    corner = (_STACK - width / 2, y - height / 2)
    shape = FancyBboxPatch(corner, width, height, boxstyle="round,pad=0,rounding_size=0.08", fc=fill, ec=GREY, lw=1)
    axes.add_patch(shape)
    axes.text(_STACK, y, text, color=INK, ha="center", va="center")


def _arrow(
    axes: Axes, start: tuple[float, float], end: tuple[float, float], colour: str, *, width: float = 1.4
) -> None:
    arrow = FancyArrowPatch(
        start, end, arrowstyle="-|>", mutation_scale=12, shrinkA=0, shrinkB=0, color=colour, lw=width
    )
    axes.add_patch(arrow)
