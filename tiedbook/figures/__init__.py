"""Figures that do not move: drawn by Matplotlib, shown as SVG with a text that says what they show."""

from tiedbook.figures.batch_mates import batch_mates
from tiedbook.figures.falling_gradients import falling_gradients
from tiedbook.figures.lamp_row import lamp_row
from tiedbook.figures.ledger_bars import ledger_bars
from tiedbook.figures.logit_bars import logit_bars
from tiedbook.figures.picture import Picture
from tiedbook.figures.score_grid import score_grid
from tiedbook.figures.shape_ladder import shape_ladder
from tiedbook.figures.three_winners import three_winners
from tiedbook.figures.tied_runs import tied_runs
from tiedbook.figures.time_slopes import time_slopes
from tiedbook.figures.two_jobs import two_jobs
from tiedbook.figures.two_taps import two_taps
from tiedbook.figures.tying_shares import tying_shares

__all__ = [
    "Picture",
    "batch_mates",
    "falling_gradients",
    "lamp_row",
    "ledger_bars",
    "logit_bars",
    "score_grid",
    "shape_ladder",
    "three_winners",
    "tied_runs",
    "time_slopes",
    "two_jobs",
    "two_taps",
    "tying_shares",
]
