"""Logit sliders: move the scores, watch the softmax, and find out where the plain formula breaks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from traitlets import Dict, Float, List, Unicode

from tiedbook import drawable, given
from tiedbook.widgets.learners import LearnersWidget
from tiedbook.widgets.widget import text

FURTHEST = 1000.0  # added to every score at most, and at least with a minus


class LogitSliders(LearnersWidget):
    """The scores of one position, in float32, and their softmax by two programs.

    Attributes
    ----------
    logits : list of float, length V
        The scores.
    added : float
        What is added to every one of them.
    tokens : list of str, length V
        The token of each score.
    claim : str
        Numbers of which somebody says that they are a softmax, as typed.
    reach : float
        The sliders go from −reach to reach.
    start : dict
        The state as it was at first.
    """

    module = "logit_sliders"
    exercise = "softmax"
    inputs = ("logits", "added")

    logits = List(Float()).tag(sync=True)
    added = Float(0.0).tag(sync=True)
    tokens = List(Unicode()).tag(sync=True)
    claim = Unicode().tag(sync=True)
    reach = Float().tag(sync=True)
    start = Dict().tag(sync=True)

    def arguments(self) -> tuple[NDArray[np.float32]]:
        """Return the scores that are shown, of shape (V,)."""
        return (np.asarray(self.logits, np.float32) + np.float32(self.added),)

    def ours(self) -> NDArray[np.float64]:
        """Return their softmax, of shape (V,)."""
        scores = self.arguments()[0].astype(np.float64)
        powers = np.exp(scores - scores.max())
        return np.asarray(powers / powers.sum())

    def words(self) -> dict[str, str]:
        """Return every text of this widget in the current edition."""
        return {
            "title": text("widget.softmax.title", "Logit sliders"),
            "scores": text("widget.softmax.scores", "Move the score of"),
            "added": text("widget.softmax.added", "added to every score"),
            "reset": text("widget.reset", "Back to the start"),
            "probabilities": text("widget.softmax.probabilities", "Softmax: the probability of each token"),
            "sum": text("widget.softmax.sum", "sum"),
            "programs": text("widget.softmax.programs", "The same formula as two programs, in `float32`"),
            "plain": text("widget.softmax.plain", "as it stands"),
            "careful": text("widget.softmax.careful", "largest score subtracted first"),
            "token": text("figure.winners.token", "token"),
            "score": text("figure.logits.scores", "score"),
            "shifted": text("figure.logits.shifted", "minus the largest"),
            "power": text("figure.logits.powers", "power of e"),
            "probability": text("figure.logits.probabilities", "probability"),
            "theirs": text("widget.theirs.head", "your `{name}`", name=self.exercise),
            "same": text(
                "widget.softmax.same",
                "{token} leads with probability {probability}. Both programs give that, and the sum is {sum}.",
            ),
            "broken": text(
                "widget.softmax.broken",
                "{token} leads with probability {probability}, if the largest score is subtracted first. As it stands, "
                "the formula gives nan for {count} of {of} tokens: it divides {top} by {bottom}.",
            ),
            "coarse": text(
                "widget.softmax.coarse",
                "{token} leads with probability {probability}, if the largest score is subtracted first. As it stands, "
                "the formula gives {other}: its powers are so small that float32 has lost their digits.",
            ),
            "claim": text("widget.softmax.claim", "Somebody says the softmax is"),
            "unread": text("widget.softmax.unread", "Write at least two numbers, with spaces between them."),
            "refuted": text(
                "widget.softmax.refuted",
                "✗ These add up to {sum}, not to 1. Rounding explains at most {most}, so at least one number is wrong.",
            ),
            "outside": text(
                "widget.softmax.outside", "✗ A probability lies between 0 and 1, so at least one number is wrong."
            ),
            "passes": text(
                "widget.softmax.passes",
                "These add up to {sum}. So the sum cannot refute them; compare them with the bars.",
            ),
        }

    def stand_in(self) -> str:
        """Return the same as a figure."""
        from tiedbook.figures import logit_bars

        return logit_bars(np.add(self.logits, self.added), self.tokens)._repr_html_()


def logit_sliders(logits: ArrayLike, tokens: Sequence[str], *, claim: Sequence[float] = ()) -> LogitSliders:
    """Show scores to be moved, their softmax, and what the plain formula makes of them in float32.

    Parameters
    ----------
    logits : array_like of float, shape (V,)
        The scores, finite.
    tokens : sequence of str, length V
        The token of each score.
    claim : sequence of float, optional
        Numbers of which somebody says that they are the softmax, to be put to the test.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    scores, tokens = drawable.logits(logits, tokens)
    claimed = given.numbers("claim", claim, axes=1, least=0)
    places: dict[str, Any] = {
        "logits": [round(score, 6) for score in scores.tolist()],
        "added": 0.0,
        "claim": " ".join(f"{number:.2f}" for number in claimed),
    }
    reach = max(5.0, float(math.ceil(np.abs(scores).max())))
    return LogitSliders(tokens=tokens, reach=reach, start=places, **places)
