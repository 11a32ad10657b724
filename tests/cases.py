"""Reads the cases of ``tests/merge_cases``; their notation is described in its README."""

from __future__ import annotations

import shlex
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.small import NAMES, SECOND, TAGS, built, own
from tiedbook.bilingual import bilingual
from tiedbook.editions import Edition
from tiedbook.identify import OURS
from tiedbook.leftover import _note
from tiedbook.merge import Purpose
from tiedbook.notebook import Cell, Notebook, digest, mark

FOLDER = Path(__file__).parent / "merge_cases"
OUTPUT = {"data": {"text/plain": ["42"]}, "execution_count": 7, "metadata": {}, "output_type": "execute_result"}


WIDGET = {
    "data": {"application/vnd.jupyter.widget-view+json": {"model_id": "0a1b", "version_major": 2, "version_minor": 0}},
    "metadata": {},
    "output_type": "display_data",
}
ATTACHED = {"attachments": {"picture.png": {"image/png": "iVBORw0KGgo="}}}
FOREIGN = {"slideshow": {"slide_type": "slide"}, "vscode": {"languageId": "python"}, "scrolled": None, "tags": ["mine"]}


@dataclass(frozen=True)
class Files:
    """What a case says about the files of a workspace.

    Parameters
    ----------
    format : str
        The notebook format of the file; before 4.5, cells have no ids. ``colab``: they lie in the metadata, alone.
    meanwhile : list of Cell or None
        What another program saves between the reading and the writing of the file.
    unsaved : bool
        Whether the chapter is open in JupyterLab with unsaved changes.
    lacks : bool
        Whether the edition does not have the chapter.
    fault : str or None
        Code of the error with which the file is left alone.
    """

    format: str = "4.5"
    meanwhile: list[Cell] | None = None
    unsaved: bool = False
    lacks: bool = False
    fault: str | None = None


@dataclass(frozen=True)
class Case:
    """One line of the table of cases."""

    says: str
    before: Notebook
    purpose: Purpose
    target: str
    after: list[Cell]
    back: list[str] = field(default_factory=list)
    offered: list[str] = field(default_factory=list)
    files: Files | None = None

    @property
    def frames(self) -> list[Notebook]:
        return [course_in(self.target), *(course_in(other) for other in others_of(self.target))]


def load(path: Path) -> Case:
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    purpose, target = found.pop("action").split()
    before = {**course_in(found.pop("course", "en")), "cells": cells(found.pop("before"))}
    listed = found.pop("listed", None)
    if listed is not None:
        kept = {**before["metadata"]["tiedbook"], "cells": listed}
        before = {**before, "metadata": {**before["metadata"], "tiedbook": kept} if listed else {}}
    files = found.pop("files", None)
    if files and "meanwhile" in files:
        files["meanwhile"] = cells(files["meanwhile"])
    after = cells(found.pop("after"))
    says, back, offered = found.pop("says"), found.pop("back", []), found.pop("offered", [])
    assert not found, f"{path.name}: unknown keys {sorted(found)}"
    return Case(says, before, purpose, target, after, back, offered, Files(**files) if files else None)


def cells(text: str) -> list[Cell]:
    return [_cell(*line.split(": ", 1)) for line in text.strip().splitlines()]


def course_in(target: str) -> Notebook:
    """Return the chapter as built: `es`, `es+` for the later release, `es/en` with English folded into it."""
    tag, _, second = target.removesuffix("+").partition("/")
    is_later = target.endswith("+")
    first = built(SECOND, tag, later=is_later)
    return bilingual(first, built(SECOND, second, later=is_later), Edition(second, NAMES[second])) if second else first


def others_of(target: str) -> list[str]:
    """Return the chapter in all editions but the one of `target`."""
    own, plus = target.removesuffix("+").partition("/")[0], "+" * target.endswith("+")
    return [tag + plus for tag in TAGS if tag != own]


def _cell(id_: str, what: str) -> Cell:
    words = [word.replace("\\n", "\n") for word in shlex.split(what)]
    if words[0] in ("code", "markdown", "raw", "sql"):
        kind, source, *changes = words
        return _changed(own(source, id_=id_, kind=kind), changes)
    if words[0] == "note":
        (name, target), new = words[1].split("@"), words[2:]
        return {**_note(name, new, target), "id": id_}
    beside = words[0] == "beside"
    name, target = words[beside].split("@")
    cell = next(cell for cell in course_in(target)["cells"] if cell["id"] == name)
    if beside:
        cell = own(cell["source"], kind="markdown", tiedbook=_beside_mark(name, cell["source"]))
    changes = words[1 + beside :]
    if "for" in changes:
        cell = _for_another_exercise(cell, changes[changes.index("for") + 1])
    if changes and changes[0] not in _CHANGES:
        cell["source"] = changes.pop(0)
    return _changed({**cell, "id": id_}, changes)


def _for_another_exercise(cell: Cell, name: str) -> Cell:
    """Return a cell of the exercise `embed` as it would be built for one of another name."""
    source = cell["source"].replace("embed", name)
    ours = {**mark(cell), "exercise": name, "hash": digest(source)}
    graded = cell["metadata"]["nbgrader"]
    graded = {**graded, "grade_id": graded["grade_id"].replace("embed", name)}
    return {**cell, "source": source, "metadata": {**cell["metadata"], "tiedbook": ours, "nbgrader": graded}}


_CHANGES = ("bare", "outputs", "widget", "attached", "foreign", "as", "for")


def _changed(cell: Cell, changes: list[str]) -> Cell:
    if "bare" in changes:
        cell["metadata"] = {key: value for key, value in cell["metadata"].items() if key not in OURS}
    if "outputs" in changes:
        cell |= {"outputs": [OUTPUT], "execution_count": 7}
    if "widget" in changes:
        cell |= {"outputs": [WIDGET], "execution_count": 3}
    if "attached" in changes:
        cell |= ATTACHED
    if "foreign" in changes:
        cell["metadata"] = {**cell["metadata"], **FOREIGN}
    if "as" in changes:
        kind = changes[changes.index("as") + 1]
        cell = own(cell["source"], id_=cell["id"], kind=kind, **cell["metadata"])
    return cell


def _beside_mark(name: str, source: str) -> dict[str, Any]:
    return {"role": "prose", "beside": name, "hash": digest(source)}
