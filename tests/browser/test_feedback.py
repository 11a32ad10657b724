"""The feedback page as it is seen: whatever the width of the window, nothing is cut off."""

from __future__ import annotations

from pathlib import Path

import pytest
from markupsafe import Markup
from playwright.sync_api import BrowserContext

from autograde.feedback import render
from autograde.listing import listing
from autograde.page import CellView, ExerciseView, Finding, Page, PartView, labels
from autograde.written import WrittenView
from tiedbook.catalog import runtime

LONG = "table = np.array([" + "1234.5, " * 60 + "])"
SOLID = "x" * 500
CODE = f'def embed(ids):\n    """Return rows.\n\n    {SOLID}\n\n    {LONG}\n    """\n    {LONG}\n    return {SOLID}\n'


@pytest.fixture
def address(tmp_path: Path) -> str:
    """A page with the longest of everything."""
    shown = tuple((label, text) for label in ("call", "got", "wanted") for text in (LONG,))
    finding = Finding(Markup("{} <code>{}</code>").format(LONG, SOLID), shown, LONG)
    part = PartView("Core", "0 of 6 points", False, "not yet", (finding,), "")
    cell = CellView(listing(CODE, "embed"), f"{LONG}\n{SOLID}", Markup("Stopped."))
    exercise = ExerciseView("embed", "0 of 6 points", (part,), Markup("Open the hints."), cell, LONG)
    written = WrittenView("answer", LONG, "0 of 4 points", False, "not read yet", f"{LONG}\n{SOLID}", LONG)
    page = Page("en", LONG, SOLID, "0 of 6 points", "", (exercise,), (written,), (cell,), labels(runtime("en")))
    path = tmp_path / "page.html"
    path.write_text(render(page), encoding="utf-8")
    return path.as_uri()


@pytest.mark.parametrize("width", [320, 1000, 1600])
def test_nothing_on_a_page_is_cut_off(context: BrowserContext, address: str, width: int) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(address)
    for fold in page.locator("summary").all():
        fold.click()
    cut = "element => element.scrollWidth > element.clientWidth && getComputedStyle(element).display !== 'inline'"
    assert page.evaluate(f"[...document.querySelectorAll('*')].filter({cut}).map(element => element.outerHTML)") == []
    page.close()
