"""Figures that do not move: drawn by Matplotlib, shown as SVG with a text that says what they show."""

from tiedbook.figures.falling_gradients import falling_gradients
from tiedbook.figures.lamp_row import lamp_row
from tiedbook.figures.ledger_bars import ledger_bars
from tiedbook.figures.picture import Picture
from tiedbook.figures.shape_ladder import shape_ladder
from tiedbook.figures.time_slopes import time_slopes
from tiedbook.figures.tied_runs import tied_runs
from tiedbook.figures.two_jobs import two_jobs
from tiedbook.figures.tying_shares import tying_shares

__all__ = [
    "Picture",
    "falling_gradients",
    "lamp_row",
    "ledger_bars",
    "shape_ladder",
    "tied_runs",
    "time_slopes",
    "two_jobs",
    "tying_shares",
]
