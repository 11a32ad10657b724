"""The same menu in Notebook 7."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.conftest import CHAPTER
from tests.browser.harness import Server, open_in_notebook

pytestmark = pytest.mark.browser


def test_notebook_7_switches_in_place(
    context: BrowserContext, server: Server, make_workspace: Callable[[str], str]
) -> None:
    notebook = open_in_notebook(context, server, f"{make_workspace('en')}/{CHAPTER}.ipynb")
    notebook.menu.wait_for()
    notebook.wait_for_kernel()
    notebook.replace("embed", "# unsaved")
    code = notebook.sources("code")
    notebook.choose("Español")
    assert notebook.sources("code") == code
    assert notebook.told() == "es"
    notebook.evaluate(
        "shared.setMetadata('tiedbook', { ...shared.getMetadata('tiedbook'), chapter: 'ch99_elsewhere' })"
    )
    notebook.execute("tiedbook:edition", edition="en")
    notebook.notification("ch99_elsewhere").wait_for()
    notebook.close()
    notebook.page.close()
