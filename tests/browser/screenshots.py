"""Pictures to judge by eye: ``python -m tests.browser.screenshots [FOLDER]``, or ``make screenshots``.

The edition menu and every widget, in each edition, in the light and the dark theme, wide and narrow: in
``screenshots/``, which git ignores, unless a folder is named. ``index.html`` there is the contact sheet.

``python -m tests.browser.screenshots readme`` takes the pictures in README anew.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from html import escape
from itertools import product
from pathlib import Path

from playwright.sync_api import BrowserContext, Page

from tests.browser.harness import browse, find_chromium, open_in_lab, open_lab, serve
from tests.browser.mounting import mount
from tests.browser.notebook import Notebook
from tests.browser.samples import SAMPLES
from tiedbook import session, workspace
from tiedbook.editions import editions

THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
WIDTHS = {"wide": 1280, "narrow": 700}
WIDGET_WIDTHS = {"wide": 1000, "narrow": 320}
FOR_README = Path(__file__).parents[2] / "docs"
MENUS = "lab/api/settings/@jupyterlab/translation-extension:plugin"
BELOW_THE_MENU = """
    const box = panel.content.outerNode;
    box.scrollTop += widget(argument).node.getBoundingClientRect().top - box.getBoundingClientRect().top - 140;
"""
EXPLORER = "three-meanings-figure"
WRONG = "def embed(ids, embedding_matrix):\n    return embedding_matrix[np.unique(ids)]"


def take(folder: Path) -> Iterator[Path]:
    """Yield each picture once it is written into `folder`."""
    chromium = _chromium()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        with browse(chromium, home / "profile") as context:
            yield from of_widgets(context, folder)
            workspace.start(home / "root", "en")
            with serve(home / "root", home / "jupyter") as server:
                page = open_lab(context, server, "screenshots")
                yield from of_menu(page, folder)


def for_readme(folder: Path) -> Iterator[Path]:
    """Yield each picture in README once it is taken: a check in Spanish, and the explorer of chapter 4 in English."""
    chromium = _chromium()
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        for tag in ("en", "es"):
            workspace.start(home / "root" / tag, tag)
        with serve(home / "root", home / "jupyter") as server, browse(chromium, home / "profile") as context:
            page = open_lab(context, server, "explorer")
            page.set_viewport_size({"width": 1240, "height": 900})
            notebook = _opened(page, "en/ch04_tied_logits.ipynb")
            shown = notebook.reveal(EXPLORER)
            notebook.run(EXPLORER)
            shown.locator(".dx-state[role=slider]").wait_for()
            notebook.reveal(EXPLORER)
            page.screenshot(path=folder / "dot-explorer.png", animations="disabled")
            yield folder / "dot-explorer.png"
            page.close()
            server.request(MENUS, "PUT", {"raw": '{"locale": "es_ES"}'})
            page = open_lab(context, server, "check")
            page.set_viewport_size({"width": 1200, "height": 940})
            notebook = _opened(page, "es/ch01_lookup_is_matmul.ipynb")
            notebook.replace("embed", WRONG)
            for cell in ("table", "embed", "embed-core"):
                notebook.reveal(cell)
                notebook.run(cell)
            notebook.evaluate(BELOW_THE_MENU, "embed")
            yield shoot(page, folder / "chapter1-es.png")


def _opened(page: Page, path: str) -> Notebook:
    """Open a notebook that has the page to itself, with its kernel."""
    notebook = open_in_lab(page, path)
    notebook.menu.wait_for()
    notebook.wait_for_kernel()
    notebook.execute("application:toggle-left-area")
    return notebook


def _chromium() -> Path:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("No Chromium. Install it, or name its binary in TIEDBOOK_CHROMIUM.")
    return chromium


def of_widgets(context: BrowserContext, folder: Path) -> Iterator[Path]:
    """Yield a picture of every widget in every edition, theme and width."""
    page = context.new_page()
    for name, tag, theme, width in product(SAMPLES, editions(), THEMES, WIDGET_WIDTHS):
        session.set_edition(tag)
        mounted = mount(page, SAMPLES[name](), theme=theme, width=WIDGET_WIDTHS[width])
        page.evaluate("() => new Promise(requestAnimationFrame)")
        path = folder / f"{name}-{tag}-{theme}-{width}.png"
        mounted.root.screenshot(path=path, animations="disabled")
        yield path
    page.close()


def of_menu(page: Page, folder: Path) -> Iterator[Path]:
    """Yield a picture of the page with the edition menu open, in every edition, theme and width."""
    notebook = open_in_lab(page, "ch01_lookup_is_matmul.ipynb")
    notebook.menu.wait_for()
    notebook.wait_for_kernel()
    for edition in editions().values():
        if edition.name not in notebook.menu.inner_text():
            notebook.choose(edition.name)
        for theme, full_name in THEMES.items():
            notebook.execute("apputils:change-theme", theme=full_name)
            page.wait_for_function("name => document.body.dataset.jpThemeName === name", arg=full_name)
            for width, pixels in WIDTHS.items():
                page.set_viewport_size({"width": pixels, "height": 800})
                yield shoot(page, folder / f"menu-{edition.tag}-{theme}-{width}.png")


def shoot(page: Page, path: Path) -> Path:
    """Take a picture of the page with the edition menu open."""
    page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .tiedbook-Edition-button").click()
    page.locator(".tiedbook-Edition-menu").wait_for()
    page.screenshot(path=path)
    page.keyboard.press("Escape")
    return path


def contact_sheet(pictures: list[Path], path: Path) -> Path:
    """Write a page that shows all pictures side by side, each with its name and as a link to its full size."""
    figures = "\n".join(
        f'<figure><a href="{escape(picture.name)}"><img src="{escape(picture.name)}" alt="{escape(picture.stem)}"></a>'
        f"<figcaption>{escape(picture.stem)}</figcaption></figure>"
        for picture in pictures
    )
    path.write_text(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact sheet</title><style>'
        "body{font:13px system-ui;display:flex;flex-wrap:wrap;gap:16px;margin:16px}figure{margin:0}"
        "img{max-width:460px;max-height:520px;border:1px solid #999;display:block}</style>"
        f"{figures}</html>\n",
        encoding="utf-8",
    )
    return path


if __name__ == "__main__":
    if sys.argv[1:] == ["readme"]:
        for taken in for_readme(FOR_README):
            print(taken)  # noqa: T201  # a command
        raise SystemExit
    into = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("screenshots")
    written = []
    for picture in take(into):
        print(picture, flush=True)  # noqa: T201  # a command
        written.append(picture)
    print(contact_sheet(written, into / "index.html"))  # noqa: T201  # a command
