"""The course as a map of concepts: what each needs, what it leads to, and where it is explained."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from html import escape

from traitlets import Dict, List, Unicode

from tiedbook.session import current_edition
from tiedbook.widgets.widget import Widget, text


@dataclass(frozen=True, slots=True)
class Concept:
    """One place on the map.

    Parameters
    ----------
    key : str
        Its name in code.
    chapter : str
        Stem of the chapter that explains it.
    cell : str
        Id of the cell with which that begins.
    place : tuple of (int, int)
        Column and row on the map. Columns: job one, both, job two.
    needs : tuple of str
        Keys of the concepts that it builds on; the first is the one that it stands under in a list.
    """

    key: str
    chapter: str
    cell: str
    place: tuple[int, int]
    needs: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """Number of its chapter."""
        return int(self.chapter[2:4])


_START, _LOOKUP, _SCATTER, _POOLING = (
    "ch00_start_here",
    "ch01_lookup_is_matmul",
    "ch02_gradients_scatter",
    "ch03_pooling_and_padding",
)
_LOGITS, _LOSS, _TYING = "ch04_tied_logits", "ch05_logits_to_loss", "ch06_one_table_two_gradients"
_COUNTING, _HELP = "ch07_counting_gpt2", "ch08_does_tying_help"

CONCEPTS = (
    Concept("ids", _START, "labels", (1, 0)),
    Concept("table", _START, "rows", (1, 1), ("ids",)),
    Concept("lookup", _LOOKUP, "proof", (0, 2), ("table",)),
    Concept("pooling", _POOLING, "pooling", (1, 2), ("lookup",)),
    Concept("scores", _LOGITS, "scores", (2, 2), ("table",)),
    Concept("scatter", _SCATTER, "derivation", (0, 3), ("lookup",)),
    Concept("closest", _LOGITS, "three-meanings", (1, 3), ("scores",)),
    Concept("softmax", _LOSS, "softmax-definition", (2, 3), ("scores",)),
    Concept("vectors", _HELP, "vectors", (1, 4), ("closest",)),
    Concept("loss", _LOSS, "loss-definition", (2, 4), ("softmax",)),
    Concept("tying", _TYING, "constraint", (1, 5), ("loss", "scatter")),
    Concept("count", _COUNTING, "counting-rule", (0, 6), ("tying",)),
    Concept("experiment", _HELP, "corpus", (1, 6), ("tying", "loss")),
    Concept("share", _COUNTING, "shares", (0, 7), ("count",)),
    Concept("who", _HELP, "who", (1, 7), ("share",)),
)


class ConceptMap(Widget):
    """The map.

    Attributes
    ----------
    concepts : list of dict
        The fields of each `Concept`, and ``number``, that of its chapter.
    chosen : str
        Key of the one that is explained.
    """

    module = "concept_map"

    concepts = List(Dict()).tag(sync=True)
    chosen = Unicode("tying").tag(sync=True)

    def words(self) -> dict[str, str]:
        """Return every text of this widget in the current edition."""
        return {
            "title": text("widget.map.title", "The course as a map"),
            "caption": text(
                "widget.map.caption", "Read it from top to bottom: a line leads from a concept to one that needs it"
            ),
            "column.0": text("widget.map.lookup_side", "job 1: look up"),
            "column.1": text("widget.map.both_sides", "one table"),
            "column.2": text("widget.map.score_side", "job 2: score"),
            "chapter": text("widget.map.chapter", "Chapter {number}"),
            "needs": text("widget.map.needs", "It needs"),
            "leads": text("widget.map.leads", "It leads to"),
            "nothing": text("widget.map.nothing", "nothing on this map"),
            "list": text("widget.map.list", "The same as a list"),
            "also": text("widget.map.also", "(needs this too: {name})"),
            "concept": text("widget.map.concept", "concept"),
            "says": text("widget.map.says", "in one sentence"),
            "told": text("widget.map.told", "{name}: {sentence}"),
            **_names(),
            **{f"says.{key}": sentence for key, sentence in _sentences().items()},
        }

    def stand_in(self) -> str:
        """Return the same as a table with links."""
        words = self.words()
        heads = (words[key] for key in ("concept", "says", "needs", "leads"))
        head = "".join(f'<th scope="col" style="text-align:left">{escape(each)}</th>' for each in heads)
        return (
            f'<table lang="{current_edition().tag}">'
            f'<caption style="text-align:left;font-weight:bold;caption-side:top">{escape(words["title"])}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{''.join(_rows(words))}</tbody></table>"
        )


def _rows(words: dict[str, str]) -> Iterator[str]:
    for concept in CONCEPTS:
        chapter = escape(words["chapter"].format(number=concept.number))
        link = f'<a href="{concept.chapter}.ipynb">{chapter}</a>'
        leads = (other.key for other in CONCEPTS if concept.key in other.needs)
        others = (", ".join(words[key] for key in keys) or "–" for keys in (concept.needs, leads))
        cells = (escape(words[f"says.{concept.key}"]), *map(escape, others))
        yield (
            f'<tr><th scope="row" style="text-align:left">{escape(words[concept.key])} ({link})</th>'
            + "".join(f'<td style="text-align:left">{cell}</td>' for cell in cells)
            + "</tr>"
        )


def concept_map() -> ConceptMap:
    """Show the course as a map of concepts."""
    return ConceptMap(concepts=[{**asdict(concept), "number": concept.number} for concept in CONCEPTS])


def _names() -> dict[str, str]:
    return {
        "ids": text("widget.map.ids", "Ids are labels"),
        "table": text("widget.map.table", "Rows of a table"),
        "lookup": text("widget.map.lookup", "Lookup"),
        "pooling": text("widget.map.pooling", "Averages and padding"),
        "scores": text("widget.map.scores", "Scores (logits)"),
        "scatter": text("widget.map.scatter", "Scatter-add"),
        "closest": text("widget.map.closest", "Three meanings of “closest”"),
        "softmax": text("widget.map.softmax", "Softmax"),
        "vectors": text("widget.map.vectors", "Real word vectors"),
        "loss": text("widget.map.loss", "Loss and its gradient"),
        "tying": text("widget.map.tying", "Weight tying"),
        "count": text("widget.map.count", "Counting parameters"),
        "experiment": text("widget.map.experiment", "Does tying help?"),
        "share": text("widget.map.share", "What tying saves"),
        "who": text("widget.map.who", "Who ties?"),
    }


def _sentences() -> dict[str, str]:
    return {
        "ids": text(
            "widget.map.ids_says", "An id is a label: it says which row belongs to a token, and measures nothing."
        ),
        "table": text("widget.map.table_says", "A model keeps one row of d numbers for each of its V tokens."),
        "lookup": text(
            "widget.map.lookup_says", "Fetching row i equals a one-hot vector times the table, without the work."
        ),
        "pooling": text(
            "widget.map.pooling_says",
            "An average forgets the order of tokens, and padding moves it until a mask is used.",
        ),
        "scores": text(
            "widget.map.scores_says",
            "The hidden state times the transposed table gives one dot product for each token.",
        ),
        "scatter": text(
            "widget.map.scatter_says",
            "On the way back each gradient falls into the row that was fetched, and gradients of repeated ids add.",
        ),
        "closest": text(
            "widget.map.closest_says",
            "Dot product, cosine and distance can name three winners, because each treats length differently.",
        ),
        "softmax": text(
            "widget.map.softmax_says", "Scores become probabilities that add up to 1; only their differences count."
        ),
        "vectors": text(
            "widget.map.vectors_says",
            "Rows of a trained table carry relations between words, often enough to be found, and not reliably.",
        ),
        "loss": text(
            "widget.map.loss_says", "Cross-entropy says how surprised the model was, and its gradient is q − y."
        ),
        "tying": text("widget.map.tying_says", "One table does both jobs, so both gradients arrive in it, and add."),
        "count": text(
            "widget.map.count_says", "A tied model of GPT-2’s kind has Vd + Cd + L(12d² + 13d) + 2d parameters."
        ),
        "experiment": text(
            "widget.map.experiment_says",
            "No formula says: it takes several seeds, several rates, and a control with renumbered targets.",
        ),
        "share": text(
            "widget.map.share_says",
            "Exactly V · d parameters: a large share of a small model, a small one of a large model.",
        ),
        "who": text(
            "widget.map.who_says", "Small models mostly tie and large ones mostly do not; look at the tensors."
        ),
    }
