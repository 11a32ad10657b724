"""Each wall is opened on purpose; the self-test has to notice, name it, and let nothing be graded."""

from __future__ import annotations

import re
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from autograde.judge import bubblewrap, cargo, selftest, syscalls
from autograde.judge.judge import Judge, Limits, WallError
from tiedbook.course import course

pytestmark = pytest.mark.sandbox

Opening = Callable[[pytest.MonkeyPatch], None]


@pytest.fixture(autouse=True)
def _other_filters_than_the_real_one() -> Iterator[None]:
    syscalls.allow_list.cache_clear()
    yield
    syscalls.allow_list.cache_clear()


def mount(*options: str) -> Opening:
    """Show more inside."""

    def opening(patch: pytest.MonkeyPatch) -> None:
        real = bubblewrap.command

        def command(*args: object) -> list[str]:
            words = real(*args)  # type: ignore[arg-type]
            at = words.index("--chdir")
            return [*words[:at], *options, *words[at:]]

        patch.setattr(bubblewrap, "command", command)

    return opening


def allow(*names: str) -> Opening:
    """Let system calls through."""
    return lambda patch: patch.setattr(syscalls, "ALLOWED", (*syscalls.ALLOWED, *names))


def widen(name: str, *conditions: tuple[int, int, int]) -> Opening:
    """Let a system call through with other arguments than it should have."""
    return lambda patch: patch.setattr(syscalls, "NARROWED", (*syscalls.NARROWED, (name, conditions)))


def unseal(*lines: str) -> Opening:
    """Leave lines out of what a child does before it runs a submission."""

    def opening(patch: pytest.MonkeyPatch) -> None:
        real = cargo._copy

        def copy(source: Path, target: Path) -> None:
            real(source, target)
            if target.name == "sealing.py":
                text = target.read_text(encoding="utf-8")
                for line in lines:
                    assert line in text
                    text = text.replace(line, "pass" if line.startswith("os.") else "")
                target.write_text(text, encoding="utf-8")

        patch.setattr(cargo, "_copy", copy)

    return opening


def both(*openings: Opening) -> Opening:
    def opening(patch: pytest.MonkeyPatch) -> None:
        for each in openings:
            each(patch)

    return opening


def leave_writable(patch: pytest.MonkeyPatch) -> None:
    """Do not make the root read-only."""
    real = bubblewrap.command

    def command(*args: object) -> list[str]:
        words = real(*args)  # type: ignore[arg-type]
        at = words.index("--clearenv")
        assert words[at - 2 : at] == ["--remount-ro", "/"]
        return words[: at - 2] + words[at:]

    patch.setattr(bubblewrap, "command", command)


FOLDER = bubblewrap.interpreter().parent
CLOSE = "os.closerange(keep + 1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
NO_PROCESSES = "(resource.RLIMIT_NPROC, 0),"

