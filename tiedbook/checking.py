"""``check``, as it stands in the notebooks: run the check of one part, show what it found, keep the progress."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from zlib import crc32

import numpy as np

from tiedbook.catalog import runtime
from tiedbook.checks.answers import missing, not_callable
from tiedbook.diagnosis import Diagnosis, Part, Verdict
from tiedbook.direct import Direct
from tiedbook.errors import TiedbookError
from tiedbook.exercise import Exercise, exercises
from tiedbook.journal import record
from tiedbook.panel import Panel
from tiedbook.probes import Probes
from tiedbook.session import current_edition, say
from tiedbook.telling import tell


class CheckFailed(AssertionError):  # noqa: N818  # what a learner reads: a check has failed, not an error
    """A check has found something; what it is, has been shown above.

    The cell has to fail, or nbgrader would give it full marks, and a traceback would only push the finding away.
    """

    def _render_traceback_(self) -> list[str]:
        return [f"{type(self).__name__}: {self}"]


class CheckError(TiedbookError):
    """There is no such exercise or part; the message lists what there is."""

    def _render_traceback_(self) -> list[str]:
        return [f"{type(self).__name__}: {self}"]


def check(name: str, function: Callable[..., object] | None = None, *, part: str = "core") -> None:
    """Check one part of an exercise and show what was found.

    Parameters
    ----------
    name : str
        Name of the exercise, such as ``"embed"``.
    function : callable, optional
        The answer; if left out, the function of that name where `check` is called.
    part : {"core", "contract"}
        The graded part.

    Raises
    ------
    CheckFailed
        If something was found.
    CheckError
        If there is no such exercise or part.

    Examples
    --------
    >>> check("embed", embed, part="core")  # doctest: +SKIP
    """
    exercise, graded = _asked(name, part)
    if function is None:
        function = sys._getframe(1).f_globals.get(name)
    subject = Direct(function, exercise.driver) if callable(function) else None
    verdict = Verdict(name, graded, exercise.points[graded], tuple(_found(exercise, graded, function, subject)))
    code = verdict.diagnoses[0].code if verdict.diagnoses else None
    if not (subject and subject.interrupted):
        with contextlib.suppress(Exception):  # a check is worth more than its record
            record(name, graded, verdict.passed, code)
    from IPython.display import display  # a kernel has loaded it; elsewhere it would take half a second

    told = tell(verdict, runtime(current_edition().tag), calls=subject.calls if subject else 0)
    display(Panel(told))  # type: ignore[no-untyped-call]
    if not verdict.passed:
        raise CheckFailed(f"{told.title} {told.findings[0].sentence}")


def _asked(name: str, part: str) -> tuple[Exercise, Part]:
    exercise = exercises().get(name)
    if exercise is None:
        raise unknown(name)
    for graded in exercise.checks:
        if graded == part:
            return exercise, graded
    raise CheckError(
        say(
            "check.unknown_part",
            "There is no part '{part}'. An exercise has the parts: {known}.",
            part=part,
            known=", ".join(exercise.checks),
        ),
        status=2,
    )


def diagnose(exercise: Exercise, part: Part, subject: Direct) -> list[Diagnosis]:
    """Run the check of one part, with the same probes in every run, so that progress can be seen."""
    seed = crc32(f"{exercise.name}.{part}".encode())
    return list(exercise.checks[part](subject, Probes(np.random.default_rng(seed))))


def _found(exercise: Exercise, part: Part, function: object, subject: Direct | None) -> list[Diagnosis]:
    if function is None:
        return [missing(exercise.name)]
    if subject is None:
        return [not_callable(exercise.name, type(function).__name__)]
    diagnoses = diagnose(exercise, part, subject)
    return [_interrupted(exercise.name, diagnoses)] if subject.interrupted else diagnoses


def _interrupted(name: str, diagnoses: list[Diagnosis]) -> Diagnosis:
    """Tell which call was running when somebody interrupted the check, where the check has noticed."""
    late = next((each for each in diagnoses if each.code == "answer.late"), None)
    shown = {key: value for key, value in late.values.items() if key in ("call", "see")} if late else {}
    return Diagnosis(
        "answer.interrupted",
        "You interrupted the check while it waited for `{name}` to come back. If it had been running for more than a "
        "few seconds, look for a loop that never ends: something in its condition has to change in every round.",
        {"name": name, **shown},
    )


def unknown(name: str) -> CheckError:
    """Return the error that there is no such exercise."""
    known = ", ".join(exercises())
    return CheckError(
        say(
            "check.unknown_exercise",
            "There is no exercise '{name}'. The exercises are: {known}.",
            name=name,
            known=known,
        ),
        status=2,
    )
