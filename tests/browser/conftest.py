"""One server, one browser and one page of JupyterLab for all browser tests."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Error, Page

from tests.browser.harness import Server, browse, find_chromium, open_in_lab, open_lab, serve
from tests.browser.notebook import Notebook
from tiedbook import session, workspace

CHAPTER = "ch01_lookup_is_matmul"

# Dialogs and notifications, which would be in the way of the next test, or taken for its own.
CLEAR = """
    document.querySelectorAll(".jp-Dialog .jp-mod-reject, .jp-Notification-Toast-Close").forEach(each => each.click());
"""

OFFERED = "tiedbook-edition:menus"  # where a browser keeps which menus it was offered
OFFERED_BEFORE = f"localStorage.setItem('{OFFERED}', 'es_ES')"

Open = Callable[..., Notebook]
OpenFile = Callable[..., Notebook]


@pytest.fixture(scope="session")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    """A headless browser. Without one the tests are skipped, but never in CI."""
    chromium = find_chromium()
    if chromium is None:
        reason = "no Chromium: install it (Debian: apt install chromium), or name its binary in TIEDBOOK_CHROMIUM"
        stop = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        stop(reason)
    with browse(chromium, tmp_path_factory.mktemp("profile")) as context:
        yield context


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A Jupyter server on an empty folder."""
    with serve(tmp_path_factory.mktemp("root"), tmp_path_factory.mktemp("home") / "jupyter") as server:
        yield server


@pytest.fixture(scope="module")
def bare(context: BrowserContext) -> Iterator[Page]:
    """An empty page for what needs no JupyterLab."""
    page = context.new_page()
    yield page
    page.close()


@pytest.fixture
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process speaks English."""
    monkeypatch.setattr(session, "_told", "en")


@pytest.fixture(scope="session")
def lab(context: BrowserContext, server: Server) -> Iterator[Page]:
    """JupyterLab on a page of a browser that was offered other menus already: else the first Spanish chapter offers."""
    page = open_lab(context, server, "tests")
    page.evaluate(OFFERED_BEFORE)
    yield page
    page.close()


@pytest.fixture
def page(lab: Page) -> Iterator[Page]:
    """JupyterLab for this test; an uncaught error of ours fails it, and what it leaves on the page is taken away."""
    faults: list[str] = []

    def note(fault: Error) -> None:
        faults.append(f"{fault}\n{fault.stack}")

    lab.on("pageerror", note)
    yield lab
    lab.remove_listener("pageerror", note)
    lab.unroute_all(behavior="ignoreErrors")
    lab.evaluate(CLEAR)
    assert [fault for fault in faults if "tiedbook" in fault] == []


@pytest.fixture
def make_workspace(server: Server, request: pytest.FixtureRequest) -> Callable[[str], str]:
    """Make a workspace of an edition for this test alone; returns its path under the server's root."""

    def make(edition: str) -> str:
        name = str(request.node.name)
        workspace.start(server.root / name, edition)
        return name

    return make


@pytest.fixture
def runs_cells(request: pytest.FixtureRequest) -> bool:
    """Whether tests of this module need kernels, each of which takes seconds to start."""
    return bool(getattr(request.module, "RUNS_CELLS", True))


@pytest.fixture
def open_file(page: Page, runs_cells: bool) -> Iterator[OpenFile]:
    """Open a chapter in JupyterLab, by its path under the server's root; closed at the end without saving."""
    opened: list[Notebook] = []

    def open_it(path: str, *, kernel: bool = runs_cells) -> Notebook:
        notebook = open_in_lab(page, path, kernel=kernel)
        opened.append(notebook)
        notebook.menu.wait_for()
        return notebook

    yield open_it
    for notebook in opened:
        notebook.leave()


@pytest.fixture
def open_chapter(make_workspace: Callable[[str], str], open_file: OpenFile, runs_cells: bool) -> Open:
    """Open chapter 1 of a new workspace in JupyterLab, with its kernel if the module runs cells."""

    def open_it(edition: str = "en", *, kernel: bool = runs_cells) -> Notebook:
        notebook = open_file(f"{make_workspace(edition)}/{CHAPTER}.ipynb", kernel=kernel)
        if kernel:
            notebook.wait_for_kernel()
        return notebook

    return open_it


@pytest.fixture
def chapter_file(server: Server, request: pytest.FixtureRequest) -> Path:
    """Where the chapter of this test's workspace is saved."""
    return server.root / str(request.node.name) / f"{CHAPTER}.ipynb"
