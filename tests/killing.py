"""Runs a command in a workspace again and again, and kills it at each of its steps in turn; `tests/test_killing.py`.

A step is what changes the workspace and what Python tells its auditors before it does it: opening a file to write,
renaming it, removing it, making a folder.
Arguments: the root of a course, a workspace, a scratch folder, and Python that is the command. Prints, for each killed
run, one line of JSON: the step, and the files of the workspace afterwards.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from base64 import b64encode
from itertools import count
from pathlib import Path

import tiedbook.course

_STEPS = {"open", "os.rename", "os.remove", "os.mkdir", "os.chmod"}
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def kill_at(step: int, folder: Path) -> None:
    """Kill this process when it is about to change a folder for the nth time."""
    left = step

    def watch(event: str, about: tuple[object, ...]) -> None:
        nonlocal left
        if event not in _STEPS or not str(about[0]).startswith(str(folder)):
            return
        if event != "open" or (isinstance(about[2], int) and about[2] & _WRITES):
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)


def main(root: str, workspace: str, scratch: str, command: str) -> None:
    """Kill the command at every step, until it gets through."""
    tiedbook.course._PACKAGE = Path(root) / "tiedbook"
    folder = Path(scratch) / "w"
    code = compile(command, "command", "exec")
    for step in count():
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(workspace, folder)
        child = os.fork()
        if not child:
            kill_at(step, folder)
            exec(code, {"folder": folder})
            os._exit(0)
        killed = os.WIFSIGNALED(os.waitpid(child, 0)[1])
        found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        content = {name: b64encode(path.read_bytes()).decode() for name, path in found.items()}
        print(json.dumps({"step": step, "killed": killed, "files": content}), flush=True)  # noqa: T201
        if not killed:
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
