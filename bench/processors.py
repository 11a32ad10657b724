"""Processor time of programs, with what escapes the system's own books: the sandbox, whose end nobody waits for."""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bench.rows import children_cpu

_PAUSE = 0.05  # seconds between two looks at a sandbox
_TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_ZYGOTE = b"zygote.py"


def program_cpu(command: Sequence[str], *, cwd: Path, env: Mapping[str, str]) -> float:
    """Run a program to its end; return the seconds of processor time of it and of all that it started.

    Raises
    ------
    RuntimeError
        If it fails.
    """
    before = children_cpu()
    process = subprocess.Popen(command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    with sandboxes_of(process.pid) as used:
        said, _ = process.communicate()
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} failed: {said[-2000:]}")
    return children_cpu() - before + sum(used.values())


@contextlib.contextmanager
def sandboxes_of(process: int) -> Iterator[dict[int, float]]:
    """Watch the judge's sandboxes below a process; give seconds of processor time by process number.

    Linux forgets what a process has used that was first in its namespace and was killed from outside. So each is looked
    at again and again; what it does after the last look is missing.
    """
    used: dict[int, float] = {}
    over = threading.Event()

    def watch() -> None:
        while not over.wait(_PAUSE):
            _look(process, used)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield used
        _look(process, used)
    finally:
        over.set()
        watcher.join()


def _look(process: int, used: dict[int, float]) -> None:
    for number, parent in _below(process):
        with contextlib.suppress(OSError):
            if _ZYGOTE in _command(number) and _name(number) != "bwrap" == _name(parent):  # its forks it counts itself
                used[number] = _seconds(number)


def _below(process: int) -> Iterator[tuple[int, int]]:
    """Yield every process below one, with its parent."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError, ValueError):
                parents[int(entry.name)] = int(_stat(int(entry.name))[1])
    found = {process}
    while more := {number for number, parent in parents.items() if parent in found} - found:
        found |= more
    yield from ((number, parents[number]) for number in found - {process})


def _command(number: int) -> bytes:
    return Path(f"/proc/{number}/cmdline").read_bytes()


def _name(number: int) -> str:
    return Path(f"/proc/{number}/comm").read_text(encoding="utf-8", errors="replace").strip()


def _seconds(number: int) -> float:
    fields = _stat(number)
    return sum(map(int, fields[11:15])) / _TICK  # user and system, its own and its ended children's


def _stat(number: int) -> list[str]:
    """Return the fields of ``/proc/N/stat`` behind the name, which may hold anything."""
    return Path(f"/proc/{number}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
