"""The check of a core: ordinary calls, and what their results say about the idea behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

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
            found = cause(trial, trials)
            if found:
                causes.setdefault(found.code, found)
            else:
                symptoms.append(symptom(trial, trials))
        trials.append(trial)
    symptoms.sort(key=lambda found: found.code != "answer.constant")  # says more than that the numbers are wrong
    yield from causes.values() or symptoms[:1]


def cause(trial: Trial, earlier: Sequence[Trial] = ()) -> Diagnosis | None:
    """Name the misconception behind a wrong call, if just one predicts what came back, here and in other calls.

    Parameters
    ----------
    trial : Trial
        The wrong call.
    earlier : sequence of Trial
        Calls made before; a misconception that contradicts one of them is not the cause.
    """
    bench, oracle = trial.bench, trial.bench.oracle
    if trial.seen.raised:
        shown = (each.diagnosis for each in oracle.failures if each.shows(trial))
        return next((trial.found(diagnosis, **trial.shapes) for diagnosis in shown), None)
    fitting = [each for each in oracle.misconceptions if _predicts(each, trial)]
    others = [bench.trial(oracle.vary(bench.rng, trial.args)) for _ in range(CONFIRMED)] if fitting else []
    calls = [each for each in (*earlier, *others) if not each.seen.raised]
    confirmed = [each for each in fitting if all(_predicts(each, call) is not False for call in calls)]
    codes = {each.diagnosis.code for each in confirmed}
    return trial.found(confirmed[0].diagnosis, **trial.shapes) if len(codes) == 1 else None


def _predicts(misconception: Misconception, trial: Trial) -> bool | None:
    """Say whether a misconception predicts what came back; None where it has no answer to this call."""
    got, answered = trial.got, False
    dtype = trial.wanted.dtype if trial.wanted.dtype.kind == "f" else None  # scores are not rounded to look like ids
    try:
        for one in misconception.results(*trial.values):
            answered = True
            with np.errstate(over="ignore"):  # what is infinite in float32 may be finite where it was computed
                predicted = np.asarray(one, dtype)
            if got is not None and close(got, predicted):
                return True
    except (IndexError, ValueError):
        pass
    return False if answered else None
