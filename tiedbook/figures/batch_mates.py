"""What longer texts beside it do to the mean of a text: nothing, or padding pulls it along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import ArrayLike, NDArray

from tiedbook import drawable
from tiedbook.figures.lamp_row import number
from tiedbook.figures.picture import AMBER, BLUE, GREEN, GREY, INK, PALE, PAPER, Picture, picture
from tiedbook.session import say

Vectors = NDArray[np.float64]


def means(text: Vectors, pad: Vectors, lengths: Sequence[int]) -> Vectors:
    """Return the mean of a text, padded to each of some lengths: over all positions, padding included.

    Parameters
    ----------
    text : ndarray of float, shape (n, d)
        Vectors of its tokens.
    pad : ndarray of float, shape (d,)
        Vector of the padding.
    lengths : sequence of int
        How many positions there are, n or more.

    Returns
    -------
    ndarray of float, shape (len(lengths), d)
    """
    return np.array([(text.sum(axis=0) + (length - len(text)) * pad) / length for length in lengths])


def batch_mates(text: ArrayLike, *, lengths: Sequence[int], pad: ArrayLike = (0, 0)) -> Picture:
    """Show the mean of one text, padded to several lengths: left over all positions, right over the real tokens.

    Parameters
    ----------
    text : array_like of float, shape (n, 2)
        Vectors of the tokens.
    lengths : sequence of int
        Positions of the batch, which its longest text decides; n or more.
    pad : array_like of float, shape (2,)
        Vector that stands at padded positions.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    tokens, padding = drawable.batch_mates(text, pad)
    lengths = drawable.lengths(lengths, len(tokens))
    labels = {
        "all": say("figure.batch_mates.all", "mean over all positions"),
        "real": say("figure.batch_mates.real", "mean over the real tokens"),
        "pad": say("figure.batch_mates.pad", "padding"),
        "token": say("figure.batch_mates.token", "token"),
    }
    plain = means(tokens, padding, lengths)
    true = tokens.mean(axis=0)
    figure = Figure(figsize=(7.4, 3.9), facecolor=PAPER, layout="constrained")
    left, right = figure.subplots(1, 2)
    draw_means(left, tokens, padding, plain, [f"T = {length}" for length in lengths], labels)
    together = f"T = {', '.join(map(str, lengths))}"
    draw_means(right, tokens, padding, true[None], [together], labels)
    left.set_title(labels["all"], color=INK, size=10)
    right.set_title(labels["real"], color=INK, size=10)
    return picture(figure, _alt(lengths, plain, true))


def draw_means(
    axes: Axes,
    text: Vectors,
    pad: Vectors,
    ends: Vectors,
    names: Sequence[str],
    labels: Mapping[str, str],
) -> Axes:
    """Draw tokens, padding and an arrow to each mean.

    Parameters
    ----------
    axes : Axes
        Where to draw.
    text : ndarray of float, shape (n, 2)
        Vectors of the tokens.
    pad : ndarray of float, shape (2,)
        Vector of the padding.
    ends : ndarray of float, shape (m, 2)
        The means.
    names : sequence of str, length m
        What to write beside each.
    labels : mapping of str to str
        Words for "pad" and "token".
    """
    axes.axhline(0, color=PALE, lw=1, zorder=0)
    axes.axvline(0, color=PALE, lw=1, zorder=0)
    axes.plot(*text.T, "s", color=GREEN, ms=7, label=labels["token"])
    axes.plot(*pad, "D", color=AMBER, mec=INK, ms=7, label=labels["pad"])
    for end, name in zip(ends, names, strict=True):
        axes.annotate("", end, (0, 0), arrowprops={"arrowstyle": "-|>", "color": BLUE, "lw": 1.6, "shrinkA": 0})
        axes.annotate(name, end, (6, 0), textcoords="offset points", color=INK, va="center")
    axes.plot(*ends.T, ".", color=BLUE, ms=3)
    points = np.array([*text, pad, *ends, [0, 0]])
    low, high = points.min(axis=0), points.max(axis=0)
    half = 0.62 * max(high - low) or 1.0  # a square, so that arrows keep their direction
    middle = (low + high) / 2
    axes.set(xlim=middle[0] + np.array([-half, half]), ylim=middle[1] + np.array([-half, half]), aspect="equal")
    axes.legend(loc="best", frameon=False, handletextpad=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(GREY)
    axes.tick_params(colors=INK, length=0)
    return axes


def _alt(lengths: Sequence[int], plain: Vectors, true: Vectors) -> str:
    steps = "; ".join(
        f"T = {length}: [{', '.join(map(number, mean))}]" for length, mean in zip(lengths, plain, strict=True)
    )
    return say(
        "figure.batch_mates.alt",
        "The mean of one text as an arrow in the plane. Left, over all positions, it changes with the length T that "
        "the text is padded to. {steps}. Right, over the real tokens, it is [{true}] for every length.",
        steps=steps,
        true=", ".join(map(number, true)),
    )
