"""The chapters in the gradebook: what nbgrader's own SaveCells records of a release, in one transaction per chapter."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from autograde.course import COURSE_ID
from autograde.gradebook import nbgrader_api
from tiedbook.errors import TiedbookError
from tiedbook.notebook import Cell, Notebook


def locked(notebook: Notebook) -> Notebook:
    """Return the notebook as ``nbgrader generate_assignment`` releases it.

    Answers cannot be deleted by accident, and the cells that count carry the checksum by which nbgrader sees edits of
    checks and untouched answers.
    """
    return {**notebook, "cells": [locked_cell(cell) for cell in notebook["cells"]]}


def locked_cell(cell: Cell) -> Cell:
    """Return one cell as `locked` does."""
    marks = cell["metadata"].get("nbgrader")
    if not marks:
        return cell
    utils = nbgrader_api().utils
    from nbformat.notebooknode import from_dict  # after nbgrader, which is imported with less

    node = from_dict(cell)  # type: ignore[no-untyped-call]
    marks = {**marks, "checksum": utils.compute_checksum(node), "cell_type": cell["cell_type"]}
    return {**cell, "metadata": {**cell["metadata"], "nbgrader": marks, "deletable": False}}


def register(gradebook: Any, stem: str, notebook: Notebook) -> None:
    """Record a chapter's cells, keeping every row that grades and comments hang on.

    Parameters
    ----------
    gradebook : nbgrader.api.Gradebook
        An open gradebook.
    stem : str
        The chapter: name of the assignment and of its one notebook.
    notebook : Notebook
        The released notebook, with checksums.

    Raises
    ------
    TiedbookError
        If a cell that has grades would vanish; nothing is recorded then.
    """
    api = nbgrader_api()
    try:
        home = _notebook_row(gradebook, api, stem)
        home.kernelspec = json.dumps(notebook["metadata"].get("kernelspec", {}))
        cells = [cell for cell in notebook["cells"] if cell["metadata"].get("nbgrader")]
        for kind, wanted, values in (
            (api.GradeCell, "grade", _graded),
            (api.SolutionCell, "solution", _plain),
            (api.SourceCell, None, _source),
        ):
            chosen = [cell for cell in cells if wanted is None or cell["metadata"]["nbgrader"][wanted]]
            _match_rows(gradebook.db, kind, home, chosen, values)
        gradebook.db.commit()
    except BaseException:
        gradebook.db.rollback()
        raise


def _notebook_row(gradebook: Any, api: Any, stem: str) -> Any:
    assignment = gradebook.db.query(api.Assignment).filter_by(name=stem).one_or_none()
    if assignment is None:
        assignment = api.Assignment(name=stem, course_id=COURSE_ID)
        gradebook.db.add(assignment)
    found = [notebook for notebook in assignment.notebooks if notebook.name == stem]
    return found[0] if found else api.Notebook(name=stem, assignment=assignment)


def _match_rows(
    session: Any, kind: Any, home: Any, cells: list[Cell], values: Callable[[Cell], dict[str, object]]
) -> None:
    rows = {row.name: row for row in (*home.grade_cells, *home.solution_cells, *home.source_cells) if type(row) is kind}
    names = [cell["metadata"]["nbgrader"]["grade_id"] for cell in cells]
    for name in rows.keys() - set(names):
        if kind.__name__ == "GradeCell" and rows[name].grades:
            raise TiedbookError(
                f"{home.name}: the check cell '{name}' has grades in the gradebook and is gone from the chapter. "
                "Grade this version of the course in a new folder: `autograde assign --course NEW`."
            )
        session.delete(rows[name])
    for name, cell in zip(names, cells, strict=True):
        if name not in rows:
            session.add(kind(name=name, notebook=home, **values(cell)))
            continue
        for field, value in values(cell).items():
            setattr(rows[name], field, value)


def _graded(cell: Cell) -> dict[str, object]:
    return {"max_score": float(cell["metadata"]["nbgrader"]["points"]), "cell_type": cell["cell_type"]}


def _plain(_: Cell) -> dict[str, object]:
    return {}


def _source(cell: Cell) -> dict[str, object]:
    marks = cell["metadata"]["nbgrader"]
    return {
        "cell_type": cell["cell_type"],
        "locked": bool(marks["grade"] and not marks["solution"]),
        "source": cell["source"],
        "checksum": marks["checksum"],
    }
