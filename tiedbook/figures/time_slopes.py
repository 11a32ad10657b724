"""How the times of the lab grow, with the vocabulary and with the width."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from tiedbook import drawable
from tiedbook.figures.picture import BLUE, GREEN, GREY, INK, PALE, PAPER, Picture, picture
from tiedbook.findings import Times, operations
from tiedbook.session import say
from tiedbook.timing import readable

_LINES = ((BLUE, "o"), (GREEN, "s"), ("#7b3fa0", "^"), ("#c4501b", "D"))  # told apart by shape as well as by colour


def time_slopes(factors: Sequence[float], over_V: Times, over_d: Times) -> Picture:  # noqa: N803  # as in the text
    """Show the time of each operation against the growth of V and of d, on logarithmic axes.

    Parameters
    ----------
    factors : sequence of float
        How much larger the table is at each step than at the first.
    over_V, over_d : sequence of mapping of str to float
        Seconds of each operation at each step.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    factors, sweeps = drawable.time_slopes(factors, over_V=over_V, over_d=over_d)
    over_V, over_d = sweeps["over_V"], sweeps["over_d"]  # noqa: N806
    names = operations()
    labels = {operation: names.get(operation, operation) for operation in over_V[0]}
    figure = Figure(figsize=(7.4, 4.2), facecolor=PAPER, layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    words = {
        "time": say("figure.slopes.time", "time of one call"),
        "guide": say("figure.slopes.guide", "in proportion"),
    }
    draw_slopes(left, factors, over_V, labels, words)
    draw_slopes(right, factors, over_d, labels, words)
    left.set_xlabel(say("figure.slopes.V", "V, times the smallest table"))
    right.set_xlabel(say("figure.slopes.d", "d, times the smallest table"))
    left.set_ylabel(words["time"])
    handles, texts = left.get_legend_handles_labels()
    figure.legend(handles, texts, loc="outside lower center", ncols=2, frameon=False)
    return picture(figure, _alt(factors, over_V, over_d, labels))


def draw_slopes(
    axes: Axes,
    factors: Sequence[float],
    times: Times,
    labels: Mapping[str, str],
    words: Mapping[str, str],
) -> Axes:
    """Draw one sweep: a line for each operation, and a dashed one that grows in proportion.

    Parameters
    ----------
    axes : Axes
        Where to draw.
    factors : sequence of float
        Positions on the horizontal axis.
    times : sequence of mapping of str to float
        Seconds of each operation at each factor.
    labels : mapping of str to str
        What each operation is called.
    words : mapping of str to str
        The word for the dashed line, as "guide".
    """
    for (operation, label), (colour, marker) in zip(labels.items(), cycle(_LINES), strict=False):
        axes.plot(factors, [step[operation] for step in times], color=colour, marker=marker, lw=1.8, ms=6, label=label)
    start = max(times[0].values())
    axes.plot(factors, [start * factor / factors[0] for factor in factors], color=GREY, ls="--", lw=1, zorder=0)
    axes.text(factors[1], start * factors[1] / factors[0] * 1.6, words["guide"], color=GREY, ha="right")
    axes.set(xscale="log", yscale="log")
    axes.set_xticks(factors, [f"×{factor:g}" for factor in factors])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_locator(LogLocator(10, numticks=12))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda seconds, _: readable(seconds)))
    axes.grid(color=PALE, lw=0.8)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(GREY)
    axes.tick_params(colors=INK, length=0)
    return axes


def _alt(factors: Sequence[float], over_V: Times, over_d: Times, labels: Mapping[str, str]) -> str:  # noqa: N803
    start = say(
        "figure.slopes.alt",
        "Two plots with logarithmic axes: the time of four operations as V, and as d, grows to {factor:g} times "
        "its start.",
        factor=factors[-1],
    )
    lines = (
        say(
            "figure.slopes.alt_line",
            "{operation}: {first} at first; {last_V} with the largest V, {last_d} with the largest d.",
            operation=label,
            first=readable(over_V[0][operation]),
            last_V=readable(over_V[-1][operation]),
            last_d=readable(over_d[-1][operation]),
        )
        for operation, label in labels.items()
    )
    return " ".join((start, *lines))
