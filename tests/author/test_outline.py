from __future__ import annotations

from pathlib import Path

import pytest

from tests.author.scratch import STEM
from tiedbook.author.build import Order, made
from tiedbook.author.outline import outline, outline_findings
from tiedbook.course import Course, course
from tiedbook.notebook import Notebook, digest, read_notebook

REAL = sorted(course().chapters.glob("*/*.ipynb"))


@pytest.fixture
def chapter(scratch: Course) -> Notebook:
    return made(scratch, Order(("en",))).notebooks[scratch.built("en") / f"{STEM}.ipynb"]


def changed(notebook: Notebook, id_: str, old: str, new: str) -> Notebook:
    cells = [dict(cell) for cell in notebook["cells"]]
    for cell in cells:
        if cell["id"] == id_:
            assert old in cell["source"]
            cell["source"] = cell["source"].replace(old, new)
    return {**notebook, "cells": cells}


def test_an_outline_has_everything_that_editions_share(chapter: Notebook) -> None:
    pieces = outline(chapter)
    for piece in (("title", "heading h1"), ("title", "table"), ("title", "math $b$"), ("rule", "list item")):
        assert piece in pieces
    starter = next(cell["source"] for cell in chapter["cells"] if cell["id"] == "pair_sum")
    assert ("pair_sum", f"code cell answer pair_sum ({digest(starter)})") in pieces
    assert sum(piece == ("pair-hints", "<details>") for piece in pieces) == 3


CHANGES = {
    "a heading of another level": (
        "rule",
        "## The rule",
        "### La regla",
        "heading h3 where the English has heading h2",
    ),
    "a heading that is none": ("rule", "## The rule", "La regla", "paragraph where the English has heading h2"),
    "a row more": ("title", "| $b$ | 2 |", "| $b$ | 2 |\n| c | d |", "table row where the English has nothing more"),
    "another code": ("pair_sum-core", 'part="core"', 'part="contract"', "code cell check pair_sum core"),
    "a fold less": ("pair-hints", "</details>", "", "<details> where the English has </details>"),
}


@pytest.mark.parametrize(("id_", "old", "new", "said"), CHANGES.values(), ids=CHANGES.keys())
def test_a_difference_is_named(chapter: Notebook, id_: str, old: str, new: str, said: str) -> None:
    (finding,) = outline_findings("es.ipynb", outline(chapter), changed(chapter, id_, old, new))
    assert finding.where == f"es.ipynb: [{id_}]"
    assert said in finding.what


def test_a_cell_less_is_named(chapter: Notebook) -> None:
    less = {**chapter, "cells": chapter["cells"][:-1]}
    (finding,) = outline_findings("es.ipynb", outline(chapter), less)
    assert "nothing where the English has code cell show" in finding.what


@pytest.mark.parametrize("path", REAL, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_real_chapter_has_the_outline_of_the_english_one(path: Path) -> None:
    english = read_notebook(course().built("en") / path.name)
    assert list(outline_findings(str(path), outline(english), read_notebook(path))) == []
