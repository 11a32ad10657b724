"""The edition that a learner last chose in the menu: the workspace notes it, and its other chapters open in it."""

from __future__ import annotations

from pathlib import Path

from tiedbook.built import second
from tiedbook.editions import edition
from tiedbook.errors import LearnerError
from tiedbook.locking import locked
from tiedbook.unsaved import place_of
from tiedbook.workspace import Workspace, find, write_marker


def chosen(root: Path, path: str) -> Workspace | None:
    """Return the workspace of a notebook, which knows its editions; None where the notebook is in none.

    Parameters
    ----------
    root : Path
        The server's root folder.
    path : str
        The notebook below it, as Jupyter names it.
    """
    place = place_of(root, path)
    try:
        return find(place[0]) if place else None
    except LearnerError:  # damaged: commands say so, and notebooks open all the same
        return None


def choose(root: Path, path: str, tag: str, beside: str | None = None) -> None:
    """Note the edition that was chosen for a notebook in the notebook's workspace; nothing where it is in none.

    Parameters
    ----------
    root : Path
        The server's root folder.
    path : str
        The notebook below it, as Jupyter names it.
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
    found = chosen(root, path)
    if found is None:
        return
    with locked(found.folder):
        workspace = find(found.folder)  # a command may have changed it meanwhile
        if (tag, beside) != (workspace.edition, workspace.beside):
            write_marker(workspace.folder, tag, workspace.release, beside)
