"""What can be drawn: the arguments of each figure, and of the widget that shows the same, checked in one place.

A function here has the name of what it serves. It returns the arguments in the form that this takes; what is wrong with
them it says in the words of the edition, as a TypeError, ValueError or IndexError.
"""

from __future__ import annotations

import numpy as np

from tiedbook import given
from tiedbook.built import no_such_chapter
from tiedbook.catalog import runtime
from tiedbook.course import course
from tiedbook.given import Vectors
from tiedbook.given.place import told
from tiedbook.gpt2 import Model
from tiedbook.session import current_edition, say

LARGEST = {"n_layer": 1_000, "d_model": 100_000, "vocab_size": 10_000_000, "n_ctx": 10_000_000}
"""The largest sizes of a model; the smallest are 1."""
LONGEST = {"B": 1_000_000, "T": 10_000_000, "V": 10_000_000, "d": 1_000_000}
"""The largest sizes of the four arrays."""
SCORED = 30  # rows that are all scored with one another
FALLING = 60  # gradients that are drawn three times
STEPS = 1_000  # steps of training that a widget takes at most


def batch_mates(text: object, pad: object) -> tuple[Vectors, Vectors]:
    """Return the vectors of a text, of shape (n, 2), and that of the padding, of shape (2,)."""
    tokens, padding = given.numbers("text", text, axes=2), given.numbers("pad", pad, axes=1)
    if tokens.shape[1] != 2 or padding.shape != (2,):
        raise ValueError(say("figure.batch_mates.width", "The picture is flat: each vector needs two numbers."))
    return tokens, padding


def length(name: str, value: object, count: int) -> int:
    """Return how many positions a text of `count` tokens is padded to."""
    if given.whole(name, value) < count:
        raise ValueError(
            say("figure.batch_mates.length", "The text has {count} tokens: no length is smaller.", count=count)
        )
    return given.size(name, value, high=given.MOST)


def lengths(value: object, count: int) -> list[int]:
    """Return several of these lengths, at least one."""
    found = given.items("lengths", value, "[2, 3, 5]")
    if not found:
        raise ValueError(say("given.empty", "`{name}` is empty: it needs at least one item.", name="lengths"))
    return [length(f"lengths[{place}]", item, count) for place, item in enumerate(found)]


def falling_gradients(ids: object, gradients: object, before: object) -> tuple[list[int], list[float], list[float]]:
    """Return ids and gradients, of length B, and what V rows held before."""
    rows = given.numbers("before", before, axes=1)
    given.refuse_many("before", len(rows), most=FALLING)
    found, falling = given.ids("ids", ids, len(rows)), given.numbers("gradients", gradients, axes=1, least=0)
    given.refuse_many("ids", len(found), most=FALLING)
    if len(found) != len(falling):
        raise ValueError(say("figure.falling.lengths", "There must be one gradient for each id."))
    return found, falling.tolist(), rows.tolist()


def table_of(rows: object, tokens: object, *, name: str = "table") -> tuple[Vectors, list[str]]:
    """Return the rows of a table, of shape (V, d), and the token of each."""
    table, words = given.numbers(name, rows, axes=2), given.tokens(tokens)
    if len(table) != len(words):
        raise ValueError(
            say(
                "given.pairs",
                "There must be one row for each token, and one token for each row: `{name}` has {rows} rows, `tokens` "
                "has {tokens} words.",
                name=name,
                rows=len(table),
                tokens=len(words),
            )
        )
    return table, words


def lamp_row(table: object, tokens: object, lit: object) -> tuple[Vectors, list[str], int]:
    """Return the rows of a table, their tokens, and the id whose lamp is on."""
    rows, words = table_of(table, tokens)
    on = given.whole("lit", lit)
    if not 0 <= on < len(rows):
        raise IndexError(
            say("figure.lamp_row.range", "lit is {lit}; the rows are 0 to {last}.", lit=on, last=len(rows) - 1)
        )
    return rows, words, on


def score_grid(table: object, tokens: object) -> tuple[Vectors, list[str]]:
    """Return the rows of a table that is small enough to be scored with itself, and the token of each."""
    rows, words = table_of(table, tokens)
    given.refuse_many("tokens", len(words), most=SCORED)
    return rows, words


def logits(scores: object, tokens: object) -> tuple[Vectors, list[str]]:
    """Return scores, of shape (V,), and the token of each."""
    found, words = given.numbers("logits", scores, axes=1), given.tokens(tokens)
    if len(found) != len(words):
        raise ValueError(say("widget.softmax.shape", "The scores must be one finite number for each token."))
    return found, words


def target(value: object, count: int) -> int | None:
    """Return the id of the right one of some tokens; None stays None."""
    if value is None:
        return None
    found = given.whole("target", value)
    if not 0 <= found < count:
        raise IndexError(say("figure.logits.range", "The target must be from 0 to {last}.", last=count - 1))
    return found


def shape_ladder(**sizes: object) -> dict[str, int]:
    """Return B, T, V and d."""
    return {name: given.size(name, size, high=LONGEST[name]) for name, size in sizes.items()}


def item_bytes(**sizes: object) -> dict[str, int]:
    """Return how many bytes an item takes."""
    return {name: given.size(name, size, high=16) for name, size in sizes.items()}


