"""Written answers made fit to be read in formgrader: shown as typed, with the rubric below."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import escape

from autograde.graded import Graded
from autograde.text import plain
from tiedbook.notebook import Cell, Notebook, mark

_TYPED = '<pre style="white-space: pre-wrap">{}</pre>'


def to_be_read(notebook: Notebook, graded: Graded, prose: Mapping[str, Cell]) -> Notebook:
    """Return a graded notebook in which every written answer that is not blank has its rubric right below.

    What a learner wrote is Markdown, and so may hold HTML, links and formulas that reach further than the page. Here it
    becomes the characters that were typed: formgrader shows it on the instructor's own server.

    Parameters
    ----------
    notebook : Notebook
        Rebuilt and judged.
    graded : Graded
        What was found.
    prose : mapping of str to dict
        Prose cells of the chapter by id, in the instructor's edition; the rubrics among them are used.
    """
    texts = {each.cell: each.text for each in graded.written if each.text}
    rubrics = {mark(cell).get("written"): cell for cell in prose.values() if mark(cell).get("kind") == "rubric"}
    cells = []
    for cell in notebook["cells"]:
        if cell["id"] not in texts:
            cells.append(cell)
            continue
        cells.append({**cell, "source": _TYPED.format(escape(plain(texts[cell["id"]])))})
        if rubric := rubrics.get(mark(cell).get("written")):
            cells.append(rubric)
    return {**notebook, "cells": cells}
