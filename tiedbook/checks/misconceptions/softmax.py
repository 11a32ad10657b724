"""How `softmax` is misunderstood."""

from __future__ import annotations

import numpy as np

from tiedbook.checks.misconceptions.softmaxes import (
    Form,
    along,
    careful,
    clipped,
    divided,
    hard,
    naive,
    powers,
    quiet,
    several,
    shifted,
    sums_not_kept,
    with_epsilon,
)
from tiedbook.checks.oracle import Failure, Misconception
from tiedbook.checks.trial import Trial
from tiedbook.diagnosis import Diagnosis
from tiedbook.spelling import given


def _each(diagnosis: Diagnosis, *forms: Form) -> tuple[Misconception, ...]:
    """Make a misconception of each form: a function that computes one thing computes it in every call."""
    return tuple(Misconception(diagnosis, quiet(form)) for form in forms)


_KEEPDIMS = Diagnosis(
    "softmax.keepdims",
    "The sums, or the largest scores, do not stand beside their rows. A reduction removes its axis. What is left is "
    "spread over columns: silently where the array is square, and with an error where it is not. `keepdims=True` keeps "
    "an axis of length 1 in the place of the lost one.",
    {"see": "softmax-batches"},
)

MISCONCEPTIONS = (
    *_each(
        Diagnosis(
            "softmax.overflow",
            "These scores are large, and `exp` of them is too large for a float: it becomes infinite, and infinity "
            "divided by infinity is `nan`. Subtract the largest score of each row first. That changes no probability.",
            {"see": "shift"},
        ),
        naive,
    ),
    *_each(
        Diagnosis(
            "softmax.wrong_shift",
            "Something is subtracted from each row, but not its largest score, and so a power can still become "
            "infinite. Only after subtracting the largest is every power at most 1.",
            {"see": "shift"},
        ),
        shifted(lambda logits: logits.min(axis=-1, keepdims=True)),
        shifted(lambda logits: logits.mean(axis=-1, keepdims=True)),
        shifted(lambda logits: np.median(logits, axis=-1, keepdims=True)),
    ),
    *_each(
        Diagnosis(
            "softmax.one_shift_for_all",
            "One number was subtracted from all rows, the largest of the whole array. A row whose scores all lie far "
            "below it has nothing but powers of zero, and 0 / 0 is `nan`. Each row needs its own largest score.",
            {"see": "shift"},
        ),
        shifted(lambda logits: several(logits).max()),
    ),
    *_each(
        Diagnosis(
            "softmax.clipped",
            "The scores were cut off at a limit before the powers were taken, so large scores became equal. Subtract "
            "the largest score of each row instead: that keeps their differences.",
            {"see": "shift"},
        ),
        *map(clipped, (10, 20, 30, 50, 80, 88, 100, 200, 300, 500, 600, 700, 709)),
    ),
    *_each(
        Diagnosis(
            "softmax.not_normalised",
            "These are the powers, before they are divided by the sum of their row. The results of a softmax add up "
            "to 1.",
            {"see": "softmax-definition"},
        ),
        powers,
        lambda logits: powers(logits - logits.max(axis=-1, keepdims=True)),
        lambda logits: powers(logits - logits.max()),
    ),
    *_each(
        Diagnosis(
            "softmax.whole_array",
            "All numbers of the array add up to 1 here. Each row is a choice of its own and has its own sum: along "
            "the last axis.",
            {"see": "softmax-batches"},
        ),
        lambda logits: careful(several(logits).ravel()).reshape(logits.shape),
        lambda logits: naive(several(logits), axis=None),
    ),
    *_each(
        Diagnosis(
            "softmax.wrong_axis",
            "The numbers add up to 1 along another axis than the last. The tokens of the vocabulary compete with each "
            "other, and they stand along the last axis, however many axes come before it.",
            {"see": "softmax-batches"},
        ),
        lambda logits: along(several(logits), 0),
        lambda logits: along(several(logits), 1),
        lambda logits: naive(several(logits), axis=0),
        lambda logits: naive(several(logits), axis=1),
    ),
    Misconception(
        _KEEPDIMS,
        sums_not_kept,
    ),
    *_each(
        Diagnosis(
            "softmax.no_powers",
            "The scores themselves were divided by their sum. Scores may be negative, and their sum may be zero; the "
            "power of e makes all of them positive first.",
            {"see": "softmax-definition"},
        ),
        lambda logits: divided(logits, logits.sum(axis=-1, keepdims=True)),
        lambda logits: divided(np.abs(logits), np.abs(logits).sum(axis=-1, keepdims=True)),
        lambda logits: divided(logits**2, (logits**2).sum(axis=-1, keepdims=True)),
        lambda logits: divided(
            logits - logits.min(axis=-1, keepdims=True),
            (logits - logits.min(axis=-1, keepdims=True)).sum(axis=-1, keepdims=True),
        ),
        lambda logits: divided(np.maximum(logits, 0), np.maximum(logits, 0).sum(axis=-1, keepdims=True)),
    ),
    *_each(
        Diagnosis(
            "softmax.logarithm",
            "These are the logarithms of the probabilities. The exercise asks for the probabilities themselves.",
            {"see": "softmax-exercise"},
        ),
        lambda logits: (
            (shifted := logits - logits.max(axis=-1, keepdims=True))
            - np.log(powers(shifted).sum(axis=-1, keepdims=True))
        ),
        lambda logits: divided(logits - np.log(powers(logits).sum(axis=-1, keepdims=True)), 1),
    ),
    *_each(
        Diagnosis(
            "softmax.sigmoid",
            "This is the sigmoid of each score by itself. In a softmax the scores of a row compete: if one "
            "probability grows, others shrink.",
            {"see": "softmax-definition"},
        ),
        lambda logits: divided(np.ones(()), 1 + powers(-logits)),
    ),
    *_each(
        Diagnosis(
            "softmax.hard",
            "The largest score got everything, and all others nothing. A softmax is softer: every token keeps some "
            "probability.",
            {"see": "softmax-definition"},
        ),
        hard,
    ),
    *_each(
        Diagnosis(
            "softmax.turned_round",
            "The smallest score has the largest probability. Somewhere a sign is turned round.",
            {"see": "softmax-definition"},
        ),
        lambda logits: careful(-logits),
        lambda logits: naive(-logits),
    ),
    *_each(
        Diagnosis(
            "softmax.other_base",
            "The powers were taken of another number than e, which is what `np.exp` uses.",
            {"see": "softmax-definition"},
        ),
        lambda logits: careful(logits * np.log(2)),
        lambda logits: careful(logits * np.log(10)),
    ),
    *_each(
        Diagnosis(
            "softmax.twice",
            "This is the softmax of a softmax. The second one takes probabilities for scores, and makes them almost "
            "equal.",
            {"see": "softmax-definition"},
        ),
        lambda logits: careful(careful(logits)),
    ),
    *_each(
        Diagnosis(
            "softmax.scaled",
            "The scores were divided by a number before the powers were taken. That makes the probabilities more "
            "alike; a plain softmax takes the scores as they are.",
            {"see": "softmax-definition"},
        ),
        lambda logits: careful(logits / np.sqrt(logits.shape[-1])),
        lambda logits: careful(logits / logits.shape[-1]),
        lambda logits: careful(divided(logits, np.abs(logits).max(axis=-1, keepdims=True))),
        lambda logits: careful(divided(logits, np.linalg.norm(logits, axis=-1, keepdims=True))),
    ),
    *_each(
        Diagnosis(
            "softmax.length_one",
            "The squares of the results add up to 1, and not the results: the powers were divided by their length as "
            "a vector. Divide by their sum.",
            {"see": "softmax-definition"},
        ),
        lambda logits: divided(powers(logits), np.linalg.norm(powers(logits), axis=-1, keepdims=True)),
        lambda logits: divided(careful(logits), np.linalg.norm(careful(logits), axis=-1, keepdims=True)),
    ),
    *_each(
        Diagnosis(
            "softmax.epsilon",
            "A small number was added to the sum, perhaps to avoid a division by zero, and now the results do not add "
            "up to 1. After the largest score has been subtracted, the sum is at least 1: nothing needs to be added.",
            {"see": "shift"},
        ),
        *(form for epsilon in (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9) for form in with_epsilon(epsilon)),
    ),
    *_each(
        Diagnosis(
            "softmax.rounded",
            "The results are rounded. Round numbers when you show them, not in the middle of a calculation.",
            {"see": "softmax-exercise"},
        ),
        *(lambda logits, digits=digits: np.round(careful(logits), digits) for digits in range(1, 7)),
    ),
)


