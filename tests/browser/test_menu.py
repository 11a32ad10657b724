"""The control: on chapters only, by mouse, keyboard, command palette and screen reader."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.harness import Server, open_in_lab
from tiedbook.notebook import write_notebook

pytestmark = pytest.mark.browser


RUNS_CELLS = False


@pytest.fixture
def plain_notebook(server: Server, request: pytest.FixtureRequest) -> str:
    """A notebook that is not the course's."""
    name = f"{request.node.name}.ipynb"
    metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    write_notebook(server.root / name, {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": []})
    return name


def test_the_control_is_on_chapters_only_and_follows_the_metadata(page: Page, plain_notebook: str) -> None:
    notebook = open_in_lab(page, plain_notebook)
    notebook.panel.locator(".tiedbook-Edition").wait_for(state="attached")
    assert not notebook.menu.is_visible()

    mark = {"chapter": "ch01_lookup_is_matmul", "edition": "es", "release": "0.1.0", "cells": []}
    notebook.evaluate("shared.setMetadata('tiedbook', argument)", mark)
    notebook.wait_until_in("Español")
    assert notebook.menu.is_visible()

    notebook.evaluate("shared.deleteMetadata('tiedbook')")
    notebook.menu.wait_for(state="hidden")
    notebook.close()


def test_the_control_names_the_edition_in_its_own_words(open_chapter: Open) -> None:
    notebook = open_chapter("es")
    assert notebook.menu.inner_text().endswith("Español")
    assert notebook.panel.locator(".tiedbook-Edition").get_attribute("lang") == "es"


def test_the_keyboard_alone_opens_chooses_and_leaves(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    keyboard = notebook.page.keyboard
    notebook.walk_to_menu()

    keyboard.press("ArrowDown")
    chosen = notebook.page.locator(".tiedbook-Edition-menu [role=menuitemradio]:focus")
    chosen.wait_for()
    assert chosen.text_content() == "English"
    assert chosen.get_attribute("aria-checked") == "true"
    keyboard.press("Escape")
    notebook.wait(notebook.MENU_FOCUSED)
    assert notebook.menu.get_attribute("aria-expanded") == "false"

    keyboard.press("Enter")
    chosen.wait_for()
    keyboard.press("ArrowDown")
    keyboard.press("ArrowDown")
    keyboard.press("Enter")
    notebook.wait_until_in("Español")
    notebook.wait(notebook.MENU_FOCUSED)


def test_the_mouse_leaves_the_cursor_in_the_cell(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    notebook.reveal("embed").locator(".cm-content").click()
    notebook.page.keyboard.press("Control+End")
    notebook.choose("Español")
    notebook.page.keyboard.type("  # still here")
    assert notebook.source("embed").endswith("  # still here")


def test_screen_readers_get_names_states_languages_and_the_result(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    page = notebook.page
    button = notebook.panel.get_by_role("button", name="Edition: English", exact=True)
    assert button.get_attribute("aria-haspopup") == "menu"
    button.click()
    assert button.get_attribute("aria-expanded") == "true"
    items = page.get_by_role("menu", name="Edition: English").get_by_role("menuitemradio")
    assert items.evaluate_all(
        "items => items.map(item => [item.textContent, item.ariaChecked, item.querySelector('[lang]').lang])"
    ) == [
        ["English", "true", "en"],
        ["Hinglish", "false", "hi-Latn"],
        ["Español", "false", "es"],
        ["English + Hinglish", "false", "en"],
        ["English + Español", "false", "en"],
    ]
    items.nth(1).click()
    notebook.wait_until_in("Hinglish")
    status = notebook.panel.locator(".tiedbook-Edition [role=status]")
    assert "Hinglish" in status.inner_text()
    assert status.evaluate("status => status.closest('[lang]').lang") == "hi-Latn"


@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])  # the last one stays
def test_axe_finds_nothing_in_the_control_and_its_menu(open_chapter: Open, theme: str) -> None:
    notebook = open_chapter("en")
    notebook.execute("apputils:change-theme", theme=theme)
    notebook.page.wait_for_function("name => document.body.dataset.jpThemeName === name", arg=theme)
    notebook.menu.click()
    notebook.page.locator(".tiedbook-Edition-menu").wait_for()
    for part in (".tiedbook-Edition", ".tiedbook-Edition-menu"):
        found = Axe().run(notebook.page, context=part).response
        assert [f"{each['id']}: {each['nodes'][0]['html']}" for each in found["violations"]] == []
        assert found["passes"]  # it looked at something
    notebook.page.keyboard.press("Escape")


def test_the_command_palette_offers_the_editions_on_a_chapter(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    notebook.execute("apputils:activate-command-palette")
    notebook.page.locator(".lm-CommandPalette-input").fill("Edition: Hing")
    notebook.page.locator(".lm-CommandPalette-item", has_text="Edition: Hinglish").click()
    notebook.wait_until_in("Hinglish")


def test_the_command_palette_has_no_editions_elsewhere(open_chapter: Open, page: Page, plain_notebook: str) -> None:
    open_chapter("en")  # so that the commands exist
    other = open_in_lab(page, plain_notebook)
    assert not other.evaluate("return jupyterapp.commands.isVisible('tiedbook:edition', { edition: 'es' })")
    other.close()


def test_two_chapters_side_by_side_are_switched_apart(
    open_chapter: Open, page: Page, make_workspace: Callable[[str], str]
) -> None:
    right = open_chapter("en")
    left = open_in_lab(
        page, right.evaluate("return panel.context.path").replace("ch01_lookup_is_matmul", "ch00_start_here")
    )
    right.evaluate("jupyterapp.shell.add(panel, 'main', { mode: 'split-right' })")
    left.menu.wait_for()
    left.evaluate("jupyterapp.shell.activateById(panel.id)")
    right.choose("Español")
    assert left.menu.inner_text().endswith("English")
    assert right.menu.inner_text().endswith("Español")
    left.close()


def test_the_notebook_in_a_second_view_follows(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    notebook.execute("docmanager:clone")
    notebook.wait("[...jupyterapp.shell.widgets('main')].filter(each => each.context === panel.context).length === 2")
    notebook.execute("tiedbook:edition", edition="es")
    notebook.wait(
        "[...jupyterapp.shell.widgets('main')].filter(each => each.context === panel.context)"
        ".every(each => each.node.querySelector('.tiedbook-Edition-button')?.textContent.includes('Español'))"
    )
