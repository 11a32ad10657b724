"""Grading as root and as an ordinary user: walls, self-test and verdicts are the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from autograde.judge import bubblewrap
from tiedbook.course import course

pytestmark = pytest.mark.sandbox

NOBODY = 65534
GRADE = """
import os
from autograde.judge.judge import Judge
from tests.judge.doubles import RIGHT, grade, points
with Judge() as judge:
    print(os.getuid(), points(grade(judge, RIGHT)), points(grade(judge, "def double(x):\\n    x *= 2\\n    return x")))
"""


def as_nobody(folder: Path) -> list[str]:
    """Return the words before a command that make it run as nobody.

    An interpreter in the home of root is out of nobody's reach: it then lies in a home of that name that is open, seen
    by this command alone.
    """
    drop = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "env", "HOME=/nonexistent"]
    closed = [path for path in bubblewrap.interpreter().parents if not path.stat().st_mode & 0o001]
    if not closed:
        return drop
    home, below = closed[-1], bubblewrap.interpreter().relative_to(closed[-1]).parts[0]
    script = (
        f"mount --bind {home / below} {folder} && mount -t tmpfs -o mode=755 none {home} && mkdir {home / below} "
        f'&& mount --move {folder} {home / below} && exec "$@"'
    )
    return ["unshare", "--mount", "sh", "-c", script, "sh", *drop]


@pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user runs all other tests as such")
def test_an_ordinary_user_grades_as_root_does(tmp_path: Path) -> None:
    if not (shutil.which("setpriv") and shutil.which("unshare")):
        stop = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        stop("needs util-linux")
    root = course().root
    assert root.stat().st_mode & 0o005, "the checkout must be readable by others"
    command = [*as_nobody(tmp_path), f"PYTHONPATH={root}", "PYTHONDONTWRITEBYTECODE=1", sys.executable, "-c", GRADE]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
    assert done.stdout == f"{NOBODY} (3.0, 2.0) (3.0, 0.0)\n", done.stderr
    done = subprocess.run([sys.executable, "-c", GRADE], capture_output=True, text=True, check=False, cwd=root)
    assert done.stdout == f"{os.getuid()} (3.0, 2.0) (3.0, 0.0)\n", done.stderr