OPENINGS: dict[str, tuple[Opening, str]] = {
    "the system's files": (mount("--ro-bind", "/etc", "/etc"), "it can read /etc/passwd"),
    "the course": (mount("--ro-bind", str(course().root), str(course().root)), "it can read .*"),
    "the solutions": (mount("--ro-bind", str(course().solutions), str(course().solutions)), r"it can read .*solutions"),
    "the home": (mount("--bind", str(Path.home()), str(Path.home())), "it can (read|list) "),
    "another folder": (mount("--dir", "/more/x"), r"it can list / \(more\)"),
    "the interpreter's folder": (
        mount("--ro-bind", str(FOLDER), str(FOLDER)),
        rf"it can (read|list) {re.escape(str(FOLDER))}",
    ),
    "a /proc": (mount("--proc", "/proc"), "it can (read|list) /proc"),
    "a /dev": (mount("--dev", "/dev"), "it can (read|list) /dev"),
    "writing": (both(widen("openat"), leave_writable), r"it can write /\."),
    "folders": (both(allow("mkdir", "mkdirat"), leave_writable), r"it can write / \(a folder\)"),
    "sockets": (allow("socket"), "it can open an internet socket"),
    "pairs of sockets": (allow("socketpair"), "it can open a pair of sockets"),
    "signals": (allow("kill"), "it can signal its parent"),
    "owners of descriptors": (widen("fcntl", (1, 0xFFFFFFFF, 8)), "it can signal the owner of a descriptor"),
    "memory": (unseal("(resource.RLIMIT_DATA, quota.memory_mb << 20),"), r"it can take \d+ MB of memory"),
    "shared memory": (widen("mmap"), r"it can take \d+ MB, shared, of memory"),
    "new files in memory": (allow("memfd_create"), "it can call memfd_create"),
    "other processes' memory": (allow("process_vm_readv"), "it can call process_vm_readv"),
    "netlink": (widen("socket", (0, 0xFFFFFFFF, socket.AF_NETLINK)), "it can open a netlink socket"),
    "local sockets": (widen("socket", (0, 0xFFFFFFFF, socket.AF_UNIX)), "it can open a local socket"),
    "threads": (
        both(allow("clone", "clone3"), unseal(NO_PROCESSES)),
        "(it can start a thread|`start_threads` was not refused)",
    ),
    "limits": (allow("prlimit64", "setrlimit"), "it can change a limit"),
    "tracing": (allow("ptrace"), "it can call ptrace"),
    "namespaces": (allow("unshare"), "it can call unshare"),
    "programs": (allow("execve"), "(it can start programs|`execute` was not refused)"),
    "descriptors": (unseal("os.closerange(3, keep)", CLOSE), r"it has inherited descriptors \[3"),
    "the environment": (unseal("os.environ.clear()"), "it sees the environment variables PWD"),
    "the filter": (lambda patch: patch.setattr("autograde.judge.sandbox.allow_list", lambda: b""), "it can "),
}


@pytest.mark.parametrize("name", OPENINGS)
def test_an_open_wall_is_noticed_and_named(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    opening, message = OPENINGS[name]
    opening(monkeypatch)
    with pytest.raises(WallError, match=rf"A wall is open: from inside, {message}.*So nothing is graded"), judge():
        pytest.fail("it opened")


def test_a_fork_that_is_allowed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    both(allow("clone", "clone3", "fork", "vfork"), unseal(NO_PROCESSES))(monkeypatch)
    real = selftest._attempts
    monkeypatch.setattr(selftest, "_attempts", lambda limits: {"fork": real(limits)["fork"]})  # threads come before
    with pytest.raises(WallError, match="it can start processes"), judge():
        pytest.fail("it opened")


def test_solutions_that_are_installed_a_second_time_are_noticed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "site-packages" / "solutions"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "ch01_lookup_is_matmul.py").touch()
    monkeypatch.setattr(sys, "path", [*sys.path, str(package.parent)])
    with judge():
        pass
    monkeypatch.setattr(bubblewrap, "hidden", list)
    with pytest.raises(WallError, match=r"it can import solutions\.ch01"), judge():
        pytest.fail("it opened")


@pytest.mark.parametrize(
    ("code", "said"), [("raise ImportError('oh')", "could not run: .*oh"), ("x = 1", "could not try `read_files`")]
)
def test_a_self_test_that_cannot_run_proves_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: str, said: str
) -> None:
    (tmp_path / "probing.py").write_text(code, encoding="utf-8")
    monkeypatch.setattr(selftest, "__file__", str(tmp_path / "selftest.py"))
    with pytest.raises(WallError, match=said), judge():
        pytest.fail("it opened")


def test_every_attempt_has_its_words() -> None:
    assert selftest._attempts(Limits()).keys() == selftest._REMEDIES.keys()


def judge() -> Judge:
    return Judge(limits=Limits(seconds=10, call_seconds=5, memory_mb=512))
