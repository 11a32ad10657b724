"""Two taps, one tank: both gradients of a table that is looked up and scores, shared or copied, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from traitlets import Bool, Float, Int, List, Unicode

from tiedbook import drawable, given
from tiedbook.widgets.learners import LearnersWidget
from tiedbook.widgets.widget import text

Rows = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Backward:
    """One backward pass of the chapter's model: look up, tanh, score, cross-entropy.

    Parameters
    ----------
    grad_embedded, hidden : ndarray of float, shape (n, d)
        Gradient of the looked-up rows, and the hidden states.
    grad_logits : ndarray of float, shape (n, V)
        Gradient of the scores.
    lookup, head : ndarray of float, shape (V, d)
        Gradients of the table that is looked up, and of the one that scores.
    loss : float
        In nats, the mean over the positions.
    """

    grad_embedded: Rows
    hidden: Rows
    grad_logits: Rows
    lookup: Rows
    head: Rows
    loss: float


def backward(looked_up: Rows, scoring: Rows, ids: Sequence[int], targets: Sequence[int]) -> Backward:
    """Run the model forward and backward.

    Parameters
    ----------
    looked_up, scoring : ndarray of float, shape (V, d)
        The two tables; the same one twice if it is tied.
    ids, targets : sequence of int, length n
        What each position holds, and what it should predict.
    """
    positions = np.arange(len(ids))
    hidden = np.tanh(looked_up[list(ids)])
    logits = hidden @ scoring.T
    logits -= logits.max(axis=1, keepdims=True)
    powers = np.exp(logits)
    grad_logits = powers / powers.sum(axis=1, keepdims=True)
    loss = -np.log(grad_logits[positions, list(targets)]).mean()
    grad_logits[positions, list(targets)] -= 1
    grad_logits /= len(ids)
    grad_embedded = (grad_logits @ scoring) * (1 - hidden**2)
    lookup = np.zeros_like(looked_up)
    np.add.at(lookup, list(ids), grad_embedded)
    return Backward(grad_embedded, hidden, grad_logits, lookup, grad_logits.T @ hidden, float(loss))


class TwoTaps(LearnersWidget):
    """A small model whose table is looked up and scores.

    Attributes
    ----------
    table : list of list of float, V times d
        The table before the first step.
    tokens : list of str, length V
        The token of each row.
    ids, targets : list of int, length n
        What each position holds, and what it should predict.
    rate : float
        Learning rate of plain gradient descent.
    steps : int
        Steps taken, from 0 to `most`.
    most : int
        The last step there is.
    lookup, head : bool
        Whether the gradient through the lookup arrives, and the one through the scores.
    tie : {"share", "copy"}
        One table for both jobs, or two that begin with equal numbers.
    """

    module = "two_taps"
    exercise = "tied_grad"
    inputs = ("table", "ids", "targets", "rate", "steps", "lookup", "head", "tie")

    table = List(List(Float())).tag(sync=True)
    tokens = List(Unicode()).tag(sync=True)
    ids = List(Int()).tag(sync=True)
    targets = List(Int()).tag(sync=True)
    rate = Float().tag(sync=True)
    steps = Int().tag(sync=True)
    most = Int().tag(sync=True)
    lookup = Bool(default_value=True).tag(sync=True)
    head = Bool(default_value=True).tag(sync=True)
    tie = Unicode("share").tag(sync=True)

    def tables(self) -> tuple[Rows, Rows]:
        """Return the table that is looked up and the one that scores, after the steps taken; one array if shared."""
        looked_up = np.array(self.table)
        scoring = looked_up if self.tie == "share" else looked_up.copy()
        for _ in range(self.steps):
            now = backward(looked_up, scoring, self.ids, self.targets)
            looked_up -= self.rate * self.lookup * now.lookup
            scoring -= self.rate * self.head * now.head
        return looked_up, scoring

    def arguments(self) -> tuple[NDArray[np.int64], Rows, Rows, Rows]:
        """Return ids, dX, H and dZ after the steps taken; a closed tap lets only zeros through."""
        now = backward(*self.tables(), self.ids, self.targets)
        return np.asarray(self.ids), now.grad_embedded * self.lookup, now.hidden, now.grad_logits * self.head

    def ours(self) -> Rows:
        """Return the gradient of one table, of shape (V, d)."""
        now = backward(*self.tables(), self.ids, self.targets)
        return np.asarray(now.lookup * self.lookup + now.head * self.head)

    def words(self) -> dict[str, str]:
        """Return every text of this widget in the current edition."""
        return {
            "title": text("widget.taps.title", "Two taps, one tank"),
            "tap.lookup": text("widget.taps.tap_lookup", "Tap of the lookup open"),
            "tap.head": text("widget.taps.tap_head", "Tap of the scores open"),
            "tie": text("widget.taps.tie", "For both jobs"),
            "share": text("widget.taps.share", "share one table"),
            "copy": text("widget.taps.copy", "copy it: two tables, equal at the start"),
            "steps": text("widget.taps.steps", "steps of training"),
            "step": text("widget.taps.step", "{steps} of {most}"),
            "next": text("widget.taps.next", "Take a step"),
            "all": text("widget.taps.all", "Take all"),
            "lookup": text("figure.two_taps.lookup", "through the lookup"),
            "head": text("figure.two_taps.head", "through the scores"),
            "both": text("figure.two_taps.both", "together"),
            "closed": text("widget.taps.closed", "{tap}: closed"),
            "apart": text("widget.taps.apart", "how far apart the two tables' rows are"),
            "lengths": text("widget.taps.lengths", "Length of the gradient that arrives in each row"),
            "head.theirs": text("widget.theirs.head", "your `{name}`", name=self.exercise),
            "table": text("widget.taps.table", "The one table, looked up and scoring"),
            "table.lookup": text("widget.taps.table_lookup", "The table that is looked up"),
            "table.head": text("widget.taps.table_head", "The table that scores; ≠ marks what differs"),
            "drift": text("widget.taps.drift", "Largest difference between both jobs' numbers, step by step"),
            "drift.told": text("widget.taps.drift_told", "After each step: {values}"),
            "shared": text(
                "widget.taps.shared",
                "One table adds up what arrives: through the lookup in {lookup} of {count} rows, "
                "through the scores in {head}.",
            ),
            "equal": text(
                "widget.taps.equal", "Two tables that hold equal numbers. How far apart will one step take them?"
            ),
            "apart.told": text(
                "widget.taps.apart_told",
                "Two tables: nothing adds up their gradients, and their largest difference is {apart} now.",
            ),
            "dry": text("widget.taps.dry", "Both taps are closed: no row moves."),
            "loss": text("widget.taps.loss", "Steps taken: {steps}; loss {loss}."),
        }

    def stand_in(self) -> str:
        """Return the gradients as a figure."""
        from tiedbook.figures import two_taps

        now = backward(*self.tables(), self.ids, self.targets)
        return two_taps(self.tokens, lookup=now.lookup * self.lookup, head=now.head * self.head)._repr_html_()


def two_taps(
    table: ArrayLike,
    tokens: Sequence[str],
    *,
    ids: ArrayLike,
    targets: ArrayLike,
    rate: float = 0.5,
    most: int = 10,
) -> TwoTaps:
    """Show what arrives in each row of a table through the lookup and through the scores, and let it train.

    The model looks a row up, takes tanh, and scores by dot products; its loss is the cross-entropy.

    Parameters
    ----------
    table : array_like of float, shape (V, d)
        The table before the first step.
    tokens : sequence of str, length V
        The token of each row.
    ids, targets : array_like of int, shape (n,)
        What each position holds, and what it should predict; at least one position.
    rate : float
        Learning rate.
    most : int
        How many steps there are to take.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    rows, tokens = drawable.table_of(table, tokens)
    held, wanted = drawable.positions(ids, targets, len(rows))
    return TwoTaps(
        table=rows.tolist(),
        tokens=tokens,
        ids=held,
        targets=wanted,
        rate=float(given.numbers("rate", rate, axes=0)),
        most=given.size("most", most, high=drawable.STEPS),
    )
