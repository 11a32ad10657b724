"""One chapter on two pages, or changed by a command while it is open: a page follows, or says what happened."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import Open
from tests.browser.harness import Server, open_in_lab, open_lab
from tests.browser.notebook import Notebook
from tiedbook.renewal import switch

pytestmark = pytest.mark.browser

Pair = tuple[Notebook, Notebook]
LOOK = "document.dispatchEvent(new Event('visibilitychange'))"  # as when the reader comes back to the page


@pytest.fixture(scope="module")
def second_page(context: BrowserContext, server: Server) -> Iterator[Page]:
    """Another page of JupyterLab."""
    page = open_lab(context, server, "second")
    yield page
    page.close()


@pytest.fixture
def pair(second_page: Page, open_chapter: Open) -> Iterator[Pair]:
    """The same chapter on two pages."""
    first = open_chapter("en")
    second = open_in_lab(second_page, str(first.evaluate("return panel.context.path")))
    second.menu.wait_for()
    second.wait_for_kernel()
    yield first, second
    second.evaluate("panel.dispose()")  # both have one kernel
    second.dismiss()


def text(path: Path, id_: str) -> str:
    """Return the text of a cell in the file."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return next("".join(cell["source"]) for cell in cells if cell["id"] == id_)


def test_the_second_page_follows_when_the_first_has_switched_and_saved(pair: Pair) -> None:
    first, second = pair
    second.reveal("embed")
    first.replace("embed", "# mine")
    first.choose("Español")
    first.save()
    second.wait_until_in("Español")
    second.notification("You now see what was saved").or_(second.notification("Ahora ves")).first.wait_for()
    assert second.sources("markdown") == first.sources("markdown")
    assert second.source("embed") == "# mine"
    assert not second.evaluate("return panel.context.model.dirty")
    assert second.evaluate("return panel.content.activeCell.model.id") == "embed"
    assert second.told() == "es"
    second.save()  # no conflict is left
    assert second.page.get_by_role("dialog").count() == 0


def test_a_page_with_unsaved_changes_is_told_and_loses_nothing(pair: Pair, chapter_file: Path) -> None:
    first, second = pair
    second.replace("embed", "# mine, on the second page")
    first.replace("one_hot", "# mine, on the first page")
    first.choose("Español")
    first.save()
    told = second.notification("you have unsaved changes here")
    told.wait_for()
    second.wait_until_in("English")
    assert second.source("embed") == "# mine, on the second page"

    told.get_by_role("button", name="Show what was saved").click()
    second.wait_until_in("Español")
    assert second.source("one_hot") == "# mine, on the first page"
    (copy,) = set(chapter_file.parent.glob(f"{chapter_file.stem}-*.ipynb"))
    assert text(copy, "embed") == "# mine, on the second page"
    second.notification(copy.name).wait_for()


def test_what_one_page_saved_is_never_overwritten_without_a_word(pair: Pair, chapter_file: Path) -> None:
    first, second = pair
    second.replace("embed", "# mine, on the second page")
    second.choose("Hinglish")
    first.replace("embed", "# mine, on the first page")
    first.save()
    saved = chapter_file.read_bytes()
    second.evaluate("void panel.context.save().catch(() => {})")
    dialog = second.page.get_by_role("dialog")
    dialog.wait_for()
    assert chapter_file.read_bytes() == saved
    dialog.get_by_role("button", name="Cancel").click()
    dialog.wait_for(state="detached")
    assert chapter_file.read_bytes() == saved
    assert second.source("embed") == "# mine, on the second page"


def test_an_open_page_follows_a_command(open_chapter: Open, chapter_file: Path) -> None:
    notebook = open_chapter("en")
    report = switch(chapter_file.parent, "es")
    assert not [file.fault for file in report.files if file.fault]
    notebook.evaluate(LOOK)
    notebook.wait_until_in("Español")
    assert notebook.told() == "es"


def test_results_that_are_still_to_come_are_waited_for(pair: Pair, tmp_path: Path) -> None:
    first, second = pair
    go = tmp_path / "go"
    second.replace("embed", f"from pathlib import Path\nwhile not Path({str(go)!r}).exists():\n    pass\nprint('done')")
    second.save()
    first.wait_until_in("English")
    first.wait("cell('embed').getSource().includes('while not')")
    second.start("embed")
    second.wait("kernel().status === 'busy'")
    second.evaluate("panel.context.model.dirty = false")  # nothing has come yet
    first.choose("Español")
    first.save()
    second.evaluate(LOOK)
    go.touch()
    second.wait("widget('embed').outputArea.node.textContent.includes('done')")
    second.evaluate(LOOK)
    second.notification("you have unsaved changes here").wait_for()
    assert second.output("embed") == "done\n"
