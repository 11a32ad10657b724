"""The verdicts as outputs of the graded notebook's cells, where formgrader shows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from autograde.graded import Graded
from autograde.judge.notes import Note
from autograde.page import labels, points
from autograde.text import heading, plain
from tiedbook.catalog import Catalog, runtime
from tiedbook.diagnosis import Diagnosis, Verdict
from tiedbook.notebook import Cell, Notebook, mark, role


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
        outputs = list(_outputs(cell, notebook, verdicts, notes, catalog))
        cells.append({**cell, "outputs": outputs} if cell["cell_type"] == "code" else cell)
    return {**notebook, "cells": cells}


def _outputs(
    cell: Cell,
    notebook: Notebook,
    verdicts: dict[tuple[Any, Any], Verdict],
    notes: dict[str, Note],
    catalog: Catalog,
) -> Iterator[dict[str, Any]]:
    verdict = verdicts.get((mark(cell).get("exercise"), mark(cell).get("part"))) if role(cell) == "check" else None
    if verdict:
        yield _stream(points(verdict.earned, verdict.points, catalog) + "\n")
        if not verdict.passed:
            told = [_told(diagnosis, notebook, catalog) for diagnosis in verdict.diagnoses]
            yield _error("CheckFailed", "\n\n".join(told))
    note = notes.get(cell["id"])
    if note and note.output:
        yield _stream(plain(note.output))
    if note and (stopped := note.diagnosis()):
        yield _error(plain(note.kind) or note.fate, plain(catalog.render(stopped)))


def _told(diagnosis: Diagnosis, notebook: Notebook, catalog: Catalog) -> str:
    values, words = diagnosis.values, labels(catalog)
    shown = (name for name in ("call", "got", "wanted") if values.get(name))
    lines = [plain(catalog.render(diagnosis)), *(f"{words[name]}:\n{plain(str(values[name]))}" for name in shown)]
    section = heading(notebook, str(values["see"])) if values.get("see") else None
    if section:
        lines.append(f"{words['read']}: {section}")
    return "\n".join(lines)


def _stream(text: str) -> dict[str, Any]:
    return {"output_type": "stream", "name": "stdout", "text": text}


def _error(name: str, text: str) -> dict[str, Any]:
    return {"output_type": "error", "ename": name, "evalue": text.partition("\n")[0], "traceback": text.split("\n")}
