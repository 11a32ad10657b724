"""A page with unsaved changes keeps commands away from its file, for as long as it has them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Route

from tests.browser.conftest import CHAPTER, Open
from tests.browser.harness import PATIENCE, Server, open_in_lab, open_lab
from tests.browser.notebook import Notebook
from tiedbook.unsaved import held

pytestmark = pytest.mark.browser

RUNS_CELLS = False
NAME = f"{CHAPTER}.ipynb"


def wait_until_held(folder: Path, names: set[str]) -> None:
    """Wait until these chapters of a workspace count as unsaved, and no others."""
    end = monotonic() + PATIENCE
    while {*held(folder)} != names:
        assert monotonic() < end, held(folder)
        sleep(0.05)  # nothing tells when the server has left word


def wait_until(notebook: Notebook, is_so: Callable[[], bool]) -> None:
    """Wait until something is so here, while the page goes on."""
    end = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < end
        notebook.page.wait_for_timeout(50)


def command(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run tiedbook as a learner does."""
    variables = os.environ | {"TIEDBOOK_EDITION": "en"}
    return subprocess.run(
        [sys.executable, "-m", "tiedbook", *words, str(folder)], capture_output=True, text=True, env=variables
    )


def test_the_command_leaves_an_unsaved_chapter_alone_until_it_is_saved(open_chapter: Open, chapter_file: Path) -> None:
    notebook = open_chapter("en")
    folder = chapter_file.parent
    before = chapter_file.read_bytes()
    notebook.replace("embed", "# typed, and not saved")
    wait_until_held(folder, {NAME})

    refused = command(folder, "switch", "es")
    assert refused.returncode == 1
    (line,) = [line for line in refused.stdout.splitlines() if NAME in line]
    assert "JupyterLab" in line  # it says why
    assert chapter_file.read_bytes() == before

    notebook.save()
    wait_until_held(folder, set())
    done = command(folder, "switch", "es")
    assert done.returncode == 0, done.stderr
    assert "# typed, and not saved" in chapter_file.read_text(encoding="utf-8")
    assert '"edition": "es"' in chapter_file.read_text(encoding="utf-8")


@pytest.fixture
def own_page(context: BrowserContext, server: Server, open_chapter: Open) -> Iterator[Notebook]:
    """The chapter on a page of its own, that can be left."""
    path = open_chapter("en").evaluate("const path = panel.context.path; panel.dispose(); return path")
    page = open_lab(context, server, "leaving")
    yield open_in_lab(page, path)
    page.close()


def test_a_chapter_that_is_closed_or_whose_page_is_left_counts_no_longer(
    own_page: Notebook, chapter_file: Path
) -> None:
    own_page.menu.wait_for()
    own_page.replace("embed", "# given up")
    wait_until_held(chapter_file.parent, {NAME})
    own_page.evaluate("panel.dispose()")
    wait_until_held(chapter_file.parent, set())

    again = open_in_lab(own_page.page, f"{chapter_file.parent.name}/{NAME}")
    again.menu.wait_for()
    again.replace("embed", "# left")
    wait_until_held(chapter_file.parent, {NAME})
    own_page.page.on("dialog", lambda dialog: dialog.accept())
    own_page.page.goto("about:blank")
    wait_until_held(chapter_file.parent, set())


def test_a_chapter_that_is_renamed_counts_under_its_new_name(open_chapter: Open, chapter_file: Path) -> None:
    notebook = open_chapter("en")
    notebook.replace("embed", "# typed, and not saved")
    wait_until_held(chapter_file.parent, {NAME})
    folder = chapter_file.parent.name
    notebook.evaluate(
        "await jupyterapp.serviceManager.contents.rename(...argument)", [f"{folder}/{NAME}", f"{folder}/mine.ipynb"]
    )
    wait_until_held(chapter_file.parent, {"mine.ipynb"})
    Notebook(notebook.page, f"{folder}/mine.ipynb").close()
    wait_until_held(chapter_file.parent, set())


def test_it_is_said_again_for_as_long_as_it_is_so(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    said: list[dict[str, Any]] = []

    def answer(route: Route) -> None:
        said.append(dict(route.request.post_data_json or {}))
        route.fulfill(json={"repeat": 0.2})

    notebook.page.route("**/tiedbook/unsaved*", answer)
    notebook.replace("embed", "# typed, and not saved")
    wait_until(notebook, lambda: len(said) > 3)
    assert all(words["unsaved"] for words in said)
    assert len({words["tab"] for words in said}) == 1
    notebook.save()
    wait_until(notebook, lambda: not said[-1]["unsaved"])
    notebook.replace("embed", "# and again")
    wait_until(notebook, lambda: said[-1]["unsaved"])
