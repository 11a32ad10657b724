"""A learner's function as a check in the trusted process sees it: a subject whose calls run inside the walls."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from operator import is_
from typing import Any, Literal

import numpy as np

from autograde.judge.arena import disturb
from autograde.judge.limits import PATIENCE, Limits
from autograde.judge.losses import OutOfTime, TooLarge, TooMuchMemory
from autograde.judge.sandbox import Child
from autograde.judge.values import Reader, Writer, text, texts
from autograde.judge.wire import Caps, Gone, Header, Late, Malformed, WireError
from tiedbook.observe import Strange
from tiedbook.outcome import Arguments, Foreign, Outcome, Raised

Care = Literal["none", "afterwards", "at once"]
Laid = Mapping[str, Sequence[tuple[np.ndarray, bytes]]]  # arrays in the arena by argument, and what they were given

_LATE = Outcome(late=True)
_REPLY = Caps()
_MANY = 64  # calls
_MUCH = 1 << 20  # bytes of results that the process keeps until they are looked at again


@dataclass(frozen=True, slots=True)
class Absent:
    """There is no function to call.

    Parameters
    ----------
    kind : str or None
        Type of what has its name; None if nothing has.
    """

    kind: str | None


@dataclass(slots=True)
class _Call:
    """One call: what it was given, where that lies, and what came back."""

    args: tuple[object, ...]
    kwargs: Mapping[str, object]
    laid: Laid
    nonce: str
    reply: tuple[Header, memoryview] | WireError | None = None
    told: Sequence[np.ndarray] = ()

    def was_given(self, args: tuple[object, ...], kwargs: Mapping[str, object]) -> bool:
        """Say whether these are the very arguments."""
        same = len(args) == len(self.args) and all(map(is_, args, self.args))
        return (
            same and kwargs.keys() == self.kwargs.keys() and all(kwargs[name] is self.kwargs[name] for name in kwargs)
        )

    def heard(self) -> tuple[Header, memoryview]:
        """Return the reply, or raise what came instead."""
        if not isinstance(self.reply, tuple):
            raise self.reply or Gone("an earlier call was the last")
        return self.reply


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
    driver : str
        What calls it, where it deals in objects.
    care : {"none", "afterwards", "at once"}
        Whether to find out from outside what results share memory with, as a contract asks: with a second request for
        each call; or with one for many, which tells only whether there is anything to find.
    left : float
        Seconds on the wall that may be spent at most, where less is left than `limits` allow.

    Attributes
    ----------
    name : str
        Of the function.
    fault : WireError or None
        Why the process is of no more use; every call is late from then on.
    doubt : bool
        Whether a result was found to share memory afterwards, though the process did not say so; or may have been.
    spent : bool
        Whether the process was lost in a call that was made ahead.
    last : tuple
        Arguments of the last call, by position and by keyword.
    """

    def __init__(
        self, name: str, child: Child, limits: Limits, driver: str = "", *, care: Care = "none", left: float = math.inf
    ) -> None:
        self.name = name
        self._driver = driver
        self._care = care
        self._before: Sequence[np.ndarray] | None = None
        self._open: list[_Call] = []  # their results are to be looked at again
        self._ahead: deque[_Call] = deque()  # made, and not asked for yet
        self._turns = child.arena.turns
        self._child = child
        self._limits = limits
        self._deadline = time.monotonic() + min(left, PATIENCE * limits.seconds)
        self.fault: WireError | None = None
        self.doubt = False
        self.spent = False
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
        try:
            made = self._made(args, kwargs)
            outcome = _outcome(*made.heard(), made.laid)
            if self._care == "at once" and (found := self._shared(outcome, made.laid)):
                return replace(outcome, shared=_union(outcome.shared, found))
        except WireError as fault:
            self._lose(fault)
            return _LATE
        if self._care == "afterwards":
            made.told = [] if outcome.shared else [*_leaves(outcome.value)]
            much = sum(array.nbytes for each in self._open for array in each.told) > _MUCH
            if not self._ahead and (much or len(self._open) >= _MANY):
                self.settle()
        return outcome

    def announce(self, calls: Sequence[Arguments]) -> None:
        """Make calls whose results will be asked for one after the other: so the two processes wait less.

        Parameters
        ----------
        calls : sequence of (tuple, mapping)
            Arguments by position and by keyword. A call is known by being given these very objects.
        """
        size = sum(getattr(value, "nbytes", 0) for args, kwargs in calls for value in (*args, *kwargs.values()))
        if self.fault is not None or self._ahead or self._care == "at once" or len(calls) > _MANY or size > _MUCH:
            return
        made: list[_Call] = []
        try:
            for args, kwargs in calls:
                self.last = args, dict(kwargs)
                made.append(self._begin(args, kwargs, more=True))
        except WireError as fault:
            self._lose(fault)
            return
        self._ahead.extend(made)
        for each in made:
            try:
                each.reply = self._child.hear(each.nonce, self._soon())
            except WireError as fault:
                each.reply, self.spent = fault, True
                return  # those after it have no reply, and a check that gets as far has seen this one

    def _made(self, args: tuple[object, ...], kwargs: Mapping[str, object]) -> _Call:
        """Make a call, or find the one that was made for these arguments."""
        if self._ahead and self._ahead[0].was_given(args, kwargs):
            return self._ahead.popleft()
        if self.spent:
            raise next(each.reply for each in self._ahead if isinstance(each.reply, WireError))
        made = self._begin(args, kwargs)
        made.reply = self._child.hear(made.nonce, self._soon())
        return made

    def _begin(self, args: tuple[object, ...], kwargs: Mapping[str, object], *, more: bool = False) -> _Call:
        writer = Writer(self._child.arena)
        laid: dict[str, Sequence[tuple[np.ndarray, bytes]]] = {}
        request = {
            "args": [_lay(writer, str(at), value, laid) for at, value in enumerate(args)],
            "kwargs": {name: _lay(writer, name, value, laid) for name, value in kwargs.items()},
            "keep": self._care != "none",
            "seconds": self._limits.call_seconds,
        }
        made = _Call(args, kwargs, laid, self._child.tell(request, (), self._soon(), more=more))
        if self._care == "afterwards":
            self._open.append(made)
        return made

    def settle(self) -> None:
        """Find out whether results that were to be looked at afterwards have changed since, or change with arguments.

        All arguments are changed at once, so that this sets `doubt` and tells no more.
        """
        calls, self._open = self._open, []
        turns, self._turns = self._turns, self._child.arena.turns
        if not any(each.told for each in calls) or self.fault is not None:
            return
        if self.spent:
            self.doubt = True
            return
        for each in calls:
            self._disturb(each.laid)
        try:
            now = self._again(len(calls))
        except TooLarge:
            self.doubt = True
        except WireError as fault:
            self._lose(fault)
        else:
            alike = all(_same(found, each.told) for found, each in zip(now, calls, strict=True) if each.told)
            self.doubt = self.doubt or not alike or self._turns != turns  # or places that have other arguments now

    def _lose(self, fault: WireError) -> None:
        late = isinstance(fault, Late) and time.monotonic() >= self._deadline
        self.fault = OutOfTime(str(fault)) if late else fault

    def _shared(self, outcome: Outcome, laid: Laid) -> tuple[str, ...]:
        """Find what a result shares: change the arguments, and look whether it changes with them.

        The result of the call before is looked at as well: a buffer that is used again has changed by now.
        """
        before, self._before = self._before or (), None
        told = list(_leaves(outcome.value))
        if outcome.shared or not told:
            return ()
        self._disturb(laid)
        if sum(array.nbytes for array in (*told, *before)) > _REPLY.body:
            before = ()
        earlier, now = self._again(2) if before else ((), *self._again(1))
        self._before = now
        found: tuple[str, ...] = ("earlier",) if before and not _same(earlier, before) else ()
        if _same(now, told):
            return found
        for name in laid:
            self._disturb({name: laid[name]})
            last, (now,) = now, self._again(1)
            if not _same(now, last):
                found += (name,)
        self._before = None
        return found or tuple(laid)[:1]  # it changes by itself, as nothing plain does

    def _again(self, count: int) -> list[list[np.ndarray]]:
        """Return the arrays in the results of the last calls as they are now, the earliest first."""
        reply, body = self._child.ask({"again": count}, (), self._soon())
        if "large" in reply:
            raise TooLarge("the results are too large")
        said = reply.get("values")
        if type(said) is not list or len(said) != count:
            raise Malformed("results that are not told again")
        reader = Reader(body)
        values = [list(_leaves(reader.read(each))) for each in said]
        reader.close()
        return values

    @staticmethod
    def _disturb(laid: Laid) -> None:
        for array, _ in chain.from_iterable(laid.values()):
            disturb(array)

    def _soon(self) -> float:
        return min(self._deadline, time.monotonic() + PATIENCE * self._limits.call_seconds)


