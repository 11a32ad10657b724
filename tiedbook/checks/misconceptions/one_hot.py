"""How `one_hot` is misunderstood."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tiedbook.checks.definitions import lamps
from tiedbook.checks.oracle import Misconception
from tiedbook.diagnosis import Diagnosis


def _shifted(ids: np.ndarray, vocab_size: int) -> Iterator[np.ndarray]:
    for step in (-1, 1):
        yield np.roll(lamps(ids, vocab_size), step, axis=-1)
        yield np.eye(vocab_size, k=step)[ids]


def _other_widths(ids: np.ndarray, vocab_size: int) -> Iterator[np.ndarray]:
    rows = lamps(ids, vocab_size)
    yield from (rows[..., :-1], rows[..., 1:], lamps(ids, vocab_size + 1), lamps(ids + 1, vocab_size + 1))


def _merged(rows: np.ndarray) -> Iterator[np.ndarray]:
    yield rows.max(axis=-2)
    yield rows.max(axis=tuple(range(rows.ndim - 1)))


def _counts(rows: np.ndarray) -> Iterator[np.ndarray]:
    yield rows.sum(axis=-2)
    yield rows.sum(axis=tuple(range(rows.ndim - 1)))


def _row_for_each_text(ids: np.ndarray, vocab_size: int) -> Iterator[np.ndarray]:
    rows = lamps(ids, vocab_size)
    yield rows if ids.ndim < 2 else rows.max(axis=tuple(range(1, ids.ndim)))


MISCONCEPTIONS = (
    Misconception(
        Diagnosis(
            "one_hot.sized_by_ids",
            "The rows are as long as the largest id in this call, plus one. A row has one lamp for every token of the "
            "vocabulary, `vocab_size` of them, whichever ids happen to be asked for.",
            {"see": "one-hot-definition"},
        ),
        lambda ids, vocab_size: (np.eye(ids.max() + 1)[ids],),  # noqa: ARG005
    ),
    Misconception(
        Diagnosis(
            "one_hot.transposed",
            "The lamps stand along the wrong axis. Each id becomes one row, and the lamps of the vocabulary are the "
            "last axis: the shape is `ids.shape + (vocab_size,)`.",
            {"see": "one-hot-exercise"},
        ),
        lambda ids, vocab_size: (np.moveaxis(lamps(ids, vocab_size), -1, 0), lamps(ids, vocab_size).swapaxes(-1, -2)),
    ),
    Misconception(
        Diagnosis(
            "one_hot.whole_columns",
            "Every row has the lamps of all ids on. An assignment such as `lamps[:, ids] = 1` sets whole columns, in "
            "every row; each row needs its own lamp only.",
            {"see": "one-hot-hints"},
        ),
        lambda ids, vocab_size: (
            np.broadcast_to(lamps(ids, vocab_size).reshape(-1, vocab_size).max(axis=0), (*ids.shape, vocab_size)),
        ),
    ),
    Misconception(
        Diagnosis(
            "one_hot.merged",
            "All ids share one row of lamps. Each id needs a row of its own; in a shared one, neither the order of "
            "the tokens nor their repeats can be seen.",
            {"see": "one-hot-definition"},
        ),
        lambda ids, vocab_size: _merged(lamps(ids, vocab_size)),
    ),
    Misconception(
        Diagnosis(
            "one_hot.row_for_each_text",
            "It works for ids with one axis. Of ids with two, each text got a single row, with the lamps of all its "
            "tokens on: a loop over the first axis takes a whole text at a time. Each id needs a row of its own; ids "
            "of shape {ids_shape} give a result of shape {wanted_shape}.",
            {"see": "batches"},
        ),
        _row_for_each_text,
    ),
    Misconception(
        Diagnosis(
            "one_hot.counts",
            "These are counts: how often each id occurs. Counts forget the order; a one-hot code has a row for each "
            "id, with a single 1 in it.",
            {"see": "one-hot-definition"},
        ),
        lambda ids, vocab_size: _counts(lamps(ids, vocab_size)),
    ),
    Misconception(
        Diagnosis(
            "one_hot.shifted",
            "Every 1 is one place off. Ids count from 0: id 0 lights the first lamp, and id `vocab_size - 1` the last.",
            {"see": "embedding-matrix"},
        ),
        _shifted,
    ),
    Misconception(
        Diagnosis(
            "one_hot.width",
            "The rows have one lamp too many or too few. There is one for each id from 0 to `vocab_size - 1`, which "
            "makes `vocab_size` of them.",
            {"see": "one-hot-definition"},
        ),
        _other_widths,
    ),
    Misconception(
        Diagnosis(
            "one_hot.id_as_value",
            "The id itself stands where a 1 should be. The place says which token it is; the value only says on or "
            "off.",
            {"see": "one-hot-definition"},
        ),
        lambda ids, vocab_size: (lamps(ids, vocab_size) * ids[..., None],),
    ),
    Misconception(
        Diagnosis(
            "one_hot.by_position",
            "The first row has lamp 0 on, the second lamp 1, and so on: the position was used in the place of the id.",
            {"see": "positions"},
        ),
        lambda ids, vocab_size: (
            lamps(np.arange(ids.size).reshape(ids.shape), vocab_size),
            np.eye(ids.size, vocab_size),
        ),
    ),
    Misconception(
        Diagnosis(
            "one_hot.distinct",
            "Each id has only one row, however often it occurs, and the rows are in the order of the ids' size. Every "
            "position needs its own row: [2, 0, 2] makes three.",
            {"see": "positions"},
        ),
        lambda ids, vocab_size: (lamps(np.unique(ids), vocab_size),),
    ),
    Misconception(
        Diagnosis(
            "one_hot.sorted",
            "The rows are right, but sorted by id. The order of the ids is the order of the words in the text; it "
            "must stay.",
            {"see": "positions"},
        ),
        lambda ids, vocab_size: (lamps(np.sort(ids), vocab_size), lamps(np.sort(ids, axis=None), vocab_size)),
    ),
    Misconception(
        Diagnosis(
            "one_hot.flattened",
            "The rows are right, but the axes of the ids are lost. Ids of shape {ids_shape} give a result of shape "
            "{wanted_shape}.",
            {"see": "batches"},
        ),
        lambda ids, vocab_size: (lamps(ids, vocab_size).reshape(-1, vocab_size), lamps(ids, vocab_size).ravel()),
    ),
    Misconception(
        Diagnosis(
            "one_hot.inverted",
            "Everything is the other way round: the 1 should be at the id, and 0 everywhere else.",
            {"see": "one-hot-definition"},
        ),
        lambda ids, vocab_size: (1 - lamps(ids, vocab_size),),
    ),
    Misconception(
        Diagnosis(
            "one_hot.thermometer",
            "All lamps up to the id are on, or all from the id onwards. Only the one at the id should be: compare "
            "with `==`.",
            {"see": "one-hot-definition"},
        ),
        lambda ids, vocab_size: (
            np.arange(vocab_size) <= ids[..., None],
            np.arange(vocab_size) < ids[..., None],
            np.arange(vocab_size) >= ids[..., None],
            np.arange(vocab_size) > ids[..., None],
        ),
    ),
    Misconception(
        Diagnosis(
            "one_hot.zero_is_nothing",
            "The rows of id 0 are empty. Zero is an id like any other, the one of the first token.",
            {"see": "embedding-matrix"},
        ),
        lambda ids, vocab_size: (lamps(ids, vocab_size) * (ids != 0)[..., None],),
    ),
    Misconception(
        Diagnosis(
            "one_hot.first_only",
            "Only the first id was coded. Every id needs its row; a `return` inside a loop, for instance, ends the "
            "loop in its first round.",
            {"see": "one-hot-hints"},
        ),
        lambda ids, vocab_size: (lamps(ids.flat[0], vocab_size), lamps(ids.flat[:1], vocab_size)),
    ),
    Misconception(
        Diagnosis(
            "one_hot.last_only",
            "Only the last id was coded. A loop that stores each row under the same name keeps just the one it stored "
            "last.",
            {"see": "one-hot-hints"},
        ),
        lambda ids, vocab_size: (lamps(ids.flat[-1], vocab_size), lamps(ids.flat[-1:], vocab_size)),
    ),
    Misconception(
        Diagnosis(
            "one_hot.ids_returned",
            "The ids came back as they were. Each of them should become a row of `vocab_size` numbers.",
            {"see": "one-hot-exercise"},
        ),
        lambda ids, vocab_size: (ids,),  # noqa: ARG005
    ),
)
