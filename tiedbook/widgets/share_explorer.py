"""The share explorer: which part of a model its tables are, and at which vocabulary that is a half."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from traitlets import Bool, Dict, Int, List

from tiedbook import given
from tiedbook.gpt2 import GPT2, total
from tiedbook.tables import Table
from tiedbook.who_ties import MODELS
from tiedbook.widgets.learners import LearnersWidget
from tiedbook.widgets.widget import text

BLOCKS = {
    "BERT-base (MLM)": 12,
    "Qwen2.5-0.5B": 24,
    "Llama-3.2-1B": 16,
    "Gemma-2B": 18,
    "Pythia-2.8B": 32,
    "Llama-3.2-3B": 28,
    "Mistral-7B-v0.1": 32,
    "Qwen2.5-7B": 28,
    "Llama-3-8B": 32,
    "Gemma-7B": 28,
}
"""Blocks of the models of `who_ties` that have one width and one stack; a test holds them to the parameters."""

RANGES = {"vocab_size": [100, 1_000_000], "d_model": [16, 16_384], "n_layer": [1, 128]}


class ShareExplorer(LearnersWidget):
    """Tables and blocks of a model, by the rule of thumb 12 · L · d².

    Attributes
    ----------
    vocab_size, d_model, n_layer : int
        V, d and L.
    tied : bool
        Whether the head uses the token table.
    models : list of dict
        Models that people use: ``name``, ``vocab_size``, ``d_model``, ``n_layer``, ``tied``, and ``parameters``, all of
        them as counted.
    ranges : dict of str to list of int
        Smallest and largest value of each size.
    """

    module = "share_explorer"
    exercise = "embedding_and_head_params"
    inputs = ("vocab_size", "d_model", "tied")

    vocab_size = Int().tag(sync=True)
    d_model = Int().tag(sync=True)
    n_layer = Int().tag(sync=True)
    tied = Bool(default_value=True).tag(sync=True)
    models = List(Dict()).tag(sync=True)
    ranges = Dict().tag(sync=True)

    def arguments(self) -> tuple[int, int, bool]:
        """Return V, d, and whether the model is tied."""
        return self.vocab_size, self.d_model, self.tied

    def ours(self) -> NDArray[np.int64]:
        """Return the parameters of both ends, of shape ()."""
        return np.asarray((1 if self.tied else 2) * self.vocab_size * self.d_model, np.int64)

    def words(self) -> dict[str, str]:
        """Return every text of this widget in the current edition."""
        return {
            "title": text("widget.share.title", "Share explorer"),
            "model": text("widget.share.model", "Model"),
            "own": text("widget.share.own", "a model of your own"),
            "vocab_size": text("widget.ledger.vocab_size", "tokens V"),
            "d_model": text("widget.ledger.d_model", "width d"),
            "n_layer": text("widget.ledger.n_layer", "blocks L"),
            "tied": text("widget.ledger.tied", "tied: the head uses the token table"),
            "bars": text("widget.share.bars", "The same model untied and tied, to one scale"),
            "row.untied": text("figure.shares.untied", "untied"),
            "row.tied": text("figure.shares.tied", "tied"),
            "table": text("figure.shares.table", "token table"),
            "blocks": text("widget.share.blocks", "blocks"),
            "head": text("figure.shares.head", "second table, for the head"),
            "line": text("widget.share.line", "The vocabulary against the break-even 12 · L · d"),
            "even": text("widget.share.even", "break-even: {even}"),
            "numbers": text("widget.share.numbers", "Tables and blocks in numbers"),
            "ends": text("widget.share.ends", "token table and head"),
            "all": text("widget.share.all", "blocks, about 12 · L · d²"),
            "rough": text("widget.share.rough", "share of the tables, about"),
            "counted": text("widget.share.counted", "share of the tables, counted for {name}"),
            "theirs": text("widget.theirs.head", "your `{name}`", name=self.exercise),
            "summary.tied": text(
                "widget.share.summary_tied",
                "Tied: the one table is about {share} of the model. A second one would make it {extra} larger.",
            ),
            "summary.untied": text(
                "widget.share.summary_untied",
                "Untied: the two tables are about {share} of the model. Tying would make it {saved} smaller.",
            ),
            "below": text(
                "widget.share.below",
                "The vocabulary is {ratio} times the break-even {even}: all blocks together are larger than one table.",
            ),
            "above": text(
                "widget.share.above",
                "The vocabulary is {ratio} times the break-even {even}: one table is larger than all blocks together.",
            ),
            "equal": text(
                "widget.share.equal",
                "The vocabulary is about the break-even {even}: one table is about as large as all blocks together.",
            ),
        }

    def stand_in(self) -> str:
        """Return the numbers as a table."""
        words = self.words()
        table, blocks = self.vocab_size * self.d_model, 12 * self.n_layer * self.d_model**2
        ends = (2 * table, table)
        sizes = f"V = {self.vocab_size:,}, d = {self.d_model:,}, L = {self.n_layer:,}, 12 · L · d"
        rows = [
            (words["ends"], *(f"{end:,}" for end in ends)),
            (words["all"], *(f"{blocks:,}" for _ in ends)),
            (words["rough"], *(f"{end / (end + blocks):.1%}" for end in ends)),
        ]
        caption = f"{words['numbers']} ({sizes} = {12 * self.n_layer * self.d_model:,})"
        return Table(caption, ("", words["row.untied"], words["row.tied"]), rows)._repr_html_()


def share_explorer(vocab_size: int, n_layer: int, d_model: int, *, tied: bool = True) -> ShareExplorer:
    """Show which part of a model its tables are, for sizes that can be changed.

    Parameters
    ----------
    vocab_size, n_layer, d_model : int
        V, L and d.
    tied : bool
        Whether the head uses the token table.

    Raises
    ------
    TypeError, ValueError
        If a size is not whole, or is smaller or larger than the sliders go.
    """
    sizes = {
        name: given.size(name, size, low=RANGES[name][0], high=RANGES[name][1])
        for name, size in (("vocab_size", vocab_size), ("d_model", d_model), ("n_layer", n_layer))
    }
    return ShareExplorer(**sizes, tied=given.flag("tied", tied), models=_models(), ranges=RANGES)


def _models() -> list[dict[str, object]]:
    """Return the models of the menu, from the smallest to the largest."""
    four = [
        {
            "name": f"GPT-2 {name}",
            "vocab_size": model.vocab_size,
            "d_model": model.d_model,
            "n_layer": model.n_layer,
            "tied": True,
            "parameters": total(model),
        }
        for name, model in GPT2.items()
    ]
    others = [
        {
            "name": model.name,
            "vocab_size": model.vocab_size,
            "d_model": model.width,
            "n_layer": BLOCKS[model.name],
            "tied": model.tied,
            "parameters": model.parameters,
        }
        for model in MODELS
        if model.name in BLOCKS
    ]
    return sorted([*four, *others], key=lambda model: int(str(model["parameters"])))
