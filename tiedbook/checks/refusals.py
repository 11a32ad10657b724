"""Ids that are none: a function has to refuse them, with the right error and a helpful message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tiedbook import spelling
from tiedbook.checks.answers import LATE
from tiedbook.checks.ids import Complete
from tiedbook.checks.oracle import Args
from tiedbook.checks.trial import Bench, numbers
from tiedbook.compare import close
from tiedbook.diagnosis import Diagnosis
from tiedbook.outcome import Outcome
from tiedbook.spelling import given

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


def refuses_types(bench: Bench, complete: Complete) -> Iterator[Diagnosis]:
    """Yield what happens to ids that are not integers, where that is not a TypeError."""
    for bad in (_booleans(), *_floats(), *_others()):
        args = complete(given(bad.ids), V)
        seen = bench.subject(*(each.value for each in args))
        if seen.late:
            yield _told(bench, args, seen, "TypeError", LATE)
        elif seen.raised and "TypeError" not in seen.raised.kinds:
            yield _told(bench, args, seen, "TypeError", _not_a_type_error(seen.raised.kinds[0]))
        elif not seen.raised:
            yield _told(bench, args, seen, "TypeError", _reading(bench, args, seen, bad))


def refuses_range(bench: Bench, complete: Complete) -> Iterator[Diagnosis]:
    """Yield what happens to integers that are no ids, where that is not an IndexError with id and V in its message."""
    clean = True
    for bad in (*_outside(bench.rng), _huge()):
        if bad.id is None and not clean:
            return  # what is wrong with smaller ids is wrong with this one for the same reason
        args = complete(given(bad.ids), V)
        seen = bench.subject(*(each.value for each in args))
        found = _range_finding(bench, args, seen, bad)
        if found:
            clean = False
            wanted = "IndexError" if bad.id is None else f"IndexError: … {bad.id} … {V} …"
            yield _told(bench, args, seen, wanted, found, vocab_size=V, last=V - 1)


def _range_finding(bench: Bench, args: Args, seen: Outcome, bad: Bad) -> Diagnosis | None:
    if seen.late:
        return LATE
    if not seen.raised:
        return _reading(bench, args, seen, bad)
    if "IndexError" not in seen.raised.kinds:
        return _not_an_index_error(seen.raised.kinds[0])
    if bad.id is not None and not _names(seen.raised.message, bad.id):
        return _unnamed(bad.id)
    return None


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
        "Floats were accepted as ids. Even where they are whole numbers, something upstream has calculated with "
        "labels, so this should be a TypeError.",
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
        "The id 18446744073709551615 was accepted. Turned into int64 it becomes −1, so the range has to be looked at "
        "before.",
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


def _not_a_type_error(kind: str) -> Diagnosis:
    return Diagnosis(
        "ids.not_a_type_error",
        "These ids are refused, but with {kind}. What is wrong with them is their type, so it should be a TypeError. "
        "(NumPy's own error for float indices is an IndexError.)",
        {"kind": kind},
    )


def _not_an_index_error(kind: str) -> Diagnosis:
    return Diagnosis(
        "ids.not_an_index_error",
        "This id is refused, but with {kind}. Its type is right and it is out of range, so it should be an IndexError.",
        {"kind": kind},
    )


def _unnamed(id_: int) -> Diagnosis:
    return Diagnosis(
        "ids.message",
        "IndexError is right. Its message should also name the offending id and the size of the vocabulary, here {id} "
        "and {vocab_size}, so that whoever reads it knows where to look.",
    )


def _reading(bench: Bench, args: Args, seen: Outcome, bad: Bad) -> Diagnosis:
    """Find out what bad ids were taken for."""
    got, place = numbers(seen.value), bench.oracle.parameters.index("ids")
    for reading in bad.readings:
        values = [each.value for each in args]
        values[place] = reading.ids
        try:
            result = bench.oracle.answer(*values)
        except (ValueError, IndexError):  # where another argument has to have the shape of the ids
            continue
        if reading.zeroed is not None:
            result[reading.zeroed] = 0
        if got is not None and close(got, result):
            return reading.diagnosis
    return bad.accepted


def _names(message: str, id_: int) -> bool:
    """Say whether a message names the id, and V or V − 1, as decimal integers."""
    text = message.replace("−", "-")

    def has(number: int) -> bool:
        return re.search(rf"(?<!\d){number}(?!\.?\d)", text) is not None

    return has(id_) and (has(V) or has(V - 1))


def _told(bench: Bench, args: Args, seen: Outcome, wanted: str, diagnosis: Diagnosis, **values: str | int) -> Diagnosis:
    shown: dict[str, str | int | float] = {
        "call": spelling.call(bench.oracle.name, args),
        "got": spelling.outcome(seen),
        "wanted": wanted,
        "see": bench.oracle.place("errors"),
    }
    return Diagnosis(diagnosis.code, diagnosis.message, {**shown, **diagnosis.values, **values})
