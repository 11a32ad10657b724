"""Pictures of the edition menu to look at: ``python -m tests.browser.screenshots [FOLDER]``.

Every edition in the light and the dark theme, wide and narrow, with the menu open: in ``screenshots/``, which git
ignores, unless a folder is named.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.harness import browse, find_chromium, open_in_lab, open_lab, serve
from tiedbook import workspace

EDITIONS = ("English", "Hinglish", "Español")
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
WIDTHS = {"wide": 1280, "narrow": 700}


def take(folder: Path) -> Iterator[Path]:
    """Yield each picture once it is written into `folder`."""
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("No Chromium. Install it, or name its binary in TIEDBOOK_CHROMIUM.")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        workspace.start(home / "root", "en")
        with serve(home / "root", home / "jupyter") as server, browse(chromium, home / "profile") as context:
            page = open_lab(context, server, "screenshots")
            notebook = open_in_lab(page, "ch01_lookup_is_matmul.ipynb")
            notebook.menu.wait_for()
            notebook.wait_for_kernel()
            for edition in EDITIONS:
                if edition not in notebook.menu.inner_text():
                    notebook.choose(edition)
                for theme, full_name in THEMES.items():
                    notebook.execute("apputils:change-theme", theme=full_name)
                    page.wait_for_function("name => document.body.dataset.jpThemeName === name", arg=full_name)
                    for width, pixels in WIDTHS.items():
                        page.set_viewport_size({"width": pixels, "height": 800})
                        yield shoot(page, folder / f"{edition}-{theme}-{width}.png")


def shoot(page: Page, path: Path) -> Path:
    """Take a picture of the page with the edition menu open."""
    page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .tiedbook-Edition-button").click()
    page.locator(".tiedbook-Edition-menu").wait_for()
    page.screenshot(path=path)
    page.keyboard.press("Escape")
    return path


if __name__ == "__main__":
    for written in take(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("screenshots")):
        print(written)  # noqa: T201  # a command
