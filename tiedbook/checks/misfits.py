"""Arguments whose shapes do not fit together: a function has to refuse them with a ValueError."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from tiedbook import spelling
from tiedbook.checks.answers import LATE
from tiedbook.checks.oracle import Args
from tiedbook.checks.trial import Bench, numbers
from tiedbook.compare import close
from tiedbook.diagnosis import Diagnosis
from tiedbook.outcome import Outcome

ERROR = "ValueError"
_NOT_A_VALUE_ERROR = Diagnosis(
    "shapes.not_a_value_error",
    "These arguments are refused, but with {kind}. Each of them is fine by itself, and their shapes do not fit "
    "together, so it should be a ValueError.",
)


@dataclass(frozen=True, slots=True)
class Misfit:
    """One call to be refused.

    Parameters
    ----------
    args : Args
        Arguments that do not fit together.
    accepted : Diagnosis
        What to say if the call goes through, and no reading fits.
    readings : tuple of (Diagnosis, ndarray)
        What the call may return if the arguments are made to fit somehow, and what to say then.
    other_error : Diagnosis
        What to say if the call is refused with another error, whose name fills the hole ``{kind}``.
    """

    args: Args
    accepted: Diagnosis
    readings: tuple[tuple[Diagnosis, np.ndarray], ...] = ()
    other_error: Diagnosis = _NOT_A_VALUE_ERROR


def refuses_misfits(bench: Bench, misfits: Iterable[Misfit]) -> Iterator[Diagnosis]:
    """Yield what happens to arguments that do not fit together, where that is not a ValueError."""
    for misfit in misfits:
        seen = bench.subject(*(each.value for each in misfit.args))
        if seen.late:
            yield _told(bench, misfit, seen, LATE)
        elif not seen.refused:
            yield _told(bench, misfit, seen, _reading(misfit, seen))
        elif ERROR not in seen.refused.kinds:
            yield _told(bench, misfit, seen, misfit.other_error, kind=seen.refused.kinds[0])


def _reading(misfit: Misfit, seen: Outcome) -> Diagnosis:
    got = numbers(seen.value)
    fitting = (diagnosis for diagnosis, result in misfit.readings if got is not None and close(got, result))
    return next(fitting, misfit.accepted)


def _told(bench: Bench, misfit: Misfit, seen: Outcome, diagnosis: Diagnosis, **values: str) -> Diagnosis:
    named = zip(bench.oracle.parameters, (each.value for each in misfit.args), strict=False)
    shapes = {f"{name}_shape": str(value.shape) for name, value in named if isinstance(value, np.ndarray)}
    shown: dict[str, str | int | float] = {
        **shapes,
        "call": bench.oracle.call(misfit.args),
        "got": spelling.outcome(seen),
        "wanted": ERROR,
        "see": bench.oracle.place("shapes"),
    }
    return Diagnosis(diagnosis.code, diagnosis.message, {**shown, **diagnosis.values, **values})
