"""The edition of this Python process, and the notebook and workspace it serves."""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from weakref import WeakMethod

from tiedbook.catalog import runtime
from tiedbook.editions import SOURCE, Edition, edition, editions, tag_of

MARKER = Path(".tiedbook") / "workspace.json"

_log = logging.getLogger(__name__)
_told: str | None = None  # what set_edition() said, once it has
_listening: list[WeakMethod[Callable[[], None]]] = []


def set_edition(tag: str) -> None:
    """Show everything from now on in this edition; the JupyterLab menu calls it after a switch.

    Raises
    ------
    LearnerError
        If there is no such edition.
    """
    global _told  # noqa: PLW0603  # a process speaks one edition, whoever asks
    _told = edition(tag).tag
    for each in list(_listening):
        listener = each()
        if listener is None:
            _listening.remove(each)
        else:
            try:
                listener()
            except Exception:  # one that cannot follow keeps no other from it
                _log.warning("A widget could not change its edition.", exc_info=True)


def listen(listener: Callable[[], None]) -> None:
    """Call a method after each change of the edition, for as long as its object lives."""
    _listening.append(WeakMethod(listener))


def current_edition() -> Edition:
    """Return the edition to speak in.

    In this order: what `set_edition` was told, the open notebook's own metadata, ``TIEDBOOK_EDITION``, the workspace,
    English.
    """
    return editions()[_told or _found()]


def say(code: str, english: str, **values: object) -> str:
    """Return a sentence in the current edition, its holes filled.

    Parameters
    ----------
    code : str
        Stable context in the runtime catalog, such as ``"progress.title"``.
    english : str
        The English sentence, with named ``{holes}``.
    **values : object
        What fills the holes.
    """
    return runtime(current_edition().tag).text(code, english, **values)


def notebook_path() -> Path | None:
    """Return the notebook this kernel was started for, where Jupyter or VS Code tells; None elsewhere."""
    named = os.environ.get("JPY_SESSION_NAME")
    if not named and "IPython" in sys.modules:  # as in every kernel; elsewhere, loading it would take half a second
        from IPython import get_ipython

        shell = get_ipython()
        named = shell.user_ns.get("__vsc_ipynb_file__") if shell else None
    if not named:
        return None
    path = Path(named)
    for candidate in (path, Path.cwd() / path, Path.cwd() / path.name):
        if candidate.is_file():
            return candidate.resolve()
    return None


def workspace() -> Path | None:
    """Return the learner's workspace that holds the open notebook or the working folder; None outside one."""
    opened = notebook_path()
    start = opened.parent if opened else Path.cwd()
    for folder in (start, *start.parents):
        if (folder / MARKER).is_file():
            return folder
    return None


@cache
def _found() -> str:
    for named in (_of_notebook(), os.environ.get("TIEDBOOK_EDITION"), _of_workspace()):
        if named and (tag := tag_of(named)) in editions():
            return tag
    return SOURCE


def _of_notebook() -> str | None:
    path = notebook_path()
    return _tag(path, "metadata", "tiedbook", "edition") if path else None


def _of_workspace() -> str | None:
    folder = workspace() or Path.cwd() / "workspace"  # the one that commands find, too
    return _tag(folder / MARKER, "edition")


def _tag(path: Path, *keys: str) -> str | None:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        for key in keys:
            found = found[key]
    except (OSError, ValueError, KeyError, TypeError):
        return None  # the next source decides
    return found if isinstance(found, str) else None
