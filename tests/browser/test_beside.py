"""Two languages in one notebook: chosen in the menu, read, left again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.browser.conftest import Open

pytestmark = pytest.mark.browser

FOLD = "details.tiedbook-second"
MENU = ".tiedbook-Edition-menu [role=menuitemradio]:visible"


def test_the_menu_offers_the_other_editions_beside_the_current_one(open_chapter: Open) -> None:
    notebook = open_chapter("es")
    notebook.menu.click()
    items = notebook.page.locator(MENU)
    items.first.wait_for()
    assert items.all_text_contents() == [
        "English", "Hinglish", "Español", "Español + English", "Español + Hinglish",
    ]  # fmt: skip
    assert items.evaluate_all("items => items.map(item => item.ariaChecked)") == [
        "false", "false", "true", "false", "false",
    ]  # fmt: skip
    notebook.page.keyboard.press("Escape")


def test_a_fold_is_closed_has_its_language_and_opens_by_keyboard(open_chapter: Open) -> None:
    notebook = open_chapter("es")
    notebook.choose("Español + English")
    cell = notebook.reveal("title")
    fold = cell.locator(FOLD).nth(1)
    fold.wait_for()
    assert fold.get_attribute("lang") == "en"
    assert not fold.evaluate("fold => fold.open")
    fold.locator("summary").focus()
    notebook.page.keyboard.press("Enter")
    assert fold.evaluate("fold => fold.open")
    assert "A model fetches the vector of a token from a table." in fold.inner_text()
    assert cell.locator("xpath=ancestor-or-self::*[@lang][1]").get_attribute("lang") == "es"


def test_the_keyboard_reaches_the_pair_and_comes_back_to_it(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    keyboard = notebook.page.keyboard
    notebook.walk_to_menu()
    keyboard.press("Enter")
    chosen = notebook.page.locator(".tiedbook-Edition-menu [role=menuitemradio]:focus")
    chosen.wait_for()
    for _ in range(4):
        keyboard.press("ArrowDown")
    assert chosen.text_content() == "English + Español"
    keyboard.press("Enter")
    notebook.wait_until_in("English + Español")
    notebook.wait(notebook.MENU_FOCUSED)
    keyboard.press("Enter")
    chosen.wait_for()
    assert (chosen.text_content(), chosen.get_attribute("aria-checked")) == ("English + Español", "true")
    keyboard.press("Escape")


def test_there_and_back_restores_every_byte_and_undo_brings_two_back(open_chapter: Open, chapter_file: Path) -> None:
    notebook = open_chapter("en")
    before = notebook.sources("markdown")
    notebook.replace("embed", "def embed(ids, table):\n    return table[ids]")
    code = notebook.sources("code")
    notebook.choose("English + Hinglish")
    assert notebook.sources("code") == code
    notebook.save()
    saved = json.loads(chapter_file.read_text(encoding="utf-8"))["metadata"]["tiedbook"]
    assert (saved["edition"], saved["beside"]) == ("en", "hi-Latn")
    notebook.choose("English")
    assert (notebook.sources("markdown"), notebook.sources("code")) == (before, code)
    assert notebook.evaluate("return shared.getMetadata('tiedbook').beside") is None
    notebook.evaluate("shared.undo()")
    notebook.wait_until_in("English + Hinglish")


def test_the_command_palette_offers_pairs_of_the_current_edition_only(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    offered = "return jupyterapp.commands.isVisible('tiedbook:edition', argument)"
    assert notebook.evaluate(offered, {"edition": "en", "beside": "es"})
    assert not notebook.evaluate(offered, {"edition": "es", "beside": "en"})


def test_an_opened_passage_is_not_noted_as_a_hint(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    notebook.choose("English + Español")
    cell = notebook.reveal("embed-hints")
    notebook.evaluate(
        "window.asked = []; const k = kernel(), run = k.requestExecute.bind(k);"
        "k.requestExecute = (content, ...rest) => { window.asked.push(content.code); return run(content, ...rest); };"
    )
    hint = cell.locator("details:not(.tiedbook-second)").nth(1)
    hint.locator("summary").first.click()
    hint.locator(FOLD).first.locator("summary").click()
    notebook.wait("window.asked.length > 0")
    asked = notebook.evaluate("return window.asked")
    assert [code for code in asked if "hint(" in code] == ['__import__("tiedbook.study").study.hint("embed", 2)']
    notebook.wait_for_kernel()  # a kernel that ends before it has answered is an error on the page
