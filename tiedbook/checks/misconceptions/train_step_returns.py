"""How `train_step` is misunderstood in what it returns: not a pair, not a dictionary, not the same names."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tiedbook.checks.oracle import Failure
from tiedbook.checks.trial import Trial
from tiedbook.diagnosis import Diagnosis


def _is(kind: str, *messages: str) -> Callable[[Trial], bool]:
    def shows(trial: Trial) -> bool:
        raised = trial.seen.raised
        return raised is not None and raised.kinds[0] == kind and (not messages or raised.message in messages)

    return shows


def _step(trial: Trial) -> Mapping[str, str]:
    """Show the step, and not the one array of its result that was looked at."""
    return {"call": trial.bench.oracle.call(trial.args).rpartition("\n")[0]}


def _result(trial: Trial) -> Mapping[str, str]:
    """Show the step without taking its result apart."""
    *lines, step = _step(trial)["call"].split("\n")
    return {"call": "\n".join([*lines, step.removeprefix("new, loss = ")])}


def _names(trial: Trial) -> Mapping[str, str]:
    """Show the step, and which name the new dictionary should have, or should not have."""
    said = "" if trial.seen.raised is None else trial.seen.raised.message
    wanted = said.replace(" not in new", " in new") if " not in new" in said else said.replace(" in new", " not in new")
    return {**_step(trial), "wanted": wanted}


def _missing_table(trial: Trial) -> bool:
    """Say whether a call stopped because a tied model has no U."""
    raised = trial.seen.raised
    return raised is not None and raised.kinds[0] == "KeyError" and "'U'" in raised.message and bool(trial.values[-1])


FAILURES = (
    Failure(
        Diagnosis(
            "train_step.not_a_pair",
            "Two things have to come back, the new parameters and the loss: `return new_params, loss`.",
            {"see": "train-step-exercise", "wanted": "(dict, float)"},
        ),
        _is("NotAPair"),
        _result,
    ),
    Failure(
        Diagnosis(
            "train_step.not_a_dict",
            "The first of the two things that come back should be the dictionary of new parameters, and the second "
            "the loss.",
            {"see": "train-step-exercise", "wanted": "dict"},
        ),
        _is("NotADict"),
        _step,
    ),
    Failure(
        Diagnosis(
            "train_step.missing_array",
            "The new dictionary lacks one of the arrays. It has the same names as the old one: the next step will "
            "need them all.",
            {"see": "model-names"},
        ),
        _is("Missing"),
        _names,
    ),
    Failure(
        Diagnosis(
            "train_step.second_table",
            "The new dictionary has a `U`, and the model is tied. A second table, even one that starts as a copy, has "
            "a gradient of its own and drifts away. One table does both jobs.",
            {"see": "model-tied"},
        ),
        _is("Unknown", "'U' in new"),
        _names,
    ),
    Failure(
        Diagnosis(
            "train_step.unknown_array",
            "The new dictionary holds something that the old one does not. It should have the same names.",
            {"see": "model-names"},
        ),
        _is("Unknown"),
        _names,
    ),
    Failure(
        Diagnosis(
            "train_step.needs_second_table",
            "The call stopped at `params['U']`, which a tied model does not have: there `E` makes the scores as well.",
            {"see": "model-names"},
        ),
        _missing_table,
    ),
)
