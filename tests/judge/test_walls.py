from __future__ import annotations

import builtins
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from autograde.assign import assign
from autograde.course import CourseFolder
from autograde.judge import walls
from autograde.judge.judge import Judge, WallError
from autograde.judge.syscalls import allow_list, seccomp
from tests.autograde.classroom import STEM, notebook, scores, submit
from tiedbook.errors import TiedbookError


def test_a_missing_wall_is_a_fault_that_the_command_line_can_report() -> None:
    fault = WallError("There is no wall.")
    assert isinstance(fault, TiedbookError)
    assert fault.status == 1
    assert "--no-sandbox" in fault.message


def test_without_bubblewrap_the_message_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(WallError, match=r"no `bwrap` on PATH.*apt install bubblewrap"), Judge():
        pytest.fail("it opened")


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_another_system_than_linux_is_told_about_the_container(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    with pytest.raises(WallError, match=rf"needs Linux.*{platform}.*container.*WSL"):
        walls.find_bubblewrap()


@pytest.mark.parametrize(
    ("fault", "remedy"),
    [
        (ModuleNotFoundError("No module named 'pyseccomp'"), r"pip install 'tiedbook\[instructor\]'"),
        (RuntimeError("Unable to find libseccomp"), "apt install libseccomp2"),
    ],
)
def test_without_seccomp_the_message_says_which_half_is_missing(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, remedy: str
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name == "pyseccomp":
            raise fault
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    allow_list.cache_clear()
    with pytest.raises(WallError, match=remedy):
        seccomp()
    with pytest.raises(WallError, match=remedy), Judge():
        pytest.fail("it opened")


REFUSALS = {
    "kernel/apparmor_restrict_unprivileged_userns": ("1", "AppArmor.*sudo tee /etc/apparmor.d/bwrap"),
    "kernel/unprivileged_userns_clone": ("0", "root only.*sysctl -w kernel.unprivileged_userns_clone=1"),
    "user/max_user_namespaces": ("0", "allows none.*sysctl -w user.max_user_namespaces"),
}


@pytest.mark.parametrize("switch", REFUSALS)
def test_where_namespaces_are_restricted_the_message_says_how_to_allow_them(
    monkeypatch: pytest.MonkeyPatch, switch: str
) -> None:
    value, remedy = REFUSALS[switch]
    monkeypatch.setattr(walls, "_setting", {switch: value}.get)
    message = walls.explain_refusal("bwrap: setting up uid map: Permission denied\n").message
    assert "It said: bwrap: setting up uid map: Permission denied." in message
    assert re.search(remedy, message)


def test_where_nothing_is_restricted_the_message_tells_what_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walls, "_setting", lambda _switch: None)
    assert "It said: nothing." in walls.explain_refusal("").message


def test_a_full_disk_is_told_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full(folder: Path) -> Path:
        raise OSError(28, "No space left on device", str(folder))

    monkeypatch.setattr("autograde.judge.cargo.load", full)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(WallError, match=r"could not be started.*No space left"), Judge(sandbox=False):
        pytest.fail("it opened")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.sandbox
@pytest.mark.parametrize("script", ["echo 'bwrap: No permissions' >&2; exit 1", "exit 0"])
def test_a_bubblewrap_that_does_not_start_the_sandbox_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str
) -> None:
    pretend(monkeypatch, tmp_path, script)
    with pytest.raises(WallError, match=r"did not start|cannot make"), Judge():
        pytest.fail("it opened")


@pytest.mark.sandbox
@pytest.mark.parametrize("script", ["exec sleep 1000", "sleep 1000", "sleep 1000 &\nwait", "setsid sleep 1000 & wait"])
def test_a_bubblewrap_that_hangs_is_ended_in_time_and_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str
) -> None:
    pretend(monkeypatch, tmp_path, script.replace("1000", "30"))
    monkeypatch.setattr("autograde.judge.sandbox._START", 1)
    start = time.monotonic()
    with pytest.raises(WallError, match=r"nothing within 1 seconds"), Judge():
        pytest.fail("it opened")
    assert time.monotonic() - start < 20


@pytest.mark.sandbox
@pytest.mark.parametrize("switch", REFUSALS)
def test_what_bubblewrap_says_where_namespaces_are_restricted_comes_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, switch: str
) -> None:
    said = "bwrap: setting up uid map: Permission denied"  # its own words on Ubuntu 24.04
    value, remedy = REFUSALS[switch]
    pretend(monkeypatch, tmp_path, f"echo '{said}' >&2; exit 1")
    monkeypatch.setattr(walls, "_setting", {switch: value}.get)
    with pytest.raises(WallError, match=rf"{remedy}.*It said: {said}"), Judge():
        pytest.fail("it opened")


def pretend(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> None:
    """Put another program in the place of bubblewrap."""
    fake = folder / "bwrap"
    fake.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


FOREIGN = """
import sys
import numpy, ctypes, subprocess, tempfile, asyncio, multiprocessing, socket, concurrent.futures.process, sysconfig
import sqlalchemy, nbgrader.api, urllib.request, autograde.record  # what decides on import which system this is
sysconfig.get_config_vars()
for name in ("fcntl", "resource", "termios", "pyseccomp"):
    sys.modules[name] = None
sys.platform = {platform!r}
from autograde.cli import main
sys.exit(main(["grade", "--course", {course!r}]))
"""


@pytest.mark.sandbox
@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_the_command_tells_another_system_what_to_use(tmp_path: Path, platform: str) -> None:
    course = CourseFolder(tmp_path / "course")
    assign(course, "en", [STEM])
    submit(course, "ana", notebook())
    script = FOREIGN.format(platform=platform, course=str(course.root))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert re.search(rf"autograde: .*needs Linux.*{platform}.*container.*WSL 2", done.stderr), done.stderr
    assert "Traceback" not in done.stderr
    assert scores(course, "ana") == {}
