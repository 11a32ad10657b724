"""What tying saves: for each of several models, its untied form as a whole, and the tied one as a part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from tiedbook import drawable
from tiedbook.figures.picture import BLUE, GREY, INK, OCHRE, PALE, PAPER, Picture, canvas, picture
from tiedbook.gpt2 import Model, total
from tiedbook.session import say

_NAMES, _FULL, _EDGE = 1.75, 5.1, 0.55  # inches: names, an untied model, right margin
_STEP, _BAR, _GAP, _HEAD, _FOOT = 0.92, 0.3, 0.05, 0.5, 0.08  # inches from model to model, of a bar, between the two


@dataclass(frozen=True, slots=True)
class Shares:
    """One model, in parts of its untied form.

    Parameters
    ----------
    name : str
        What it is called.
    table : float
        Share of one table.
    kept : float
        Share of the table in the tied form.
    """

    name: str
    table: float
    kept: float


def tying_shares(models: Mapping[str, tuple[int, int]]) -> Picture:
    """Show two bars for each model: untied, with two tables, and tied, with one.

    Parameters
    ----------
    models : mapping of str to (int, int)
        Blocks and width of each, by name. They have GPT-2's vocabulary and positions.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    rows = tuple(shares(name, model) for name, model in drawable.tying_shares(models).items())
    labels = {
        "tied": say("figure.shares.tied", "tied"),
        "untied": say("figure.shares.untied", "untied"),
        "table": say("figure.shares.table", "token table"),
        "rest": say("figure.shares.rest", "everything else"),
        "head": say("figure.shares.head", "second table, for the head"),
    }
    lines = (
        say(
            "figure.shares.alt_line",
            "{name}: tying saves {saved:.1%} of the untied model; of the tied one, the table is {kept:.1%}.",
            name=row.name,
            saved=row.table,
            kept=row.kept,
        )
        for row in rows
    )
    alt = say("figure.shares.alt", "Two bars for each of {count} models: untied, and tied.", count=len(rows))
    figure, axes = canvas(_NAMES + _FULL + _EDGE, len(rows) * _STEP + _HEAD + _FOOT)
    draw_tying_shares(axes, rows, labels)
    return picture(figure, " ".join((alt, *lines)))


def shares(name: str, model: Model) -> Shares:
    """Compute the shares of one model."""
    table = model.vocab_size * model.d_model
    return Shares(name, table / total(model, tied=False), table / total(model))


def draw_tying_shares(axes: Axes, rows: Sequence[Shares], labels: Mapping[str, str]) -> Axes:
    """Draw two bars for each model into axes measured in inches.

    Parameters
    ----------
    axes : Axes
        From `canvas`.
    rows : sequence of Shares
        From top to bottom.
    labels : mapping of str to str
        Words for "tied", "untied", "table", "rest" and "head".
    """
    top = _FOOT + len(rows) * _STEP
    _legend(axes, top + _HEAD - 0.2, labels)
    for place, row in enumerate(rows):
        upper = top - place * _STEP - _BAR
        lower = upper - _GAP - _BAR
        axes.text(0.12, upper - _GAP / 2, row.name, va="center", color=INK, weight="bold")
        _bar(axes, upper, labels["untied"], ((row.table, BLUE), (1 - 2 * row.table, PALE), (row.table, OCHRE)))
        _bar(axes, lower, labels["tied"], ((row.table, BLUE), (1 - 2 * row.table, PALE)))
        axes.text(
            _NAMES + (1 - row.table) * _FULL + 0.07, lower + _BAR / 2, _percent(-row.table), va="center", color=INK
        )
        inside = row.table * _FULL > 0.5
        axes.text(
            _NAMES + row.table * _FULL + (-0.08 if inside else 0.07),
            lower + _BAR / 2,
            _percent(row.kept),
            ha="right" if inside else "left",
            va="center",
            color=PAPER if inside else INK,
        )
    return axes


def _bar(axes: Axes, y: float, label: str, pieces: Sequence[tuple[float, str]]) -> None:
    axes.text(_NAMES - 0.1, y + _BAR / 2, label, ha="right", va="center", color=GREY)
    left = _NAMES
    for share, colour in pieces:
        width = share * _FULL
        axes.add_patch(Rectangle((left, y), width, _BAR, facecolor=colour, edgecolor=PAPER, lw=1))
        left += width


def _percent(share: float) -> str:
    return f"{share:.1%}".replace("-", "−")


def _legend(axes: Axes, y: float, labels: Mapping[str, str]) -> None:
    left = _NAMES
    for key, colour in (("table", BLUE), ("rest", PALE), ("head", OCHRE)):
        axes.add_patch(Rectangle((left, y - 0.07), 0.14, 0.14, facecolor=colour, edgecolor=GREY, lw=0.5))
        axes.text(left + 0.21, y, labels[key], va="center", color=INK)
        left += 0.45 + 0.075 * len(labels[key])
