"""A chapter that a program has run and written as a page: what stands for each widget is seen, without a network."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.running import shown
from tiedbook.course import course
from tiedbook.widgets.widget import Widget

CHAPTER = "ch00_start_here"

# Texts and pictures of a cell's output, and of a piece of HTML.
_SAME = """({ id, html }) => {
  const output = document.querySelector(`[id="cell-id=${id}"] .jp-OutputArea-output`);
  const own = document.createElement("div");
  own.innerHTML = html;
  const words = (node) => node.textContent.split(/\\s+/).filter(Boolean).join(" ");
  const pictures = (node) => [...node.querySelectorAll("img")].map((each) => each.alt);
  return {
    drawn: [...output.querySelectorAll("img")].every((each) => each.naturalWidth > 100),
    seen: output.checkVisibility() && output.clientHeight > 20,
    texts: [words(output), ...pictures(output)],
    wanted: [words(own), ...pictures(own)],
  };
}"""

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(context: BrowserContext, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The chapter as `jupyter nbconvert` runs and writes it, on a page that reaches no network."""
    folder = tmp_path_factory.mktemp("exported")
    command = [sys.executable, "-m", "jupyter", "nbconvert", "--execute", "--to", "html", "--output-dir", str(folder)]
    chapter = course().built("en") / f"{CHAPTER}.ipynb"
    subprocess.run([*command, str(chapter)], check=True, cwd=folder, capture_output=True)
    page = context.new_page()
    page.route("**/*", lambda route: route.continue_() if route.request.url.startswith("file:") else route.abort())
    page.goto((folder / f"{CHAPTER}.html").as_uri())
    yield page
    page.close()


def test_each_widget_shows_the_picture_or_the_table_that_stands_for_it(page: Page) -> None:
    widgets = {id_: value for id_, value in shown(CHAPTER).items() if isinstance(value, Widget)}
    assert {type(widget).module for widget in widgets.values()} >= {
        "flashcards",
        "progress_map",
        "quiz",
        "shape_ladder",
    }
    for id_, widget in widgets.items():
        found = page.evaluate(_SAME, {"id": id_, "html": widget.stand_in()})
        assert found["texts"] == found["wanted"]
        assert found["seen"]
        assert found["drawn"]
