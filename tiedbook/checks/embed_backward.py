"""The check of `embed_backward`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tiedbook.checks.contract import Probe
from tiedbook.checks.core import core
from tiedbook.checks.misconceptions.embed_backward import MISCONCEPTIONS
from tiedbook.checks.misfits import Misfit
from tiedbook.checks.oracle import Args, Failure, Oracle
from tiedbook.checks.scatter import gradient, scattered
from tiedbook.checks.scatter_check import contract, integer_zeros, ordinary
from tiedbook.checks.trial import Bench, Trial
from tiedbook.diagnosis import Diagnosis
from tiedbook.exercise import exercise
from tiedbook.outcome import Subject
from tiedbook.probes import Probes
from tiedbook.spelling import Given, given


def _complete(rng: np.random.Generator, ids: Given, vocab_size: int, width: int = 3, dtype: str = "float32") -> Args:
    shape = np.asarray(ids.value).shape
    return (ids, gradient(rng, (*shape, width), dtype), given(vocab_size))


def _vary(rng: np.random.Generator, args: Args) -> Args:
    _, grad, vocab_size = (each.value for each in args)
    return (args[0], gradient(rng, grad.shape, str(grad.dtype)), given(vocab_size))


def _without_largest(trial: Trial) -> bool:
    """Say whether a call that raised works once the last id of the vocabulary is among the ids."""
    ids, _, vocab_size = (each.value for each in trial.args)
    if not ids.size or ids.max() == vocab_size - 1:
        return False
    largest = ids.copy()
    largest.flat[0] = vocab_size - 1
    return trial.bench.right((given(largest), *trial.args[1:]))


def _one_axis_only(trial: Trial) -> bool:
    """Say whether a call that raised works when all positions stand in one axis."""
    ids, grad, _ = (each.value for each in trial.args)
    if ids.ndim != 2:
        return False
    flat = given(grad.reshape(ids.size, -1), "grad_output")
    return trial.bench.right((given(ids.ravel()), flat, trial.args[2]))


ORACLE = Oracle(
    name="embed_backward",
    parameters=("ids", "grad_output", "vocab_size"),
    answer=scattered,
    vary=_vary,
    see="embed-backward-exercise",
    misconceptions=MISCONCEPTIONS,
    failures=(
        Failure(
            Diagnosis(
                "embed_backward.integer_zeros",
                "The sums were begun as integers, and NumPy refuses to add fractions to them. Begin with zeros in the "
                "dtype of `grad_output`.",
                {"see": "embed-backward-hints"},
            ),
            integer_zeros,
        ),
        Failure(
            Diagnosis(
                "embed_backward.last_id_needed",
                "It works when the last id of the vocabulary is among the ids, and stops when it is not. The number of "
                "rows is `vocab_size`, whichever ids were looked up.",
                {"see": "given"},
            ),
            _without_largest,
        ),
        Failure(
            Diagnosis(
                "embed_backward.one_axis_only",
                "It works for ids with one axis, and stops at ids with two. The ids of a batch of texts have the shape "
                "(B, T), and their gradient (B, T, d). The result is {wanted_shape} here: the positions disappear, "
                "however many axes they have.",
                {"see": "embed-backward-exercise"},
            ),
            _one_axis_only,
        ),
    ),
    places={"shapes": "given", "errors": "embed-backward-exercise"},
)


def cases(probes: Probes) -> Iterator[Args]:
    """Yield ordinary calls, the first of them small."""
    yield _complete(probes.rng, given(np.array([2, 2, 5])), 7, 1)
    yield from ordinary(probes, _complete)


_ACCEPTED = Diagnosis(
    "embed_backward.shapes_accepted",
    "Ids of shape {ids_shape} and a gradient of shape {grad_output_shape} do not belong together: there must be one "
    "row for each id. This should be a ValueError.",
)
_STRETCHED = Diagnosis(
    "embed_backward.stretched",
    "One row was stretched over several ids. NumPy broadcasts a gradient of shape {grad_output_shape} without a word, "
    "and whoever sent it has lost an axis. There must be one row for each id, so this should be a ValueError.",
)
_RESHAPED = Diagnosis(
    "embed_backward.reshaped",
    "Ids of shape {ids_shape} and a gradient of shape {grad_output_shape} have the same number of positions, but not "
    "the same axes, so nobody knows which row belongs to which id. Compare the shapes, not the sizes.",
)
_CUT = Diagnosis(
    "embed_backward.cut",
    "Ids have the shape {ids_shape}, the gradient has {grad_output_shape}, and what is left over of the longer one was "
    "ignored. `zip`, for instance, stops at the end of the shorter one. This should be a ValueError.",
)
_MISFITS = (
    *(((3,), (1, 2)), ((3,), (2,)), ((2, 3), (1, 3, 2)), ((2, 3), (3, 2))),
    *(((2, 3), (6, 2)), ((6,), (2, 3, 2)), ((2, 3), (3, 2, 2))),
    *(((3,), (4, 2)), ((3,), (2, 2)), ((2, 3), (2, 4, 2))),
)  # shapes of ids and of a gradient that does not belong to them


def _misfits(rng: np.random.Generator) -> Iterator[Misfit]:
    for ids_shape, grad_shape in _MISFITS:
        ids = rng.integers(5, size=ids_shape)
        args = (given(ids), gradient(rng, grad_shape), given(5))
        yield Misfit(args, _ACCEPTED, tuple(_fitted(ids, args[1].value)))


def _fitted(ids: np.ndarray, grad: np.ndarray) -> Iterator[tuple[Diagnosis, np.ndarray]]:
    """Make shapes fit that do not, in the ways that answers do it."""
    wanted = (*ids.shape, grad.shape[-1])
    if grad.size == np.prod(wanted):
        yield _RESHAPED, scattered(ids, grad.reshape(wanted), 5)
    if _broadcasts(grad.shape, wanted):
        yield _STRETCHED, scattered(ids, np.broadcast_to(grad, wanted), 5)
    if ids.ndim == 1 and grad.ndim == 2:
        shared = min(len(ids), len(grad))
        yield _CUT, scattered(ids[:shared], grad[:shared], 5)


def _broadcasts(some: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    try:
        return np.broadcast_shapes(some, wanted) == wanted
    except ValueError:
        return False


def _core(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    return core(Bench(ORACLE, subject, probes.rng), cases(probes))


def _contract(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    rng = probes.rng
    double = _complete(rng, given(np.array([1, 0])), 3, 3, "float64")
    yield from contract(
        ORACLE,
        subject,
        probes,
        _complete,
        types=[Probe(double, _double())],
        misfits=_misfits(rng),
        see="embed-backward-exercise",
    )


def _double() -> Diagnosis:
    return Diagnosis(
        "embed_backward.double",
        "The gradient is float64 here, and the result is not right. A gradient may be float32 or float64.",
        {"see": "embed-backward-exercise"},
    )


EMBED_BACKWARD = exercise("embed_backward", core=(10, _core), contract=(4, _contract))
