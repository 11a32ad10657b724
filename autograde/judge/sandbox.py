"""The sandbox seen from outside: starts it, asks it for children, ends them."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from autograde.judge import arena, bubblewrap, cargo
from autograde.judge.arena import Arena
from autograde.judge.sealing import ENVIRONMENT, Quota
from autograde.judge.syscalls import allow_list
from autograde.judge.walls import WallError, explain_refusal, find_bubblewrap
from autograde.judge.wire import Caps, Header, Late, Malformed, Wire, WireError

_START = 60.0  # seconds to load NumPy on a machine with much else to do
_FORK = 20.0
_LOAD = 300.0  # PyTorch on a busy machine

_REQUEST = Caps(header=1 << 26, body=1 << 30)
_REPLY = Caps()


class ZygoteGone(Exception):  # noqa: N818  # what became of it
    """The process that forks children has ended, and they with it."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a child ended.

    Parameters
    ----------
    code : int
        Its exit status, or minus the number of the signal that ended it.
    alone : bool
        Whether it had ended before we ended it.
    """

    code: int
    alone: bool


class Child:
    """One forked process, sealed, with the connection to it.

    Parameters
    ----------
    sandbox : Sandbox
        What forked it.
    number : int
        Its process number inside.
    connection : socket
        Our end.
    arena : Arena
        Where to lay the arguments of calls.
    """

    def __init__(self, sandbox: Sandbox, number: int, connection: socket.socket, arena: Arena) -> None:
        self.arena = arena
        self._sandbox = sandbox
        self._number = number
        self._connection = connection
        self._wire = Wire(connection.fileno(), taken=_REPLY, sent=_REQUEST, ahead=True)

    def ask(self, request: Header, body: Sequence[bytes], deadline: float) -> tuple[Header, memoryview]:
        """Send one request, and wait for the reply to it.

        Raises
        ------
        WireError
            If no proper reply has come by the deadline.
        """
        return self.hear(self.tell(request, body, deadline), deadline)

    def tell(self, request: Header, body: Sequence[bytes], deadline: float, *, more: bool = False) -> str:
        """Send one request, and return what its reply will begin with. Replies come in the order of requests.

        With `more` to follow it may wait for those, at most until a reply is waited for.

        Raises
        ------
        WireError
            If it is not taken by the deadline.
        """
        nonce = secrets.token_hex(8)  # a reply written before the request came cannot know it
        self._wire.send({"nonce": nonce, **request}, body, deadline, more=more)
        return nonce

    def hear(self, nonce: str, deadline: float) -> tuple[Header, memoryview]:
        """Wait for the reply to the earliest request that has none yet.

        Raises
        ------
        WireError
            If no proper one has come by the deadline.
        """
        reply, received = self._wire.receive(deadline)
        if reply.pop("nonce", None) != nonce:
            raise Malformed("a reply to no request")
        return reply, received

    def end(self) -> Ending:
        """End the process, and say how it ended.

        Raises
        ------
        ZygoteGone
            If it ended because the sandbox did.
        """
        self._connection.close()
        return self._sandbox.end(self._number)


class Sandbox:
    """The zygote behind its walls.

    Parameters
    ----------
    walled : bool
        Whether to build the walls; without, children have limits of time and memory only.
    """

    def __init__(self, *, walled: bool) -> None:
        self._walled = walled
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._loaded: set[str] = set()

    def start(self) -> None:
        """Start the zygote, and wait until it can fork.

        Raises
        ------
        WallError
            If a tool is missing, or the system does not let the walls be built.
        """
        bwrap = find_bubblewrap() if self._walled else None  # first, since it tells other systems that they are
        filtering = allow_list() if self._walled else b""
        try:
            # The zygote has loaded everything once it greets, so that even a kill later leaves no files behind.
            with tempfile.TemporaryDirectory(prefix="tiedbook-judge-") as name:
                self._launch(bwrap, Path(name))
                self._greet(filtering)
        except OSError as fault:
            self.stop()
            raise WallError(f"The sandbox could not be started: {fault}.") from fault
        except BaseException:
            self.stop()
            raise

    def _launch(self, bwrap: str | None, folder: Path) -> None:
        program = cargo.load(folder)
        self._control, theirs = socket.socketpair()
        self._control.settimeout(0)
        with theirs:
            arguments = [str(theirs.fileno()), json.dumps(bubblewrap.libraries())]
            inside = bubblewrap.python(program, arguments)
            self._process = subprocess.Popen(  # noqa: S603  # our own command, no shell
                bubblewrap.command(bwrap, folder, program, arguments) if bwrap else inside,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env=dict(ENVIRONMENT),
                start_new_session=True,  # so that whatever it starts can be ended with it
            )

    def stop(self) -> None:
        """End the zygote and every child."""
        if self._control is not None:
            self._control.close()
        if self._process is not None:
            _kill(self._process)
            if self._process.stderr is not None:
                self._process.stderr.close()
        self._control = self._process = None
        self._loaded.clear()

    def load(self, name: str) -> None:
        """Import a library in the zygote, if it is installed there: what takes seconds is done once for all children.

        Raises
        ------
        ZygoteGone
            If the zygote is no more.
        """
        if name in self._loaded:
            return
        wire = Wire(self._alive().fileno())
        try:
            wire.send({"load": name}, (), _soon())
            wire.receive(time.monotonic() + _LOAD)
        except WireError as fault:
            raise ZygoteGone from fault
        self._loaded.add(name)

    def fork(self, quota: Quota) -> Child:
        """Fork a sealed child.

        Raises
        ------
        ZygoteGone
            If the zygote is no more.
        """
        control = self._alive()
        ours, theirs = socket.socketpair()
        ours.settimeout(0)
        memory, arguments = arena.new()
        try:
            with theirs:
                wire = Wire(control.fileno())
                wire.send({"fork": {"seconds": quota.seconds, "memory_mb": quota.memory_mb}}, (), _soon())
                socket.send_fds(control, [b"\0"], [theirs.fileno(), arguments])
                reply, _ = wire.receive(_soon())
        except (WireError, OSError) as fault:
            ours.close()
            raise ZygoteGone from fault
        finally:
            os.close(arguments)
        return Child(self, reply["child"], ours, memory)

    def end(self, child: int) -> Ending:
        """End a child, and say how it ended."""
        wire = Wire(self._alive().fileno())
        try:
            wire.send({"end": child}, (), _soon())
            reply, _ = wire.receive(_soon())
        except WireError as fault:
            raise ZygoteGone from fault
        return Ending(reply["code"], reply["alone"])

    def _alive(self) -> socket.socket:
        if self._control is None:
            raise ZygoteGone
        return self._control

    def _greet(self, filtering: bytes) -> None:
        wire = Wire(self._alive().fileno())
        deadline = time.monotonic() + _START
        try:
            wire.send({}, [filtering], deadline)
            wire.receive(deadline)
        except WireError as fault:
            said = self._last_words() or (f"nothing within {_START:.0f} seconds" if isinstance(fault, Late) else "")
            raise (explain_refusal(said) if self._walled else WallError(_UNSTARTED.format(said=said))) from fault

    def _last_words(self) -> str:
        process = self._process
        if process is None or process.stderr is None:
            return ""
        _kill(process)
        os.set_blocking(process.stderr.fileno(), False)  # what escaped may hold the other end
        return (process.stderr.read() or b"").decode("utf-8", "replace")[-2000:]


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process with those it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


_UNSTARTED = "The judge's process did not start. It said: {said}."


def _soon() -> float:
    return time.monotonic() + _FORK
