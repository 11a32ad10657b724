"""What can be said of a wrong result when no misconception explains it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from tiedbook.checks.trial import Trial
from tiedbook.compare import close, same_value, wrong
from tiedbook.diagnosis import Diagnosis


def symptom(trial: Trial, earlier: Sequence[Trial] = ()) -> Diagnosis:
    """Describe how a call went wrong, claiming no more than can be seen.

    Parameters
    ----------
    trial : Trial
        A call that raised or whose result is wrong.
    earlier : sequence of Trial
        Calls made before it, with other arguments.
    """
    if trial.seen.raised:
        return trial.found(
            Diagnosis(
                "answer.raised",
                "This is ordinary input, and `{name}` stopped with {kind}. Copy the call below into a cell of its "
                "own: there Python shows the line it stopped at.",
            ),
            name=trial.bench.oracle.name,
            kind=trial.seen.raised.kinds[0],
        )
    got, wanted = trial.got, trial.wanted
    if got is None:
        raise ValueError("a call without a result is told by answers.unusable")
    if not wanted.ndim and not got.ndim:
        return _constant(trial, earlier) or _number(trial, got, wanted)
    return _constant(trial, earlier) or _axes(trial, got, wanted) or _numbers(trial, got, wanted)


def _constant(trial: Trial, earlier: Sequence[Trial]) -> Diagnosis | None:
    if not trial.wanted.ndim and (len(earlier) < 2 or not all(_same(trial, other) for other in earlier)):
        return None  # two single numbers may be equal by chance
    for other in earlier:
        if _same(trial, other) and not close(other.wanted, trial.wanted):
            return trial.found(
                Diagnosis(
                    "answer.constant",
                    "An earlier call with other arguments had this very result. Compute the result from the "
                    "arguments; one that fits a single example is not enough.",
                )
            )
    return None


def _same(trial: Trial, other: Trial) -> bool:
    empty = trial.got is not None and not trial.got.size  # two empty results say nothing about each other
    return not empty and same_value(other.seen.value, trial.seen.value)


def _axes(trial: Trial, got: np.ndarray, wanted: np.ndarray) -> Diagnosis | None:
    """Tell apart: an axis too many or too few, axes in another order, another shape altogether."""
    shapes = {"got_shape": str(got.shape), "wanted_shape": str(wanted.shape)}
    if got.shape != wanted.shape and close(got.squeeze(), wanted.squeeze()):
        return trial.found(
            Diagnosis(
                "answer.unit_axis",
                "The numbers are right, but an axis of length 1 is too many or missing: the shape is {got_shape}, and "
                "it should be {wanted_shape}.",
                {"see": trial.bench.oracle.place("shapes")},
            ),
            **shapes,
        )
    if (
        got.ndim == wanted.ndim
        and got.ndim <= 4
        and any(close(got.transpose(p), wanted) for p in permutations(range(got.ndim)))
    ):
        return trial.found(
            Diagnosis(
                "answer.axes_order",
                "The numbers are right, but the axes stand in another order than they should.",
                {"see": trial.bench.oracle.place("shapes")},
            )
        )
    if got.shape != wanted.shape:
        return trial.found(
            Diagnosis(
                "answer.shape",
                "The result has the shape {got_shape}, and it should have {wanted_shape}.",
                {"see": trial.bench.oracle.place("shapes")},
            ),
            **shapes,
        )
    return None


def _number(trial: Trial, got: np.ndarray, wanted: np.ndarray) -> Diagnosis:
    """Tell that a single number is wrong; of a count also by how much."""
    if got.dtype.kind not in "iu" or wanted.dtype.kind not in "iu":
        return trial.found(Diagnosis("answer.number", "The result is a single number, as it should be, but another."))
    excess = int(got) - int(wanted)
    if excess > 0:
        return trial.found(Diagnosis("answer.too_many", "The count is {excess} too high."), excess=f"{excess:,}")
    return trial.found(Diagnosis("answer.too_few", "The count is {lack} too low."), lack=f"{-excess:,}")


def _numbers(trial: Trial, got: np.ndarray, wanted: np.ndarray) -> Diagnosis:
    off = wrong(got, wanted)
    return trial.found(
        Diagnosis(
            "answer.numbers",
            "The shape is right. Of the {total} numbers in the result, {wrong} are not what they should be.",
        ),
        total=int(off.size),
        wrong=int(off.sum()),
    )
