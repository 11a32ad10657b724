"""A workspace opens in JupyterLab, on this computer only, on the first chapter."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.small import FIRST
from tiedbook import lab
from tiedbook.cli import main
from tiedbook.course import Course
from tiedbook.errors import LearnerError
from tiedbook.notebook import edition_of, read_notebook
from tiedbook.workspace import Workspace, find, start


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as other:
        other.bind((lab.HOST, 0))
        other.listen()
        yield other.getsockname()[1]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((lab.HOST, 0))
        return int(probe.getsockname()[1])


def served(address: str, process: subprocess.Popen[str]) -> bytes:
    """Return a page of a server that has told its address and will listen at any moment."""
    while process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                return bytes(answer.read())
        except urllib.error.URLError as fault:
            if not isinstance(fault.reason, ConnectionRefusedError):
                raise
    raise AssertionError(f"the server has ended with {process.returncode}")


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Workspace, int | None, bool]]:
    """Return the launches of JupyterLab, none of which happens."""
    seen: list[tuple[Workspace, int | None, bool]] = []

    def launch(workspace: Workspace, *, port: int | None, browser: bool) -> int:
        seen.append((workspace, port, browser))
        return 0

    monkeypatch.setattr("tiedbook.commands.launch", launch)
    return seen


def test_the_server_is_local_and_opens_the_first_chapter(small_course: Course, tmp_path: Path) -> None:
    words = lab.command(Workspace(tmp_path, "es", ""), port=8899, browser=False)
    assert words[:3] == [sys.executable, "-m", "jupyterlab"]
    assert {
        f"--ServerApp.root_dir={tmp_path}",
        "--ServerApp.ip=127.0.0.1",
        f"--LabApp.default_url=/lab/tree/{FIRST}.ipynb",
        "--ServerApp.port=8899",
        "--ServerApp.port_retries=0",
        "--no-browser",
    } <= set(words)


def test_without_a_port_jupyter_looks_for_a_free_one(small_course: Course, tmp_path: Path) -> None:
    words = lab.command(Workspace(tmp_path, "es", ""), port=None, browser=True)
    assert not any(word.startswith(("--ServerApp.port", "--no-browser")) for word in words)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="Windows has no root")
def test_root_is_allowed_where_there_is_no_one_else(
    small_course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for user, allowed in ((0, True), (1000, False)):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        words = lab.command(Workspace(tmp_path, "en", ""), port=None, browser=True)
        assert ("--allow-root" in words) == allowed


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a program cannot be replaced")
def test_the_command_becomes_jupyterlab_and_finds_tiedbook_in_its_terminals(
    small_course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[str, list[str], dict[str, str]]] = []

    def execve(*call: object) -> None:
        calls.append(call)  # type: ignore[arg-type]
        raise SystemExit

    monkeypatch.setattr(os, "execve", execve)
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "/their/own")
    with pytest.raises(SystemExit):
        lab.launch(Workspace(tmp_path, "en", ""), port=None, browser=True)
    (program, words, environment), *_ = calls
    assert program == words[0] == sys.executable
    assert environment["PATH"].split(os.pathsep)[0] == str(Path(sys.executable).parent)
    assert environment["JUPYTER_CONFIG_PATH"].split(os.pathsep) == [str(lab.QUIET), "/their/own"]


def test_a_free_port_is_fine_and_a_taken_one_is_told(taken: int) -> None:
    with pytest.raises(LearnerError, match=f"Port {taken} cannot be used") as caught:
        lab.require_free(taken)
    assert caught.value.status == 1
    lab.require_free(free_port())


def test_a_taken_port_is_told_before_anything_is_made(
    small_course: Course,
    tmp_path: Path,
    taken: int,
    launched: list[object],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["lab", "--dir", str(tmp_path / "w"), "--port", str(taken)]) == 1
    assert capsys.readouterr().err.startswith(f"Port {taken} cannot be used")
    assert not (tmp_path / "w").exists()
    assert launched == []


def test_without_jupyterlab_the_message_says_how_to_get_it(
    small_course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lab, "find_spec", lambda name: None)
    assert main(["lab", "--dir", str(tmp_path / "w")]) == 1
    assert "-m pip install jupyterlab" in capsys.readouterr().err
    assert not (tmp_path / "w").exists()


def test_the_first_run_makes_a_workspace_and_the_second_reuses_it(
    small_course: Course,
    tmp_path: Path,
    launched: list[tuple[Workspace, int | None, bool]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "w"
    assert main(["lab", "--edition", "es", "--dir", str(folder), "--no-browser"]) == 0
    path = folder / f"{FIRST}.ipynb"
    path.write_text(path.read_text(encoding="utf-8") + " ", encoding="utf-8")
    before = path.read_bytes()
    capsys.readouterr()
    assert main(["lab", "--dir", str(folder)]) == 0
    assert path.read_bytes() == before
    assert capsys.readouterr().out == ""
    assert launched == [(find(folder), None, False), (find(folder), None, True)]


def test_another_edition_is_switched_to_after_a_snapshot_and_said(
    small_course: Course, tmp_path: Path, launched: list[object], capsys: pytest.CaptureFixture[str]
) -> None:
    start(tmp_path / "w", "en")
    assert main(["lab", "--edition", "es", "--dir", str(tmp_path / "w")]) == 0
    said = capsys.readouterr().out
    assert "w: now in Español." in said
    assert ".tiedbook/history/" in said.replace(os.sep, "/")
    assert edition_of(read_notebook(tmp_path / "w" / f"{FIRST}.ipynb")) == "es"
    assert launched == [(find(tmp_path / "w"), None, True)]


def test_an_unknown_edition_starts_nothing(small_course: Course, tmp_path: Path, launched: list[object]) -> None:
    assert main(["lab", "--edition", "fr", "--dir", str(tmp_path / "w")]) == 2
    assert not (tmp_path / "w").exists()
    assert launched == []


def test_a_workspace_of_an_older_release_is_opened_and_the_update_named(
    small_course: Course,
    tmp_path: Path,
    launched: list[object],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start(tmp_path / "w", "en")
    monkeypatch.setattr("tiedbook.commands.__version__", "9.0")
    assert main(["lab", "--dir", str(tmp_path / "w")]) == 0
    assert "9.0 is installed. `tiedbook update" in capsys.readouterr().out
    assert len(launched) == 1


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal")
def test_a_real_jupyterlab_serves_the_first_chapter_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tiedbook", "lab", "--dir", "w", "--port", str(free_port()), "--no-browser"]
    with subprocess.Popen(words, cwd=tmp_path, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            found = (re.search(r"http://127\.0\.0\.1:\d+/lab/tree/ch00\S+", line) for line in process.stderr)
            address = next(match for match in found if match)[0]
            page = served(address, process)
            told = re.search(rb'config-data"[^>]*>(.*?)</script>', page, re.DOTALL)
            assert told
            assert "@jupyterlab/apputils-extension:announcements" in json.loads(told[1])["disabledExtensions"]
        finally:
            process.send_signal(signal.SIGINT)
            rest = process.stderr.read() if process.stderr else ""
        assert process.wait(timeout=60) == 0
        assert "Traceback" not in rest
    assert find(tmp_path / "w").edition == "en"
