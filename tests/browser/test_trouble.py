"""Where a switch cannot be made, nothing changes and the reason is told in the notebook's edition."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import CHAPTER, Open
from tests.browser.harness import Server, open_in_lab, open_lab, serve
from tests.browser.notebook import Notebook
from tiedbook import workspace
from tiedbook.catalog import runtime
from tiedbook.menu import editions_reply

pytestmark = pytest.mark.browser

SPANISH = next(item["texts"] for item in editions_reply()["editions"] if item["tag"] == "es")


def try_hinglish(notebook: Notebook) -> None:
    """Choose Hinglish in the menu, without waiting for it."""
    notebook.menu.click()
    notebook.page.locator(".tiedbook-Edition-menu").get_by_text("Hinglish", exact=True).click()


def test_what_the_server_says_is_shown_and_nothing_changes(open_chapter: Open) -> None:
    notebook = open_chapter("es")
    mark = notebook.evaluate("return shared.getMetadata('tiedbook')")
    notebook.evaluate("shared.setMetadata('tiedbook', { ...argument, chapter: 'ch99_elsewhere' })", mark)
    before = notebook.sources("markdown")
    try_hinglish(notebook)
    words = runtime("es").text(
        "chapter.missing", "The edition '{tag}' has no chapter '{stem}'. It is there in: {known}.",
        tag="hi-Latn", stem="ch99_elsewhere", known="—",
    )  # fmt: skip
    notebook.notification(words).wait_for()
    notebook.wait_until_in("Español")
    assert notebook.sources("markdown") == before
    assert notebook.told() == "es"


def test_an_answer_that_is_not_the_workbooks_is_told_by_its_status(open_chapter: Open) -> None:
    notebook = open_chapter("es")
    notebook.page.route("**/tiedbook/switch*", lambda route: route.fulfill(status=502, body="<html>Bad gateway"))
    try_hinglish(notebook)
    notebook.notification(SPANISH["lab.server_refused"].format(status=502)).wait_for()
    notebook.page.unroute("**/tiedbook/switch*")
    notebook.wait_until_in("Español")
    notebook.choose("Hinglish")  # the next one finds the server well again


def test_a_server_that_has_stopped_is_told_and_the_work_stays(context: BrowserContext, tmp_path: Path) -> None:
    workspace.start(tmp_path / "root" / "mine", "es")
    with serve(tmp_path / "root", tmp_path / "home") as server:
        page = open_lab(context, server, "stopped")
        notebook = open_in_lab(page, f"mine/{CHAPTER}.ipynb")
        notebook.menu.wait_for()
        notebook.wait_for_kernel()
        notebook.replace("embed", "# mine, unsaved")
        before = notebook.sources("markdown")
        server.process.kill()  # at once, before JupyterLab has a dialog of its own to show
        server.process.wait()
        try_hinglish(notebook)
        page.get_by_role("dialog").filter(has_text=SPANISH["lab.server_gone"]).wait_for()
        notebook.wait_until_in("Español")
        assert notebook.sources("markdown") == before
        assert notebook.source("embed") == "# mine, unsaved"
        page.close()


def test_without_the_server_extension_notebooks_open_without_the_control(
    context: BrowserContext, server: Server, open_chapter: Open, page: Page
) -> None:
    notebook = open_chapter("en")
    path = notebook.evaluate("return panel.context.path")
    other = open_lab(context, server, "without")
    other.route("**/tiedbook/editions*", lambda route: route.fulfill(status=404, body="{}"))
    with other.expect_console_message(lambda message: "edition menu" in message.text):
        plain = open_in_lab(other, path)
    assert not plain.menu.is_visible()
    other.close()
