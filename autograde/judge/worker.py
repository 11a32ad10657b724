"""The learner's side of the judge: runs cells, calls functions, tells what they did. Knows nothing worth finding.

No check, reference, seed or other submission is in this process. What it says is not believed, only compared.
"""

from __future__ import annotations

import io
import mmap
import random
import signal
import sys
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np

from autograde.judge.cells import program, run
from autograde.judge.lending import Library
from autograde.judge.standin import Silent
from autograde.judge.values import Reader, Writer
from autograde.judge.wire import Caps, Gone, Header, Large, Wire
from tiedbook.drivers import DRIVERS
from tiedbook.observe import Observer, kinds

_REQUEST = Caps(header=1 << 26, body=1 << 30)  # the trusted process may send what it likes
_TEXT = 300


class _TimeUp(BaseException):
    """A cell has run for too long; not an Exception, so that few handlers swallow it."""


class _Paper(io.TextIOBase):
    """Keeps the beginning of what is printed."""

    def __init__(self, most: int) -> None:
        self._left = most
        self._parts: list[str] = []

    def writable(self) -> bool:
        return True

    def write(self, s: str, /) -> int:
        if self._left > 0:
            self._parts.append(s[: self._left])
            self._left -= len(self._parts[-1])
        return len(s)

    def text(self) -> str:
        return "".join(self._parts)


class Worker:
    """One submission in one process.

    Parameters
    ----------
    memory : mmap
        Where the arguments of calls lie.
    """

    def __init__(self, memory: mmap.mmap) -> None:
        self._memory = memory
        self._main = ModuleType("__main__")
        self._main.__dict__.update(display=Silent(), get_ipython=Silent())
        sys.modules["__main__"] = self._main
        self._library = Library()
        self._observer: Observer | None = None

    def answer(self, request: Header, body: memoryview, writer: Writer) -> Header:
        """Do what one request asks for."""
        if "args" in request:
            return self._call(request, body, writer)
        if "offer" in request:
            sys.modules["tiedbook"].offer(request["offer"])  # asked before any cell has run
            return {}
        if "spare" in request:
            self._library = Library(request["spare"])
            return {}
        if "cell" in request:
            return self._run(request)
        if "find" in request:
            return self._find(request["find"], request["driver"])
        if "again" in request:
            assert self._observer is not None  # noqa: S101  # the trusted process calls before it asks again
            return {"values": [writer.write(value) for value in self._observer.again(request["again"])]}
        raise LookupError(sorted(request))

    def _run(self, request: Header) -> Header:
        paper = _Paper(request["output"])
        sys.stdin, sys.stdout, sys.stderr = io.StringIO(), paper, paper
        fault: Header | None = None
        file, space = f"<{request['cell']}>", self._main.__dict__
        try:
            with _Alarm(request["seconds"], request["patience"]):
                if request["unless"] not in space:
                    code = program(request["code"], file)
                    if request["learner"]:
                        self._library.lend(code, request["code"], space)
                    run(code, space)
        except BaseException as caught:
            fault = _told(caught, file)
        return {"fault": fault, "output": paper.text()}

    def _find(self, name: str, driver: str) -> Header:
        function = self._main.__dict__.get(name)
        if callable(function):
            self._observer = Observer(partial(DRIVERS[driver], function) if driver else function)
            return {"callable": True, "kind": None}
        return {"callable": False, "kind": type(function).__name__ if name in self._main.__dict__ else None}

    def _call(self, request: Header, body: memoryview, writer: Writer) -> Header:
        reader = Reader(body, self._memory)
        args = [reader.read(said) for said in request["args"]]
        kwargs = {name: reader.read(said) for name, said in request["kwargs"].items()}
        assert self._observer is not None  # noqa: S101  # the trusted process finds before it calls
        signal.setitimer(signal.ITIMER_PROF, request["seconds"])  # which ends the process
        seen = self._observer.watch(args, kwargs, keep=request["keep"], elements=False)
        signal.setitimer(signal.ITIMER_PROF, 0)
        told = {
            "raised": None if seen.raised is None else [list(seen.raised[0]), seen.raised[1]],
            "warnings": list(seen.warnings[:16]),
            "changed": list(seen.changed),
            "shared": list(seen.shared),
            "printed": seen.printed,
        }
        told = {name: each for name, each in told.items() if each}  # most calls have nothing else to tell
        return {"value": writer.write(seen.value), "writable": seen.writable, **told}


class _Alarm:
    """Interrupts a cell that takes too long, so that what it defined before is kept."""

    def __init__(self, seconds: float, patience: float) -> None:
        self._seconds = seconds
        self._patience = patience

    def __enter__(self) -> None:
        for number in (signal.SIGALRM, signal.SIGPROF):
            signal.signal(number, _ring)
        signal.setitimer(signal.ITIMER_PROF, self._seconds)
        signal.setitimer(signal.ITIMER_REAL, self._patience * self._seconds)

    def __exit__(self, *fault: object) -> None:
        for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL):
            signal.setitimer(timer, 0)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)


def _ring(*_: object) -> None:
    raise _TimeUp


def _told(fault: BaseException, file: str) -> Header:
    """Describe what stopped a cell."""
    line = fault.lineno if isinstance(fault, SyntaxError) else None
    trace = fault.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    try:
        # That of a SyntaxError names file and line once more, in English.
        told = fault.msg if isinstance(fault, SyntaxError) and fault.msg else str(fault)
        text = "".join([told])[:_TEXT]
    except BaseException:  # a stranger's __str__ may raise anything
        text = ""
    return {"late": type(fault) is _TimeUp, "kind": kinds(fault)[0], "text": text, "line": line}


def serve(connection: int, memory: mmap.mmap) -> None:
    """Answer requests until the trusted process closes the connection."""
    random.seed(0)
    np.random.seed(0)  # a regrade finds the same numbers
    wire = Wire(connection, taken=_REQUEST, ahead=True)
    worker = Worker(memory)
    while True:
        try:
            request, body = wire.receive()
        except Gone:
            return
        _reply(wire, request["nonce"], lambda writer: worker.answer(request, body, writer))  # noqa: B023


def _reply(wire: Wire, nonce: str, answer: Callable[[Writer], Header]) -> None:
    writer = Writer()
    try:
        told: dict[str, Any] = answer(writer)
    except BaseException as fault:  # what the observer lets through: too little memory, an interrupt
        writer.body.clear()
        told = {"unable": list(kinds(fault))}
    try:
        wire.send({"nonce": nonce, **told}, writer.body)
    except Large:
        wire.send({"nonce": nonce, "large": sum(map(len, writer.body))})