def _lay(writer: Writer, name: str, value: object, laid: dict[str, Sequence[tuple[np.ndarray, bytes]]]) -> Any:
    before = len(writer.laid)
    said = writer.write(value)
    laid[name] = writer.laid[before:]
    return said


def _changed(laid: Laid) -> tuple[str, ...]:
    return tuple(name for name, arrays in laid.items() if any(array.tobytes() != data for array, data in arrays))


def _union(some: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    return some if not others else tuple(dict.fromkeys([*some, *others]))


def _leaves(value: object) -> Iterator[np.ndarray]:
    if type(value) is np.ndarray and value.size:
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _leaves(item)


def _same(some: Sequence[np.ndarray], others: Sequence[np.ndarray]) -> bool:
    return len(some) == len(others) and all(
        (one.dtype, one.shape, one.tobytes()) == (other.dtype, other.shape, other.tobytes())
        for one, other in zip(some, others, strict=True)
    )


def _outcome(reply: Header, body: memoryview, laid: Laid) -> Outcome:
    if "large" in reply:
        raise TooLarge("the result is too large")
    raised = _raised(reply)
    if raised is not None and "MemoryError" in raised.kinds:
        raise TooMuchMemory(raised.message)
    reader = Reader(body)
    value = _told(reader.read(reply.get("value")))
    reader.close()
    if (raised is not None and value is not None) or type(reply.get("writable", True)) is not bool:
        raise Malformed("a reply that contradicts itself")
    return Outcome(
        value=value,
        raised=raised,
        warnings=texts(reply.get("warnings", [])),
        changed=_union(_among({*laid}, reply.get("changed", [])), _changed(laid)),
        shared=_among({*laid, "earlier"}, reply.get("shared", [])),
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
