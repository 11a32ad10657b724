"""Which chapters are open in JupyterLab with changes that are not saved: a command leaves their files alone.

Only the page knows, so it tells the Jupyter server, and the server leaves word in the workspace, where commands look:

1. The page posts ``{"path": "ch01_x.ipynb", "tab": ID, "unsaved": true}`` to ``tiedbook/unsaved`` as soon as a chapter
   has unsaved changes, and again after every `REPEAT` seconds for as long as it has. `path` is the notebook's path
   below the server's root, without a drive; `tab` is any text of the page's own, the same each time, so that two tabs
   with one chapter do not speak for each other. The answer is ``{"repeat": REPEAT}``.
2. It posts ``"unsaved": false`` once they are saved or given up, or the chapter is closed.
3. The server keeps ``.tiedbook/unsaved/<server>.json`` in the chapter's workspace: ``{"ch01_x.ipynb": T}``, where T is
   the time, in seconds since 1970, until which this holds unless it is said again. That is `HOLDS` seconds, more than
   twice `REPEAT`, since browsers let hidden tabs act once a minute only. So a page or a server that was killed keeps
   nobody waiting for long, and nothing has to be cleaned up.
4. A command that would write the chapter finds the word, and refuses.

Other editors, such as VS Code, leave no word. There the only protection is that a command looks once more, right before
it writes, whether the file still is what it read; and the editor, which asks before it overwrites what has changed.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import threading
import time
from collections.abc import Mapping
from pathlib import Path

from tiedbook.errors import LearnerError
from tiedbook.files import write_text
from tiedbook.session import MARKER

FOLDER = MARKER.parent / "unsaved"
REPEAT = 45.0  # seconds
HOLDS = 150.0


class Register:
    """What the pages of one Jupyter server said about unsaved chapters."""

    def __init__(self) -> None:
        self._name = f"{os.getpid()}-{secrets.token_hex(4)}.json"
        self._until: dict[Path, dict[str, dict[str, float]]] = {}  # by workspace, notebook and tab
        self._one_at_a_time = threading.Lock()

    def note(self, folder: Path, name: str, tab: str, *, unsaved: bool) -> None:
        """Take down what a page says of a notebook, and leave word in its workspace.

        Parameters
        ----------
        folder, name : Path, str
            As `place_of` returns them.
        tab : str
            Which page says so.
        unsaved : bool
            Whether there are changes that are not saved.

        Raises
        ------
        OSError
            If the word cannot be written.
        """
        with self._one_at_a_time:
            tabs = self._until.setdefault(folder, {}).setdefault(name, {})
            tabs.pop(tab, None)
            if unsaved:
                tabs[tab] = time.time() + HOLDS
            self._leave_word(folder)

    def close(self) -> None:
        """Take every word back, since the server stops."""
        with self._one_at_a_time:
            for folder in self._until:
                with contextlib.suppress(OSError):
                    (folder / FOLDER / self._name).unlink()
            self._until.clear()

    def _leave_word(self, folder: Path) -> None:
        last = {name: max(tabs.values()) for name, tabs in self._until[folder].items() if tabs}
        held = {name: until for name, until in last.items() if until > time.time()}
        path = folder / FOLDER / self._name
        if held:
            write_text(path, json.dumps(held) + "\n")
        else:
            path.unlink(missing_ok=True)


def place_of(root: Path, path: str) -> tuple[Path, str] | None:
    """Return the workspace of a notebook and the notebook's path in there; None where it is in none.

    Parameters
    ----------
    root : Path
        The server's root folder.
    path : str
        The notebook below it, as Jupyter names it.
    """
    if "\0" in path:
        return None
    top = Path(os.path.realpath(root))
    asked = top / path.strip("/")
    folder = Path(os.path.realpath(asked.parent))
    if not folder.is_relative_to(top) or not asked.name:
        return None
    for candidate in (folder, *folder.parents):
        if (candidate / MARKER).is_file():
            return candidate, (folder / asked.name).relative_to(candidate).as_posix()
    return None


def held(folder: Path) -> dict[str, float]:
    """Return how many seconds from now each notebook of a workspace counts as unsaved, by its path in there."""
    found: dict[str, float] = {}
    now = time.time()
    for path in (folder / FOLDER).glob("*.json"):
        ahead = {name: min(until - now, HOLDS) for name, until in _said(path).items() if until > now}
        if not ahead:
            with contextlib.suppress(OSError):
                path.unlink()
        for name, left in ahead.items():
            found[name] = max(left, found.get(name, 0.0))
    return found


def require_saved(path: Path, folder: Path) -> None:
    """Make sure that a notebook of a workspace is not open with unsaved changes.

    Raises
    ------
    LearnerError
        If it is.
    """
    left = held(folder).get(path.relative_to(folder).as_posix())
    if left is not None:
        raise LearnerError(
            "workspace.unsaved",
            "{path}: open in JupyterLab with changes that are not saved, so it was left alone. Save it there and type "
            "the command again. If it is open nowhere any more, wait {seconds} seconds first.",
            path=path,
            seconds=int(left) + 1,
        )


def _said(path: Path) -> Mapping[str, float]:
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    numbers = said.items() if isinstance(said, dict) else ()
    return {name: float(until) for name, until in numbers if isinstance(until, int | float)}
