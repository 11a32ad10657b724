"""A chapter that came back from another program without ids and marks on its cells is known by its text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.conftest import CHAPTER, OpenFile
from tiedbook import built
from tiedbook.notebook import Notebook, read_notebook, write_notebook

pytestmark = pytest.mark.browser

MINE = "def embed(ids, table):\n    return table[ids]  # mine"


def without_ids(notebook: Notebook) -> None:
    """Drop ids as programs do that know no nbformat newer than 4.4."""
    notebook["nbformat_minor"] = 4
    for cell in notebook["cells"]:
        del cell["id"]


def with_other_ids(notebook: Notebook) -> None:
    """Give every cell a new id, as programs do that paste all cells into a new notebook."""
    for number, cell in enumerate(notebook["cells"]):
        cell["id"] = f"pasted-{number}"


@pytest.mark.parametrize("change", [without_ids, with_other_ids])
def test_it_is_switched_with_every_answer_kept_and_no_cell_twice(
    make_workspace: Callable[[str], str], open_file: OpenFile, chapter_file: Path, change: Callable[[Notebook], None]
) -> None:
    name = make_workspace("en")
    notebook = read_notebook(chapter_file)
    next(cell for cell in notebook["cells"] if cell["id"] == "embed")["source"] = MINE
    notebook["cells"].append({"cell_type": "code", "execution_count": None, "id": "own", "metadata": {}, "outputs": []})
    notebook["cells"][-1]["source"] = "# my own cell"
    for cell in notebook["cells"]:
        cell["metadata"] = {}
    change(notebook)
    write_notebook(chapter_file, notebook)

    opened = open_file(f"{name}/{CHAPTER}.ipynb")
    code, ids = opened.sources("code"), opened.ids()
    opened.choose("Español")
    spanish = [cell["source"] for cell in built.chapter(CHAPTER, "es")["cells"] if cell["cell_type"] == "markdown"]
    assert list(opened.sources("markdown").values()) == spanish
    assert opened.sources("code") == code
    assert MINE in code.values()
    assert opened.ids() == ids

    opened.save()
    assert opened.page.locator(".Toastify__toast").count() == 0  # nothing counts as deleted
    opened.choose("English")
    english = [cell["source"] for cell in built.chapter(CHAPTER, "en")["cells"] if cell["cell_type"] == "markdown"]
    assert list(opened.sources("markdown").values()) == english
    assert (opened.sources("code"), opened.ids()) == (code, ids)
