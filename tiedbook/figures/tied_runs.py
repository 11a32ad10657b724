"""The experiment of the capstone: how every run learns, and by how much tied and untied differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tiedbook.experiment import Results, Run
from tiedbook.figures.picture import BLUE, GREY, INK, OCHRE, PALE, PAPER, Picture, picture
from tiedbook.session import say

_LINES = {True: (BLUE, "-"), False: (OCHRE, "--")}  # tied and untied, told apart by the line as well as by colour
_DOTS = {False: ("o", BLUE), True: ("^", OCHRE)}  # targets as they are, and the control


def tied_runs(results: Results) -> Picture:
    """Show validation losses over the steps, with the spread of the seeds, and the difference of each pair of runs.

    Parameters
    ----------
    results : Results
        From `tiedbook.experiment.compare`.

    Raises
    ------
    TypeError
        If it is something else.
    """
    if not isinstance(results, Results):
        raise TypeError(
            say("figure.runs.results", "`results` must be what `compare` of `tiedbook.experiment` returned.")
        )
    figure = Figure(figsize=(7.6, 3.9), facecolor=PAPER, layout="constrained")
    left, right = figure.subplots(1, 2)
    words = {
        "steps": say("figure.runs.steps", "steps"),
        "loss": say("figure.runs.loss", "validation loss, nats"),
        "tied": say("claims.tied", "tied"),
        "untied": say("claims.untied", "untied"),
        "unigram": say("figure.runs.unigram", "by frequency alone"),
        "rates": say("claims.rate", "learning rate"),
        "difference": say("figure.runs.difference", "tied − untied, nats"),
        "ordinary": say("claims.ordinary", "as they are"),
        "permuted": say("claims.permuted", "renumbered (control)"),
        "targets": say("claims.targets", "target ids"),
        "better": say("figure.runs.better", "below 0: tied is better"),
    }
    draw_losses(left, results, words)
    draw_differences(right, results, words)
    return picture(figure, _alt(results))


def draw_losses(axes: Axes, results: Results, words: Mapping[str, str]) -> Axes:
    """Draw the mean loss of each setting over the steps, and a band from the smallest to the largest of its seeds.

    Parameters
    ----------
    axes : Axes
        Where to draw.
    results : Results
        What was measured; only runs with targets as they are.
    words : mapping of str to str
        Labels: "steps", "loss", "tied", "untied", "unigram", "rates".
    """
    for tied, (colour, style) in _LINES.items():
        for place, rate in enumerate(results.rates):
            losses = np.array([run.losses for run in _finished(results, tied=tied, rate=rate)])
            if not losses.size:
                continue
            steps = results.every * np.arange(losses.shape[1])
            name = words["tied"] if tied else words["untied"]
            shade = 0.55 if place % 2 else 1.0
            axes.fill_between(steps, losses.min(axis=0), losses.max(axis=0), color=colour, alpha=0.15, lw=0)
            axes.plot(
                steps, losses.mean(axis=0), color=colour, ls=style, alpha=shade, lw=1.6, label=f"{name}, {rate:g}"
            )
    axes.axhline(results.unigram, color=GREY, ls=":", lw=1)
    axes.text(axes.get_xlim()[1], results.unigram, words["unigram"], color=GREY, ha="right", va="bottom")
    axes.legend(frameon=False, title=f"{words['rates']}:", alignment="left")
    axes.set(xlabel=words["steps"], ylabel=words["loss"])
    return _tidied(axes)


def draw_differences(axes: Axes, results: Results, words: Mapping[str, str]) -> Axes:
    """Draw the difference of each pair of runs as a dot, and the mean of each setting as a bar through its dots.

    Parameters
    ----------
    axes : Axes
        Where to draw.
    results : Results
        What was measured.
    words : mapping of str to str
        Labels: "rates", "difference", "targets", "ordinary", "permuted", "better".
    """
    places = np.arange(len(results.rates))
    for permuted, (marker, colour) in _DOTS.items():
        shift = 0.15 if permuted else -0.15
        name = words["permuted"] if permuted else words["ordinary"]
        for place, rate in zip(places, results.rates, strict=True):
            found = results.differences(permuted=permuted, rate=rate)
            found = found[np.isfinite(found)]
            aside = place + shift + 0.06 * (np.arange(found.size) - (found.size - 1) / 2)
            label = name if not place else None
            axes.plot(aside, found, ls="", marker=marker, ms=6, color=colour, mec=INK, mew=0.6, label=label)
            if found.size:
                axes.hlines(found.mean(), place + shift - 0.12, place + shift + 0.12, color=INK, lw=1.6)
    axes.axhline(0, color=GREY, lw=1)
    axes.margins(y=0.25)
    axes.set_xticks(places, [f"{rate:g}" for rate in results.rates])
    axes.set_xlim(-0.6, len(places) - 0.4)
    axes.text(0.02, 0.02, words["better"], color=GREY, ha="left", va="bottom", transform=axes.transAxes)
    axes.legend(frameon=False, title=f"{words['targets']}:", alignment="left", loc="upper left")
    axes.set(xlabel=words["rates"], ylabel=words["difference"])
    return _tidied(axes)


def _finished(results: Results, *, tied: bool, rate: float) -> list[Run]:
    runs = results.of(tied=tied, permuted=False, rate=rate)
    return [run for run in runs if np.isfinite(run.best)]


def _tidied(axes: Axes) -> Axes:
    axes.grid(color=PALE, lw=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(GREY)
    axes.tick_params(colors=INK, length=0)
    return axes


def _alt(results: Results) -> str:
    start = say(
        "figure.runs.alt",
        "Left: validation loss of tied and untied models over {steps} steps, with the spread of {count} seeds. Right: "
        "tied minus untied, one dot for each seed.",
        steps=results.every * (len(results.runs[0].losses) - 1),
        count=len(results.seeds),
    )
    lines = [
        say(
            "figure.runs.alt_line",
            "Target ids {targets}, learning rate {rate:g}: {differences}.",
            targets=say("claims.permuted", "renumbered (control)")
            if permuted
            else say("claims.ordinary", "as they are"),
            rate=rate,
            differences=_listed(results.differences(permuted=permuted, rate=rate)),
        )
        for permuted in (False, True)
        for rate in results.rates
        if results.of(tied=True, permuted=permuted, rate=rate)
    ]
    return " ".join((start, *lines))


def _listed(values: Sequence[float] | np.ndarray) -> str:
    return ", ".join(f"{value:+.3f}".replace("-", "−") for value in values)