def _one_row_works(trial: Trial) -> bool:
    """Say whether a call with several rows stopped, and every row by itself is right."""
    logits = trial.values[0]
    if not isinstance(logits, np.ndarray) or logits.ndim < 2:
        return False
    return trial.bench.right((given(logits[(0,) * (logits.ndim - 1)].copy(), "row"),))


def _needs_rows(trial: Trial) -> bool:
    """Say whether a call with another number of axes stopped, and the same numbers as rows are right."""
    logits = trial.values[0]
    return isinstance(logits, np.ndarray) and trial.bench.right((given(logits.reshape(-1, logits.shape[-1]), "rows"),))


def _one_number_at_a_time(trial: Trial) -> bool:
    raised = trial.seen.raised
    return raised is not None and "TypeError" in raised.kinds and "to Python scalars" in raised.message


FAILURES = (
    Failure(
        Diagnosis(
            "softmax.math_exp",
            "`math.exp` takes a single number. `np.exp` takes an array, and returns the power of each number in it.",
            {"see": "softmax-hints"},
        ),
        _one_number_at_a_time,
    ),
    Failure(
        Diagnosis(
            "softmax.needs_rows",
            "It works for rows in a matrix, and stops at scores of shape {logits_shape}. Any number of axes may stand "
            "before the last one, also none: the last axis is `axis=-1`.",
            {"see": "softmax-batches"},
        ),
        _needs_rows,
    ),
    Failure(
        _KEEPDIMS,
        _one_row_works,
    ),
)
