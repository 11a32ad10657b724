"""Exercise and check cells that the learner deleted are offered back, once for each opening, and never forced."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Open, OpenFile
from tiedbook.catalog import runtime
from tiedbook.notebook import read_notebook, role, write_notebook
from tiedbook.workspace import find, write_marker

pytestmark = pytest.mark.browser

SPANISH = runtime("es")
RUNS_CELLS = False
GONE = ["embed", "embed-contract"]
NEXT = "ch02_gradients_scatter.ipynb"


def test_what_was_deleted_comes_back_by_one_button_in_its_place_and_in_the_new_edition(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    notebook.dismiss()
    ids = notebook.ids()
    notebook.replace("one_hot", "# mine")
    starter = notebook.source("embed")
    notebook.delete(*GONE)
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
    notebook.dismiss()
    notebook.delete(*GONE)
    notebook.switch(edition="es")
    offer = notebook.notification("embed, embed-contract")
    offer.wait_for()
    notebook.dismiss()
    notebook.switch(edition="en")
    notebook.switch(edition="es")
    assert offer.count() == 0
    assert not {*GONE} & {*notebook.ids()}


def test_nothing_is_offered_where_nothing_is_missing(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    notebook.dismiss()
    notebook.delete("proof")  # the course's text is the learner's to delete
    notebook.switch(edition="es")
    assert notebook.page.locator(".Toastify__toast").count() == 0
    assert "proof" not in notebook.ids()


def test_what_was_deleted_and_saved_is_offered_when_the_chapter_is_opened_again(
    open_chapter: Open, open_file: OpenFile, chapter_file: Path
) -> None:
    first = open_chapter("en")
    ids = first.ids()
    first.delete(*GONE)
    first.save()
    path = str(first.evaluate("return panel.context.path"))
    first.close()
    first.dismiss()
    saved = chapter_file.read_bytes()

    again = open_file(path)
    offer = again.notification("embed, embed-contract")
    offer.wait_for()
    assert [id_ for id_ in ids if id_ not in GONE] == again.ids()  # nothing is forced
    assert not again.evaluate("return panel.context.model.dirty")
    offer.get_by_role("button", name="Bring them back").click()
    again.wait("cell('embed') && cell('embed-contract')")
    assert again.ids() == ids
    again.wait_until_in("English")
    assert chapter_file.read_bytes() == saved  # until it is saved


def test_a_chapter_that_opens_in_another_edition_makes_the_offer_once(
    open_chapter: Open, open_file: OpenFile, chapter_file: Path
) -> None:
    path = str(open_chapter("en").evaluate("return panel.context.path"))
    following = chapter_file.with_name(NEXT)
    notebook = read_notebook(following)
    gone = next(cell["id"] for cell in notebook["cells"] if role(cell) == "answer")
    notebook["cells"] = [cell for cell in notebook["cells"] if cell["id"] != gone]
    write_notebook(following, notebook)
    write_marker(chapter_file.parent, "es", find(chapter_file.parent).release)

    opened = open_file(path.replace(chapter_file.name, NEXT))
    opened.dismiss()
    opened.wait_until_in("Español")
    opened.notification(gone).wait_for()
    opened.switch(edition="en")
    assert opened.notification(gone).count() == 1
