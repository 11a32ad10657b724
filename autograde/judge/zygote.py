"""The process inside the sandbox that has NumPy loaded already, and forks a sealed child for each part of a submission.

It never runs a submission's code itself. The trusted process asks over a control socket; when that closes, it ends, and
the kernel ends everything in its namespace with it.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # the cargo; Python was started with no other path of ours

import gc
import json
import os
import resource  # noqa: F401  # loaded for the children
import signal
import socket
import tempfile
from importlib import import_module
from typing import Any

sys.path.extend(json.loads(sys.argv[2]))

import numpy.linalg
import numpy.random
import numpy.typing  # noqa: F401  # loaded for the children

import tiedbook  # noqa: F401  # the stand-in, whose import silences what draws
from autograde.judge import apart

_OURS = (
    "tiedbook.observe",
    "tiedbook.excerpt",
    "tiedbook.drivers",  # but not tiedbook.autograd: a driver has to know the Tensor that cells import
    *(
        f"autograde.judge.{name}"
        for name in ("wire", "arena", "values", "loop", "cells", "lending", "standin", "sealing", "worker")
    ),
)
apart.load(_OURS)

from autograde.judge import arena, worker  # noqa: E402  # after `apart` has loaded them
from autograde.judge.sealing import Quota, seal  # noqa: E402
from autograde.judge.wire import Gone, Wire  # noqa: E402


def serve(control: socket.socket) -> None:
    """Answer one request after the other until the trusted process closes the control socket."""
    wire = Wire(control.fileno())
    program = wire.receive()[1].tobytes()
    wire.send({"ready": True})
    while True:
        try:
            request, _ = wire.receive()
            if "fork" in request:
                wire.send({"child": _fork(control, Quota(**request["fork"]), program)})
            elif "load" in request:
                wire.send({"loaded": _load(request["load"])})
            else:
                wire.send(_end(request["end"]))
        except Gone:
            return


def _fork(control: socket.socket, quota: Quota, program: bytes) -> int:
    _, (connection, arguments), _, _ = socket.recv_fds(control, 1, 2)
    child = os.fork()
    if child:
        os.close(connection)
        os.close(arguments)
        return child
    try:
        memory = arena.opened(arguments)
        seal(quota, program, connection)
        worker.serve(connection, memory)
    finally:
        os._exit(0)


def _load(name: str) -> bool:
    """Import an installed library once, so that each child has it already; say whether that worked."""
    try:
        import_module(name)
    except Exception:  # a child will tell why
        return False
    gc.collect()
    gc.freeze()
    return True


def _end(child: int) -> dict[str, Any]:
    """End a child, and tell how it ended: by itself before, or now by our hand."""
    found, status = os.waitpid(child, os.WNOHANG)
    if not found:
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return {"code": code, "alone": bool(found) or code != -signal.SIGKILL}


if __name__ == "__main__":
    control = socket.socket(fileno=int(sys.argv[1]))
    sys.argv[:] = ["judge"]
    tempfile.tempdir = "/tmp"  # noqa: S108  # libraries ask for its name when imported; no file can be made in it
    apart.forget(_OURS)
    gc.collect()
    gc.freeze()  # children share what is loaded instead of copying it at their first collection
    serve(control)
