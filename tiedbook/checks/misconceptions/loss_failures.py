"""How `cross_entropy_from_logits` is misunderstood so that a call stops, or does not return a pair."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tiedbook.checks.oracle import Failure
from tiedbook.checks.trial import Trial
from tiedbook.diagnosis import Diagnosis
from tiedbook.spelling import given


def _not_a_pair(trial: Trial) -> bool:
    raised = trial.seen.raised
    return raised is not None and raised.kinds[0] == "NotAPair"


def _result(trial: Trial) -> Mapping[str, str]:
    """Show the call alone: what came back cannot be taken apart."""
    *lines, called, _ = trial.bench.oracle.call(trial.args, trial.kwargs).split("\n")
    return {"call": "\n".join([*lines, called.rpartition(" = ")[2] if called.startswith("loss,") else called])}


def _without_largest(trial: Trial) -> bool:
    """Say whether a call that stopped works once the last id of the vocabulary is among the targets."""
    logits, targets = trial.values
    if not isinstance(logits, np.ndarray) or not isinstance(targets, np.ndarray):
        return False
    last = logits.shape[1] - 1
    if last in targets:
        return False
    largest = targets.copy()
    largest[0] = last
    return trial.bench.right((trial.args[0], given(largest)))


def _square_works(trial: Trial) -> bool:
    """Say whether a call that stopped goes through when there are as many rows as tokens."""
    logits = trial.values[0]
    raised = trial.seen.raised
    if not isinstance(logits, np.ndarray) or raised is None or "broadcast" not in raised.message:
        return False
    square = trial.bench.oracle.vary(trial.bench.rng, (given(np.zeros((logits.shape[1],) * 2, logits.dtype)),))
    return not trial.bench.trial(square).seen.raised


def _one_row_works(trial: Trial) -> bool:
    """Say whether a call with several rows stopped, and one with the first row alone is right."""
    logits, targets = trial.values
    if not isinstance(logits, np.ndarray) or not isinstance(targets, np.ndarray) or len(logits) < 2:
        return False
    return trial.bench.right((given(logits[:1].copy(), "logits"), given(targets[:1].copy())))


FAILURES = (
    Failure(
        Diagnosis(
            "cross_entropy.not_a_pair",
            "Two things have to come back, the loss and its gradient: `return loss, grad_logits`.",
            {"see": "cross-entropy-from-logits-exercise", "wanted": "(float, ndarray)"},
        ),
        _not_a_pair,
        _result,
    ),
    Failure(
        Diagnosis(
            "cross_entropy.sized_by_targets",
            "It works when the last id of the vocabulary is among the targets, and stops when it is not. A one-hot "
            "vector has one place for every score of a row, whichever targets there are.",
            {"see": "one-hot-labels"},
        ),
        _without_largest,
    ),
    Failure(
        Diagnosis(
            "cross_entropy.keepdims",
            "It stops where there are not as many rows as tokens. A reduction removes its axis, so that what is left "
            "does not stand beside its rows any more; `keepdims=True` keeps an axis of length 1 in its place.",
            {"see": "softmax-batches"},
        ),
        _square_works,
    ),
    Failure(
        Diagnosis(
            "cross_entropy.one_row_only",
            "It works for a single row of scores, and stops at several.",
            {"see": "pick-one"},
        ),
        _one_row_works,
    ),
)
