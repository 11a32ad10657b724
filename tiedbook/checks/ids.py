"""Ids of every valid kind: a single one, none, many axes, every integer type, a list."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from tiedbook.checks.contract import Probe
from tiedbook.checks.oracle import Args, Failure
from tiedbook.checks.trial import Trial
from tiedbook.diagnosis import Diagnosis
from tiedbook.spelling import Given, given

Complete = Callable[[Given, int], Args]
"""Takes ids and V, and gives all arguments of a call."""

DTYPES = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "uint64")


def valid_ids(complete: Complete, rng: np.random.Generator, see: str) -> Iterator[Probe]:
    """Yield a call for each kind of ids that is valid and not ordinary.

    Parameters
    ----------
    complete : Complete
        Adds the other arguments.
    rng : numpy.random.Generator
        Draws the ids.
    see : str
        Cell that explains the shapes.
    """
    for single in (np.array(rng.integers(5)), int(rng.integers(5))):
        yield Probe(complete(given(single), 5), _single(see))
    for nothing in ((0,), (2, 0)):
        yield Probe(complete(given(np.empty(nothing, dtype=np.int64)), 4), _none(see))
    for axes in ((2, 1, 3), (1, 2, 2, 2)):
        yield Probe(complete(given(rng.integers(5, size=axes)), 5), _many(see))
    for listed in (rng.integers(4, size=3).tolist(), rng.integers(4, size=(2, 2)).tolist()):
        yield Probe(complete(given(listed), 4), _listed(see))
    for dtype in DTYPES:
        vocab_size = 300  # more than an 8-bit id can say
        highest = min(vocab_size, np.iinfo(dtype).max + 1)
        ids = np.append(rng.integers(highest, size=2), [0, highest - 1]).astype(dtype)
        yield Probe(complete(given(ids), vocab_size), _typed(dtype, see), refused=_refused(dtype, see))


def integers_of_shape(
    complete: Complete, rng: np.random.Generator, shape: tuple[int, ...], vocab_size: int, see: str
) -> Iterator[Probe]:
    """Yield calls whose ids have one shape and come as a list, or in other integer types.

    Parameters
    ----------
    complete : Complete
        Adds the other arguments.
    rng : numpy.random.Generator
        Draws the ids.
    shape : tuple of int
        Of the ids.
    vocab_size : int
        V; above 128, so that a narrow type cannot calculate with its ids.
    see : str
        Cell that explains the shapes.
    """
    yield Probe(complete(given(rng.integers(vocab_size, size=shape).tolist()), vocab_size), _listed(see))
    for dtype in DTYPES:
        highest = min(vocab_size, np.iinfo(dtype).max + 1)
        ids = rng.integers(highest, size=shape).astype(dtype)
        ids.flat[:2] = (highest - 1, 0)
        yield Probe(complete(given(ids), vocab_size), _typed(dtype, see), refused=_refused(dtype, see))


def one_axis_only(see: str) -> Failure:
    """Recognise a function that works for one axis of ids and stops at two. The ids are the first argument."""

    def shows(trial: Trial) -> bool:
        ids = np.asarray(trial.args[0].value)
        flat = given(ids.ravel())
        return ids.ndim == 2 and trial.bench.right((flat, *trial.args[1:]))

    return Failure(
        Diagnosis(
            "ids.one_axis_only",
            "It works for ids with one axis, and stops at ids with two. The ids of a batch of texts have two axes, "
            "(B, T); ids of shape {ids_shape} should give a result of shape {wanted_shape}.",
            {"see": see},
        ),
        shows,
    )


def _single(see: str) -> Diagnosis:
    return Diagnosis(
        "ids.single",
        "A single id, without any axis, is valid too. Its shape is (), so the result should have the shape "
        "{wanted_shape}.",
        {"see": see},
    )


def _none(see: str) -> Diagnosis:
    return Diagnosis(
        "ids.none",
        "No ids at all are valid too: ids of shape {ids_shape} give a result of shape {wanted_shape}. Operations that "
        "need at least one value, such as `max` or `np.stack`, cannot do this.",
        {"see": see},
    )


def _many(see: str) -> Diagnosis:
    return Diagnosis(
        "ids.many_axes",
        "Ids may have any number of axes. Ids of shape {ids_shape} should give a result of shape {wanted_shape}.",
        {"see": see},
    )


def _listed(see: str) -> Diagnosis:
    return Diagnosis(
        "ids.listed",
        "The ids are a list here. They may be anything that `np.asarray` turns into an integer array.",
        {"see": see},
    )


def _refused(dtype: str, see: str) -> Diagnosis:
    return Diagnosis(
        "ids.type_refused",
        "The ids are of type {dtype} here, and they were refused. Every integer type is valid, not just one of them: "
        "`np.issubdtype(ids.dtype, np.integer)` is true for all.",
        {"see": see, "dtype": dtype},
    )


def _typed(dtype: str, see: str) -> Diagnosis:
    if dtype == "uint64":
        return Diagnosis(
            "ids.unsigned",
            "The ids are of type uint64 here, and every integer type is valid. With such ids, 0 − 1 is a huge number, "
            "and a sum with signed integers becomes a float.",
            {"see": see},
        )
    return Diagnosis(
        "ids.narrow",
        "The ids are of type {dtype} here, and every integer type is valid. Its largest number is {largest}: a "
        "calculation with such ids that goes beyond it starts again from the other end.",
        {"see": see, "dtype": dtype, "largest": int(np.iinfo(dtype).max)},
    )
