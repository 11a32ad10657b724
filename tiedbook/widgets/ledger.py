"""The ledger of a model of GPT-2's kind, to be filled with other sizes, and the decoder of wrong totals."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from traitlets import Bool, Dict, Int, List, Unicode

from tiedbook import drawable, given
from tiedbook import ledger as ledgers
from tiedbook.gpt2 import GPT2, N_CTX, VOCAB_SIZE, Model, total
from tiedbook.ledger import decode
from tiedbook.miscounts import OLD_VOCAB_SIZE
from tiedbook.widgets.learners import LearnersWidget
from tiedbook.widgets.widget import text

LARGEST = drawable.LARGEST


class Ledger(LearnersWidget):
    """What each part of a model holds, and what a total has forgotten.

    Attributes
    ----------
    n_layer, d_model, vocab_size, n_ctx : int
        Blocks, width, tokens, positions.
    tied, bias : bool
        Whether the head uses the token table, and whether it has a bias.
    guess : str
        A total, as typed.
    counted : int or None
        The number that it says.
    decoded : dict
        What explains it: ``given``, the number, and ``lines`` of text.
    sizes, vocabularies : list of dict
        What the buttons put in, by name.
    largest : dict of str to int
        The largest size that may be typed.
    """

    module = "ledger"
    exercise = "gpt2_param_count"
    inputs = ("n_layer", "d_model", "vocab_size", "n_ctx", "tied")

    n_layer = Int().tag(sync=True)
    d_model = Int().tag(sync=True)
    vocab_size = Int().tag(sync=True)
    n_ctx = Int().tag(sync=True)
    tied = Bool(default_value=True).tag(sync=True)
    bias = Bool(default_value=False).tag(sync=True)
    guess = Unicode().tag(sync=True)
    counted = Int(None, allow_none=True).tag(sync=True)
    decoded = Dict().tag(sync=True)
    sizes = List(Dict()).tag(sync=True)
    vocabularies = List(Dict()).tag(sync=True)
    largest = Dict().tag(sync=True)

    def __init__(self, **state: Any) -> None:
        super().__init__(**state)
        self.observe(self._decode, names="counted")
        self._decode()

    def edition_changed(self) -> None:
        """Speak the edition that has been chosen meanwhile, about the total too."""
        super().edition_changed()
        self._decode()

    def _decode(self, _change: object = None) -> None:
        lines = [] if self.counted is None else repr(decode(self.counted)).splitlines()
        self.decoded = {"given": self.counted, "lines": lines}

    @property
    def _model(self) -> Model:
        return Model(self.n_layer, self.d_model, self.vocab_size, self.n_ctx)

    def arguments(self) -> tuple[int, int, int, int, bool]:
        """Return the sizes, and whether the model is tied."""
        return self.n_layer, self.d_model, self.vocab_size, self.n_ctx, self.tied

    def ours(self) -> NDArray[np.int64]:
        """Return the total without a bias of the head, which `gpt2_param_count` does not know, of shape ()."""
        return np.asarray(total(self._model, tied=self.tied), np.int64)

    def answered(self, returned: Any) -> NDArray[Any]:
        """Return the total as it is: a float would lose its last digits."""
        number = np.asarray(returned)
        if number.dtype.kind not in "iuf":
            raise TypeError("A total is a number.")
        return number

    def words(self) -> dict[str, str]:
        """Return every text of this widget in the current edition."""
        return {**self._controls(), **self._results()}

    def _controls(self) -> dict[str, str]:
        return {
            "title": text("widget.ledger.title", "The ledger of GPT-2"),
            "sizes": text("widget.ledger.sizes", "Size"),
            "vocabularies": text("widget.ledger.vocabularies", "Vocabulary"),
            "vocabulary": text("widget.ledger.vocabulary", "{name}: {size}"),
            "n_layer": text("widget.ledger.n_layer", "blocks L"),
            "d_model": text("widget.ledger.d_model", "width d"),
            "vocab_size": text("widget.ledger.vocab_size", "tokens V"),
            "n_ctx": text("widget.ledger.n_ctx", "positions C"),
            "tied": text("widget.ledger.tied", "tied: the head uses the token table"),
            "bias": text("widget.ledger.bias", "the head has a bias"),
            "guess": text("widget.ledger.guess", "A total for GPT-2 that you have counted or met"),
            "unread": text("widget.ledger.unread", "A total is a whole number, such as 163,037,184."),
            "decode": text("widget.ledger.decode", "Decode the total of your function"),
        }

    def _results(self) -> dict[str, str]:
        return {
            "caption": text(
                "widget.ledger.caption", "Where the parameters are, from the bottom of the model to its top"
            ),
            "part": text("ledger.part", "part"),
            "shapes": text("ledger.shapes", "shapes"),
            "numbers": text("ledger.numbers", "numbers"),
            "times": text("ledger.times", "times"),
            "sum": text("ledger.sum", "in all"),
            "share": text("widget.ledger.share", "share"),
            "block": text("ledger.block", "one block"),
            "total": text("ledger.total", "total"),
            "theirs": text("widget.theirs.head", "your `{name}`", name=self.exercise),
            "shown": text("widget.ledger.shown", "{counted} is the total of the model that is shown."),
            "summary.tied": text(
                "widget.ledger.summary_tied",
                "{total} parameters: {ends} in the one table for both jobs, {blocks} in the blocks.",
            ),
            "summary.untied": text(
                "widget.ledger.summary_untied",
                "{total} parameters: {ends} in the two tables of lookup and head, {blocks} in the blocks.",
            ),
        }

    def stand_in(self) -> str:
        """Return the same as a table."""
        table = ledgers.ledger(self.n_layer, self.d_model, self.vocab_size, self.n_ctx, tied=self.tied)
        if self.bias:
            *rows, (name, *empty, _) = table.rows
            bias, in_all = self.vocab_size, total(self._model, tied=self.tied) + self.vocab_size
            row = ("lm_head.bias", f"{bias:,}", f"{bias:,}", "× 1", f"{bias:,}")
            table = replace(table, rows=[*rows, row, (name, *empty, f"{in_all:,}")])
        return table._repr_html_()


def ledger(
    n_layer: int, d_model: int, vocab_size: int = VOCAB_SIZE, n_ctx: int = N_CTX, *, tied: bool = True
) -> Ledger:
    """Show what each part of a model holds, for sizes that can be changed, and decode a total that is typed.

    Parameters
    ----------
    n_layer, d_model, vocab_size, n_ctx : int
        Blocks, width, tokens, positions; at least 1.
    tied : bool
        Whether the head uses the token table.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    return Ledger(
        **asdict(drawable.model(n_layer, d_model, vocab_size, n_ctx)),
        tied=given.flag("tied", tied),
        sizes=[{"name": name, "n_layer": model.n_layer, "d_model": model.d_model} for name, model in GPT2.items()],
        vocabularies=[{"name": "GPT-2", "size": VOCAB_SIZE}, {"name": "GPT-1", "size": OLD_VOCAB_SIZE}],
        largest=LARGEST,
    )
