"""The words of the edition menu, in every edition: the page needs all of them, also once the server has stopped."""

from __future__ import annotations

import logging
from typing import Any

from tiedbook.catalog import Catalog, runtime
from tiedbook.editions import SOURCE, edition, editions
from tiedbook.errors import TiedbookError

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


def spoken(tag: str) -> Catalog:
    """Return an edition's catalog; the English one where it is missing or damaged, since the menu must open."""
    try:
        return runtime(edition(tag).tag)
    except TiedbookError as fault:
        _log.warning("%s", fault.message)
        return runtime(SOURCE)


def _texts(tag: str) -> dict[str, str]:
    text = spoken(tag).text
    found: dict[str, str] = {}

    def say(code: str, english: str) -> None:
        holes = {name: f"{{{name}}}" for name in ("edition", "file", "status")}  # the page fills these
        found[code] = text(code, english, **holes)

    say("lab.edition", "Edition: {edition}")
    say("lab.switched", "This chapter is now in {edition}.")
    say("lab.kept", "Text that you had changed stays as it is; the course's own text stands below it.")
    say(
        "lab.read_only",
        "This file is read-only, so nothing that changes here is saved. To keep it, save the notebook under another "
        "name.",
    )
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
