"""A finished figure: its SVG, and the text that stands for it where it cannot be seen."""

from __future__ import annotations

import io
import warnings
from base64 import b64encode
from dataclasses import dataclass
from html import escape

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from tiedbook import large
from tiedbook.session import current_edition

INK = "#1f2430"  # text and outlines
GREY = "#5f6775"  # what is secondary; 5.6:1 on white
PALE = "#e8eaee"  # what is switched off
PAPER = "#ffffff"  # figures bring their own background, so that dark themes cannot hide them
BLUE = "#0b5cad"  # rows of the table
GREEN = "#2b7a4b"  # rows on their way through the model
OCHRE = "#b06a00"  # scores
AMBER = "#f4b400"  # a lamp that is on, always outlined: it is too pale to stand alone

_STYLE = {
    "svg.fonttype": "path",  # the same letters on every computer
    "svg.hashsalt": "tiedbook",  # the same ids in every run
    "font.family": ["DejaVu Sans"],  # comes with Matplotlib
    "font.size": 9,
}


@dataclass(frozen=True, slots=True, repr=False)
class Picture:
    """A figure as a cell shows it when it is the last expression: an image with alt text, or the text alone.

    Parameters
    ----------
    svg : str
        The drawing.
    alt : str
        What the drawing shows, for those who do not see it.
    """

    svg: str
    alt: str

    def __repr__(self) -> str:
        return self.alt

    def _repr_html_(self) -> str:
        source = b64encode(self.svg.encode("utf-8")).decode("ascii")
        if len(source) > large.LARGEST:
            return large.instead(self.alt)
        return (
            f'<img src="data:image/svg+xml;base64,{source}" alt="{escape(self.alt)}" lang="{current_edition().tag}" '
            'style="max-width:100%;height:auto;background:#ffffff;padding:8px;border-radius:4px">'
        )


def canvas(width: float, height: float) -> tuple[Figure, Axes]:
    """Return an empty figure and axes that cover it, measured in inches, without ticks or frame.

    The figure never meets pyplot: there is no window to open and nothing to close.

    Parameters
    ----------
    width, height : float
        Size of the figure in inches, which are also the limits of the axes.
    """
    figure = Figure(figsize=(width, height), facecolor=PAPER)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(0, height), aspect="equal")
    axes.set_axis_off()
    return figure, axes


def picture(figure: Figure, alt: str) -> Picture:
    """Turn a figure into SVG, the same bytes for the same figure.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        A finished figure.
    alt : str
        What it shows.
    """
    file = io.StringIO()
    for drawn in figure.findobj(Text):
        drawn.set_parse_math(False)  # a dollar in a token is a dollar
    with mpl.rc_context(_STYLE), warnings.catch_warnings():  # type: ignore[arg-type]
        warnings.filterwarnings("ignore", message="Glyph")  # what the font lacks is drawn as a box
        figure.savefig(file, format="svg", facecolor=PAPER, metadata={"Date": None})
    return Picture(file.getvalue(), alt)
