"""Byte copies of a workspace's files, taken before anything changes them."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from tiedbook.files import write_bytes

HISTORY = Path(".tiedbook") / "history"
_NAME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)(?:\.(\d{1,9}))?")


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
        """Write down the content that a file of the workspace has.

        A file of ``.tiedbook`` is kept without that folder, or the snapshot would be a workspace itself.
        """
        if self.folder is None:
            self.folder = _new_folder(self._workspace)
        hidden = self._workspace / HISTORY.parent
        write_bytes(self.folder / path.relative_to(hidden if path.is_relative_to(hidden) else self._workspace), content)


def snapshots(workspace: Path) -> tuple[Path, ...]:
    """Return the snapshots of a workspace, oldest first."""
    folders = (path for path in (workspace / HISTORY).glob("*") if _NAME.fullmatch(path.name) and path.is_dir())
    return tuple(sorted(folders, key=_order))


def kept(snapshot: Path) -> tuple[Path, ...]:
    """Return the notebooks that a snapshot holds, as files in its folder."""
    return tuple(path for path in sorted(snapshot.glob("*.ipynb")) if path.is_file())


def _new_folder(workspace: Path) -> Path:
    """Make a folder named by the local time.

    Two commands within one second get two, and after the clock was set back names go on from the last, so that the
    order of the names is that of the commands.
    """
    stamp, number = datetime.now().strftime("%Y-%m-%dT%H-%M-%S"), 1  # no colons: Windows forbids them in names
    history = workspace / HISTORY
    history.mkdir(parents=True, exist_ok=True)
    for last in snapshots(workspace)[-1:]:
        if _order(last) >= (stamp, number):
            stamp, number = _order(last)[0], _order(last)[1] + 1
    while True:
        folder = history / (stamp if number == 1 else f"{stamp}.{number}")
        try:
            folder.mkdir()
        except FileExistsError:
            number += 1
            continue
        return folder


def _order(snapshot: Path) -> tuple[str, int]:
    stamp, _, number = snapshot.name.partition(".")
    return stamp, int(number or 1)
