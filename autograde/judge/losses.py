"""Why a submission's process was of no more use, in words for the learner."""

from __future__ import annotations

import math
import signal
from collections.abc import Mapping

from autograde.judge.limits import Limits
from autograde.judge.sandbox import Ending
from autograde.judge.wire import Gone, Late, WireError
from tiedbook.diagnosis import Diagnosis

Values = Mapping[str, str | int | float]


class OutOfTime(Late):
    """The calls have used up the time of all of them together."""


class TooMuchMemory(WireError):  # noqa: N818  # what became of a call
    """The call asked for more memory than it may have."""


class TooLarge(WireError):  # noqa: N818
    """The result is larger than a result may be."""


def loss(fault: WireError, ending: Ending, limits: Limits, values: Values) -> Diagnosis:
    """Say why no reply came to a call.

    Parameters
    ----------
    fault : WireError
        What went wrong with the reply.
    ending : Ending
        How the process ended.
    limits : Limits
        What it was allowed.
    values : mapping of str to str
        ``call``, the call that got no reply, as Python.
    """
    alone = ending.code if isinstance(fault, Gone) and ending.alone else None
    if isinstance(fault, OutOfTime):
        return Diagnosis(
            "judge.slow",
            "All calls together took more than {seconds} seconds, so they were stopped at this one. "
            "NumPy does in one step what a loop does in many.",
            {**values, "seconds": math.ceil(limits.seconds)},
        )
    if isinstance(fault, Late) or (alone is not None and -alone in (signal.SIGXCPU, signal.SIGPROF)):
        return Diagnosis(
            "judge.time",
            "This call was stopped after {seconds} seconds. Look for a loop that does not end.",
            {**values, "seconds": math.ceil(limits.call_seconds)},
        )
    if isinstance(fault, TooMuchMemory) or alone == -signal.SIGKILL:  # the kernel's own choice when memory runs out
        return Diagnosis(
            "judge.memory",
            "This call asked for more memory than there is: a submission gets {megabytes} MB.",
            {**values, "megabytes": limits.memory_mb},
        )
    if isinstance(fault, TooLarge):
        return Diagnosis(
            "judge.large", "This call returned far more than was asked for, so it was not looked at.", values
        )
    if alone is None:
        return Diagnosis(
            "judge.reply",
            "What came back from this call could not be read. "
            "Return plain arrays and numbers, and leave open files alone.",
            values,
        )
    if alone < 0:
        return Diagnosis(
            "judge.crashed",
            "This call crashed the Python process ({signal}). Very deep recursion does that.",
            {**values, "signal": _name(-alone)},
        )
    return Diagnosis(
        "judge.ended",
        "This call ended the Python process (exit status {status}) instead of returning a value.",
        {**values, "status": alone},
    )


def _name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
