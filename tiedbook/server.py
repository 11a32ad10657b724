"""The Jupyter server extension behind the edition menu: the addresses that open pages ask.

`tiedbook.menu` has the words, `tiedbook.switching` the operations of a switch, `tiedbook.pages` the rest. No handler
ever opens or writes a notebook of the learner's: it comes with the request as it stands on the page, and the operations
are applied there.
"""

from __future__ import annotations

import asyncio
import atexit
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jupyter_server.auth.decorator import authorized
from jupyter_server.base.handlers import APIHandler
from jupyter_server.serverapp import ServerApp
from jupyter_server.utils import url_path_join
from tornado import web

from tiedbook.errors import TiedbookError
from tiedbook.menu import editions_reply
from tiedbook.pages import choose_reply, chosen_reply, unsaved_reply
from tiedbook.switching import switch_reply
from tiedbook.unsaved import Register


class Handler(APIHandler):
    """What all handlers here have in common."""

    auth_resource = "tiedbook"

    @property
    def root(self) -> Path:
        """The folder that the server serves."""
        return Path(self.settings.get("server_root_dir") or ".").expanduser()

    async def answer(self, reply: Callable[..., dict[str, Any]], *arguments: object) -> None:
        """Answer off the event loop with what a function returns; with status 400 and its message if it refuses."""
        try:
            content = await asyncio.to_thread(reply, *arguments)
        except TiedbookError as fault:
            self.set_status(400)
            content = {"message": fault.message}
        self.finish(json.dumps(content))


class EditionsHandler(Handler):
    """GET /tiedbook/editions."""

    @web.authenticated
    @authorized
    async def get(self) -> None:
        """Answer with every edition and its words."""
        await self.answer(editions_reply)


class SwitchHandler(Handler):
    """POST /tiedbook/switch."""

    @web.authenticated
    @authorized
    async def post(self) -> None:
        """Answer with operations; with status 400 and a message where there can be none."""
        await self.answer(switch_reply, self.request.body)


class UnsavedHandler(Handler):
    """POST /tiedbook/unsaved."""

    def initialize(self, register: Register) -> None:
        """Remember what all pages of this server have said."""
        self._register = register

    @web.authenticated
    @authorized
    async def post(self) -> None:
        """Note what a page says; with status 400 and a message where that cannot be."""
        await self.answer(unsaved_reply, self.request.body, self.root, self._register)


class WorkspaceHandler(Handler):
    """GET and POST /tiedbook/workspace."""

    @web.authenticated
    @authorized
    async def get(self) -> None:
        """Answer with the edition last chosen in the workspace of a notebook, ``?path=...``."""
        await self.answer(chosen_reply, self.root, self.get_query_argument("path", ""))

    @web.authenticated
    @authorized
    async def post(self) -> None:
        """Note the edition that was chosen; with status 400 and a message where that cannot be."""
        await self.answer(choose_reply, self.request.body, self.root)


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
