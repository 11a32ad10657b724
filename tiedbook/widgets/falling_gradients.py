"""Falling gradients: what assigning, ``+=`` and ``np.add.at`` make of gradients whose ids repeat."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from traitlets import Float, Int, List, Unicode

from tiedbook import drawable
from tiedbook.landings import landings
from tiedbook.widgets.learners import LearnersWidget
from tiedbook.widgets.widget import text

_STATEMENTS = [landing.statement for landing in landings([], [], [])]


class FallingGradients(LearnersWidget):
    """Gradients of a few tokens above the rows of a table of width 1.

    Attributes
    ----------
    ids : list of int, length B
        The row of each gradient, from 0 to V - 1.
    gradients : list of float, length B
        One number for each position.
    before : list of float, length V
        What the rows hold before.
    statement : str
        One of `statements`: what stores the gradients.
    statements : list of str
        Assigning, ``+=`` and ``np.add.at``, in this order.
    fallen : int
        How many gradients have been stored, from 0 to B.
    """

    module = "falling_gradients"
    exercise = "embed_backward"
    inputs = ("ids", "gradients", "before")

    ids = List(Int()).tag(sync=True)
    gradients = List(Float()).tag(sync=True)
    before = List(Float()).tag(sync=True)
    statement = Unicode(_STATEMENTS[1]).tag(sync=True)
    statements = List(Unicode(), _STATEMENTS).tag(sync=True)
    fallen = Int().tag(sync=True)

    def arguments(self) -> tuple[NDArray[np.int64], NDArray[np.float64], int]:
        """Return ids of shape (B,), gradients of shape (B, 1), and V."""
        return np.asarray(self.ids, np.int64), np.asarray(self.gradients, np.float64)[:, None], len(self.before)

    def ours(self) -> NDArray[np.float64]:
        """Return the gradient of the table, of shape (V, 1)."""
        ids, gradients, count = self.arguments()
        grad = np.zeros((count, 1))
        np.add.at(grad, ids, gradients)
        return grad

    def words(self) -> dict[str, str]:
        """Return every text of this widget in the current edition."""
        return {
            "title": text("widget.falling.title", "Falling gradients"),
            "statement": text("widget.falling.statement", "Store them with"),
            "steps": text("widget.falling.steps", "gradients stored"),
            "step": text("widget.falling.step", "{fallen} of {count}"),
            "next": text("widget.falling.next", "Drop the next"),
            "all": text("widget.falling.all", "Drop all"),
            "picture": text("widget.falling.picture", "Rows of the table before: {before}. Now: {now}."),
            "before": text("figure.falling.before", "before"),
            "now": text("widget.falling.now", "now"),
            "row": text("figure.falling.row", "row"),
            "tokens": text("widget.falling.tokens", "One gradient for each position"),
            "position": text("widget.falling.position", "position"),
            "id": text("widget.falling.id", "id"),
            "choose": text("widget.falling.choose", "id at position {position}"),
            "gradient": text("widget.falling.gradient", "gradient"),
            "reads": text("widget.falling.reads", "reads"),
            "writes": text("widget.falling.writes", "writes"),
            "end": text("widget.falling.end", "in the end"),
            "waits": text("widget.falling.waits", "waits"),
            "kept": text("widget.falling.kept", "✓ kept"),
            "lost": text("widget.falling.lost", "✗ lost"),
            "answers": text("widget.falling.answers", "The gradient of the table, from zeros"),
            "right": text("widget.falling.right", "all gradients added"),
            "head.theirs": text("widget.theirs.head", "your `{name}`", name=self.exercise),
            "summary.none": text(
                "widget.falling.none", "No gradient has fallen yet. What will row {row} hold in the end?"
            ),
            "summary.kept": text("widget.falling.all_kept", "{statement} has lost nothing. Row {row} holds {value}."),
            "summary.lost": text("widget.falling.some_lost", "{statement} has lost {what}."),
            "what.gradient": text("widget.falling.lost_gradient", "the {gradient} of position {position}"),
            "what.before": text("widget.falling.lost_before", "the {value} that row {row} held"),
            "summary.wrong": text(
                "widget.falling.wrong", "Row {row} holds {value}; with all gradients added it would hold {right}."
            ),
            "summary.chance": text("widget.falling.chance", "By chance the rows hold the right numbers all the same."),
        }

    def stand_in(self) -> str:
        """Return the same as a figure, with all three statements."""
        from tiedbook.figures import falling_gradients

        return falling_gradients(ids=self.ids, gradients=self.gradients, before=self.before)._repr_html_()


def falling_gradients(*, ids: Sequence[int], gradients: Sequence[float], before: Sequence[float]) -> FallingGradients:
    """Show gradients above the rows they belong to; they fall, and the chosen statement stores them.

    Parameters
    ----------
    ids : sequence of int, length B
        The row of each gradient, from 0 to V - 1.
    gradients : sequence of float, length B
        One number for each position: the width of the table is 1.
    before : sequence of float, length V
        What the rows hold before.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    ids, gradients, before = drawable.falling_gradients(ids, gradients, before)
    return FallingGradients(ids=ids, gradients=gradients, before=before)
