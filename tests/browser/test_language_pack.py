"""JupyterLab's own menus in the language of the edition are offered once, where a language pack is installed."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from tests.browser.conftest import CHAPTER, OFFERED, OFFERED_BEFORE
from tests.browser.harness import Server, open_in_lab, open_lab, wait_for_lab
from tests.browser.notebook import Notebook
from tiedbook import workspace
from tiedbook.menu import editions_reply

pytestmark = pytest.mark.browser

SPANISH = {
    code: sentence.replace("{edition}", "Español")
    for code, sentence in next(item["texts"] for item in editions_reply()["editions"] if item["tag"] == "es").items()
}
SETTING = "lab/api/settings/@jupyterlab/translation-extension:plugin"


@pytest.fixture
def own_page(context: BrowserContext, server: Server) -> Iterator[Page]:
    """JupyterLab on a page of this test alone, in a browser that was offered nothing yet."""
    page = open_lab(context, server, "language-pack")
    page.evaluate("key => localStorage.removeItem(key)", OFFERED)
    yield page
    page.evaluate(OFFERED_BEFORE)
    page.close()
    server.request(SETTING, "PUT", {"raw": "{}"})


def chapter(page: Page, server: Server, edition: str, name: str) -> Notebook:
    """Open chapter 1 of a new workspace."""
    workspace.start(server.root / name, edition)
    notebook = open_in_lab(page, f"{name}/{CHAPTER}.ipynb", kernel=False)
    notebook.menu.wait_for()
    return notebook


def locale(server: Server) -> str | None:
    """Return the language that the page's own menus are set to."""
    found: str | None = server.request(SETTING)[1]["settings"].get("locale")
    return found


def test_the_offer_is_made_once_and_changes_menus_only_when_taken(own_page: Page, server: Server) -> None:
    notebook = chapter(own_page, server, "en", "pack-switched")
    assert own_page.evaluate("key => localStorage.getItem(key)", OFFERED) is None
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
    own_page.reload(wait_until="domcontentloaded")
    own_page.get_by_role("menuitem", name="Archivo", exact=True).wait_for()  # File, in the pack's Spanish


def test_who_opens_a_spanish_chapter_is_asked_too_and_never_again(own_page: Page, server: Server) -> None:
    notebook = chapter(own_page, server, "es", "pack-opened")
    offer = notebook.notification(SPANISH["lab.menus_offer"])
    offer.wait_for()
    own_page.reload(wait_until="domcontentloaded")
    wait_for_lab(own_page)
    again = chapter(own_page, server, "es", "pack-opened")
    again.switch(edition="en")
    again.switch(edition="es")
    assert offer.count() == 0


def test_no_pack_no_offer(own_page: Page, server: Server) -> None:
    def without(route: Route) -> None:
        response = route.fetch()
        packs = response.json()
        del packs["data"]["es_ES"]
        route.fulfill(response=response, body=json.dumps(packs))

    own_page.route("**/api/translations*", without)
    with own_page.expect_response("**/api/translations*"):
        notebook = chapter(own_page, server, "es", "pack-none")
    notebook.switch(edition="en")
    notebook.switch(edition="es")
    assert notebook.notification(SPANISH["lab.menus_offer"]).count() == 0
    assert own_page.evaluate("key => localStorage.getItem(key)", OFFERED) is None
