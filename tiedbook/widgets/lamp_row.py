"""The lamp row: a one-hot vector times a table, term by term."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray
from traitlets import Dict, Float, Int, List, Unicode

from tiedbook import drawable
from tiedbook.widgets.learners import Call, LearnersWidget
from tiedbook.widgets.widget import text


class LampRow(LearnersWidget):
    """Lamps beside the rows of a small table, and the sum of lamp times row.

    Attributes
    ----------
    table : list of list of float, V times d
        The rows.
    tokens : list of str, length V
        The token of each row.
    lit : int
        Id whose lamp is on.
    added : int
        How many terms of the sum have been added, from 0 to V.
    theirs_embed : dict
        As `theirs`, which is about `one_hot`; this about `embed`.
    """

    module = "lamp_row"
    exercise = "one_hot"
    inputs = ("lit", "table")

    table = List(List(Float())).tag(sync=True)
    tokens = List(Unicode()).tag(sync=True)
    lit = Int().tag(sync=True)
    added = Int().tag(sync=True)
    theirs_embed = Dict().tag(sync=True)

    def arguments(self) -> tuple[NDArray[np.int64], int]:
        """Return the id as an array of shape (1,), and V."""
        return np.array([self.lit]), len(self.table)

    def ours(self) -> NDArray[np.float64]:
        """Return the lamps, of shape (1, V)."""
        return np.eye(len(self.table))[[self.lit]]

    def calls(self) -> dict[str, Call]:
        """Return what is asked of `one_hot` and of `embed`."""
        embed = Call(
            "embed", lambda: (np.array([self.lit]), self._rows()), lambda: self._rows()[[self.lit]], self.answered
        )
        return {**super().calls(), "theirs_embed": embed}

    def _rows(self) -> NDArray[np.float32]:
        return np.asarray(self.table, np.float32)

    def words(self) -> dict[str, str]:
        """Return every text of this widget in the current edition."""
        return {
            "title": text("widget.lamps.title", "Lamp row"),
            "caption": text("widget.lamps.caption", "The one-hot vector o of an id, times the table"),
            "lamp": text("widget.lamps.lamp", "lamp"),
            "light": text("widget.lamps.light", "light the lamp of id {id}, {token}"),
            "token": text("figure.lamp_row.token", "id and token"),
            "row": text("figure.lamp_row.row", "row of E"),
            "product": text("figure.lamp_row.product", "lamp × row"),
            "waiting": text("widget.lamps.waiting", "not added yet"),
            "steps": text("widget.lamps.steps", "terms added"),
            "step": text("widget.lamps.step", "{added} of {count}"),
            "next": text("widget.lamps.next", "Add the next term"),
            "all": text("widget.lamps.all", "Add all"),
            "sum": text("widget.lamps.sum", "sum so far"),
            "wanted": text("widget.lamps.wanted", "row {lit} of E, looked up"),
            "theirs.lamp": text("widget.theirs.head", "your `{name}`", name="one_hot"),
            "theirs.embed": text("widget.theirs.head", "your `{name}`", name="embed"),
            "none": text("widget.lamps.none", "Nothing is added yet. Which terms of the sum will be zero?"),
            "dark": text(
                "widget.lamps.dark",
                "Each of the {added} terms added so far is zero, because its lamp is off. The sum is still zero.",
            ),
            "lit": text(
                "widget.lamps.lit",
                "The lamp of {token} is on: its term is the row itself, and the sum is row {lit} now. The terms to "
                "come are zero.",
            ),
            "done": text(
                "widget.lamps.done",
                "The sum is row {lit}, {token}. It took {products} multiplications, and {wasted} of them were by 0.",
            ),
        }

    def stand_in(self) -> str:
        """Return the same as a figure."""
        from tiedbook.figures import lamp_row

        return lamp_row(self._rows(), self.tokens, lit=self.lit)._repr_html_()


def lamp_row(table: ArrayLike, tokens: Sequence[str], *, lit: int) -> LampRow:
    """Show the one-hot vector of an id times a small table, to be added up term by term.

    Parameters
    ----------
    table : array_like of float, shape (V, d)
        Few rows and columns: every number is written out.
    tokens : sequence of str, length V
        The token of each row.
    lit : int
        Id whose lamp is on at first, from 0 to V - 1.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    rows, tokens, lit = drawable.lamp_row(table, tokens, lit)
    return LampRow(table=rows.tolist(), tokens=tokens, lit=lit)
