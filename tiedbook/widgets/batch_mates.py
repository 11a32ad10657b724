"""Batch mates: the mean of a text moves with the padding that longer texts force on it, until the mask is on."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from traitlets import Bool, Float, Int, List

from tiedbook import drawable
from tiedbook.widgets.learners import LearnersWidget
from tiedbook.widgets.widget import text


class BatchMates(LearnersWidget):
    """A text of few tokens in a batch with a longer one, and its mean in the plane.

    Attributes
    ----------
    vectors : list of list of float, n times 2
        The vector of each token.
    pad : list of float, length 2
        The vector at padded positions.
    length : int
        Positions of the batch, T, from n to `longest`; the mate is that long.
    longest : int
        The longest mate there is.
    masked : bool
        Whether the mask marks padding; without it every position counts as a real token.
    reach : float
        The plane shows −reach … reach on both axes.
    """

    module = "batch_mates"
    exercise = "masked_mean"
    inputs = ("vectors", "pad", "length", "masked")

    vectors = List(List(Float())).tag(sync=True)
    pad = List(Float()).tag(sync=True)
    length = Int().tag(sync=True)
    longest = Int().tag(sync=True)
    masked = Bool().tag(sync=True)
    reach = Float().tag(sync=True)

    def arguments(self) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Return a batch of two, of shape (2, T, 2): this text, padded, and its mate; and the mask, of shape (2, T)."""
        tokens = np.asarray(self.vectors, np.float64)
        padded = np.vstack([tokens, np.tile(self.pad, (self.length - len(tokens), 1))])
        mate = np.resize(tokens, padded.shape)
        real = np.ones((2, self.length), bool)
        if self.masked:
            real[0, len(tokens) :] = False
        return np.stack([padded, mate]), real

    def ours(self) -> NDArray[np.float64]:
        """Return the mean of both texts, of shape (2, 2)."""
        batch, real = self.arguments()
        return np.stack([rows[mask].mean(axis=0) for rows, mask in zip(batch, real, strict=True)])

    def words(self) -> dict[str, str]:
        """Return every text of this widget in the current edition."""
        return {
            "title": text("widget.mates.title", "Batch mates"),
            "length": text("widget.mates.length", "length of the mate, `T`"),
            "mask": text("widget.mates.mask", "Mask on: count real tokens only"),
            "pad.first": text("widget.mates.pad_first", "padding, first number"),
            "pad.second": text("widget.mates.pad_second", "padding, second number"),
            "batch": text("widget.mates.batch", "The batch: your text and a longer mate"),
            "position": text("widget.mates.position", "position"),
            "own": text("widget.mates.own", "your text"),
            "counted": text("widget.mates.counted", "counted"),
            "mate": text("widget.mates.mate", "its mate"),
            "pad": text("figure.batch_mates.pad", "padding"),
            "token": text("figure.batch_mates.token", "token"),
            "plane": text("widget.mates.plane", "The mean as an arrow: alone {alone}, in this batch {mean}"),
            "path": text(
                "widget.mates.path",
                "Dashed ring: the mean of the text alone. Dots: its mean for each length, on the line to the padding.",
            ),
            "division": text("widget.mates.division", "The mean of your text is a division"),
            "sum": text("widget.mates.sum", "sum"),
            "count": text("widget.mates.count", "count"),
            "mean": text("widget.mates.mean", "mean"),
            "alone": text("widget.mates.alone", "sent alone"),
            "here": text("widget.mates.here", "in this batch"),
            "head.theirs": text("widget.theirs.head", "your `{name}`", name=self.exercise),
            "none": text(
                "widget.mates.none",
                "Without padding the mean is {mean}. Where will it go when the mate becomes longer?",
            ),
            "moved": text(
                "widget.mates.moved",
                "The same text, but padding at {padded} of {length} positions moves its mean from {alone} to {mean}.",
            ),
            "masked": text(
                "widget.mates.masked",
                "With the mask, {count} real tokens count: the mean is {mean}, however long the mate is.",
            ),
            "chance": text(
                "widget.mates.chance", "The padding equals the mean, {mean}, so for once it does not move it."
            ),
        }

    def stand_in(self) -> str:
        """Return the same as a figure, for several lengths, without the mask and with it."""
        from tiedbook.figures import batch_mates

        count = len(self.vectors)
        lengths = sorted({count, count + 1, max(self.length, count), self.longest})
        return batch_mates(self.vectors, lengths=lengths, pad=self.pad)._repr_html_()


def batch_mates(text: ArrayLike, *, pad: ArrayLike = (0, 0), longest: int = 12) -> BatchMates:
    """Show the mean of one text in a batch with a mate whose length can be changed, without the mask and with it.

    Parameters
    ----------
    text : array_like of float, shape (n, 2)
        Vectors of the tokens.
    pad : array_like of float, shape (2,)
        Vector that stands at padded positions at first.
    longest : int
        Positions of the longest mate; n or more.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    tokens, padding = drawable.batch_mates(text, pad)
    longest = drawable.length("longest", longest, len(tokens))
    reach = float(max(4, math.ceil(1.1 * max(np.abs(tokens).max(), np.abs(padding).max()))))
    state = {"vectors": tokens.tolist(), "pad": padding.tolist(), "length": len(tokens), "longest": longest}
    return BatchMates(reach=reach, **state)
