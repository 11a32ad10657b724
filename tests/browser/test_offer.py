"""Exercise and check cells that the learner deleted are offered back, once for each opening, and never forced."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Open
from tests.browser.notebook import Notebook
from tiedbook.catalog import runtime

pytestmark = pytest.mark.browser

SPANISH = runtime("es")
GONE = ["embed", "embed-contract"]
SWITCH = "await jupyterapp.commands.execute('tiedbook:edition', { edition: argument })"  # done when all is said


def delete(notebook: Notebook, *ids: str) -> None:
    """Delete cells as the learner would, who may unlock them first."""
    notebook.evaluate(
        "for (const id of argument) shared.deleteCell(shared.cells.findIndex(cell => cell.getId() === id))", list(ids)
    )


def dismiss(notebook: Notebook) -> None:
    """Take every notification away that is left from before."""
    notebook.evaluate("document.querySelectorAll('.jp-Notification-Toast-Close').forEach(button => button.click())")
    notebook.page.locator(".Toastify__toast").first.wait_for(state="detached")


def test_what_was_deleted_comes_back_by_one_button_in_its_place_and_in_the_new_edition(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    dismiss(notebook)
    ids = notebook.ids()
    notebook.replace("one_hot", "# mine")
    starter = notebook.source("embed")
    delete(notebook, *GONE)
    notebook.choose("Español")
    offer = notebook.notification("embed, embed-contract")
    offer.wait_for()
    assert not {*GONE} & {*notebook.ids()}
    code = notebook.sources("code")
    offer.get_by_role("button", name=SPANISH.text("lab.bring_back", "Bring them back")).click()
    notebook.wait("cell('embed') && cell('embed-contract')")
    assert notebook.ids() == ids
    assert notebook.source("embed") == starter
    assert {id_: text for id_, text in notebook.sources("code").items() if id_ not in GONE} == code
    notebook.wait_until_in("Español")
    notebook.evaluate("shared.undo()")
    assert notebook.sources("code") == code
    assert notebook.evaluate("return shared.getMetadata('tiedbook').edition") == "es"


def test_it_is_offered_once_for_each_opening(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    dismiss(notebook)
    delete(notebook, *GONE)
    notebook.evaluate(SWITCH, "es")
    offer = notebook.notification("embed, embed-contract")
    offer.wait_for()
    dismiss(notebook)
    notebook.evaluate(SWITCH, "en")
    notebook.evaluate(SWITCH, "es")
    assert offer.count() == 0
    assert not {*GONE} & {*notebook.ids()}


def test_nothing_is_offered_where_nothing_is_missing(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    dismiss(notebook)
    delete(notebook, "proof")  # the course's text is the learner's to delete
    notebook.evaluate(SWITCH, "es")
    assert notebook.page.locator(".Toastify__toast").count() == 0
    assert "proof" not in notebook.ids()
