"""Attempts of hostile submissions, made where nothing is in their way: one that fails even there shows nothing.

Run as a program, it reads attempts by name from standard input, makes each in a fork of its own, and prints what came
in the way of those that failed. It has no walls and no limits, and the checks with their answers are in it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tiedbook.course import course
from tiedbook.exercise import exercises_of
from tiedbook.reference import reference

CHAPTER, EXERCISE = "ch01_lookup_is_matmul", "embed"


def failures(attempts: Mapping[str, str], folder: Path, **environment: str) -> dict[str, str]:
    """Make attempts, and return the fault of each that failed.

    Parameters
    ----------
    attempts : mapping of str to str
        Statements by name.
    folder : Path
        Where to make them.
    **environment : str
        Variables to set.
    """
    done = subprocess.run(
        [sys.executable, "-m", __name__],
        input=json.dumps(attempts),
        env={**os.environ, "PYTHONPATH": str(course().root), **environment},
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, str] = json.loads(done.stdout.splitlines()[-1])  # attempts may print
    return found


def _fault(code: str, seed: bytes) -> str:  # an attempt looks for it in the stack
    """Make one attempt; return why it failed, or nothing."""
    names: dict[str, Any] = {}
    try:
        exec("import os\nimport numpy as np", names)
        exec(code, names)
    except BaseException as fault:
        return f"{type(fault).__name__}: {fault}"
    return ""


def _apart(code: str) -> str:
    """Make one attempt in a fork."""
    theirs, ours = os.pipe()
    child = os.fork()
    if not child:
        os.write(ours, _fault(code, b"secret").encode("utf-8", "replace")[:1000])
        os._exit(0)
    os.close(ours)
    with os.fdopen(theirs, "rb") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return said.decode()


if __name__ == "__main__":
    held = exercises_of(CHAPTER), reference(EXERCISE)  # what the judge has in its own process
    found = {name: _apart(code) for name, code in json.load(sys.stdin).items()}
    sys.stdout.write("\n" + json.dumps({name: fault for name, fault in found.items() if fault}))
