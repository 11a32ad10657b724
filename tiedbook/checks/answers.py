"""What can be said before any number is compared: there is no answer yet, or nothing usable comes back from it."""

from __future__ import annotations

import re

from tiedbook.checks.trial import Trial
from tiedbook.diagnosis import Diagnosis
from tiedbook.outcome import Foreign

_MISFIT = re.compile(r"\(\) (takes|missing|got an unexpected keyword|got multiple values|got some positional)")

LATE = Diagnosis(
    "answer.late",
    "The call did not come back: it ran out of time or memory, or it ended the whole program. Look for a loop that "
    "never ends, or an array that is far too large.",
    {"got": ""},
)


def missing(name: str, see: str = "") -> Diagnosis:
    """Tell that there is no function of this name."""
    return Diagnosis(
        "answer.missing",
        "There is no function `{name}` yet. Run the cell that defines it, then run this one again.",
        {"name": name} | ({"see": see} if see else {}),
    )


def not_callable(name: str, kind: str, see: str = "") -> Diagnosis:
    """Tell that the name stands for something that cannot be called."""
    return Diagnosis(
        "answer.not_callable",
        "`{name}` is not a function but a value of type `{kind}`; perhaps a later cell has used the name for "
        "something else. Run the cell that defines the function again.",
        {"name": name, "kind": kind} | ({"see": see} if see else {}),
    )


def unusable(trial: Trial, *, first: bool) -> Diagnosis | None:
    """Tell why a call gives nothing to compare; None where it gives something, or raised for some other reason.

    Parameters
    ----------
    trial : Trial
        The call.
    first : bool
        Whether it is the first; only there does NotImplementedError mean that nothing has been written.
    """
    oracle, seen = trial.bench.oracle, trial.seen
    if seen.late:
        return trial.found(LATE)
    if seen.raised:
        return (_unwritten(trial) if first else None) or _misfit(trial)
    if seen.value is None:
        return _nothing(trial)
    if trial.got is None:
        kind = seen.value.kind if isinstance(seen.value, Foreign) else type(seen.value).__name__
        if not trial.wanted.ndim:
            return trial.found(
                Diagnosis(
                    "answer.no_number",
                    "`{name}` returned a value of type `{kind}`, which cannot be read as a number. It should return "
                    "one number.",
                ),
                name=oracle.name,
                kind=kind,
            )
        return trial.found(
            Diagnosis(
                "answer.unreadable",
                "`{name}` returned a value of type `{kind}`, which cannot be read as an array of numbers. It should "
                "return one NumPy array.",
            ),
            name=oracle.name,
            kind=kind,
        )
    return None


def _unwritten(trial: Trial) -> Diagnosis | None:
    if trial.seen.raised is None or trial.seen.raised.kinds[0] != "NotImplementedError":
        return None
    return Diagnosis(
        "answer.unwritten",
        "`{name}` is still waiting for you: it raises NotImplementedError. Put your own code in the place of that "
        "line. If you do not know how to begin, the first hint below the exercise is only a nudge.",
        {"name": trial.bench.oracle.name, "see": trial.bench.oracle.see},
    )


def _misfit(trial: Trial) -> Diagnosis | None:
    """Tell that the parameters are not the agreed ones, if it was this very function that refused the arguments."""
    raised, oracle = trial.seen.raised, trial.bench.oracle
    if raised is None or "TypeError" not in raised.kinds or not _MISFIT.search(raised.message):
        return None
    if raised.message.partition("(")[0].rpartition(".")[2] != oracle.name:
        return None
    signature = f"{oracle.name}({', '.join(oracle.parameters)})"
    return trial.found(
        Diagnosis(
            "answer.parameters",
            "`{name}` does not take these arguments. Its first line should define `{signature}`: the checks and later "
            "chapters call it in this way.",
        ),
        name=oracle.name,
        signature=signature,
    )


def _nothing(trial: Trial) -> Diagnosis:
    name = trial.bench.oracle.name
    if trial.seen.printed.strip():
        return trial.found(
            Diagnosis(
                "answer.printed",
                "`{name}` printed something and returned None. Printing shows a value to you; only `return` hands it "
                "to the code that called the function.",
            ),
            name=name,
            got=f"None\n# print: {trial.seen.printed.strip()}",
        )
    return trial.found(
        Diagnosis(
            "answer.nothing",
            "`{name}` returned None. That is what a function returns when it reaches its end without a `return` that "
            "gives a value, whatever it has computed until then.",
        ),
        name=name,
    )
