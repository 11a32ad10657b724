"""Attempts to get out, made by the self-test from inside a fork that is sealed exactly like a submission's.

Sent as the code of a cell. Each attempt returns what it reached; nothing if the wall held.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import importlib.util
import mmap
import os
import resource
import signal
import socket
import threading
from collections.abc import Callable, Sequence
from functools import partial

Attempt = Callable[[], object]


def reached(attempts: dict[str, Attempt]) -> str:
    """Make each attempt; return the name of the first that succeeds."""
    for name, attempt in attempts.items():
        try:
            attempt()
        except (OSError, RuntimeError, ValueError, MemoryError, ImportError):
            continue
        return name
    return ""


def read_files(paths: Sequence[str]) -> str:
    """Open files that exist outside."""
    return reached({path: partial(os.open, path, os.O_RDONLY) for path in paths})


def list_folders(folders: Sequence[tuple[str, Sequence[str]]]) -> str:
    """List folders that are empty inside, or hold only the way to the interpreter."""
    for folder, way in folders:
        try:
            found = set(os.listdir(folder)) - set(way)  # noqa: PTH208  # the attempt
        except OSError:
            continue
        if found:
            return f"{folder} ({', '.join(sorted(found)[:5])})"
    return ""


def import_modules(names: Sequence[str]) -> str:
    """Look for modules of the course; a stand-in has no file."""
    for name in names:
        try:
            spec = importlib.util.find_spec(name)
        except (ImportError, ValueError):
            continue
        if spec is not None and spec.origin is not None:
            return f"{name} ({spec.origin})"
    return ""


def write_files(folders: Sequence[str]) -> str:
    """Make files and folders."""
    flags = os.O_WRONLY | os.O_CREAT
    attempts: dict[str, Attempt] = {}
    for folder in folders:
        attempts[folder] = partial(os.open, f"{folder}/probe", flags)
        attempts[f"{folder} (a folder)"] = partial(os.mkdir, f"{folder}/probes")
    return reached(attempts)


def connect() -> str:
    """Make sockets."""
    return reached(
        {
            "an internet socket": lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM),
            "a local socket": lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM),
            "a netlink socket": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
            "a pair of sockets": socket.socketpair,
        }
    )


def fork() -> str:
    """Make another process."""

    def forked() -> None:
        if not os.fork():
            os._exit(0)

    return reached({"fork": forked})


def execute(program: str) -> str:
    """Become another program; where that succeeds, nothing returns."""
    return reached({"exec": lambda: os.execv(program, [program, "-c", ""])})  # noqa: S606  # the attempt


def send_signals() -> str:
    """Signal a process, or have the kernel do so."""
    connection = next(number for number in range(3, 1024) if _is_open(number))
    return reached(
        {
            "its parent": lambda: os.kill(os.getppid(), 0),
            "process 1": lambda: os.kill(1, 0),
            "every process": lambda: os.kill(-1, signal.SIGCONT),
            "the owner of a descriptor": lambda: fcntl.fcntl(connection, fcntl.F_SETOWN, 1),
        }
    )


def allocate(megabytes: int) -> str:
    """Take more memory than is allowed, also of kinds that the limit does not count."""
    size = megabytes << 20
    grows_down = 0x100
    return reached(
        {
            f"{megabytes} MB": lambda: bytearray(size),
            f"{megabytes} MB, shared,": lambda: mmap.mmap(-1, size),
            f"{megabytes} MB, as a stack,": lambda: mmap.mmap(
                -1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | grows_down
            ),
        }
    )


def start_threads() -> str:
    """Start a thread."""
    return reached({"a thread": lambda: threading.Thread(target=int).start()})


def find_descriptors() -> str:
    """Count open descriptors: the standard ones, which lead nowhere, and the connection."""
    found = [number for number in range(3, 65536) if _is_open(number)]
    return "" if len(found) == 1 else f"descriptors {found[:8]}"


def raise_limits() -> str:
    """Change a limit of this process."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    return reached({"a limit": lambda: resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))})


def call_kernel() -> str:
    """Make system calls that Python has no function for; each must be refused, whatever its arguments."""
    libc = ctypes.CDLL(None, use_errno=True)
    calls: dict[str, tuple[int, ...]] = {
        "ptrace": (0, 0, 0, 0),
        "unshare": (0,),
        "mount": (0, 0, 0, 0, 0),
        "memfd_create": (0, 0),
        "process_vm_readv": (0, 0, 0, 0, 0, 0),
        "personality": (0xFFFFFFFF,),
        "prctl": (3, 0, 0, 0, 0),
        "shmget": (0, 4096, 0o1600),
        "setsid": (),
    }
    for name, arguments in calls.items():
        function = getattr(libc, name, None)
        if function is not None and not (function(*arguments) == -1 and ctypes.get_errno() == errno.EPERM):
            return name
    return ""


def read_environment(names: Sequence[str]) -> str:
    """Look for variables that were not set for it."""
    return ", ".join(sorted(set(os.environ) - set(names)))


def _is_open(number: int) -> bool:
    try:
        fcntl.fcntl(number, fcntl.F_GETFD)
    except OSError:
        return False
    return True
