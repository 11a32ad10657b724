"""What stands in the way of a file of the workspace, in words."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from tiedbook.errors import LearnerError
from tiedbook.phrases import reason


def obstacle(path: Path, fault: OSError) -> LearnerError:
    """Return the error that a file of the workspace cannot be read or written, with what to do about it."""
    if path.is_symlink() and not path.exists():  # also where links lead in a circle
        return LearnerError(
            "workspace.dead_link",
            "{path}: a link that leads to no file. Mend the link; or delete it, and `tiedbook start {folder}` adds the "
            "chapter anew.",
            path=path,
            folder=path.parent,
        )
    if _is_no_file(path):
        return LearnerError(
            "workspace.no_file",
            "{path}: a folder or a pipe, where a notebook should be. Move it away; `tiedbook start {folder}` adds the "
            "chapter anew.",
            path=path,
            folder=path.parent,
        )
    return LearnerError(
        "workspace.unwritable",
        "{path}: cannot be read or written ({reason}). Check that the disk is not full and that the folder is yours.",
        path=path,
        reason=reason(fault),
    )


def is_there(path: Path) -> bool:
    """Say whether a name is in use, be it by a link that leads nowhere: such a name is not free for a new file."""
    return os.path.lexists(path)


def _is_no_file(path: Path) -> bool:
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return False
