"""Byte copies of a workspace's files, taken before anything changes them."""

from __future__ import annotations

from datetime import datetime
from itertools import count
from pathlib import Path

from tiedbook.files import write_bytes

HISTORY = Path(".tiedbook") / "history"


class Snapshot:
    """The state of some files before one command, in ``.tiedbook/history/<time>/``.

    The folder is made when the first file is kept, so a command that changes nothing leaves nothing behind.

    Parameters
    ----------
    workspace : Path
        The learner's folder.
    """

    def __init__(self, workspace: Path) -> None:
        self._workspace = workspace
        self.folder: Path | None = None

    def keep(self, path: Path, content: bytes) -> None:
        """Write down the content that a file of the workspace has."""
        if self.folder is None:
            self.folder = _new_folder(self._workspace / HISTORY)
        write_bytes(self.folder / path.relative_to(self._workspace), content)


def snapshots(workspace: Path) -> tuple[Path, ...]:
    """Return the snapshots of a workspace, oldest first."""
    return tuple(sorted(path for path in (workspace / HISTORY).glob("*") if path.is_dir()))


def _new_folder(history: Path) -> Path:
    """Make a folder named by the local time; two commands within one second get two."""
    stamp = datetime.now().strftime("%Y-%m-%dT%H-%M-%S")  # no colons: Windows forbids them in names
    history.mkdir(parents=True, exist_ok=True)
    for number in count(1):
        folder = history / (stamp if number == 1 else f"{stamp}.{number}")
        try:
            folder.mkdir()
        except FileExistsError:
            continue
        return folder
    raise AssertionError  # count() does not end
