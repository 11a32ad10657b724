"""A learner's function as a check in the trusted process sees it: a subject whose calls run inside the walls."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from autograde.judge.limits import Limits
from autograde.judge.losses import OutOfTime, TooLarge, TooMuchMemory
from autograde.judge.sandbox import Child
from autograde.judge.values import Reader, Writer, text, texts
from autograde.judge.wire import Header, Late, Malformed, WireError
from tiedbook.observe import Strange
from tiedbook.outcome import Foreign, Outcome, Raised

_LATE = Outcome(late=True)


@dataclass(frozen=True, slots=True)
class Absent:
    """There is no function to call.

    Parameters
    ----------
    kind : str or None
        Type of what has its name; None if nothing has.
    """

    kind: str | None


class Remote:
    """A `Subject` in another process. Its calls never raise for what that process does.

    Parameters
    ----------
    name : str
        Of the function.
    child : Child
        A process that has run the submission's cells.
    limits : Limits
        How long a call may take, and all calls together.

    Attributes
    ----------
    name : str
        Of the function.
    fault : WireError or None
        Why the process is of no more use; every call is late from then on.
    last : tuple
        Arguments of the last call, by position and by keyword.
    """

    def __init__(self, name: str, child: Child, limits: Limits, driver: str = "") -> None:
        self.name = name
        self._driver = driver
        self._child = child
        self._limits = limits
        self._deadline = time.monotonic() + limits.seconds
        self.fault: WireError | None = None
        self.last: tuple[tuple[object, ...], dict[str, object]] = ((), {})

    def find(self) -> Absent | None:
        """Look for the function; None if it is there, or if the process is of no more use."""
        try:
            reply, _ = self._child.ask({"find": self.name, "driver": self._driver}, (), self._soon())
            kind = None if reply.get("kind") is None else text(reply["kind"])
        except WireError as fault:
            self.fault = fault
            return None
        return None if reply.get("callable") is True else Absent(kind)

    def __call__(self, *args: object, **kwargs: object) -> Outcome:
        """Call the function inside the walls and tell what it did.

        Raises
        ------
        TypeError
            If the check passes what no check may pass.
        """
        if self.fault is not None:
            return _LATE
        self.last = args, kwargs
        writer = Writer(layout=True)
        request = {
            "args": [writer.write(value) for value in args],
            "kwargs": {name: writer.write(value) for name, value in kwargs.items()},
        }
        try:
            reply, body = self._child.ask(request, writer.body, self._soon())
            return _outcome(reply, body, {*map(str, range(len(args))), *kwargs, "earlier"})
        except WireError as fault:
            late = isinstance(fault, Late) and time.monotonic() >= self._deadline
            self.fault = OutOfTime(str(fault)) if late else fault
            return _LATE

    def _soon(self) -> float:
        return min(self._deadline, time.monotonic() + self._limits.call_seconds)


def _outcome(reply: Header, body: memoryview, names: set[str]) -> Outcome:
    if "large" in reply:
        raise TooLarge("the result is too large")
    raised = _raised(reply)
    if raised is not None and "MemoryError" in raised.kinds:
        raise TooMuchMemory(raised.message)
    reader = Reader(body, layout=False)
    value = _told(reader.read(reply.get("value")))
    reader.close()
    if (raised is not None and value is not None) or type(reply.get("writable", True)) is not bool:
        raise Malformed("a reply that contradicts itself")
    return Outcome(
        value=value,
        raised=raised,
        warnings=texts(reply.get("warnings", [])),
        changed=_among(names, reply.get("changed", [])),
        shared=_among(names, reply.get("shared", [])),
        writable=reply.get("writable", True),
        printed=text(reply.get("printed", "")),
    )


def _raised(reply: Header) -> Raised | None:
    if "unable" in reply:
        return Raised(_kinds(reply["unable"]), "")
    said: Any = reply.get("raised")
    if said is None:
        return None
    if type(said) is not list or len(said) != 2:
        raise Malformed("an exception that is not described")
    return Raised(_kinds(said[0]), text(said[1]))


def _kinds(said: Any) -> tuple[str, ...]:
    kinds = texts(said)
    if not kinds:
        raise Malformed("an exception of no kind")
    return kinds


def _among(names: set[str], said: Any) -> tuple[str, ...]:
    found = texts(said)
    if not names.issuperset(found):
        raise Malformed("an argument that was not passed")
    return found


def _told(value: object) -> object:
    if isinstance(value, Strange):
        return Foreign(value.kind, value.text, value.array)
    return tuple(map(_told, value)) if isinstance(value, tuple) else value
