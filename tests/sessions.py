"""Random editing sessions: what a learner does to a notebook in JupyterLab, as hypothesis strategies."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st

from tests.cases import ATTACHED, FOREIGN, OUTPUT, WIDGET
from tests.small import TAGS, own
from tiedbook.notebook import Cell, Notebook


@dataclass(frozen=True)
class Step:
    """One thing a learner does, somewhere in the notebook."""

    does: str
    where: float
    to: float
    text: str

    def __call__(self, notebook: Notebook, number: int) -> Notebook:
        cells = copy.deepcopy(notebook["cells"])
        at = int(self.where * len(cells))
        if self.does == "add":
            cells.insert(at, own(self.text, id_=f"own{number}", kind=("code", "markdown", "raw")[int(self.to * 3)]))
        elif cells:
            _EDITS[self.does](cells, at, self, f"new{number}")
        return {**notebook, "cells": cells}


def _edit(cells: list[Cell], at: int, step: Step, _: str) -> None:
    cells[at]["source"] = step.text


def _append(cells: list[Cell], at: int, step: Step, _: str) -> None:
    cells[at]["source"] += step.text


def _delete(cells: list[Cell], at: int, *_: object) -> None:
    del cells[at]


def _move(cells: list[Cell], at: int, step: Step, _: str) -> None:
    cell = cells.pop(at)
    cells.insert(int(step.to * (len(cells) + 1)), cell)


def _paste(cells: list[Cell], at: int, step: Step, new: str) -> None:
    cells.insert(int(step.to * (len(cells) + 1)), {**copy.deepcopy(cells[at]), "id": new})


def _split(cells: list[Cell], at: int, step: Step, new: str) -> None:
    """JupyterLab copies the metadata to both pieces and leaves the id on the last."""
    cut = int(step.to * len(cells[at]["source"]))
    first = {**copy.deepcopy(cells[at]), "id": new, "source": cells[at]["source"][:cut]}
    cells[at]["source"] = cells[at]["source"][cut:]
    cells.insert(at, first)


def _join(cells: list[Cell], at: int, _: Step, new: str) -> None:
    """Merge a cell with the one below: JupyterLab keeps the metadata of the first and makes a new id."""
    if at + 1 < len(cells):
        below = cells.pop(at + 1)
        cells[at] |= {"id": new, "source": f"{cells[at]['source']}\n\n{below['source']}"}


def _retype(cells: list[Cell], at: int, step: Step, _: str) -> None:
    kind = ("code", "markdown", "raw")[int(step.to * 3)]
    if kind != cells[at]["cell_type"]:
        cells[at] = own(cells[at]["source"], id_=cells[at]["id"], kind=kind, **cells[at]["metadata"])


def _run(cells: list[Cell], at: int, *_: object) -> None:
    if cells[at]["cell_type"] == "code":
        cells[at] |= {"outputs": [OUTPUT], "execution_count": 7}


def _show(cells: list[Cell], at: int, *_: object) -> None:
    if cells[at]["cell_type"] == "code":
        cells[at]["outputs"] = [WIDGET]


def _attach(cells: list[Cell], at: int, *_: object) -> None:
    if cells[at]["cell_type"] != "code":
        cells[at] |= ATTACHED


def _mark(cells: list[Cell], at: int, *_: object) -> None:
    """Another program leaves its metadata."""
    cells[at]["metadata"] = {**cells[at]["metadata"], **FOREIGN}


def _strip(cells: list[Cell], at: int, *_: object) -> None:
    cells[at]["metadata"] = {}


def _forget_id(cells: list[Cell], at: int, _: Step, new: str) -> None:
    cells[at]["id"] = new


_EDITS: dict[str, Callable[[list[Cell], int, Step, str], None]] = {
    "edit": _edit,
    "append": _append,
    "delete": _delete,
    "move": _move,
    "paste": _paste,
    "split": _split,
    "join": _join,
    "retype": _retype,
    "run": _run,
    "show": _show,
    "attach": _attach,
    "mark": _mark,
    "strip": _strip,
    "forget id": _forget_id,
}

_fraction = st.floats(0, 1, exclude_max=True)
_texts = st.sampled_from(
    ["", "x = 1", "My words.", "The idea.", "La idea.", "def embed(ids, table): return table[ids]", "é\n😀"]
)
_steps = st.builds(Step, st.sampled_from(["add", *_EDITS]), _fraction, _fraction, _texts)

EDITIONS = (*TAGS, *("/".join(pair) for pair in itertools.permutations(TAGS, 2)))  # also two at a time
UPDATE, BACK = "update", "back"

tags = st.sampled_from(EDITIONS)
# An edition is a switch to it; besides, the learner gets the later release, and asks for cells that were deleted.
sessions = st.lists(_steps | tags | st.sampled_from([UPDATE, BACK]), max_size=12)
