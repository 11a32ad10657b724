"""A part of the table of cases of the merge, replayed through the menu in a real browser, with a small course."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.harness import Server, open_in_lab, open_lab, serve
from tests.cases import FOLDER, load
from tests.small import NAMES, SECOND, write_course
from tiedbook.notebook import Cell, edition_of, write_notebook

pytestmark = pytest.mark.browser

CASES = (
    "switch_attachment",
    "switch_copied",
    "switch_deleted",
    "switch_edited_beside",
    "switch_edited_code",
    "switch_edited_prose",
    "switch_edited_prose_home",
    "switch_folded",
    "switch_foreign_metadata",
    "switch_merged_prose",
    "switch_moved",
    "switch_never_had",
    "switch_no_metadata",
    "switch_outputs_and_widgets",
    "switch_own_cells",
    "switch_prose_as_code",
    "switch_split_answer",
    "switch_split_prose",
)

# The server's own course is replaced before it reads anything; this file is its configuration.
SMALL = """
from pathlib import Path

import tiedbook.built
import tiedbook.course
tiedbook.course._PACKAGE = Path({root!r}) / "tiedbook"
tiedbook.built._how_to_switch = lambda tag: f"links of {{tag}}"

c.LabApp.notebook_starts_kernel = False  # no case runs anything
"""


@pytest.fixture(scope="module")
def small_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A Jupyter server whose course is the one that the cases are about."""
    folder = tmp_path_factory.mktemp("small")
    write_course(folder / "course")
    config = folder / "jupyter" / "config" / "jupyter_server_config.py"
    config.parent.mkdir(parents=True)
    config.write_text(SMALL.format(root=str(folder / "course")), encoding="utf-8")
    (folder / "root").mkdir()
    with serve(folder / "root", folder / "jupyter") as server:
        yield server


@pytest.fixture(scope="module")
def small_page(context: BrowserContext, small_server: Server) -> Iterator[Page]:
    """JupyterLab on that server."""
    page = open_lab(context, small_server, "cases")
    yield page
    page.close()


def seen(cells: list[dict[str, Any]] | list[Cell]) -> list[tuple[Any, ...]]:
    """Return what a learner sees of cells."""
    return [(cell["cell_type"], cell["source"], results(cell), cell.get("attachments") or {}) for cell in cells]


def results(cell: Mapping[str, Any]) -> list[Any]:
    """Return the outputs of a cell, each text as one string."""

    def whole(text: object) -> object:
        return "".join(text) if isinstance(text, list) else text

    outputs = cell.get("outputs") or []
    return [{**output, "data": {kind: whole(text) for kind, text in output["data"].items()}} for output in outputs]


@pytest.mark.parametrize("name", CASES)
def test_case_in_the_browser(small_server: Server, small_page: Page, name: str) -> None:
    case = load(FOLDER / f"{name}.toml")
    before = {**case.before, "metadata": {"tiedbook": case.before["metadata"].get("tiedbook", {})}}
    path = small_server.root / f"{name}.ipynb"
    write_notebook(path, before)
    notebook = open_in_lab(small_page, path.name)
    target, _, second = case.target.partition("/")
    if not before["metadata"]["tiedbook"]:  # a plain notebook to the page, so the control is not there
        notebook.evaluate("shared.setMetadata('tiedbook', argument)", {"chapter": SECOND, "edition": "en"})
    notebook.menu.wait_for()
    notebook.choose(" + ".join(NAMES[tag] for tag in filter(None, (target, second))))
    after = notebook.evaluate("return panel.context.model.toJSON()")["cells"]
    assert seen(after) == seen(case.after), case.says
    assert edition_of(notebook.evaluate("return panel.context.model.toJSON()")) == target
    ids = notebook.ids()
    assert len(ids) == len(set(ids))
    notebook.leave()


def test_the_cases_named_here_exist_and_are_switches() -> None:
    for name in CASES:
        assert load(FOLDER / f"{name}.toml").purpose == "switch"
        assert load(FOLDER / f"{name}.toml").files is None


def test_the_small_course_is_the_servers(small_server: Server) -> None:
    body = {"notebook": load(FOLDER / "switch_untouched.toml").before, "edition": "es"}
    status, reply = small_server.request("tiedbook/switch", "POST", body)
    assert status == 200
    assert any(step.get("source") == "La idea." for step in reply["operations"])
