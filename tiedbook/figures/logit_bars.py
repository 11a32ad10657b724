"""From scores to probabilities, and from probabilities to a gradient: one row of bars for each token."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike, NDArray

from tiedbook import drawable
from tiedbook.figures.picture import AMBER, BLUE, GREEN, GREY, INK, OCHRE, PALE, Picture, canvas, picture
from tiedbook.session import say

_NAMES, _EDGE = 1.15, 0.15  # inches: names of the tokens, right margin
_STEP, _HEIGHT, _HEAD, _FOOT = 0.42, 0.26, 0.45, 0.5  # inches from row to row, of a bar, above and below the rows
_BARS, _NUMBER, _GAP = 0.95, 0.6, 0.18  # inches of a column: its bars, its numbers, what is left free


@dataclass(frozen=True, slots=True)
class Column:
    """One number for each token, as a bar.

    Parameters
    ----------
    title : str
        What the edition calls it.
    values : ndarray of float, shape (V,)
        The numbers.
    colour : str
        Fill of the bars.
    digits : int
        Digits after the point.
    foot : str
        What stands below the column.
    full : float
        What a bar over the whole width stands for, at least.
    """

    title: str
    values: NDArray[np.float64]
    colour: str
    digits: int = 3
    foot: str = ""
    full: float = 0.0


def logit_bars(logits: ArrayLike, tokens: Sequence[str], *, target: int | None = None) -> Picture:
    """Show how scores become probabilities or, with a target, what the probabilities should have been.

    Parameters
    ----------
    logits : array_like of float, shape (V,)
        Finite scores of any size.
    tokens : sequence of str, length V
        Names of the tokens.
    target : int, optional
        Id of the right token; if given, the picture shows probabilities, one-hot vector and gradient.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    scores, tokens = drawable.logits(logits, tokens)
    target = drawable.target(target, len(scores))
    columns = _gradient(scores, target) if target is not None else _softmax(scores)
    rows = (f"{token}: {_numbers(columns, place)}" for place, token in enumerate(tokens))
    alt = say(
        "figure.logits.alt",
        "Bars in {count} columns for each token: {titles}. {rows}.",
        count=len(columns),
        titles=", ".join(column.title for column in columns),
        rows="; ".join(rows),
    )
    width = _NAMES + len(columns) * (_BARS + _NUMBER + _GAP) + _EDGE
    figure, axes = canvas(width, len(tokens) * _STEP + _HEAD + _FOOT)
    draw_logit_bars(axes, columns, tokens, target)
    return picture(figure, alt)


def _softmax(scores: NDArray[np.float64]) -> tuple[Column, ...]:
    shifted = scores - scores.max()
    powers = np.exp(shifted)
    total = powers.sum()
    return (
        Column(say("figure.logits.scores", "score"), scores, OCHRE, 2),
        Column(say("figure.logits.shifted", "minus the largest"), shifted, OCHRE, 2),
        Column(say("figure.logits.powers", "power of e"), powers, GREEN, 3, _sum(total)),
        Column(say("figure.logits.probabilities", "probability"), powers / total, BLUE, 3, _sum(1.0), 1.0),
    )


def _gradient(scores: NDArray[np.float64], target: int) -> tuple[Column, ...]:
    powers = np.exp(scores - scores.max())
    probabilities = powers / powers.sum()
    wanted = np.zeros(len(scores))
    wanted[target] = 1
    return (
        Column(say("figure.logits.probability_q", "probability q"), probabilities, BLUE, 3, _sum(1.0), 1.0),
        Column(say("figure.logits.wanted", "wanted y"), wanted, AMBER, 0, _sum(1.0), 1.0),
        Column(say("figure.logits.gradient", "gradient q − y"), probabilities - wanted, GREEN, 3, _sum(0.0)),
    )


def _sum(total: float) -> str:
    return say("figure.logits.sum", "sum {total:.3f}", total=total)


def draw_logit_bars(axes: Axes, columns: Sequence[Column], tokens: Sequence[str], target: int | None) -> Axes:
    """Draw the columns side by side into axes measured in inches.

    Parameters
    ----------
    axes : Axes
        From `canvas`.
    columns : sequence of Column
        From left to right.
    tokens : sequence of str
        Names of the rows.
    target : int or None
        Row whose name is bold.
    """
    top = _FOOT + len(tokens) * _STEP
    for place, token in enumerate(tokens):
        weight = "bold" if place == target else "normal"
        axes.text(_NAMES - 0.15, top - (place + 0.5) * _STEP, token, ha="right", va="center", color=INK, weight=weight)
    for number, column in enumerate(columns):
        left = _NAMES + number * (_BARS + _NUMBER + _GAP)
        axes.text(left, top + 0.2, column.title, va="center", color=INK, weight="bold")
        axes.text(left, _FOOT - 0.2, column.foot, va="center", color=GREY)
        _bars(axes, column, left, top)
    return axes


def _bars(axes: Axes, column: Column, left: float, top: float) -> None:
    """Draw bars to the right of a line that stands for zero, or to its left for negative numbers."""
    lowest, highest = min(column.values.min(), 0.0), max(column.values.max(), column.full)
    scale = _BARS / ((highest - lowest) or 1.0)
    zero = left - lowest * scale
    for place, value in enumerate(column.values):
        y = top - (place + 0.5) * _STEP
        axes.add_patch(
            Rectangle(
                (zero + min(value, 0) * scale, y - _HEIGHT / 2),
                abs(value) * scale,
                _HEIGHT,
                facecolor=column.colour,
                edgecolor=INK if column.colour == AMBER else "none",
                lw=0.8,
            )
        )
        axes.text(left + _BARS + 0.08, y, number_of(column, place), va="center", color=INK)
    axes.plot([zero, zero], [top - len(column.values) * _STEP, top], color=GREY if lowest else PALE, lw=1)


def number_of(column: Column, place: int) -> str:
    """Return one number of a column as it is written beside its bar."""
    value = column.values[place]
    text = f"{value:.{column.digits}f}" if abs(value) < 100 else f"{value:.4g}"
    return text.replace("-", "−") if float(text) else text.lstrip("-")


def _numbers(columns: Sequence[Column], place: int) -> str:
    return ", ".join(number_of(column, place) for column in columns)
