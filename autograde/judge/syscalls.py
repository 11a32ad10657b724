"""The system calls that a submission may make: to compute, read the interpreter's files, answer. No other.

libseccomp turns the list into a filter here, in the trusted process; the sandboxed one only has to install it.
"""

from __future__ import annotations

import os
import tempfile
from functools import cache
from types import ModuleType
from typing import Any

from autograde.judge.walls import WallError

ALLOWED = (
    *("brk", "madvise", "mprotect", "mremap", "munmap"),
    *("close", "dup", "fstat", "getdents", "getdents64", "lseek", "pread64", "read", "readv", "write", "writev"),
    *("access", "faccessat", "faccessat2", "getcwd", "lstat", "newfstatat", "readlink", "readlinkat", "stat", "statx"),
    *("futex", "poll", "ppoll", "pselect6", "restart_syscall", "sched_getaffinity", "sched_yield", "select"),
    *("clock_getres", "clock_gettime", "clock_nanosleep", "gettimeofday", "nanosleep", "setitimer", "time", "times"),
    *("rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack"),
    *("getegid", "geteuid", "getgid", "getpid", "getppid", "getrandom", "getrusage", "gettid", "getuid"),
    *("exit", "exit_group", "sysinfo", "uname"),
)

_WRITES = (
    os.O_ACCMODE | os.O_CREAT | os.O_TRUNC | os.O_EXCL | os.O_APPEND | 0o20000000
)  # the last is O_TMPFILE's own bit

# One entry per call that is allowed with some arguments only: (call, (argument, mask, value), ...).
# Memory is private, and no stack, since the limit of memory counts nothing else.
# A file is opened for reading. A terminal is asked whether it is one. A descriptor is copied or asked for its
# flags, never given an owner: that would let the kernel signal another process. A limit is read, never set.
NARROWED: tuple[tuple[str, tuple[tuple[int, int, int], ...]], ...] = (
    ("mmap", ((3, 0x1 | 0x100, 0),)),  # MAP_SHARED, MAP_GROWSDOWN
    ("open", ((1, _WRITES, 0),)),
    ("openat", ((2, _WRITES, 0),)),
    *(("ioctl", ((1, 0xFFFFFFFF, request),)) for request in (0x5401, 0x5450, 0x5451)),  # TCGETS, FIONCLEX, FIOCLEX
    *(("fcntl", ((1, 0xFFFFFFFF, command),)) for command in (0, 1, 2, 3, 1030)),  # F_DUPFD … F_GETFL, F_DUPFD_CLOEXEC
    ("prlimit64", ((0, 0xFFFFFFFF, 0), (2, 0xFFFFFFFFFFFFFFFF, 0))),
)


def seccomp() -> ModuleType:
    """Import the binding to libseccomp.

    Raises
    ------
    WallError
        If the binding or the library is missing.
    """
    try:
        import pyseccomp
    except ModuleNotFoundError:
        raise WallError(
            "The judge needs pyseccomp to shut a submission in, and it is not installed. "
            "`pip install 'tiedbook[instructor]'` brings it."
        ) from None
    except (RuntimeError, OSError, AttributeError):
        raise WallError(
            "The judge needs libseccomp to shut a submission in, and it is not installed. "
            "Install it: `sudo apt install libseccomp2` on Debian and Ubuntu, `sudo dnf install libseccomp` on Fedora."
        ) from None
    return pyseccomp  # type: ignore[no-any-return]


@cache
def allow_list(arch: int | None = None) -> bytes:
    """Make the filter that the kernel runs at each system call.

    Parameters
    ----------
    arch : int or None
        One of ``pyseccomp.Arch``; None for this machine's.

    Returns
    -------
    bytes
        A program of classic BPF. What it does not allow fails with EPERM; a call of another architecture kills.

    Raises
    ------
    WallError
        If libseccomp is missing, or does not know this machine.
    """
    library = seccomp()
    program = library.SyscallFilter(library.ERRNO(1))
    if arch is not None and arch != library.system_arch():
        program.add_arch(arch)
        program.remove_arch(library.system_arch())
    arch = arch or library.system_arch()
    try:
        for name in ALLOWED:
            _allow(library, program, arch, name)
        for name, conditions in NARROWED:
            _allow(library, program, arch, name, conditions)
        with tempfile.TemporaryFile() as file:
            program.export_bpf(file)
            file.seek(0)
            return file.read()
    except OSError as fault:
        raise WallError(f"libseccomp cannot make the filter for this machine ({fault}). Update libseccomp.") from fault


def _allow(library: Any, program: Any, arch: int, name: str, conditions: tuple[tuple[int, int, int], ...] = ()) -> None:
    if library.resolve_syscall(arch, name) < 0:
        return  # one that this architecture does not have: arm64 has openat but no open
    program.add_rule(
        library.ALLOW,
        name,  # by this machine's number, which libseccomp translates
        *(library.Arg(argument, library.MASKED_EQ, mask, value) for argument, mask, value in conditions),
    )
