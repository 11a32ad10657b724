"""One command at a time changes a workspace."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.small import FIRST, SECOND
from tests.test_workspace import files
from tiedbook import locking
from tiedbook.course import Course
from tiedbook.errors import LearnerError
from tiedbook.locking import LOCK, locked
from tiedbook.notebook import edition_of, read_notebook
from tiedbook.renewal import switch
from tiedbook.workspace import find, start

_HOLD = """
import sys
from pathlib import Path
from tiedbook.locking import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def holder(folder: Path) -> subprocess.Popen[str]:
    """Start a process that holds a workspace until its input ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stdout.readline() == "held\n"
    return process


def test_a_lock_leaves_nothing_behind(tmp_path: Path) -> None:
    with locked(tmp_path):
        assert (tmp_path / LOCK).is_file()
    assert files(tmp_path) == {}


def test_a_workspace_that_is_held_is_refused_and_nothing_is_written(
    small_course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(tmp_path / "w", "en")
    monkeypatch.setattr(locking, "PATIENCE", 0.2)
    with holder(tmp_path / "w") as process:
        before = files(tmp_path / "w")
        for command in (lambda: switch(tmp_path / "w", "es"), lambda: start(tmp_path / "w")):
            with pytest.raises(LearnerError, match="another `tiedbook` command") as caught:
                command()
            assert caught.value.code == "workspace.busy"
        assert files(tmp_path / "w") == before
        process.communicate()
    switch(tmp_path / "w", "es")


def test_a_command_waits_for_the_one_before_it(small_course: Course, tmp_path: Path) -> None:
    start(tmp_path / "w", "en")
    with holder(tmp_path / "w") as process:
        waiting = threading.Thread(target=switch, args=(tmp_path / "w", "es"))
        waiting.start()
        waiting.join(0.3)
        assert find(tmp_path / "w").edition == "en"
        process.communicate()
        waiting.join(20)
    assert find(tmp_path / "w").edition == "es"


@pytest.mark.skipif(os.name == "nt", reason="kill -9 is for POSIX")
def test_a_killed_command_holds_nobody_up(small_course: Course, tmp_path: Path) -> None:
    start(tmp_path / "w", "en")
    with holder(tmp_path / "w") as process:
        process.kill()
    assert (tmp_path / "w" / LOCK).is_file()
    switch(tmp_path / "w", "es")
    assert not (tmp_path / "w" / LOCK).exists()


def test_what_a_killed_command_left_half_written_is_cleared_away(small_course: Course, tmp_path: Path) -> None:
    start(tmp_path, "en")
    (tmp_path / f".{SECOND}.ipynb.abcd1234.part").write_text("half", encoding="utf-8")
    (tmp_path / ".tiedbook" / ".workspace.json.abcd1234.part").write_text("half", encoding="utf-8")
    (tmp_path / "mine.part").write_text("mine", encoding="utf-8")
    start(tmp_path)
    assert [path.name for path in tmp_path.rglob("*.part")] == ["mine.part"]


def test_two_switches_at_once_end_in_one_edition(small_course: Course, tmp_path: Path) -> None:
    start(tmp_path, "en")
    for _ in range(3):
        both = [threading.Thread(target=switch, args=(tmp_path, tag)) for tag in ("es", "hi-Latn")]
        for each in both:
            each.start()
        for each in both:
            each.join()
        found = {edition_of(read_notebook(tmp_path / f"{stem}.ipynb")) for stem in (FIRST, SECOND)}
        assert found == {find(tmp_path).edition}


def test_a_place_for_the_lock_that_cannot_be_written_is_named(small_course: Course, tmp_path: Path) -> None:
    (tmp_path / ".tiedbook").write_text("a file", encoding="utf-8")
    with pytest.raises(LearnerError, match="cannot be read or written"), locked(tmp_path):
        pass


def test_a_file_system_without_locks_is_no_reason_to_refuse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")

    def unsupported(handle: int, how: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", unsupported)
    with locked(tmp_path):
        assert (tmp_path / LOCK).is_file()
