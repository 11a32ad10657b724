"""The verdicts as outputs of the graded notebook's cells, where formgrader shows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from autograde.graded import Graded
from autograde.judge.notes import Note
from autograde.score import points
from autograde.text import plain
from tiedbook.catalog import Catalog, runtime
from tiedbook.diagnosis import Verdict
from tiedbook.notebook import Notebook, mark, role
from tiedbook.panel import Panel
from tiedbook.telling import tell


def with_outputs(notebook: Notebook, graded: Graded, edition: str) -> Notebook:
    """Return the notebook with a verdict under every check, and under other cells what became of them.

    All of it is plain text. A check that failed ends in an error, as it does when the notebook runs, so that whatever
    reads points off outputs as nbgrader does finds the same ones.

    Parameters
    ----------
    notebook : Notebook
        Rebuilt.
    graded : Graded
        The verdicts on it.
    edition : str
        Whose words to use.
    """
    catalog = runtime(edition)
    verdicts = {(verdict.exercise, verdict.part): verdict for verdict in graded.verdicts}
    notes = {note.cell: note for note in graded.notes}
    cells = []
    for cell in notebook["cells"]:
        outputs: list[dict[str, Any]] = []
        if role(cell) == "check":
            outputs += _verdict(verdicts[mark(cell)["exercise"], mark(cell)["part"]], catalog)
        elif cell["id"] in notes:
            outputs += _note(notes[cell["id"]], catalog)
        cells.append({**cell, "outputs": outputs} if cell["cell_type"] == "code" else cell)
    return {**notebook, "cells": cells}


def _verdict(verdict: Verdict, catalog: Catalog) -> Iterator[dict[str, Any]]:
    text = plain(repr(Panel(tell(verdict, catalog))))
    if verdict.passed:
        yield _printed(text)
    else:
        yield _printed(points(verdict.earned, verdict.points, catalog) + "\n")
        yield _error("CheckFailed", text)


def _note(note: Note, catalog: Catalog) -> Iterator[dict[str, Any]]:
    if note.output:
        yield _printed(plain(note.output))
    stopped = note.diagnosis()
    if stopped:
        yield _error(plain(note.kind) or note.fate, plain(catalog.render(stopped)))


def _printed(text: str) -> dict[str, Any]:
    return {"output_type": "stream", "name": "stdout", "text": text}


def _error(name: str, text: str) -> dict[str, Any]:
    return {"output_type": "error", "ename": name, "evalue": text.partition("\n")[0], "traceback": text.split("\n")}
