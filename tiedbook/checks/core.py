"""The check of a core: ordinary calls, and what their results say about the idea behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from tiedbook.checks.answers import unusable
from tiedbook.checks.oracle import Args, Misconception
from tiedbook.checks.symptoms import symptom
from tiedbook.checks.trial import Bench, Trial
from tiedbook.compare import close, same_value
from tiedbook.diagnosis import Diagnosis

CONFIRMED = 2  # further calls on which a misconception has to predict the result
VARIED = 3  # values of one argument that have to leave a result as it is, before it is said to be ignored


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
    for args in bench.ahead(cases, lambda each: (each, {})):
        trial = bench.trial(args)
        if stop := unusable(trial, first=not trials):
            yield stop
            return
        if not trial.right:
            found = cause(trial, trials)
            if found:
                causes.setdefault(found.code, found)
            else:
                symptoms.append((None if symptoms else _ignored(trial)) or symptom(trial, trials))
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
        shown = (each for each in oracle.failures if each.shows(trial))
        return next((trial.found(each.diagnosis, **{**trial.shapes, **each.look(trial)}) for each in shown), None)
    fitting = [each for each in oracle.misconceptions if _predicts(each, trial)]
    others = [bench.trial(oracle.vary(bench.rng, trial.args)) for _ in range(CONFIRMED)] if fitting else []
    calls = [each for each in (*earlier, *others) if not each.seen.raised]
    confirmed = [each for each in fitting if all(_predicts(each, call) is not False for call in calls)]
    codes = {each.diagnosis.code for each in confirmed}
    return trial.found(confirmed[0].diagnosis, **trial.shapes) if len(codes) == 1 else None


def _ignored(trial: Trial) -> Diagnosis | None:
    """Tell that the result does not react to one argument, whatever its values: something else stands in its place."""
    bench, oracle = trial.bench, trial.bench.oracle
    if trial.seen.raised or trial.seen.value is None or not trial.wanted.size:
        return None
    others = [oracle.vary(bench.rng, trial.args) for _ in range(VARIED)]
    ignored = []
    for place, parameter in enumerate(oracle.parameters[: len(trial.args)]):
        calls = [(*trial.args[:place], other[place], *trial.args[place + 1 :]) for other in others]
        wanted = [oracle.answer(*(each.value for each in args)) for args in calls]
        if any(close(each, trial.wanted) for each in wanted):
            continue  # the right result may be the same, so nothing can be told from one that is
        if all(same_value(bench.trial(args).seen.value, trial.seen.value) for args in calls):
            ignored.append(parameter)
    if len(ignored) in (0, len(trial.args)):  # one that reacts to nothing is a constant
        return None
    return trial.found(
        Diagnosis(
            "answer.ignored",
            "The result stays the same, to the last digit, whatever is passed as {arguments}. Use what is passed: a "
            "table or a number of the notebook that stands in its place is right for one call only.",
            {"arguments": ", ".join(f"`{parameter}`" for parameter in ignored)},
        )
    )


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
