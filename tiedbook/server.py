"""The Jupyter server extension behind the edition menu: which editions there are, and how to switch a notebook.

It reads the course and answers with operations. It never opens or writes a notebook of the learner's: it comes with the
request as it stands on the page, and the operations are applied there. Which notebooks are not saved it notes down for
the command line, see `tiedbook.unsaved`; which edition was chosen, for the other chapters, see `tiedbook.chosen`.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import logging
from pathlib import Path
from typing import Any

from jupyter_server.auth.decorator import authorized
from jupyter_server.base.handlers import APIHandler
from jupyter_server.serverapp import ServerApp
from jupyter_server.utils import url_path_join
from tornado import web

from tiedbook import built
from tiedbook.bilingual import second_of
from tiedbook.catalog import Catalog, runtime
from tiedbook.chosen import choose, chosen
from tiedbook.course import course
from tiedbook.editions import SOURCE, edition, editions
from tiedbook.errors import LearnerError, TiedbookError
from tiedbook.merge import apply, merge, offered
from tiedbook.notebook import Cell, as_notebook, chapter_of, edition_of
from tiedbook.unsaved import REPEAT, Register

MAX_BYTES = 16 * 2**20  # a chapter comes without outputs and takes some 50 kB

_log = logging.getLogger(__name__)


def editions_reply() -> dict[str, Any]:
    """Return every edition with the words that the extension shows in it.

    Returns
    -------
    dict
        ``{"editions": [{"tag", "name", "lab_locale", "texts": {code: sentence}}, ...]}``, with the holes left in.
    """
    return {
        "editions": [
            {"tag": item.tag, "name": item.name, "lab_locale": item.lab_locale, "texts": _texts(item.tag)}
            for item in editions().values()
        ]
    }


def switch_reply(body: bytes) -> dict[str, Any]:
    """Return what turns a notebook into another edition.

    Parameters
    ----------
    body : bytes
        JSON ``{"notebook": {...}, "edition": tag, "beside": tag or null}``, and ``"back": [id, ...]`` where deleted
        cells are wanted back. With the edition that the notebook is in, nothing else happens then.

    Returns
    -------
    dict
        ``{"edition": tag, "operations": [...], "offer": {...}}``, the operations in the form of `tiedbook.merge`. Where
        the learner deleted exercise or check cells, the offer is ``{"back": [id, ...], "message": sentence, "accept":
        label}``: to show the sentence with a button, which posts the ids; else it is None.

    Raises
    ------
    TiedbookError
        If the request is not of that form, or asks for what the course does not have. Its message is a sentence in the
        words of the notebook's edition.
    """
    posted: dict[str, Any] = {}
    try:
        posted = _decoded(body)
        mine = as_notebook(posted["notebook"], "notebook")
        tag = edition(posted["edition"]).tag
        stem = chapter_of(mine)
        if stem is None:
            raise LearnerError("lab.no_chapter", "This notebook is no chapter of the course: it has no other edition.")
        beside = built.second(tag, posted.get("beside", second_of(mine) if tag == edition_of(mine) else None))
        for wanted in filter(None, (tag, beside)):
            if stem not in course().stems(wanted):  # the learner's notebook names it: never part of a path unseen
                raise built.no_such_chapter(stem, wanted)
        target, *others = built.frames(stem, tag, beside)
        operations = merge(mine, target, "switch", others, _ids(posted.get("back")))
        deleted = offered(apply(mine, operations), target, others)
    except LearnerError as fault:
        raise TiedbookError(_sentence(fault, posted.get("notebook"))) from fault
    done = [operation.as_json() for operation in operations]
    return {"edition": tag, "operations": done, "offer": _offer(deleted, tag)}


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
    try:
        register.note(root, path, tab, unsaved=unsaved)
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
    found = chosen(root, path) if "\0" not in path else None
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
    choose(root, path, tag, beside)
    return chosen_reply(root, path)


class EditionsHandler(APIHandler):
    """GET /tiedbook/editions."""

    auth_resource = "tiedbook"

    @web.authenticated
    @authorized
    async def get(self) -> None:
        """Answer with every edition and its words."""
        self.finish(json.dumps(await asyncio.to_thread(editions_reply)))


class SwitchHandler(APIHandler):
    """POST /tiedbook/switch."""

    auth_resource = "tiedbook"

    @web.authenticated
    @authorized
    async def post(self) -> None:
        """Answer with operations; with status 400 and a message where there can be none."""
        try:
            reply = await asyncio.to_thread(switch_reply, self.request.body)
        except TiedbookError as fault:
            self.set_status(400)
            reply = {"message": fault.message}
        self.finish(json.dumps(reply))


class UnsavedHandler(APIHandler):
    """POST /tiedbook/unsaved."""

    auth_resource = "tiedbook"

    def initialize(self, register: Register) -> None:
        """Remember what all pages of this server have said."""
        self._register = register

    @web.authenticated
    @authorized
    async def post(self) -> None:
        """Note what a page says; with status 400 and a message where that cannot be."""
        try:
            reply = await asyncio.to_thread(unsaved_reply, self.request.body, _root(self), self._register)
        except TiedbookError as fault:
            self.set_status(400)
            reply = {"message": fault.message}
        self.finish(json.dumps(reply))


class WorkspaceHandler(APIHandler):
    """GET and POST /tiedbook/workspace."""

    auth_resource = "tiedbook"

    @web.authenticated
    @authorized
    async def get(self) -> None:
        """Answer with the edition last chosen in the workspace of a notebook, ``?path=...``."""
        self.finish(json.dumps(await asyncio.to_thread(chosen_reply, _root(self), self.get_query_argument("path", ""))))

    @web.authenticated
    @authorized
    async def post(self) -> None:
        """Note the edition that was chosen; with status 400 and a message where that cannot be."""
        try:
            reply = await asyncio.to_thread(choose_reply, self.request.body, _root(self))
        except TiedbookError as fault:
            self.set_status(400)
            reply = {"message": fault.message}
        self.finish(json.dumps(reply))


def _root(handler: APIHandler) -> Path:
    """Return the folder that the server serves."""
    return Path(handler.settings.get("server_root_dir") or ".").expanduser()


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "tiedbook.server"}]


def _load_jupyter_server_extension(server: ServerApp) -> None:
    base = server.web_app.settings["base_url"]
    register = Register()
    atexit.register(register.close)
    handlers: list[tuple[Any, ...]] = [
        ("editions", EditionsHandler),
        ("switch", SwitchHandler),
        ("unsaved", UnsavedHandler, {"register": register}),
        ("workspace", WorkspaceHandler),
    ]
    rules = [(url_path_join(base, "tiedbook", name), *rest) for name, *rest in handlers]
    server.web_app.add_handlers(".*$", rules)  # type: ignore[no-untyped-call]


def _decoded(body: bytes) -> dict[str, Any]:
    if len(body) > MAX_BYTES:
        raise LearnerError(
            "lab.too_large",
            "This notebook is too large to be switched here ({megabytes} MB). "
            "Save it, and use `tiedbook switch` in a terminal.",
            megabytes=len(body) // 2**20,
        )
    try:
        posted = json.loads(body)
    except (ValueError, RecursionError):
        posted = None
    if (
        not isinstance(posted, dict)
        or "notebook" not in posted
        or not isinstance(posted.get("edition"), str)
        or not isinstance(posted.get("beside"), str | None)
    ):
        raise LearnerError("lab.malformed", "The request is not JSON with a notebook and an edition. Reload the page.")
    return posted


def _ids(found: object) -> list[str]:
    return [id_ for id_ in found if isinstance(id_, str)] if isinstance(found, list) else []


def _offer(deleted: tuple[Cell, ...], tag: str) -> dict[str, Any] | None:
    """Return the offer to bring deleted cells back, in the words of an edition."""
    if not deleted:
        return None
    say = _catalog(tag).text
    ids = [cell["id"] for cell in deleted]
    return {
        "back": ids,
        "message": say("lab.deleted", "Exercise cells that you deleted: {cells}.", cells=", ".join(ids)),
        "accept": say("lab.bring_back", "Bring them back"),
    }


def _sentence(fault: LearnerError, notebook: object) -> str:
    """Put a fault into the words of a notebook's edition, as far as it has one."""
    spoken = edition_of(notebook) if isinstance(notebook, dict) else None
    return _catalog(spoken or SOURCE).text(fault.code, fault.english, **fault.values)


