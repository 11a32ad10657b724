"""The check of `masked_mean`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tiedbook.checks import pooling
from tiedbook.checks.contract import Probe, core_first, findings, valid
from tiedbook.checks.core import core
from tiedbook.checks.misconceptions.masked_mean import FAILURES, MISCONCEPTIONS
from tiedbook.checks.misfits import Misfit, refuses_misfits
from tiedbook.checks.oracle import Args, Oracle
from tiedbook.checks.pooling import pooled, texts
from tiedbook.checks.trial import Bench
from tiedbook.checks.variations import STATE, keywords, layouts, stateless
from tiedbook.diagnosis import Diagnosis
from tiedbook.exercise import exercise
from tiedbook.outcome import Subject
from tiedbook.probes import Probes
from tiedbook.spelling import Given, given


def _vary(rng: np.random.Generator, args: Args) -> Args:
    x, mask = (each.value for each in args)
    return texts(rng, pooling.mask(rng, mask.shape, str(mask.dtype)), x.shape[2], str(x.dtype))


ORACLE = Oracle(
    name="masked_mean",
    parameters=("embeddings", "mask"),
    answer=pooled,
    vary=_vary,
    see="masked-mean-exercise",
    misconceptions=MISCONCEPTIONS,
    failures=FAILURES,
    places={"shapes": "mask-shapes"},
)


def _mask(rows: list[list[int]], dtype: str = "int64") -> Given:
    return given(np.array(rows).astype(dtype), "mask")


def cases(probes: Probes) -> Iterator[Args]:
    """Yield ordinary calls: padding anywhere, equal lengths, zero vectors, as many texts as columns, then chance."""
    rng = probes.rng
    yield texts(rng, _mask([[1, 1, 0, 0], [0, 1, 1, 1]]), 3, zeros=False)
    yield texts(rng, _mask([[1, 0, 0], [0, 1, 1], [1, 1, 1]], "bool"), 3, zeros=False)
    yield texts(rng, _mask([[1, 1, 0, 1, 0], [0, 0, 1, 1, 0], [1, 1, 1, 1, 0]]), 2)
    yield texts(rng, _mask([[0, 1, 1, 1], [1, 1, 0, 0], [0, 1, 0, 1]], "bool"), 3)
    for number in range(2 * probes.rounds):
        shape = (int(rng.integers(1, 6)), int(rng.integers(1, 7)))
        mask = pooling.mask(rng, shape, ("bool", "int64")[number % 2])
        yield texts(rng, mask, int(rng.integers(1, 6)))


def _core(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    return core(Bench(ORACLE, subject, probes.rng), cases(probes))


def _contract(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    bench, rng = Bench(ORACLE, subject, probes.rng), probes.rng
    mask = _mask([[1, 0, 1, 1], [0, 1, 0, 0]])
    ordinary = texts(rng, mask, 3)
    if stop := core_first(bench, (ordinary, texts(rng, _mask([[1, 1, 0], [0, 0, 1]], "bool"), 2))):
        yield stop
        return
    batch = texts(rng, pooling.mask(rng, (2, 3)), 4)
    double = texts(rng, _mask([[1, 1, 0]]), 2, "float64")
    yield from findings(
        valid(bench, [Probe(ordinary, STATE), Probe(double, _double()), keywords(ORACLE, ordinary)]),
        stateless(bench, ordinary, texts(rng, mask, 3)),
        stateless(bench, ordinary, (ordinary[0], _mask([[1, 1, 0, 0], [1, 0, 0, 1]]))),
        valid(bench, _unusual(rng)),
        valid(bench, layouts(ORACLE, batch)),
        refuses_misfits(bench, _misfits(rng)),
    )


def _unusual(rng: np.random.Generator) -> Iterator[Probe]:
    """Yield masks that are valid and not ordinary: no real token, no text, a list, every type of integer."""
    for dtype in ("bool", "int64"):
        yield Probe(texts(rng, _mask([[1, 0, 1], [0, 0, 0]], dtype), 2), _no_token())
    yield Probe(texts(rng, _mask([[0, 0]]), 3), _no_token())
    yield Probe(texts(rng, given(np.zeros((0, 3), bool), "mask"), 4), _no_text())
    for rows in ([[True, False, True], [False, False, True]], [[1, 1, 0], [0, 1, 0]]):
        yield Probe(texts(rng, given(rows), 2), _listed())
    for dtype in ("int8", "uint8", "int16", "uint32", "uint64"):
        yield Probe(texts(rng, pooling.mask(rng, (2, 4), dtype), 3), _typed(dtype))
    for dtype in ("int8", "uint8"):
        marks = rng.random((1, 700)) < 0.9
        yield Probe(texts(rng, given(marks.astype(dtype), "mask"), 1), _narrow(dtype))


def _double() -> Diagnosis:
    return Diagnosis(
        "masked_mean.double",
        "The embeddings are float64 here, and the result is not right to the digits of this type. A small number that "
        "is added to the count shows here: `np.maximum(count, 1)` avoids a division by zero and changes nothing else.",
        {"see": "no-token"},
    )


def _no_token() -> Diagnosis:
    return Diagnosis(
        "masked_mean.no_token",
        "One of the texts has no real token here. Its sum is zero and so is its count, and 0 divided by 0 is not a "
        "number. Its mean should be a row of zeros.",
        {"see": "no-token"},
    )


def _no_text() -> Diagnosis:
    return Diagnosis(
        "masked_mean.no_text",
        "A batch without any text is valid too: embeddings of shape {embeddings_shape} give a result of shape "
        "{wanted_shape}.",
    )


def _listed() -> Diagnosis:
    return Diagnosis(
        "masked_mean.listed",
        "The mask is a list of lists here. It may be anything that `np.asarray` turns into an array.",
        {"see": "mask-types"},
    )


def _typed(dtype: str) -> Diagnosis:
    return Diagnosis(
        "masked_mean.mask_type",
        "The mask is of type {dtype} here. Besides booleans it may have any integer type.",
        {"dtype": dtype, "see": "mask-types"},
    )


def _narrow(dtype: str) -> Diagnosis:
    return Diagnosis(
        "masked_mean.narrow",
        "The mask is of type {dtype} here, and the text is long. The largest number of this type is {largest}: a count "
        "that goes beyond it starts again from the other end. Change the type before you count.",
        {"dtype": dtype, "largest": int(np.iinfo(dtype).max), "see": "mask-types"},
    )


_ACCEPTED = Diagnosis(
    "masked_mean.shapes_accepted",
    "A mask of shape {mask_shape} was accepted for embeddings of shape {embeddings_shape}. There must be one mark for "
    "each position of each text, so this should be a ValueError.",
)
_STRETCHED = Diagnosis(
    "masked_mean.stretched",
    "A mask of shape {mask_shape} was stretched over embeddings of shape {embeddings_shape}: NumPy broadcasts it "
    "without a word, and texts get marks that were meant for others. This should be a ValueError.",
)
_THIRD_AXIS = Diagnosis(
    "masked_mean.third_axis",
    "A mask of shape {mask_shape} was accepted. The mask has two axes, (B, T); whoever passes a third one means "
    "something else, perhaps a mark for each column. This should be a ValueError.",
)
_MISFITS = ((3,), (2,), (1, 3), (2, 1), (2, 3, 1), (3, 2), (2, 2), (2, 4), (1, 2, 3), (6,))
_TEXTS = (2, 3, 4)  # B, T and d of the embeddings that none of these masks fits


def _misfits(rng: np.random.Generator) -> Iterator[Misfit]:
    for shape in _MISFITS:
        marks = rng.random(shape) < 0.7
        marks.flat[-1] = True
        x = texts(rng, pooling.mask(rng, _TEXTS[:2]), _TEXTS[2], zeros=False)[0]
        yield Misfit((x, given(marks.astype(int), "mask")), _ACCEPTED, tuple(_fitted(x.value, marks)))


def _fitted(x: np.ndarray, marks: np.ndarray) -> Iterator[tuple[Diagnosis, np.ndarray]]:
    """Make a mask fit that does not, in the ways that answers do it."""
    if marks.shape == (*_TEXTS[:2], 1):
        yield _THIRD_AXIS, pooled(x, marks[:, :, 0])
    elif marks.shape in ((3,), (1, 3), (2, 1)):
        stretched = np.broadcast_to(marks, _TEXTS[:2])
        yield _STRETCHED, pooled(x, stretched)
        weights = stretched[:, :, None]
        for count in (marks.sum(axis=-1, keepdims=True), marks.sum()):  # of the mask as it was passed
            yield _STRETCHED, (x * weights).sum(axis=1) / np.maximum(count, 1).astype(x.dtype)


MASKED_MEAN = exercise("masked_mean", core=(7, _core), contract=(3, _contract))
