"""Ids that are none, and what a function may have taken them for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tiedbook.diagnosis import Diagnosis

V = 5  # size of the vocabulary in these calls


@dataclass(frozen=True, slots=True)
class Reading:
    """What bad ids may have been taken for; recognised by its result.

    Parameters
    ----------
    diagnosis : Diagnosis
        What to say then.
    ids : ndarray of int
        The ids that would give that result.
    zeroed : ndarray of bool, optional
        Where rows of zeros stand in it instead.
    """

    diagnosis: Diagnosis
    ids: np.ndarray
    zeroed: np.ndarray | None = None


@dataclass(frozen=True, slots=True)
class Bad:
    """Ids to be refused.

    Parameters
    ----------
    ids : object
        What is passed.
    accepted : Diagnosis
        What to say if they are accepted and no reading fits.
    readings : tuple of Reading
        What they may have been taken for.
    id : int, optional
        The offending id, if the message has to name it.
    """

    ids: object
    accepted: Diagnosis
    readings: tuple[Reading, ...] = ()
    id: int | None = None


def wrong_types() -> Iterator[Bad]:
    """Yield ids that are not integers: booleans, floats, an empty list, text, objects."""
    yield _booleans()
    yield from _floats()
    yield from _others()


def out_of_range(rng: np.random.Generator) -> Iterator[Bad]:
    """Yield integers that no token has as its id, hidden among valid ids; last one that only uint64 can hold."""
    yield from _outside(rng)
    yield _huge()


def _booleans() -> Bad:
    mask = np.array([True, False, True, True, False])
    as_mask = Diagnosis(
        "ids.bool_as_mask",
        "Booleans were read as a mask: NumPy takes the rows where it says True, so 5 values went in and 3 rows came "
        "out. Booleans are not ids, so this should be a TypeError.",
    )
    as_numbers = Diagnosis(
        "ids.bool_as_number",
        "True and False were read as the ids 1 and 0. A boolean says yes or no, and no token, so this should be a "
        "TypeError.",
    )
    accepted = Diagnosis("ids.bool_accepted", "Booleans were accepted as ids. This should be a TypeError.")
    return Bad(mask, accepted, (Reading(as_mask, np.flatnonzero(mask)), Reading(as_numbers, mask.astype(np.int64))))


def _floats() -> Iterator[Bad]:
    cut = Diagnosis(
        "ids.float_cut",
        "The id 1.7 was cut to 1. An id that has become a fraction comes from a mistake upstream, so this should be a "
        "TypeError.",
    )
    accepted = Diagnosis(
        "ids.float_accepted",
        "Floats were accepted as ids. An id is a label, and what comes out of a calculation with fractions is none, "
        "even where it is whole. This should be a TypeError.",
    )
    empty = Diagnosis(
        "ids.empty_list",
        "An empty list was accepted. NumPy reads `[]` as float64, since nothing in it is an integer, so it is refused "
        "like other floats. An empty array of an integer type is the way to say: no ids.",
    )
    yield Bad(1.7, accepted, (Reading(cut, np.array(1)),))
    yield Bad(np.array([1.7, 3.2]), accepted, (Reading(cut, np.array([1, 3])),))
    yield Bad(np.array([2.0, 0.0]), accepted)
    yield Bad([], empty)


def _others() -> Iterator[Bad]:
    text = Diagnosis(
        "ids.text_accepted",
        "Text was accepted as an id. A token's text has to be turned into its id by the tokenizer; this should be a "
        "TypeError.",
    )
    objects = Diagnosis(
        "ids.objects_accepted",
        "A list with None in it was accepted. NumPy reads it as an array of objects, not of integers, so this should "
        "be a TypeError.",
    )
    yield Bad("1", text)
    yield Bad(["1", "2"], text)
    yield Bad([1, None], objects)


def _outside(rng: np.random.Generator) -> Iterator[Bad]:
    for id_, shape in ((-1, (3,)), (1 - V, (2, 2)), (V, (3,)), (V + 8, (2, 2)), (-V - 3, (4,))):
        ids = rng.integers(1, V - 1, size=shape)
        ids.flat[rng.integers(1, ids.size)] = id_
        yield Bad(ids, _in_range(id_), tuple(_taken(ids, id_)), id_)


def _huge() -> Bad:
    huge = np.array([1, 2**64 - 1], dtype=np.uint64)
    wrapped = Diagnosis(
        "ids.huge",
        "The id 18446744073709551615 was accepted. In int64 it becomes −1, so look at the range before you change the "
        "type.",
    )
    return Bad(huge, wrapped)


def _taken(ids: np.ndarray, id_: int) -> Iterator[Reading]:
    """Yield what may have become of an id outside the range."""
    outside = ids == id_

    def instead(read: int) -> np.ndarray:
        return np.where(outside, read, ids)

    if -V <= id_ < 0:
        wraps = Diagnosis(
            "ids.negative_wraps",
            "The id {id} was accepted and read as {read}: NumPy counts negative indices from the end. No token has a "
            "negative id, so this should be an IndexError.",
            {"id": id_, "read": id_ + V},
        )
        yield Reading(wraps, instead(id_ + V))
    else:
        modulo = Diagnosis(
            "ids.modulo",
            "The id {id} was accepted and read as {read}, the remainder after division by {vocab_size}. That is "
            "another token's id, so this should be an IndexError.",
            {"id": id_, "read": id_ % V},
        )
        yield Reading(modulo, instead(id_ % V))
    nearest = min(max(id_, 0), V - 1)
    clipped = Diagnosis(
        "ids.clipped",
        "The id {id} was accepted and read as {read}, the nearest id there is. That hides a mistake upstream, so this "
        "should be an IndexError.",
        {"id": id_, "read": nearest},
    )
    yield Reading(clipped, instead(nearest))
    zeros = Diagnosis(
        "ids.zeros",
        "The id {id} was accepted and gave zeros. No token has this id, and zeros hide that; this should be an "
        "IndexError.",
        {"id": id_},
    )
    yield Reading(zeros, instead(nearest), outside)


def _in_range(id_: int) -> Diagnosis:
    return Diagnosis(
        "ids.out_of_range_accepted",
        "The id {id} was accepted, and the vocabulary has only the ids 0 to {last}. This should be an IndexError.",
        {"id": id_},
    )
