"""The story of the magic dictionary, its numbers to be changed: the closest word, by three measures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from traitlets import Dict, Float, Int, List, Unicode

from tiedbook import drawable
from tiedbook.session import say
from tiedbook.tables import Table
from tiedbook.widgets.learners import Call, LearnersWidget
from tiedbook.widgets.widget import text

METRICS = ("dot", "cosine", "euclidean")
PAGES = 3  # of the dictionary, at most
_WEIGHT = {"none": 0, "same": 1, "differs": 2, "raised": 3, "late": 4}


class _EachMetric(Call):
    """The call of `nearest_token`, once for each metric."""

    def said(self, function: Callable[..., Any] | None) -> dict[str, Any]:
        said = [self._by(place).said(function) for place in range(len(METRICS))]
        values = [each["values"] for each in said]
        loudest = max(said, key=lambda each: (_WEIGHT[each["state"]], each["values"] is None))
        return {**loudest, "values": None if None in values else values}

    def _by(self, place: int) -> Call:
        return Call(
            self.exercise,
            lambda: (*self.arguments(), METRICS[place]),
            lambda: self.ours()[place],
            self.answered,
        )


class Story(LearnersWidget):
    """The dictionary of the story and a thought, all of it to be changed in the sentences themselves.

    Attributes
    ----------
    thought : list of float, length d
        The hidden state.
    codes : list of list of float, 3 times d
        The rows; only the first `pages` of them are in the dictionary.
    tokens : list of str, length 3
        The word on each page.
    pages : int
        How many pages the dictionary has: 2 or 3.
    variants : list of float
        What the last number of the second code may be changed into by a button.
    start : dict
        The state as it was at first.
    """

    module = "story"
    exercise = "nearest_token"
    inputs = ("thought", "codes", "pages")

    thought = List(Float()).tag(sync=True)
    codes = List(List(Float())).tag(sync=True)
    tokens = List(Unicode()).tag(sync=True)
    pages = Int().tag(sync=True)
    variants = List(Float()).tag(sync=True)
    start = Dict().tag(sync=True)

    def calls(self) -> dict[str, Call]:
        """Return one call for each of the three metrics, in one answer."""
        return {"theirs": _EachMetric(self.exercise, self.arguments, self.ours, self.answered)}

    def arguments(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the thought, of shape (d,), and the pages that are there, of shape (pages, d)."""
        return np.asarray(self.thought, np.float64), np.asarray(self.codes[: self.pages], np.float64)

    def ours(self) -> NDArray[np.int64]:
        """Return the winning page by each of the metrics, of shape (3,)."""
        dot, cosine, distance, _ = self._measures()
        return np.array([np.argmax(dot), np.argmax(cosine), np.argmin(distance)])

    def _measures(self) -> tuple[NDArray[np.float64], ...]:
        """Return dot products, cosines, distances and probabilities; a page of zeros has the cosine −∞."""
        thought, codes = self.arguments()
        dot = codes @ thought
        lengths = np.linalg.norm(codes, axis=1)
        size = np.linalg.norm(thought) or 1.0  # a thought of zeros has no direction either: all cosines are 0
        cosine = np.where(lengths > 0, dot / np.where(lengths > 0, lengths, 1.0) / size, -np.inf)
        powers = np.exp(dot - dot.max())
        return dot, cosine, np.linalg.norm(codes - thought, axis=1), powers / powers.sum()

    def words(self) -> dict[str, str]:
        """Return every text of this widget in the current edition."""
        return {
            "title": text("widget.story.title", "The magic dictionary"),
            "opening": text(
                "widget.story.opening",
                "There is a magic dictionary. It has one page for each word, and on each page stands a code.",
            ),
            "page": text("widget.story.page", "On the page of {word} stands {numbers}."),
            "wish": text("widget.story.wish", "Today the machine has a thought: {thought}."),
            "ending": text(
                "widget.story.ending",
                "It compares the thought with every code, and says the word whose code is closest. "
                "Closest by which measure?",
            ),
            "word.name": text("widget.story.word_name", "word on page {page}"),
            "code.name": text("widget.story.code_name", "code of {word}, number {place}"),
            "thought.name": text("widget.story.thought_name", "thought, number {place}"),
            "presets": text("widget.story.presets", "Try"),
            "variant": text("widget.story.variant", "{word} ending in {value}"),
            "add": text("widget.story.add", "Add a page"),
            "remove": text("widget.story.remove", "Take the last page out"),
            "reset": text("widget.reset", "Back to the start"),
            "measures": text(
                "widget.story.measures", "How close is each code to the thought? ★ marks the winner of each measure"
            ),
            "word": text("widget.story.word", "word"),
            "length": text("widget.dot.length", "length"),
            "dot": text("figure.winners.dot", "dot product"),
            "cosine": text("figure.winners.cosine", "cosine"),
            "distance": text("figure.winners.distance", "distance"),
            "softmax": text("widget.story.softmax", "softmax of the dot products"),
            "theirs": text("widget.theirs.head", "your `{name}`", name=self.exercise),
            "agree": text(
                "widget.story.agree", "All three measures name {dot}. The head gives it {percent} of the probability."
            ),
            "disagree": text(
                "widget.story.disagree",
                "The machine says {dot}, with {percent} of the probability: the largest dot product wins. "
                "The largest cosine has {cosine}, the smallest distance {distance}.",
            ),
        }

    def stand_in(self) -> str:
        """Return the measures as a table."""
        words = self.words()
        head = [words[key] for key in ("word", "dot", "cosine", "distance", "softmax")]
        columns = zip(*self._measures(), strict=True)
        rows = [
            [
                token,
                *(f"{value:.{digits}f}".replace("-", "−") for value, digits in zip(values, (2, 3, 2), strict=False)),
                f"{values[3]:.1%}",
            ]
            for token, values in zip(self.tokens, columns, strict=False)
        ]
        thought = ", ".join(f"{number:g}" for number in self.thought).replace("-", "−")
        caption = f"{words['title']}. {words['wish'].replace('{thought}', f'[{thought}]')}"
        return Table(caption, head, rows)._repr_html_()


def story(thought: ArrayLike, codes: Mapping[str, Sequence[float]], *, variants: Sequence[float] = ()) -> Story:
    """Tell the story of the magic dictionary, with its numbers to be changed.

    Parameters
    ----------
    thought : array_like of float, shape (d,)
        The hidden state.
    codes : mapping of str to sequence of float
        Two words, each with its code of length d.
    variants : sequence of float, optional
        What the last number of the second code may be changed into by a button.

    Raises
    ------
    TypeError, ValueError, IndexError
        If they cannot be drawn; see `tiedbook.drawable`.
    """
    state, pages, others = drawable.story(thought, codes, variants)
    places: dict[str, Any] = {
        "thought": state.tolist(),
        "codes": [*(code.tolist() for code in pages.values()), [1.0] * len(state)],
        "tokens": [*pages, say("widget.story.newcomer", "dragon")],
        "pages": len(pages),
    }
    return Story(variants=others.tolist(), start=places, **places)
