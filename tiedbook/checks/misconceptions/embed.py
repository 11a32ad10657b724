"""How `embed` is misunderstood."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tiedbook.checks.definitions import rows
from tiedbook.checks.oracle import Misconception
from tiedbook.diagnosis import Diagnosis


def _leading(array: np.ndarray) -> tuple[int, ...]:
    return tuple(range(array.ndim - 1))


def _added(ids: np.ndarray, table: np.ndarray) -> Iterator[np.ndarray]:
    found = rows(ids, table)
    yield from (found.sum(axis=-2), found.sum(axis=_leading(found)))


def _averaged(ids: np.ndarray, table: np.ndarray) -> Iterator[np.ndarray]:
    found = rows(ids, table)
    yield from (found.mean(axis=-2), found.mean(axis=_leading(found)))


def _multi_hot(ids: np.ndarray, table: np.ndarray) -> Iterator[np.ndarray]:
    yield table[np.unique(ids)].sum(axis=0)
    yield np.array([table[np.unique(each)].sum(axis=0) for each in ids.reshape(-1, ids.shape[-1])])


def _as_quantities(ids: np.ndarray, table: np.ndarray) -> Iterator[np.ndarray]:
    yield rows(ids, table) * ids[..., None]
    yield ids @ table


def _one_hot(ids: np.ndarray, table: np.ndarray) -> np.ndarray:
    return np.asarray(ids[..., None] == np.arange(len(table)))


def _mentioned(ids: np.ndarray, table: np.ndarray) -> np.ndarray:
    return np.where(np.isin(np.arange(len(table)), ids)[:, None], table, 0)


MISCONCEPTIONS = (
    Misconception(
        Diagnosis(
            "embed.columns",
            "These are columns of the table. The embedding of a token is a row: the first axis of `embedding_matrix` "
            "counts the tokens, the second the numbers that describe each one.",
            {"see": "embedding-matrix"},
        ),
        lambda ids, table: (table.T[ids], table[:, ids]),
    ),
    Misconception(
        Diagnosis(
            "embed.flat_table",
            "The table was read as one long list of single numbers. `np.take` does that unless you name the axis of "
            "the rows.",
            {"see": "embed-hints"},
        ),
        lambda ids, table: (table.ravel()[ids],),
    ),
    Misconception(
        Diagnosis(
            "embed.scores",
            "These are scores: each row was compared with all rows of the table. That is the table's second job; a "
            "lookup is the first, and hands out the row itself.",
            {"see": "embedding-matrix"},
        ),
        lambda ids, table: (rows(ids, table) @ table.T,),
    ),
    Misconception(
        Diagnosis(
            "embed.one_hot_returned",
            "These are the one-hot vectors of the ids, not their rows. The product of these vectors with the table is "
            "still missing.",
            {"see": "proof"},
        ),
        lambda ids, table: (_one_hot(ids, table),),
    ),
    Misconception(
        Diagnosis(
            "embed.added",
            "The rows were added up. A lookup keeps them apart: one row for each id, in the order of the ids.",
            {"see": "batches"},
        ),
        _added,
    ),
    Misconception(
        Diagnosis(
            "embed.averaged",
            "The rows were averaged. A lookup keeps them apart: one row for each id, in the order of the ids.",
            {"see": "batches"},
        ),
        _averaged,
    ),
    Misconception(
        Diagnosis(
            "embed.multi_hot",
            "The rows of all ids were added, each only once. One vector with a 1 at every id does that, if it is "
            "multiplied by the table. Each id needs a one-hot vector of its own.",
            {"see": "one-hot-definition"},
        ),
        _multi_hot,
    ),
    Misconception(
        Diagnosis(
            "embed.as_quantities",
            "The ids were multiplied with numbers of the table, as if they were quantities. An id is a label: it says "
            "which row is meant, and token 4 is not twice token 2.",
            {"see": "proof"},
        ),
        _as_quantities,
    ),
    Misconception(
        Diagnosis(
            "embed.shifted",
            "Every row is a neighbour of the right one. Ids count from 0: id 0 is the first row of the table, and id "
            "V − 1 the last.",
            {"see": "embedding-matrix"},
        ),
        lambda ids, table: (table[ids - 1], table[(ids + 1) % len(table)]),
    ),
    Misconception(
        Diagnosis(
            "embed.by_position",
            "The first rows of the table came back, in their own order: the position was looked up in the place of "
            "the id.",
            {"see": "positions"},
        ),
        lambda ids, table: (table[np.arange(ids.size).reshape(ids.shape)], table[: len(ids)]),
    ),
    Misconception(
        Diagnosis(
            "embed.distinct",
            "Each id was looked up only once, and in the order of size. Every position gets its own row, repeats "
            "included: the ids [2, 0, 2] are three tokens.",
            {"see": "positions"},
        ),
        lambda ids, table: (table[np.unique(ids)],),
    ),
    Misconception(
        Diagnosis(
            "embed.sorted",
            "The rows are right, but sorted by id. The order of the ids is the order of the words in the text; it "
            "must stay.",
            {"see": "positions"},
        ),
        lambda ids, table: (rows(np.sort(ids), table), rows(np.sort(ids, axis=None), table)),
    ),
    Misconception(
        Diagnosis(
            "embed.flattened",
            "The rows are right, but the axes of the ids are lost. Ids of shape {ids_shape} give a result of shape "
            "{wanted_shape}.",
            {"see": "batches"},
        ),
        lambda ids, table: (rows(ids, table).reshape(-1, table.shape[1]), rows(ids, table).ravel()),
    ),
    Misconception(
        Diagnosis(
            "embed.first_only",
            "Only the first id was looked up. Every id gets its row; a `return` inside a loop, for instance, ends the "
            "loop in its first round.",
            {"see": "embed-hints"},
        ),
        lambda ids, table: (table[ids.flat[0]], table[ids.flat[:1]]),
    ),
    Misconception(
        Diagnosis(
            "embed.last_only",
            "Only the last id was looked up. A loop that stores each row under the same name keeps just the one it "
            "stored last.",
            {"see": "embed-hints"},
        ),
        lambda ids, table: (table[ids.flat[-1]], table[ids.flat[-1:]]),
    ),
    Misconception(
        Diagnosis(
            "embed.whole_table",
            "The table came back as it was. Only the rows of the ids are wanted, one for each id.",
            {"see": "batches"},
        ),
        lambda ids, table: (table,),  # noqa: ARG005
    ),
    Misconception(
        Diagnosis(
            "embed.table_of_zeros",
            "The result is a copy of the table in which the rows of other ids are zero. A lookup has one row for each "
            "id, and none for the tokens that were not asked for.",
            {"see": "batches"},
        ),
        lambda ids, table: (_mentioned(ids, table),),
    ),
    Misconception(
        Diagnosis(
            "embed.fractions_lost",
            "The numbers have lost their fractions. An array made of integers, such as `np.zeros_like(ids)`, cuts "
            "what is stored in it; the result needs the dtype of the table.",
            {"see": "dtype"},
        ),
        lambda ids, table: (np.trunc(rows(ids, table)), np.floor(rows(ids, table)), np.rint(rows(ids, table))),
    ),
    Misconception(
        Diagnosis(
            "embed.zero_is_padding",
            "The rows of id 0 were replaced by zeros. Here id 0 is an ordinary token, with a row of its own; padding "
            "is the subject of a later chapter.",
            {"see": "embedding-matrix"},
        ),
        lambda ids, table: (rows(ids, table) * (ids != 0)[..., None],),
    ),
    Misconception(
        Diagnosis(
            "embed.scaled",
            "The rows are multiplied by the square root of d. Some models do that in the step after the lookup; the "
            "lookup itself copies the numbers as they are.",
            {"see": "proof"},
        ),
        lambda ids, table: (rows(ids, table) * np.sqrt(table.shape[1]),),
    ),
    Misconception(
        Diagnosis(
            "embed.normalised",
            "The rows were scaled to length 1. A lookup copies the numbers as they are.",
            {"see": "proof"},
        ),
        lambda ids, table: (rows(ids, table) / np.linalg.norm(rows(ids, table), axis=-1, keepdims=True),),
    ),
)
