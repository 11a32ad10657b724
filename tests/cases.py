"""Reads the cases of ``tests/merge_cases``; their notation is described in its README."""

from __future__ import annotations

import shlex
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.small import SECOND, TAGS, built, own
from tiedbook.identify import OURS
from tiedbook.merge import Purpose
from tiedbook.notebook import Cell, Notebook, digest

FOLDER = Path(__file__).parent / "merge_cases"
OUTPUT = {"data": {"text/plain": ["42"]}, "execution_count": 7, "metadata": {}, "output_type": "execute_result"}


@dataclass(frozen=True)
class Case:
    """One line of the table of cases."""

    says: str
    before: Notebook
    purpose: Purpose
    target: str
    after: list[Cell]

    @property
    def frames(self) -> list[Notebook]:
        return [course_in(self.target), *(course_in(other) for other in others_of(self.target))]


def load(path: Path) -> Case:
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    purpose, target = found["action"].split()
    before = {**course_in(found.get("course", "en")), "cells": cells(found["before"])}
    if "listed" in found:
        kept = {**before["metadata"]["tiedbook"], "cells": found["listed"]}
        before = {**before, "metadata": {**before["metadata"], "tiedbook": kept} if found["listed"] else {}}
    return Case(found["says"], before, purpose, target, cells(found["after"]))


def cells(text: str) -> list[Cell]:
    return [_cell(*line.split(": ", 1)) for line in text.strip().splitlines()]


def course_in(target: str) -> Notebook:
    return built(SECOND, target.removesuffix("+"), later=target.endswith("+"))


def others_of(target: str) -> list[str]:
    return [tag + target[len(target.removesuffix("+")) :] for tag in TAGS if tag != target.removesuffix("+")]


def _cell(id_: str, what: str) -> Cell:
    words = [word.replace("\\n", "\n") for word in shlex.split(what)]
    if words[0] in ("code", "markdown", "raw"):
        kind, source, *changes = words
        return _changed(own(source, id_=id_, kind=kind), changes)
    beside = words[0] == "beside"
    name, target = words[beside].split("@")
    cell = next(cell for cell in course_in(target)["cells"] if cell["id"] == name)
    if beside:
        cell = own(cell["source"], kind="markdown", tiedbook=_beside_mark(name, cell["source"]))
    changes = words[1 + beside :]
    if changes and changes[0] not in ("bare", "outputs", "as"):
        cell["source"] = changes.pop(0)
    return _changed({**cell, "id": id_}, changes)


def _changed(cell: Cell, changes: list[str]) -> Cell:
    if "bare" in changes:
        cell["metadata"] = {key: value for key, value in cell["metadata"].items() if key not in OURS}
    if "outputs" in changes:
        cell |= {"outputs": [OUTPUT], "execution_count": 7}
    if "as" in changes:
        kind = changes[changes.index("as") + 1]
        cell = own(cell["source"], id_=cell["id"], kind=kind, **cell["metadata"])
    return cell


def _beside_mark(name: str, source: str) -> dict[str, Any]:
    return {"role": "prose", "beside": name, "hash": digest(source)}