def _catalog(tag: str) -> Catalog:
    """Return an edition's catalog; the English one where it is missing or damaged, since the menu must open."""
    try:
        return runtime(edition(tag).tag)
    except TiedbookError as fault:
        _log.warning("%s", fault.message)
        return runtime(SOURCE)


def _texts(tag: str) -> dict[str, str]:
    text = _catalog(tag).text
    found: dict[str, str] = {}

    def say(code: str, english: str) -> None:
        holes = {name: f"{{{name}}}" for name in ("edition", "file", "status")}  # the page fills these
        found[code] = text(code, english, **holes)

    say("lab.edition", "Edition: {edition}")
    say("lab.switched", "This chapter is now in {edition}.")
    say("lab.kept", "Text that you had changed stays as it is; the course's own text stands below it.")
    say("lab.running", "This cell is still running. The ■ button in the toolbar stops it.")
    say("lab.run_again", "Run this cell to move it again.")
    say("lab.server_gone", "The edition was not changed: the Jupyter server does not answer. Is it still running?")
    say("lab.server_refused", "The edition was not changed: the Jupyter server answered with an error ({status}).")
    say("lab.unsettled", "The edition was not changed, since the notebook changed meanwhile. Choose it once more.")
    say("lab.followed", "This chapter was changed and saved elsewhere. You now see what was saved.")
    say("lab.saved_elsewhere", "This chapter was changed and saved elsewhere, and you have unsaved changes here.")
    say("lab.take_over", "Show what was saved, keep mine in a copy")
    say("lab.copied", "What you had here is in {file}.")
    say("lab.menus_offer", "The menus of this program can be in {edition} too.")
    say("lab.menus_accept", "Change the menus")
    say("lab.menus_next", "The menus will be in {edition} when the page is loaded again. Save your work first.")
    say("lab.menus_reload", "Reload the page")
    return found
