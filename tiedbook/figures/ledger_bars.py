"""Where the parameters of a model are: one bar for each part, to one scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from tiedbook import drawable, given
from tiedbook.figures.picture import BLUE, GREEN, GREY, INK, OCHRE, Picture, canvas, picture
from tiedbook.gpt2 import N_CTX, VOCAB_SIZE, Model, repeated, total
from tiedbook.session import say

_LABELS, _LONGEST, _NUMBERS = 2.15, 3.4, 2.0  # inches: names, the longest bar, what is written behind it
_STEP, _HEIGHT = 0.42, 0.28  # inches from bar to bar, and of a bar
_THIN = 0.015  # inches; a shorter bar is made longer, to be seen at all
_FOOT = 0.15


@dataclass(frozen=True, slots=True)
class Bar:
    """One part of a model.

    Parameters
    ----------
    label : str
        What the edition calls it.
    count : int
        How many parameters it has.
    colour : str
        Its fill.
    """

    label: str
    count: int
    colour: str


def ledger_bars(
    *, n_layer: int, d_model: int, vocab_size: int = VOCAB_SIZE, n_ctx: int = N_CTX, tied: bool = True
) -> Picture:
    """Show how many parameters each part of a model has.

    Parameters
    ----------
    n_layer, d_model, vocab_size, n_ctx : int
        Blocks, width, tokens and positions; at least 1.
    tied : bool
        Whether the head uses the token table; if not, it has a bar of its own.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    model, tied = drawable.model(n_layer, d_model, vocab_size, n_ctx), given.flag("tied", tied)
    bars = parts(model, tied=tied)
    alt = say(
        "figure.ledger.alt",
        "Bars to one scale for the {total:,} parameters of a model with {n_layer} blocks of width {d_model}: {bars}.",
        total=total(model, tied=tied),
        n_layer=model.n_layer,
        d_model=model.d_model,
        bars="; ".join(f"{bar.label}: {_number(bar, bars)}" for bar in bars),
    )
    figure, axes = canvas(_LABELS + _LONGEST + _NUMBERS, len(bars) * _STEP + 2 * _FOOT)
    draw_ledger_bars(axes, bars)
    return picture(figure, alt)


def parts(model: Model, *, tied: bool) -> tuple[Bar, ...]:
    """Return the parts of a model, in the order in which a token meets them.

    Parameters
    ----------
    model : Model
        Its sizes.
    tied : bool
        Whether the head uses the token table.
    """
    blocks = {"n_layer": model.n_layer}
    words: Mapping[str, tuple[str, str]] = {
        "wte": (say("figure.ledger.tokens", "token table"), BLUE),
        "wpe": (say("figure.ledger.positions", "position table"), GREY),
        "attn": (say("figure.ledger.attention", "attention of {n_layer} blocks", **blocks), GREEN),
        "mlp": (say("figure.ledger.mlp", "MLPs of {n_layer} blocks", **blocks), GREEN),
        "ln": (say("figure.ledger.norms", "LayerNorms"), GREY),
        "lm": (say("figure.ledger.head", "head, a second table"), OCHRE),
    }
    counts = dict.fromkeys(words, 0)
    for weight, times in repeated(model, tied=tied):
        counts[weight.layer.partition(".")[0].partition("_")[0]] += weight.count * times
    return tuple(Bar(label, counts[key], colour) for key, (label, colour) in words.items() if counts[key])


def draw_ledger_bars(axes: Axes, bars: Sequence[Bar]) -> Axes:
    """Draw the bars below each other into axes measured in inches.

    Parameters
    ----------
    axes : Axes
        From `canvas`.
    bars : sequence of Bar
        From top to bottom.
    """
    scale = _LONGEST / max(bar.count for bar in bars)
    for place, bar in enumerate(bars):
        y = _FOOT + (len(bars) - place - 0.5) * _STEP
        width = max(bar.count * scale, _THIN)
        axes.text(_LABELS - 0.12, y, bar.label, ha="right", va="center", color=INK)
        axes.add_patch(Rectangle((_LABELS, y - _HEIGHT / 2), width, _HEIGHT, facecolor=bar.colour, edgecolor="none"))
        axes.text(_LABELS + width + 0.1, y, _number(bar, bars), va="center", color=INK)
    return axes


def _number(bar: Bar, bars: Sequence[Bar]) -> str:
    share = bar.count / sum(each.count for each in bars)
    return f"{bar.count:,} ({share:.1%})" if share >= 0.0005 else f"{bar.count:,} (< 0.1%)"