def three_winners(hidden: object, rows: object, tokens: object) -> tuple[Vectors, Vectors, list[str]]:
    """Return a state, of shape (2,), rows, of shape (V, 2), and the token of each; none of them is zero."""
    state = given.numbers("hidden", hidden, axes=1)
    table, words = table_of(rows, tokens, name="rows")
    if state.shape != (2,) or table.shape[1] != 2:
        raise ValueError(say("figure.winners.width", "The picture is flat: each vector needs two numbers."))
    if not (np.linalg.norm(state) and np.linalg.norm(table, axis=1).all()):  # tiny ones have no length either
        raise ValueError(say("figure.winners.zero", "A vector of zeros has no direction, so it cannot be compared."))
    return state, table, words


def two_gradients(tokens: object, lookup: object, head: object) -> tuple[list[str], Vectors, Vectors]:
    """Return the tokens of V rows and two gradients, of shape (V, d)."""
    words = given.tokens(tokens)
    first, second = given.numbers("lookup", lookup, axes=2), given.numbers("head", head, axes=2)
    if first.shape != second.shape or len(first) != len(words):
        raise ValueError(
            say("figure.two_taps.shapes", "Both gradients need the shape of the table, with a row for each token.")
        )
    return words, first, second


def positions(ids: object, targets: object, rows: int) -> tuple[list[int], list[int]]:
    """Return what each position holds and what it should predict: ids of rows, as many of one as of the other."""
    both = [given.items(name, value, "[2, 0, 1]") for name, value in (("ids", ids), ("targets", targets))]
    if len(both[0]) != len(both[1]) or not both[0]:
        raise ValueError(
            say("widget.taps.positions", "There must be one target for each id, and at least one of both.")
        )
    return given.ids("ids", both[0], rows), given.ids("targets", both[1], rows)


def story(thought: object, codes: object, variants: object) -> tuple[Vectors, dict[str, Vectors], Vectors]:
    """Return a thought, of shape (d,), two words with codes of that shape, and variants of a number."""
    state = given.numbers("thought", thought, axes=1)
    pages = given.mapping("codes", codes, '{"dog": [1.0, 2.0], "cat": [0.0, 1.0]}')
    found = {
        given.word(token): given.numbers(f"codes[{token!r}]".replace("`", "'"), code, axes=1)
        for token, code in pages.items()
    }
    if len(found) != 2 or {code.shape for code in found.values()} != {state.shape}:
        raise ValueError(say("widget.story.shape", "The story needs two codes, each as long as the thought."))
    return state, found, given.numbers("variants", variants, axes=1, least=0)


def model(n_layer: object, d_model: object, vocab_size: object, n_ctx: object) -> Model:
    """Return the sizes of a model of GPT-2's kind."""
    sizes = {"n_layer": n_layer, "d_model": d_model, "vocab_size": vocab_size, "n_ctx": n_ctx}
    return Model(**{name: given.size(name, size, high=LARGEST[name]) for name, size in sizes.items()})


def tying_shares(models: object) -> dict[str, Model]:
    """Return models by name, each given as its blocks and its width."""
    example = '{"small": (12, 768)}'
    found: dict[str, Model] = {}
    for name, sizes in given.mapping("models", models, example).items():
        place = f"models[{name!r}]".replace("`", "'")
        pair = given.items(place, sizes, "(12, 768)")
        if len(pair) != 2:
            raise ValueError(
                say(
                    "figure.shares.pair",
                    "`{place}` must be two sizes, such as `(12, 768)`: blocks and width.",
                    place=place,
                )
            )
        n_layer, d_model = (
            given.size(f"{place}[{index}]", size, high=LARGEST[key])
            for index, (key, size) in enumerate(zip(("n_layer", "d_model"), pair, strict=True))
        )
        found[given.word(name)] = Model(n_layer, d_model)
    if not found:
        raise ValueError(say("given.empty", "`{name}` is empty: it needs at least one item.", name="models"))
    return found


def time_slopes(factors: object, **sweeps: object) -> tuple[list[float], dict[str, list[dict[str, float]]]]:
    """Return factors, and for each sweep the seconds of the same operations at each of them."""
    steps = given.positive("factors", factors, axes=1).tolist()
    found: dict[str, list[dict[str, float]]] = {name: _times(name, times) for name, times in sweeps.items()}
    operations = {frozenset(step) for times in found.values() for step in times}
    uneven = any(len(times) != len(steps) for times in found.values())
    if len(steps) < 2 or uneven or len(operations) > 1 or not all(operations):
        raise ValueError(
            say(
                "figure.slopes.steps",
                "There must be two factors or more and, for each of them, the times of the same operations, in "
                "`over_V` as in `over_d`.",
            )
        )
    return steps, found


def chapter(stem: object) -> str:
    """Return the name of a chapter that the current edition has."""
    tag = current_edition().tag
    if not isinstance(stem, str):
        raise TypeError(
            say(
                "given.chapter",
                "`chapter` must be the name of a chapter, such as `{example}`, and it is {value}.",
                example='"ch01_lookup_is_matmul"',
                value=told(stem),
            )
        )
    if stem not in course().stems(tag):
        fault = no_such_chapter(stem, tag)
        raise ValueError(runtime(tag).text(fault.code, fault.english, **fault.values))
    return stem


def _times(name: str, times: object) -> list[dict[str, float]]:
    example = '{"view": 1e-7}'
    return [
        {
            operation: float(given.positive(f"{name}[{place}][{operation!r}]".replace("`", "'"), seconds, axes=0))
            for operation, seconds in given.mapping(f"{name}[{place}]", step, example).items()
        }
        for place, step in enumerate(given.items(name, times, f"[{example}]"))
    ]
