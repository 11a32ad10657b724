"""kill -9 at any moment leaves of each notebook the old file or the new one, and the next command puts all in order."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.small import SECOND, own, write_course
from tests.test_workspace import files
from tiedbook.course import Course
from tiedbook.history import HISTORY, snapshots
from tiedbook.notebook import read_notebook, write_notebook
from tiedbook.renewal import switch
from tiedbook.workspace import find, start

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kill -9 is for POSIX")

ROOT = Path(__file__).parent.parent
IMPORTS = (
    "from tiedbook.history import snapshots; from tiedbook.renewal import switch, update; "
    "from tiedbook.restoration import restore; from tiedbook.workspace import start; "
)
COMMANDS = {
    "switch": "switch(folder, 'hi-Latn')",
    "update": "update(folder)",
    "restore": "restore(folder, snapshots(folder)[0])",
    "start": "start(folder)",
}
KILLS = 8
SEED = 7


@pytest.fixture
def workspace(small_course: Course, tmp_path: Path) -> Path:
    """Return a workspace with work in it, a snapshot, a missing chapter, and a later release to update to."""
    folder = tmp_path / "w"
    start(folder, "en")
    notebook = read_notebook(folder / f"{SECOND}.ipynb")
    notebook["cells"].append(own("x = 1"))
    write_notebook(folder / f"{SECOND}.ipynb", notebook)
    switch(folder, "es")
    write_course(small_course.root, later=True)
    return folder


def runs(course: Course, folder: Path, scratch: Path, command: str) -> Iterator[tuple[bool, dict[str, bytes]]]:
    """Yield what each run of a command left, killed at one step later each time; the last gets through."""
    scratch.mkdir()
    words = [sys.executable, "-m", "tests.killing", str(course.root), str(folder), str(scratch), IMPORTS + command]
    done = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True)
    for line in done.stdout.splitlines():
        found = json.loads(line)
        yield found["killed"], {name: b64decode(content) for name, content in found["files"].items()}


def notebooks(found: dict[str, bytes]) -> dict[str, bytes]:
    return {name: content for name, content in found.items() if "/" not in name and name.endswith(".ipynb")}


@pytest.mark.parametrize("name", COMMANDS)
def test_killed_at_every_step_a_command_leaves_old_or_new_files(
    small_course: Course, workspace: Path, tmp_path: Path, name: str
) -> None:
    if name == "start":
        (workspace / f"{SECOND}.ipynb").unlink()
    before = files(workspace)
    *killed, (was_killed, after) = runs(small_course, workspace, tmp_path / "scratch", COMMANDS[name])
    assert not was_killed
    assert notebooks(after) != notebooks(before)
    assert len(killed) > 4
    for number, (_, left) in enumerate(killed):
        for path in notebooks(before) | notebooks(after):
            assert left.get(path) in (before.get(path), after.get(path)), path
        assert left[".tiedbook/workspace.json"] in (
            before[".tiedbook/workspace.json"],
            after[".tiedbook/workspace.json"],
        )
        assert_kept(before, left)
        if name == "switch":
            assert_mended(tmp_path / f"again{number}", left, after)


def assert_kept(before: dict[str, bytes], left: dict[str, bytes]) -> None:
    """Assert that of each notebook which is new, a snapshot has the old one."""
    for path, content in notebooks(before).items():
        if left[path] != content:
            copies = [name for name in left if name.startswith(HISTORY.as_posix()) and name.endswith(f"/{path}")]
            assert content in [left[name] for name in copies], path


def assert_mended(folder: Path, left: dict[str, bytes], after: dict[str, bytes]) -> None:
    """Assert that after a kill the command, done again, ends as if it had not been killed, and clears up."""
    for name, content in left.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    switch(folder, "hi-Latn")
    found = files(folder)
    assert notebooks(found) == notebooks(after)
    assert find(folder).edition == "hi-Latn"
    assert [name for name in found if name.endswith((".part", "lock")) and HISTORY.as_posix() not in name] == []


def test_killed_at_a_random_moment_the_real_command_leaves_old_or_new_files(tmp_path: Path) -> None:
    origin, done = tmp_path / "origin", tmp_path / "done"
    start(origin, "en")
    shutil.copytree(origin, done)
    begin = time.monotonic()
    command(done).wait()
    lasted = time.monotonic() - begin
    old, new = notebooks(files(origin)), notebooks(files(done))
    moments = random.Random(SEED)
    for number in range(KILLS):
        folder = tmp_path / f"w{number}"
        shutil.copytree(origin, folder)
        process = command(folder)
        time.sleep(lasted * moments.uniform(0.3, 1.0))
        process.send_signal(signal.SIGKILL)
        process.wait()
        left = notebooks(files(folder))
        assert left.keys() == old.keys()
        assert all(content in (old[name], new[name]) for name, content in left.items())
        switch(folder, "es")
        assert notebooks(files(folder)) == new
        assert all(path.is_dir() for path in snapshots(folder))
        shutil.rmtree(folder)


def command(folder: Path) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "tiedbook", "switch", "es", str(folder)]
    return subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL)
