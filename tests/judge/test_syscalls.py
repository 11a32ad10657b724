"""The filter is run here by a small machine for classic BPF, so that one computer proves it for another's processor."""

from __future__ import annotations

import os
import struct

import pytest

from autograde.judge.syscalls import ALLOWED, NARROWED, allow_list

pytestmark = pytest.mark.sandbox
seccomp = pytest.importorskip("pyseccomp")

ARCHITECTURES = {"x86-64": seccomp.Arch.X86_64, "arm64": seccomp.Arch.AARCH64}
ALLOW, REFUSE = 0x7FFF0000, 0x00050001  # SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO | EPERM

REFUSED = (
    *("accept", "bind", "connect", "listen", "recvmsg", "sendmsg", "sendto", "socket", "socketpair"),
    *("clone", "clone3", "execve", "execveat", "fork", "vfork"),
    *("kill", "pidfd_send_signal", "rt_sigqueueinfo", "tgkill", "tkill"),
    *("creat", "fchmod", "ftruncate", "link", "mkdir", "mkdirat", "mknodat", "openat2", "rename", "renameat2", "rmdir"),
    *("symlinkat", "truncate", "unlink", "unlinkat", "utimensat", "memfd_create"),
    *("bpf", "chroot", "io_uring_setup", "keyctl", "mount", "perf_event_open", "pivot_root", "setns", "unshare"),
    *("prctl", "process_vm_readv", "process_vm_writev", "ptrace", "seccomp", "setrlimit", "setuid", "userfaultfd"),
    *("shmget", "shmat", "msgget", "semget", "mq_open"),
)


def run(program: bytes, arch: int, number: int, *arguments: int) -> int:
    """What the kernel would do at this system call."""
    data = struct.pack("<iIQ6Q", number, arch, 0, *arguments, *[0] * (6 - len(arguments)))
    code = list(struct.iter_unpack("<HBBI", program))
    accumulator = at = 0
    while True:
        operation, yes, no, value = code[at]
        at += 1
        if operation == 0x20:  # load a word
            (accumulator,) = struct.unpack_from("<I", data, value)
        elif operation == 0x54:  # and
            accumulator &= value
        elif operation == 0x05:  # jump
            at += value
        elif operation & 0x07 == 0x05:
            compare = {
                0x15: accumulator == value,
                0x25: accumulator > value,
                0x35: accumulator >= value,
                0x45: accumulator & value,
            }
            at += yes if compare[operation] else no
        elif operation == 0x06:
            return int(value)
        else:
            raise AssertionError(f"an instruction that libseccomp does not use: {operation:#x}")


def numbers(name: str) -> list[tuple[str, int, int]]:
    """Where this call exists: architecture, its code, the call's number there."""
    found = [(arch, code, seccomp.resolve_syscall(code, name)) for arch, code in ARCHITECTURES.items()]
    return [each for each in found if each[2] >= 0]


@pytest.mark.parametrize("name", ALLOWED)
def test_what_computing_needs_is_allowed(name: str) -> None:
    assert numbers(name)
    for _, arch, number in numbers(name):
        assert run(allow_list(arch), arch, number, 1, 2, 3) == ALLOW


@pytest.mark.parametrize("name", REFUSED)
def test_what_leads_out_is_refused(name: str) -> None:
    for _, arch, number in numbers(name):
        assert run(allow_list(arch), arch, number) == REFUSE


@pytest.mark.parametrize("arch", ARCHITECTURES.values(), ids=ARCHITECTURES)
def test_nothing_else_is_allowed(arch: int) -> None:
    known = {seccomp.resolve_syscall(arch, name) for name in (*ALLOWED, *(name for name, _ in NARROWED))}
    allowed = {number for number in range(600) if run(allow_list(arch), arch, number, 0, 0, 0) == ALLOW}
    assert allowed <= known


@pytest.mark.parametrize(
    "flags",
    [os.O_WRONLY, os.O_RDWR, os.O_CREAT, os.O_TRUNC, os.O_APPEND, os.O_EXCL, 0o20000000, os.O_RDWR | os.O_CREAT, 3],
)
def test_no_file_is_opened_for_writing(flags: int) -> None:
    for _, arch, number in numbers("openat"):
        assert run(allow_list(arch), arch, number, 5, 6, os.O_CLOEXEC) == ALLOW
        assert run(allow_list(arch), arch, number, 5, 6, flags | os.O_CLOEXEC) == REFUSE
    for _, arch, number in numbers("open"):
        assert run(allow_list(arch), arch, number, 5, os.O_RDONLY) == ALLOW
        assert run(allow_list(arch), arch, number, 5, flags) == REFUSE


@pytest.mark.parametrize(
    "command", [4, 6, 8, 10, 15, 1024, 1033]
)  # F_SETFL, F_SETLK, F_SETOWN, F_SETSIG, F_SETOWN_EX, …
def test_a_descriptor_gets_no_owner_and_no_lock(command: int) -> None:
    for _, arch, number in numbers("fcntl"):
        assert run(allow_list(arch), arch, number, 3, 3) == ALLOW
        assert run(allow_list(arch), arch, number, 3, command) == REFUSE


@pytest.mark.parametrize(
    "request_", [0x5412, 0x8901, 0x8902, 0x5452, 0x541B]
)  # TIOCSTI, FIOSETOWN, SIOCSPGRP, FIOASYNC
def test_a_terminal_is_only_asked_whether_it_is_one(request_: int) -> None:
    for _, arch, number in numbers("ioctl"):
        assert run(allow_list(arch), arch, number, 0, 0x5401) == ALLOW
        assert run(allow_list(arch), arch, number, 0, request_) == REFUSE


@pytest.mark.parametrize("flags", [0x01, 0x03, 0x102, 0x21])
def test_memory_is_private_and_no_stack(flags: int) -> None:
    for _, arch, number in numbers("mmap"):
        assert run(allow_list(arch), arch, number, 0, 4096, 7, 0x22) == ALLOW
        assert run(allow_list(arch), arch, number, 0, 4096, 7, flags) == REFUSE


def test_limits_are_read_and_never_set() -> None:
    for _, arch, number in numbers("prlimit64"):
        assert run(allow_list(arch), arch, number, 0, 7, 0, 1) == ALLOW
        assert run(allow_list(arch), arch, number, 0, 7, 1, 0) == REFUSE
        assert run(allow_list(arch), arch, number, 1, 7, 0, 1) == REFUSE
        assert run(allow_list(arch), arch, number, 0, 7, 1 << 32, 0) == REFUSE


def test_a_call_of_another_architecture_ends_the_process() -> None:
    x86, arm = ARCHITECTURES.values()
    for program, foreign, number in (
        (allow_list(x86), arm, 63),
        (allow_list(arm), x86, 0),
        (allow_list(x86), seccomp.Arch.X86, 3),
    ):
        assert run(program, foreign, number) == seccomp.KILL
    assert run(allow_list(x86), x86, 0x40000000 | 0) != ALLOW  # x32: the same architecture, other numbers
