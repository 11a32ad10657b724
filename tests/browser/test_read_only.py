"""A chapter that cannot be saved where it is: it can be read in every edition, says so, and loses nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

from tests.browser.conftest import CHAPTER, Open
from tests.browser.notebook import Notebook
from tiedbook.menu import editions_reply
from tiedbook.renewal import switch

pytestmark = pytest.mark.browser

WORDS = {item["tag"]: item["texts"]["lab.read_only"] for item in editions_reply()["editions"]}
MINE = "# typed here, and in no file"


@pytest.fixture(params=["file", "model"])
def locked(request: pytest.FixtureRequest, page: Page, open_chapter: Open) -> Iterator[Notebook]:
    """A chapter whose file may not be written, as the server says; or one that the program itself calls read-only."""

    def answer(route: Route) -> None:
        if route.request.method != "GET":
            route.continue_()
            return
        response = route.fetch()
        route.fulfill(response=response, json=response.json() | {"writable": False})

    files = f"**/api/contents/**/{CHAPTER}*"
    if request.param == "file":
        page.route(files, answer)
    notebook = open_chapter("en")
    if request.param == "model":
        notebook.evaluate("panel.context.model.readOnly = true")
    notebook.dismiss()
    yield notebook
    page.unroute_all(behavior="wait")  # an answer may still be under way


def test_it_is_switched_on_the_page_and_says_once_that_nothing_is_saved(locked: Notebook, chapter_file: Path) -> None:
    saved = chapter_file.read_bytes()
    locked.replace("embed", MINE)
    code, ids = locked.sources("code"), locked.ids()

    locked.choose("Español")
    locked.notification(WORDS["es"]).wait_for()
    assert "**Español**" in locked.source("editions")
    assert (locked.sources("code"), locked.ids()) == (code, ids)
    assert locked.told() == "es"

    locked.dismiss()
    locked.switch(edition="hi-Latn")
    assert locked.notification(WORDS["hi-Latn"]).count() == 0
    assert locked.sources("code") == code
    assert chapter_file.read_bytes() == saved


def test_what_it_advises_keeps_the_edition_and_the_code(locked: Notebook, chapter_file: Path) -> None:
    locked.replace("embed", MINE)
    locked.choose("Español")
    copy = chapter_file.with_name("mine.ipynb")
    locked.execute("docmanager:save-as")
    dialog = locked.page.get_by_role("dialog")
    dialog.locator("input").fill(f"{copy.parent.name}/{copy.name}")
    with locked.page.expect_response(lambda answer: answer.request.method == "PUT" and copy.name in answer.url):
        dialog.locator(".jp-mod-accept").click()
    dialog.get_by_role("button", name="Discard").click()  # of what is open, which is in the copy now
    kept = json.loads(copy.read_text(encoding="utf-8"))
    assert kept["metadata"]["tiedbook"]["edition"] == "es"
    assert MINE in ["".join(cell["source"]) for cell in kept["cells"]]
    Notebook(locked.page, f"{copy.parent.name}/{copy.name}").close()


def test_what_was_typed_is_not_replaced_when_the_file_changes_elsewhere(locked: Notebook, chapter_file: Path) -> None:
    locked.replace("embed", MINE)
    assert not [file.fault for file in switch(chapter_file.parent, "es").files if file.fault]
    locked.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # the reader comes back
    told = locked.notification("you have unsaved changes here")
    told.wait_for()
    locked.wait_until_in("English")
    assert locked.source("embed") == MINE

    told.get_by_role("button", name="Show what was saved").click()
    locked.wait_until_in("Español")
    (copy,) = set(chapter_file.parent.glob(f"{chapter_file.stem}-*.ipynb"))
    assert MINE in copy.read_text(encoding="utf-8")
