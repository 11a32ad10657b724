"""The Jupyter server extension behind the edition menu: which editions there are, and how to switch a notebook.

It reads the course and answers with operations. It never opens or writes a file of the learner's: the notebook comes
with the request as it stands on the page, and the operations are applied there.
"""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

from jupyter_server.auth.decorator import authorized
from jupyter_server.base.handlers import APIHandler
from jupyter_server.serverapp import ServerApp
from jupyter_server.utils import url_path_join
from tornado import web

from tiedbook import built
from tiedbook.catalog import Catalog, runtime
from tiedbook.course import course
from tiedbook.editions import SOURCE, edition, editions
from tiedbook.errors import LearnerError, TiedbookError
from tiedbook.merge import merge
from tiedbook.notebook import as_notebook, chapter_of, edition_of

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
        JSON ``{"notebook": {...}, "edition": tag}``.

    Returns
    -------
    dict
        ``{"edition": tag, "operations": [...]}``, the operations in the form of `tiedbook.merge`.

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
        if stem not in course().stems(tag):  # the learner's notebook names it: never part of a path unseen
            raise built.no_such_chapter(stem, tag)
        target, *others = built.frames(stem, tag)
        operations = merge(mine, target, "switch", others)
    except LearnerError as fault:
        raise TiedbookError(_sentence(fault, posted.get("notebook"))) from fault
    return {"edition": tag, "operations": [operation.as_json() for operation in operations]}


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


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "tiedbook.server"}]


def _load_jupyter_server_extension(server: ServerApp) -> None:
    base = server.web_app.settings["base_url"]
    handlers = [("editions", EditionsHandler), ("switch", SwitchHandler)]
    rules = [(url_path_join(base, "tiedbook", name), handler) for name, handler in handlers]
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
    if not isinstance(posted, dict) or not isinstance(posted.get("edition"), str) or "notebook" not in posted:
        raise LearnerError("lab.malformed", "The request is not JSON with a notebook and an edition. Reload the page.")
    return posted


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
        found[code] = text(code, english, edition="{edition}", status="{status}")  # the page fills these holes

    say("lab.edition", "Edition: {edition}")
    say("lab.switched", "This chapter is now in {edition}.")
    say("lab.kept", "Text that you had changed stays as it is; the course's own text stands below it.")
    say("lab.server_gone", "The edition was not changed: the Jupyter server does not answer. Is it still running?")
    say("lab.server_refused", "The edition was not changed: the Jupyter server answered with an error ({status}).")
    say("lab.unsettled", "The edition was not changed, since the notebook changed meanwhile. Choose it once more.")
    say("lab.menus_offer", "The menus of this program can be in {edition} too.")
    say("lab.menus_accept", "Change the menus")
    say("lab.menus_next", "The menus will be in {edition} when the page is loaded again. Save your work first.")
    say("lab.menus_reload", "Reload the page")
    return found
