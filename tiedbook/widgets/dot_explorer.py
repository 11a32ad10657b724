"""The dot-product explorer: drag a hidden state and the rows of a table, and see who wins by which measure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from traitlets import Dict, Float, Int, List, Unicode

from tiedbook import drawable
from tiedbook.widgets.learners import LearnersWidget
from tiedbook.widgets.widget import text


class DotExplorer(LearnersWidget):
    """A hidden state and the rows of a small table in the plane.

    Attributes
    ----------
    h : list of float, length 2
        The hidden state.
    rows : list of list of float, V times 2
        The rows.
    tokens : list of str, length V
        The token of each row.
    chosen : int
        Which arrow the sliders move: the index of a row, or −1 for the hidden state.
    reach : float
        The plane shows −reach … reach on both axes.
    start : dict
        `h` and `rows` as they were at first.
    """

    module = "dot_explorer"
    exercise = "tied_lm_head"
    inputs = ("h", "rows")

    h = List(Float()).tag(sync=True)
    rows = List(List(Float())).tag(sync=True)
    tokens = List(Unicode()).tag(sync=True)
    chosen = Int(-1).tag(sync=True)
    reach = Float().tag(sync=True)
    start = Dict().tag(sync=True)

    def arguments(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the hidden state, of shape (2,), and the table, of shape (V, 2)."""
        return np.asarray(self.h, np.float64), np.asarray(self.rows, np.float64)

    def ours(self) -> NDArray[np.float64]:
        """Return the logits, of shape (V,)."""
        hidden, table = self.arguments()
        return table @ hidden

    def words(self) -> dict[str, str]:
        """Return every text of this widget in the current edition."""
        return {
            "title": text("widget.dot.title", "Dot-product explorer"),
            "plane": text("widget.dot.plane", "The hidden state h and the rows of the table as arrows"),
            "knob": text("widget.dot.knob", "arrow tip, moved by the four arrow keys"),
            "state": text("widget.dot.state", "hidden state h"),
            "row": text("widget.dot.row", "row of {token}"),
            "place": text("widget.dot.place", "({x}, {y}), length {length}"),
            "choose": text("widget.dot.choose", "Move"),
            "first": text("widget.dot.first", "first number"),
            "second": text("widget.dot.second", "second number"),
            "length": text("widget.dot.length", "length"),
            "reset": text("widget.reset", "Back to the start"),
            "logits": text("widget.dot.logits", "Logits: the dot product of h with each row"),
            "softmax": text("widget.dot.softmax", "Softmax: the probability of each token"),
            "opinions": text("widget.dot.opinions", "Three meanings of “closest”; ★ marks the winner of each"),
            "head.token": text("figure.winners.token", "token"),
            "head.length": text("widget.dot.length", "length"),
            "head.dot": text("figure.winners.dot", "dot product"),
            "head.cosine": text("figure.winners.cosine", "cosine"),
            "head.distance": text("figure.winners.distance", "distance"),
            "head.theirs": text("widget.theirs.head", "your `{name}`", name=self.exercise),
            "agree": text(
                "widget.dot.agree", "All three name {token}: dot product {score}, probability {probability}."
            ),
            "disagree": text(
                "widget.dot.disagree",
                "The largest dot product has {token} ({score}, probability {probability}); "
                "the largest cosine {cosine}; the smallest distance {distance}.",
            ),
        }

    def stand_in(self) -> str:
        """Return the same as a figure."""
        from tiedbook.figures import three_winners

        hidden, rows = self.arguments()
        if not hidden.any() or not rows.any(axis=1).all():  # a vector of zeros has no direction to draw
            hidden, rows = np.asarray(self.start["h"]), np.asarray(self.start["rows"])
        return three_winners(hidden, rows, self.tokens)._repr_html_()


def dot_explorer(hidden: ArrayLike, rows: ArrayLike, tokens: Sequence[str]) -> DotExplorer:
    """Show a hidden state among a few rows in the plane, to be moved; scores and three winners follow.

    Parameters
    ----------
    hidden : array_like of float, shape (2,)
        The hidden state, not zero.
    rows : array_like of float, shape (V, 2)
        The rows of the table; none is zero.
    tokens : sequence of str, length V
        The token of each row.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    state, table, tokens = drawable.three_winners(hidden, rows, tokens)
    reach = max(4.0, math.ceil(1.15 * max(np.abs(state).max(), np.abs(table).max())))
    places: dict[str, Any] = {"h": state.tolist(), "rows": table.tolist()}
    return DotExplorer(tokens=tokens, reach=reach, start=places, **places)
