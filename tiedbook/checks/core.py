"""The check of a core: ordinary calls, and what their results say about the idea behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from tiedbook.checks.answers import unusable
from tiedbook.checks.oracle import Args, Misconception
from tiedbook.checks.symptoms import symptom
from tiedbook.checks.trial import Bench, Trial
from tiedbook.compare import close
from tiedbook.diagnosis import Diagnosis

CONFIRMED = 2  # further calls on which a misconception has to predict the result


def core(bench: Bench, cases: Iterable[Args]) -> Iterator[Diagnosis]:
    """Call the function on ordinary input and yield what is wrong.

    Every misconception that is recognised is yielded once. Where none is, the first symptom is. A function that cannot
    be called at all, or gives nothing back, gets just that diagnosis.

    Parameters
    ----------
    bench : Bench
        Oracle, subject and random numbers.
    cases : iterable of Args
        The calls, simple ones first.
    """
    causes: dict[str, Diagnosis] = {}
    symptoms: list[Diagnosis] = []
    trials: list[Trial] = []
    for args in cases:
        trial = bench.trial(args)
        if stop := unusable(trial, first=not trials):
            yield stop
            return
        if not trial.right:
            found = cause(trial)
            if found:
                causes.setdefault(found.code, found)
            else:
                symptoms.append(symptom(trial, trials))
        trials.append(trial)
    yield from causes.values() or symptoms[:1]


def cause(trial: Trial) -> Diagnosis | None:
    """Name the misconception behind a wrong call, if just one predicts its result and that of other calls like it."""
    bench, oracle = trial.bench, trial.bench.oracle
    if trial.seen.raised:
        shown = (each.diagnosis for each in oracle.failures if each.shows(trial))
        return next((trial.found(diagnosis, **trial.shapes) for diagnosis in shown), None)
    fitting = [each for each in oracle.misconceptions if _predicts(each, trial)]
    others = [bench.trial(oracle.vary(bench.rng, trial.args)) for _ in range(CONFIRMED)] if fitting else []
    confirmed = [each for each in fitting if all(_predicts(each, other) for other in others)]
    return trial.found(confirmed[0].diagnosis, **trial.shapes) if len(confirmed) == 1 else None


def _predicts(misconception: Misconception, trial: Trial) -> bool:
    got = trial.got
    try:
        results = tuple(misconception.results(*trial.values))
    except (IndexError, ValueError):  # a misconception may have no answer to this call
        return False
    return got is not None and any(close(got, np.asarray(one, trial.wanted.dtype)) for one in results)
