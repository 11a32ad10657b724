"""The edition chosen in one chapter is the one in which the workspace's other chapters open, with nothing lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import Open
from tests.browser.harness import Server, open_in_lab, open_in_notebook
from tests.browser.notebook import Notebook
from tiedbook.notebook import read_notebook, write_notebook
from tiedbook.workspace import find

pytestmark = pytest.mark.browser

NEXT = "ch02_gradients_scatter.ipynb"


def next_of(notebook: Notebook) -> str:
    """Return the path of the next chapter."""
    return str(Path(notebook.evaluate("return panel.context.path")).with_name(NEXT))


def chosen(notebook: Notebook, **choice: str) -> None:
    """Choose an edition and wait until the workspace has noted it."""
    with notebook.page.expect_response(
        lambda answer: "tiedbook/workspace" in answer.url and answer.request.method == "POST"
    ):
        notebook.switch(**choice)


def test_the_next_chapter_opens_in_the_edition_chosen_in_the_last(
    open_chapter: Open, page: Page, chapter_file: Path
) -> None:
    folder = chapter_file.parent
    notebook = open_chapter("en")
    there = read_notebook(folder / NEXT)
    mine = next(cell for cell in there["cells"] if cell["metadata"]["tiedbook"]["role"] == "answer")
    mine["source"] = "# mine, from last week"
    write_notebook(folder / NEXT, there)
    before = (folder / NEXT).read_bytes()

    chosen(notebook, edition="es")
    assert find(folder).edition == "es"
    following = open_in_lab(page, next_of(notebook))
    following.wait_until_in("Español")
    assert following.source(mine["id"]) == "# mine, from last week"
    following.wait_for_kernel()
    assert following.told() == "es"
    assert (folder / NEXT).read_bytes() == before  # until it is saved
    following.choose("English")
    assert following.source(mine["id"]) == "# mine, from last week"
    following.close()


def test_two_languages_are_remembered_too(open_chapter: Open, page: Page) -> None:
    notebook = open_chapter("en")
    chosen(notebook, edition="es", beside="en")
    following = open_in_lab(page, next_of(notebook))
    following.wait_until_in("Español + English")
    following.close()


def test_an_undone_switch_is_forgotten(open_chapter: Open, page: Page, chapter_file: Path) -> None:
    notebook = open_chapter("en")
    chosen(notebook, edition="es")
    with notebook.page.expect_response("**/tiedbook/workspace*"):
        notebook.evaluate("shared.undo()")
    notebook.wait_until_in("English")
    assert find(chapter_file.parent).edition == "en"
    following = open_in_lab(page, next_of(notebook))
    following.wait_until_in("English")
    following.close()


def test_chapters_that_are_open_stay_as_they_are(open_chapter: Open, page: Page) -> None:
    notebook = open_chapter("en")
    other = open_in_lab(page, next_of(notebook))
    other.wait_until_in("English")
    chosen(notebook, edition="es")
    other.wait_until_in("English")
    other.close()


def test_notebook_7_remembers_what_was_chosen_in_jupyterlab(
    context: BrowserContext, server: Server, open_chapter: Open
) -> None:
    notebook = open_chapter("en")
    chosen(notebook, edition="hi-Latn")
    following = open_in_notebook(context, server, next_of(notebook))
    following.wait_until_in("Hinglish")
    following.close()
    following.page.close()
