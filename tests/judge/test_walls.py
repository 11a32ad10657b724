from __future__ import annotations

import builtins
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from autograde.assign import assign
from autograde.course import CourseFolder
from autograde.doctor import Finding
from autograde.judge import walls
from autograde.judge.judge import Judge, WallError
from autograde.judge.syscalls import allow_list, seccomp
from tests.autograde.classroom import STEM, notebook, scores, submit
from tiedbook.errors import TiedbookError

ROOT = Path(walls.__file__).parents[2]
GUIDE, ALLOW = ROOT / "autograde" / "README.md", ROOT / ".ci" / "allow-bubblewrap"


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
    with pytest.raises(WallError, match=rf"needs Linux.*{platform}.*Linux container.*`--security-opt seccomp=.*WSL"):
        walls.find_bubblewrap()
    assert walls.CONTAINER in GUIDE.read_text(encoding="utf-8")


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


RECORD = """
echo "$@" >>'{folder}/ran'
case $1 in
    tee) cat >'{folder}/profile' ;;
    *) mv '{folder}/then' '{folder}/told' ;;
esac
"""
PROFILE = ["abi <abi/4.0>,", "profile bwrap /usr/bin/bwrap flags=(unconfined) {", "  userns,", "}"]


def test_ci_runs_the_very_command_that_the_message_prints(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(walls, "_setting", {"kernel/apparmor_restrict_unprivileged_userns": "1"}.get)
    told = Finding("walls", walls.explain_refusal("bwrap: setting up uid map").message, prevents=True).line
    for name, text in (("told", told), ("then", "walls: built")):
        (tmp_path / name).write_text(f"{text}\n", encoding="utf-8")
    program(tmp_path / "autograde", f"cat '{tmp_path}/told'")
    program(tmp_path / "sudo", RECORD.format(folder=tmp_path))
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "AUTOGRADE": str(tmp_path / "autograde")}
    allowed, again = (
        subprocess.run(["sh", str(ALLOW)], env=environment, capture_output=True, text=True, check=False)
        for _ in range(2)
    )
    assert (allowed.returncode, allowed.stdout) == (0, "walls: built\n"), allowed.stderr
    ran, profile = ((tmp_path / name).read_text(encoding="utf-8").splitlines() for name in ("ran", "profile"))
    assert ran == ["tee /etc/apparmor.d/bwrap", "systemctl reload apparmor"]
    assert profile == PROFILE
    assert again.returncode == 1  # nothing was restricted, so nothing was shown
    assert "names no remedy for AppArmor. It said: walls: built" in again.stderr


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


def program(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def pretend(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> None:
    """Put another program in the place of bubblewrap."""
    program(folder / "bwrap", script)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


FOREIGN = """
import sys
import numpy, ctypes, subprocess, tempfile, asyncio, multiprocessing, socket, concurrent.futures.process, sysconfig
import sqlalchemy, nbgrader.api, urllib.request, autograde.record  # what decides on import which system this is
sysconfig.get_config_vars()
for name in ("fcntl", "resource", "termios", "pyseccomp"):
    sys.modules[name] = None
from autograde.cli import main
for sys.platform in ("darwin", "win32"):
    assert main(["grade", "--course", {course!r}]) == 1
"""


@pytest.mark.sandbox
def test_the_command_tells_another_system_what_to_use(tmp_path: Path) -> None:
    course = CourseFolder(tmp_path / "course")
    assign(course, "en", [STEM])
    submit(course, "ana", notebook())
    script = FOREIGN.format(course=str(course.root))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for line, platform in zip(done.stderr.splitlines(), ("darwin", "win32"), strict=True):
        assert re.search(rf"autograde: .*needs Linux.*{platform}.*container.*WSL 2", line)
    assert scores(course, "ana") == {}
