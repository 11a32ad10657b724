"""The shape ladder: choose B, T, V and d, and see the four arrays of the course to one scale."""

from __future__ import annotations

import numpy as np
from traitlets import Dict, Int, Unicode

from tiedbook import drawable
from tiedbook.gpt2 import GPT2
from tiedbook.widgets.widget import Widget, text

_SMALL = GPT2["small"]
_PRESETS = {
    "toy": {"B": 2, "T": 6, "V": 4, "d": 3},
    "gpt2": {"B": 8, "T": _SMALL.n_ctx, "V": _SMALL.vocab_size, "d": _SMALL.d_model},
    "one": {"B": 1, "T": 1, "V": _SMALL.vocab_size, "d": _SMALL.d_model},
}


class ShapeLadder(Widget):
    """Ids, table, looked-up rows and scores, by their sizes.

    Attributes
    ----------
    B, T, V, d : int
        Texts in the batch, positions in each, tokens of the vocabulary, width of a row; at least 1.
    id_type : {"int32", "int64"}
        Type of the ids.
    number_type : {"float16", "float32", "float64"}
        Type of all other numbers.
    presets : dict of str to dict
        Sizes that a button sets.
    """

    module = "shape_ladder"

    B = Int().tag(sync=True)
    T = Int().tag(sync=True)
    V = Int().tag(sync=True)
    d = Int().tag(sync=True)
    id_type = Unicode("int64").tag(sync=True)
    number_type = Unicode("float32").tag(sync=True)
    presets = Dict(_PRESETS).tag(sync=True)

    def words(self) -> dict[str, str]:
        """Return every text of this widget in the current edition."""
        return {
            "title": text("widget.shapes.title", "Shape ladder"),
            "start": text("widget.shapes.presets", "Start from"),
            "preset.toy": text("widget.shapes.toy", "the small example"),
            "preset.gpt2": text("widget.shapes.gpt2", "GPT-2 small, 8 full texts"),
            "preset.one": text("widget.shapes.one", "GPT-2 small, a single position"),
            "B": text("widget.shapes.B", "`B`, texts"),
            "T": text("widget.shapes.T", "`T`, positions"),
            "V": text("widget.shapes.V", "`V`, tokens"),
            "d": text("widget.shapes.d", "`d`, width"),
            "id_type": text("widget.shapes.id_type", "Type of the ids"),
            "number_type": text("widget.shapes.number_type", "Type of all other numbers"),
            "picture": text("widget.shapes.picture", "The four arrays, lengths to one scale: {arrays}"),
            "drawn": text("widget.shapes.drawn", "Lengths to one scale. A dashed edge: too thin, so drawn wider."),
            "bytes.head": text("widget.shapes.bytes", "Bytes, bars to one scale; ★ marks the largest"),
            "ids": text("figure.shape_ladder.ids", "ids"),
            "table": text("figure.shape_ladder.table", "table E"),
            "rows": text("figure.shape_ladder.rows", "looked-up rows"),
            "scores": text("figure.shape_ladder.scores", "scores"),
            "bytes": text("widget.shapes.count", "{count} bytes"),
            "largest": text("widget.shapes.largest", "The largest array is: {array}, {size}."),
            "tied": text("widget.shapes.together", "The largest arrays are, with {size} each: {array}."),
            "above": text(
                "widget.shapes.above",
                "The scores are {times} times the table, because B × T = {positions} is {times} times d = {width}.",
            ),
            "below": text(
                "widget.shapes.below",
                "The table is {times} times the scores, because d = {width} is {times} times B × T = {positions}.",
            ),
            "equal": text(
                "widget.shapes.equal",
                "The scores are as large as the table, because B × T = {positions} equals d = {width}.",
            ),
        }

    def stand_in(self) -> str:
        """Return the same as a figure."""
        from tiedbook.figures import shape_ladder

        widths = {"id_bytes": np.dtype(self.id_type).itemsize, "number_bytes": np.dtype(self.number_type).itemsize}
        return shape_ladder(B=self.B, T=self.T, V=self.V, d=self.d, **widths)._repr_html_()


def shape_ladder(*, B: int, T: int, V: int, d: int) -> ShapeLadder:  # noqa: N803  # the letters of the course
    """Show ids, table, looked-up rows and scores to one scale, with shapes and bytes, for sizes that can be changed.

    Parameters
    ----------
    B, T, V, d : int
        Texts in the batch, positions in each, tokens of the vocabulary, width of a row; at least 1.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    return ShapeLadder(**drawable.shape_ladder(B=B, T=T, V=V, d=d))
