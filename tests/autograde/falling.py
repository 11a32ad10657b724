"""Walls that can be made to fall while something is graded behind them."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
from pathlib import Path

SCRIPT = """#!/bin/sh
if [ -e '{fallen}' ]; then
    echo 'bwrap: they fell' >&2
    exit 1
fi
exec '{real}' "$@"
"""


class FallingWalls:
    """A ``bwrap`` that builds the real walls until they fall, and none from then on.

    Parameters
    ----------
    folder : Path
        Where to put it.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._fallen = folder / "fallen"
        real = shutil.which("bwrap")
        assert real is not None
        program = folder / "bwrap"
        program.write_text(SCRIPT.format(fallen=self._fallen, real=real), encoding="utf-8")
        program.chmod(0o755)
        self.path = os.pathsep.join([str(folder), os.environ["PATH"]])

    def fall(self) -> None:
        """Let them fall, and with them all sandboxes of this process and those below it."""
        self._fallen.touch()
        for process in below(os.getpid()):
            try:
                name = Path(f"/proc/{process}/comm").read_text(encoding="utf-8").strip()
            except OSError:
                continue
            if name == "bwrap":
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)


def below(process: int) -> set[int]:
    """Return the processes that one has started, and those that they have."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text(encoding="utf-8").rpartition(")")[2].split()[1])
        except OSError:
            continue
    found = {process}
    while more := {number for number, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {process}
