"""The edition that a learner last chose in the menu: the workspace notes it, and its other chapters open in it."""

from __future__ import annotations

from pathlib import Path

from tiedbook.built import second
from tiedbook.editions import edition
from tiedbook.errors import LearnerError
from tiedbook.locking import locked
from tiedbook.workspace import Workspace, find, write_marker


def chosen(folder: Path) -> Workspace | None:
    """Return a workspace, which knows its editions; None where it is damaged."""
    try:
        return find(folder)
    except LearnerError:  # commands say so, and notebooks open all the same
        return None


def choose(folder: Path, tag: str, beside: str | None = None) -> None:
    """Note the edition that was chosen for a notebook in the notebook's workspace; nothing where that is damaged.

    Parameters
    ----------
    folder : Path
        The workspace.
    tag : str
        The edition.
    beside : str or None
        The edition that is folded below each passage, if one is.

    Raises
    ------
    LearnerError
        If there is no such edition, a command is changing the workspace, or it cannot be written to.
    """
    tag, beside = edition(tag).tag, second(tag, beside)
    if chosen(folder) is None:
        return
    with locked(folder):
        workspace = find(folder)  # a command may have changed it meanwhile
        if (tag, beside) != (workspace.edition, workspace.beside):
            write_marker(folder, tag, workspace.release, beside)
