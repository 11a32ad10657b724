"""The system calls that a submission may make: to compute, read the interpreter's files, answer. No other.

libseccomp turns the list into a filter here, in the trusted process; the sandboxed one only has to install it.
"""

from __future__ import annotations

import errno
import os
import sys
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

_GROWSDOWN = 0x100  # mmap(2)'s MAP_GROWSDOWN, the same everywhere; Python has no name for it before 3.13

# One entry per call that is allowed with some arguments only: (call, (argument, mask, value), ...).
# Memory is private, and no stack, since the limit of memory counts nothing else.
# A file is opened for reading. A terminal is asked whether it is one. A descriptor is copied or asked for its
# flags, never given an owner: that would let the kernel signal another process. A limit is read, never set.
NARROWED: tuple[tuple[str, tuple[tuple[int, int, int], ...]], ...] = ()
if sys.platform == "linux":
    import fcntl
    import mmap
    import termios

    _WRITES = os.O_ACCMODE | os.O_CREAT | os.O_TRUNC | os.O_EXCL | os.O_APPEND | (os.O_TMPFILE & ~os.O_DIRECTORY)
    _REQUESTS = (termios.TCGETS, termios.FIONCLEX, termios.FIOCLEX)
    _COMMANDS = (fcntl.F_DUPFD, fcntl.F_GETFD, fcntl.F_SETFD, fcntl.F_GETFL, fcntl.F_DUPFD_CLOEXEC)
    _INT, _POINTER = (1 << 32) - 1, (1 << 64) - 1
    NARROWED = (
        ("mmap", ((3, mmap.MAP_SHARED | _GROWSDOWN, 0),)),
        ("open", ((1, _WRITES, 0),)),
        ("openat", ((2, _WRITES, 0),)),
        *(("ioctl", ((1, _INT, request),)) for request in _REQUESTS),
        *(("fcntl", ((1, _INT, command),)) for command in _COMMANDS),
        ("prlimit64", ((0, _INT, 0), (2, _POINTER, 0))),
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
    program = library.SyscallFilter(library.ERRNO(errno.EPERM))
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
