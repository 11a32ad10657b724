"""JupyterLab's own menus in the language of the edition are offered where a language pack is installed."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route

from tests.browser.conftest import Open
from tests.browser.harness import Server
from tiedbook.menu import editions_reply

pytestmark = pytest.mark.browser

RUNS_CELLS = False
SPANISH = {
    code: sentence.replace("{edition}", "Español")
    for code, sentence in next(item["texts"] for item in editions_reply()["editions"] if item["tag"] == "es").items()
}


SETTING = "lab/api/settings/@jupyterlab/translation-extension:plugin"


@pytest.fixture
def with_pack(page: Page, server: Server) -> Iterator[None]:
    """The server says that the Spanish language pack is installed."""

    def answer(route: Route) -> None:
        response = route.fetch()
        packs = response.json()
        packs["data"]["es_ES"] = {"displayName": "Spanish (Spain)", "nativeName": "español (España)"}
        route.fulfill(response=response, body=json.dumps(packs))

    page.route("**/api/translations*", answer)
    yield
    page.unroute("**/api/translations*")
    server.request(SETTING, "PUT", {"raw": "{}"})


def test_no_pack_no_offer(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    with notebook.page.expect_response("**/api/translations*"):
        notebook.switch(edition="es")
    assert notebook.notification(SPANISH["lab.menus_offer"]).count() == 0


def test_the_offer_is_made_once_and_changes_menus_only_when_taken(
    open_chapter: Open, with_pack: None, server: Server
) -> None:
    notebook = open_chapter("en")
    notebook.choose("Español")
    offer = notebook.notification(SPANISH["lab.menus_offer"])
    offer.wait_for()
    assert locale(server) in (None, "default")
    offer.get_by_role("button", name=SPANISH["lab.menus_accept"]).click()
    notebook.notification(SPANISH["lab.menus_next"]).wait_for()
    assert locale(server) == "es_ES"
    offer.wait_for(state="detached")
    notebook.switch(edition="en")
    notebook.switch(edition="es")
    assert offer.count() == 0


def locale(server: Server) -> str | None:
    """Return the language that the page's own menus are set to."""
    found: str | None = server.request(SETTING)[1]["settings"].get("locale")
    return found
