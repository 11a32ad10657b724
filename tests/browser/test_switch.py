"""The edition is switched in place: the learner's work, results, kernel and place stay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import Open

pytestmark = pytest.mark.browser

RUNS_CELLS = False
MINE = "def embed(ids, table):\n    return table[ids]  # typed, and not saved"
PLACE = """
    const box = widget(argument).node.getBoundingClientRect();
    return Math.round(box.top - panel.content.node.getBoundingClientRect().top);
"""

SCROLLER = "panel.content.node.querySelector('.jp-WindowedPanel-outer')"
LENGTH = "return panel.content.viewportNode.scrollHeight;"


def test_switching_keeps_unsaved_code_results_kernel_and_file(open_chapter: Open, chapter_file: Path) -> None:
    notebook = open_chapter("en", kernel=True)
    saved = chapter_file.read_bytes()
    notebook.replace("embed", MINE)
    notebook.replace("one_hot", "print('a result')")
    notebook.run("one_hot")
    process = notebook.ask("__import__('os').getpid()")
    code, prose = notebook.sources("code"), notebook.sources("markdown")

    notebook.choose("Español")

    assert notebook.sources("code") == code
    swapped = notebook.sources("markdown")
    assert swapped.keys() == prose.keys()
    assert swapped["title"] != prose["title"]
    assert notebook.output("one_hot") == "a result\n"
    assert notebook.ask("__import__('os').getpid()") == process
    assert notebook.told() == "es"
    assert notebook.evaluate("return panel.content.node.lang") == "es"
    assert notebook.evaluate("return shared.getMetadata('tiedbook').edition") == "es"
    assert notebook.evaluate("return panel.context.model.dirty")
    assert chapter_file.read_bytes() == saved


def test_swapped_prose_is_drawn_and_stays_drawn(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    heading = notebook.reveal("title").locator("h1").text_content()
    notebook.choose("Español")
    notebook.wait("widget('title').node.querySelector('h1').textContent !== argument", heading)
    assert notebook.evaluate("return panel.content.widgets.every(cell => cell.rendered !== false)")


def test_the_active_cell_stays_where_it_is(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    notebook.reveal("embed")
    before, length = notebook.evaluate(PLACE, "embed"), notebook.evaluate(LENGTH)
    notebook.choose("Español")
    notebook.wait(f"(() => {{ {LENGTH} }})() !== argument", length)  # else there was nothing to hold
    assert notebook.evaluate(PLACE, "embed") == pytest.approx(before, abs=2)
    assert notebook.evaluate("return panel.content.activeCell.model.id") == "embed"


def test_what_is_read_stays_where_it_is_with_the_active_cell_out_of_sight(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    notebook.reveal("embed-core")
    depth = notebook.evaluate(f"return {SCROLLER}.scrollTop + (() => {{ {PLACE} }})()", "embed-core")
    notebook.reveal("title")
    notebook.evaluate(f"{SCROLLER}.scrollTop = argument", depth)
    before, length = notebook.evaluate(PLACE, "embed-core"), notebook.evaluate(LENGTH)
    notebook.choose("Español")
    notebook.wait(f"(() => {{ {LENGTH} }})() !== argument", length)
    assert notebook.evaluate(PLACE, "embed-core") == pytest.approx(before, abs=2)
    assert notebook.evaluate("return panel.content.activeCell.model.id") == "title"


def test_undo_takes_a_switch_back_in_one_step(open_chapter: Open) -> None:
    notebook = open_chapter("en", kernel=True)
    english = notebook.sources("markdown")
    notebook.choose("Español")
    spanish = notebook.sources("markdown")

    notebook.execute("notebook:undo-cell-action")
    notebook.wait_until_in("English")
    assert notebook.sources("markdown") == english
    assert notebook.told() == "en"

    notebook.execute("notebook:redo-cell-action")
    notebook.wait_until_in("Español")
    assert notebook.sources("markdown") == spanish
    assert notebook.told() == "es"


def test_edited_prose_stays_and_gets_its_translation_beside(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    edited = notebook.source("proof") + "\n\nMy own remark."
    notebook.replace("proof", edited)
    ids = notebook.ids()

    notebook.choose("Español")
    assert notebook.source("proof") == edited
    assert notebook.ids() == [*ids[: ids.index("proof") + 1], "proof--beside", *ids[ids.index("proof") + 1 :]]
    notebook.reveal("proof--beside").locator(".jp-RenderedMarkdown").wait_for()
    notebook.notification("").wait_for()  # says that the edited text was kept

    notebook.choose("English")
    assert notebook.ids() == ids
    assert notebook.source("proof") == edited


def test_typing_during_a_switch_is_kept(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        held.append(route)

    notebook.page.route("**/tiedbook/switch*", hold_the_first)
    with notebook.page.expect_request("**/tiedbook/switch*"):
        notebook.execute("tiedbook:edition", edition="es")
    edited = notebook.source("proof") + "\n\nTyped just now."
    notebook.replace("proof", edited)
    with notebook.page.expect_request("**/tiedbook/switch*"):  # the answer no longer fits, so it asks again
        held[0].continue_()
    notebook.wait_until_in("Español")
    assert notebook.source("proof") == edited
    assert "proof--beside" in notebook.ids()


def test_the_last_of_several_quick_choices_counts(open_chapter: Open) -> None:
    notebook = open_chapter("en", kernel=True)
    for edition in ("es", "en", "hi-Latn", "es", "hi-Latn"):
        notebook.execute("tiedbook:edition", edition=edition)
    notebook.wait_until_in("Hinglish")
    assert notebook.evaluate("return shared.getMetadata('tiedbook').edition") == "hi-Latn"
    assert "**Hinglish**" in notebook.source("editions")
    assert notebook.told() == "hi-Latn"


def test_an_answer_that_never_fits_is_given_up(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    before = notebook.sources("markdown")
    gone = {"edition": "es", "operations": [{"op": "remove", "id": "never-there"}]}
    notebook.page.route("**/tiedbook/switch*", lambda route: route.fulfill(json=gone))
    notebook.execute("tiedbook:edition", edition="es")
    notebook.notification("since the notebook changed meanwhile").wait_for()
    notebook.wait_until_in("English")
    assert notebook.sources("markdown") == before


def test_a_notebook_closed_during_a_switch_is_let_go(open_chapter: Open, chapter_file: Path) -> None:
    notebook = open_chapter("en")
    saved = chapter_file.read_bytes()
    with notebook.page.expect_response("**/tiedbook/switch*"):
        notebook.evaluate("void jupyterapp.commands.execute('tiedbook:edition', { edition: 'es' }); panel.dispose()")
    assert chapter_file.read_bytes() == saved


def test_what_is_saved_is_the_notebook_in_the_new_edition(open_chapter: Open, chapter_file: Path) -> None:
    notebook = open_chapter("en")
    notebook.replace("embed", MINE)
    notebook.choose("Hinglish")
    notebook.save()
    saved = json.loads(chapter_file.read_text(encoding="utf-8"))
    cells = {cell["id"]: "".join(cell["source"]) for cell in saved["cells"]}
    assert saved["metadata"]["tiedbook"]["edition"] == "hi-Latn"
    assert cells["embed"] == MINE
    assert "**Hinglish**" in cells["editions"]
