"""The inner walls, which a forked child puts up around itself before it sees a submission.

Runs inside the sandbox; nothing here can be undone by what runs after it.
"""

from __future__ import annotations

import ctypes
import math
import os
import signal
from dataclasses import dataclass
from typing import Any

# One thread: the walls allow no more, and libraries that cannot start theirs give up.
ENVIRONMENT = {
    "LANG": "C.UTF-8",
    "MKL_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "TORCHINDUCTOR_CACHE_DIR": "/",  # PyTorch makes sure that its cache has a folder; nothing is ever put there
}

_SET_PDEATHSIG = 1  # prctl(2)
_SET_NO_NEW_PRIVS = 38
_SET_SECCOMP = 22
_FILTER_MODE = 2
_DESCRIPTORS = 64


@dataclass(frozen=True, slots=True)
class Quota:
    """What one child may use.

    Parameters
    ----------
    seconds : float
        Seconds of processor time.
    memory_mb : int
        Mebibytes of memory that can be written to, the interpreter's own included. Libraries that are mapped from files
        do not count: PyTorch's alone are larger than most answers need.
    """

    seconds: float
    memory_mb: int


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def seal(quota: Quota, program: bytes, keep: int) -> None:
    """Shut this process in.

    Parameters
    ----------
    quota : Quota
        Limits of its resources.
    program : bytes
        Filter of system calls, as `allow_list` makes it; empty for none.
    keep : int
        The one file descriptor, beside the standard ones, that stays open.

    Raises
    ------
    OSError
        If the kernel refuses; the process must end then.
    """
    import resource  # which Windows lacks; it is told so before it gets here

    for stream in (1, 2):
        os.dup2(0, stream)  # the zygote's standard input is /dev/null
    os.closerange(3, keep)
    os.closerange(keep + 1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    _prctl((_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0))  # never outlive the zygote, walls or not
    os.environ.clear()
    os.environ.update(ENVIRONMENT)
    for limit, most in _limits(quota):
        hard = resource.getrlimit(limit)[1]
        value = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(limit, (value, value))
    if program:
        _install(program)


def _limits(quota: Quota) -> tuple[tuple[int, int], ...]:
    import resource

    return (
        (resource.RLIMIT_DATA, quota.memory_mb << 20),
        (resource.RLIMIT_CPU, math.ceil(quota.seconds) + 1),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, _DESCRIPTORS),
        (resource.RLIMIT_NPROC, 0),
    )


def _install(program: bytes) -> None:
    code = ctypes.create_string_buffer(program, len(program))
    table = _Program(len(program) // 8, ctypes.cast(code, ctypes.c_void_p))
    _prctl((_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    _prctl((_SET_SECCOMP, _FILTER_MODE, ctypes.byref(table), 0, 0))


def _prctl(request: tuple[Any, ...]) -> None:
    if ctypes.CDLL(None, use_errno=True).prctl(*request):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
