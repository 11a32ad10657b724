"""The same menu in Notebook 7."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.conftest import CHAPTER
from tests.browser.harness import Server, open_in_notebook
from tests.browser.notebook import Notebook
from tiedbook import built, workspace

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def notebook(context: BrowserContext, server: Server) -> Iterator[Notebook]:
    """Chapter 1 in Notebook 7, for the whole module: each test leaves it in English, with the code as it came."""
    workspace.start(server.root / "in-notebook-7", "en")
    notebook = open_in_notebook(context, server, f"in-notebook-7/{CHAPTER}.ipynb")
    notebook.menu.wait_for()
    notebook.wait_for_kernel()
    yield notebook
    notebook.close()
    notebook.page.close()


@pytest.fixture
def work(notebook: Notebook) -> Iterator[dict[str, str]]:
    """Code that is typed and not saved, with the result of running it: all code by cell."""
    starter = notebook.source("one_hot")
    notebook.replace("one_hot", "print('a result')  # unsaved")
    notebook.run("one_hot")
    yield notebook.sources("code")
    notebook.replace("one_hot", starter)


def built_prose(tag: str) -> list[str]:
    """Return the prose of the chapter as a workspace has it in an edition."""
    return [cell["source"] for cell in built.chapter(CHAPTER, tag)["cells"] if cell["cell_type"] == "markdown"]


def test_the_menu_swaps_and_draws_the_prose_and_keeps_code_results_kernel_and_file(
    notebook: Notebook, work: dict[str, str], server: Server
) -> None:
    file = server.root / "in-notebook-7" / f"{CHAPTER}.ipynb"
    saved = file.read_bytes()
    process = notebook.ask("__import__('os').getpid()")
    heading = notebook.reveal("title").locator("h1").text_content()
    notebook.choose("Español")
    assert list(notebook.sources("markdown").values()) == built_prose("es")
    notebook.wait("widget('title').node.querySelector('h1').textContent !== argument", heading)
    assert notebook.sources("code") == work
    assert notebook.output("one_hot") == "a result\n"
    assert notebook.ask("__import__('os').getpid()") == process
    assert notebook.told() == "es"
    assert notebook.evaluate("return panel.content.node.lang") == "es"
    assert file.read_bytes() == saved
    notebook.evaluate("shared.undo()")
    notebook.wait_until_in("English")
    assert list(notebook.sources("markdown").values()) == built_prose("en")
    assert notebook.sources("code") == work


def test_the_keyboard_alone_switches_there_and_back(notebook: Notebook, work: dict[str, str]) -> None:
    keyboard = notebook.page.keyboard
    chosen = notebook.page.locator(".tiedbook-Edition-menu [role=menuitemradio]:focus")
    for edition, key in (("Español", "ArrowDown"), ("English", "ArrowUp")):
        notebook.walk_to_menu()
        keyboard.press("Enter")
        chosen.wait_for()
        for _ in range(2):
            keyboard.press(key)
        assert chosen.text_content() == edition
        keyboard.press("Enter")
        notebook.wait_until_in(edition)
        notebook.wait(notebook.MENU_FOCUSED)
        assert notebook.sources("code") == work


def test_a_refusal_is_shown(notebook: Notebook) -> None:
    mark = notebook.evaluate("return shared.getMetadata('tiedbook')")
    notebook.evaluate(
        "shared.setMetadata('tiedbook', { ...shared.getMetadata('tiedbook'), chapter: 'ch99_elsewhere' })"
    )
    notebook.execute("tiedbook:edition", edition="es")
    notebook.notification("ch99_elsewhere").wait_for()
    notebook.evaluate("shared.setMetadata('tiedbook', argument)", mark)
    notebook.dismiss()
