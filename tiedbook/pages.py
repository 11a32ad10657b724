"""What open pages tell the server, and ask it: which chapters are unsaved, and which edition was chosen last."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tiedbook.chosen import choose, chosen
from tiedbook.errors import TiedbookError
from tiedbook.unsaved import REPEAT, Register, place_of


def unsaved_reply(body: bytes, root: Path, register: Register) -> dict[str, Any]:
    """Note whether a notebook is open with unsaved changes.

    Parameters
    ----------
    body : bytes
        JSON ``{"path": str, "tab": str, "unsaved": bool}``, as `tiedbook.unsaved` describes.
    root : Path
        The server's root folder.
    register : Register
        What the pages have said.

    Returns
    -------
    dict
        ``{"repeat": seconds}``: how soon the page says so again while that is so.

    Raises
    ------
    TiedbookError
        If the request is not of that form, or the word cannot be left in the workspace.
    """
    try:
        said = json.loads(body)
        path, tab, unsaved = said["path"], said["tab"], said["unsaved"]
    except (ValueError, RecursionError, KeyError, TypeError):
        path = tab = unsaved = None
    if not (isinstance(path, str) and isinstance(tab, str) and isinstance(unsaved, bool) and "\0" not in path):
        raise TiedbookError("The request is not JSON with a path, a tab, and whether there are unsaved changes.")
    place = place_of(root, path)
    try:
        if place:
            register.note(*place, tab, unsaved=unsaved)
    except OSError as fault:
        raise TiedbookError(f"{path}: what is unsaved cannot be noted ({fault.strerror or fault}).") from fault
    return {"repeat": REPEAT}


def chosen_reply(root: Path, path: str) -> dict[str, Any]:
    """Return the edition that was last chosen in the workspace of a notebook.

    Parameters
    ----------
    root : Path
        The server's root folder.
    path : str
        The notebook below it, as Jupyter names it.

    Returns
    -------
    dict
        ``{"edition": tag, "beside": tag or None}``; both None where the notebook is in no workspace.
    """
    place = place_of(root, path)
    found = chosen(place[0]) if place else None
    return {"edition": found and found.edition, "beside": found and found.beside}


def choose_reply(body: bytes, root: Path) -> dict[str, Any]:
    """Note the edition that was chosen for a notebook in its workspace.

    Parameters
    ----------
    body : bytes
        JSON ``{"path": str, "edition": tag, "beside": tag or null}``.
    root : Path
        The server's root folder.

    Returns
    -------
    dict
        As `chosen_reply`, afterwards.

    Raises
    ------
    TiedbookError
        If the request is not of that form, or the workspace cannot be changed now.
    """
    try:
        said = json.loads(body)
        path, tag, beside = said["path"], said["edition"], said.get("beside")
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        path = tag = beside = None
    if not (isinstance(path, str) and isinstance(tag, str) and isinstance(beside, str | None) and "\0" not in path):
        raise TiedbookError("The request is not JSON with a path and an edition.")
    place = place_of(root, path)
    if place:
        choose(place[0], tag, beside)
    return chosen_reply(root, path)
