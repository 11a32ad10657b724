"""Notebooks as plain dictionaries: read with clear errors, written whole, and asked what their cells are.

A `Notebook` is nbformat 4.5 as JSON has it, except that every cell has a valid id of its own and its source as one
string. Outputs, attachments and the metadata of other programs stay exactly as they were read.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, cast

from tiedbook.errors import LearnerError
from tiedbook.files import write_if_changed
from tiedbook.jsontext import json_text
from tiedbook.phrases import Phrase, reason

Cell = dict[str, Any]
Notebook = dict[str, Any]
Role = Literal["prose", "written", "answer", "check", "data", "show"]

ROLES: tuple[Role, ...] = ("prose", "written", "answer", "check", "data", "show")
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def read_notebook(path: Path) -> Notebook:
    """Read a notebook file, older formats upgraded to 4.5.

    Raises
    ------
    LearnerError
        If the file cannot be read, is empty, not JSON, or not a notebook.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise LearnerError("notebook.missing", "{path}: there is no such notebook.", path=path) from None
    except OSError as fault:
        raise LearnerError(
            "notebook.unreadable", "{path}: cannot be read ({reason}).", path=path, reason=reason(fault)
        ) from fault
    return parse_notebook(content, path)


def parse_notebook(content: bytes, path: Path | str) -> Notebook:
    """Turn the bytes of a notebook file into a notebook; `path` is only named in errors.

    Raises
    ------
    LearnerError
        If they are empty, not JSON in UTF-8, or not a notebook.
    """
    if not content.strip():
        raise LearnerError(
            "notebook.empty", "{path}: the file is empty. Put a copy from .tiedbook/history in its place.", path=path
        )
    try:
        raw = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as fault:
        raise LearnerError(
            "notebook.not_json",
            "{path}: not a notebook, since it is not whole JSON ({reason}). "
            "Put a copy from .tiedbook/history in its place, or move it away and get the chapter anew.",
            path=path,
            reason=_where(fault),
        ) from fault
    return as_notebook(raw, path)


def as_notebook(raw: object, path: Path | str) -> Notebook:
    """Turn decoded JSON into a notebook without changing `raw`; `path` is only named in errors.

    Cells without a valid id of their own (formats before 4.5, files edited by hand) get one made from their content, so
    that the same file always gets the same ids.

    Raises
    ------
    LearnerError
        If it is not a notebook, or of a format newer than 4.
    """
    if not isinstance(raw, dict) or not isinstance(raw.get("nbformat"), int):
        raise _not_a_notebook(path, Phrase("notebook.no_number", "it names no format"))
    if raw["nbformat"] > 4:
        newer = Phrase("notebook.newer", "format {number}, newer than 4", number=raw["nbformat"])
        raise _not_a_notebook(path, newer)
    if raw["nbformat"] < 4:
        raw = _upgrade(raw, path)
    cells = raw.get("cells")
    if not isinstance(cells, list):
        raise _not_a_notebook(path, Phrase("notebook.no_cells", "no list of cells"))
    metadata = raw.get("metadata")
    notebook = {**raw, "metadata": metadata if isinstance(metadata, dict) else {}, "nbformat": 4}
    minor = raw.get("nbformat_minor")
    notebook["nbformat_minor"] = max(minor, 5) if isinstance(minor, int) else 5
    notebook["cells"] = _with_ids([_as_cell(cell, number, path) for number, cell in enumerate(cells, start=1)])
    return notebook


def notebook_text(notebook: Notebook) -> str:
    """Return a notebook as the text of its file, the way Jupyter saves it: sorted keys, sources as lists of lines."""
    cells = [{**cell, "source": cell["source"].splitlines(keepends=True)} for cell in notebook["cells"]]
    whole = {**notebook, "cells": cells}
    text = json_text(whole)
    if _LONE_SURROGATE.search(text):  # half an emoji in some output: UTF-8 has no way to write it, JSON escapes have
        text = json_text(whole, ascii_only=True)
    return text + "\n"


_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def write_notebook(path: Path, notebook: Notebook) -> bool:
    """Write a notebook in one step where its file differs; say whether it was written."""
    return write_if_changed(path, notebook_text(notebook))


def digest(source: str) -> str:
    """Return the fingerprint by which a course cell is known to be unedited: 16 hex digits of SHA-256."""
    return hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def mark(thing: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the course noted on a cell or a notebook: its metadata ``tiedbook``; empty where there is none."""
    metadata = thing.get("metadata")
    found = metadata.get("tiedbook") if isinstance(metadata, dict) else None
    return found if isinstance(found, dict) else {}


def role(cell: Mapping[str, Any]) -> Role | None:
    """Return what a cell is for; None for a cell that is the learner's own."""
    found = mark(cell).get("role")
    return cast(Role, found) if found in ROLES else None


def is_pristine(cell: Mapping[str, Any]) -> bool:
    """Say whether a course cell still reads as it was built."""
    return role(cell) is not None and mark(cell).get("hash") == digest(cell["source"])


def edition_of(notebook: Mapping[str, Any]) -> str | None:
    """Return the edition whose prose a notebook shows; None where it is not the course's."""
    return _named(notebook, "edition")


def chapter_of(notebook: Mapping[str, Any]) -> str | None:
    """Return the chapter a notebook is, by its stem; None where it is not the course's."""
    return _named(notebook, "chapter")


def listed(notebook: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the ids of all course cells a notebook was given, whether they are still there or not."""
    found = mark(notebook).get("cells")
    return tuple(item for item in found if isinstance(item, str)) if isinstance(found, list) else ()


def answers(notebook: Mapping[str, Any]) -> dict[str, str]:
    """Return the learner's source for each exercise, whether solved or still the starter.

    Where a cell was copied, the one that kept the course's id counts; otherwise the first.
    """
    found: dict[str, str] = {}
    ids = set(listed(notebook))
    for cell in sorted(notebook["cells"], key=lambda cell: cell["id"] not in ids):
        exercise = mark(cell).get("exercise")
        if role(cell) == "answer" and isinstance(exercise, str):
            found.setdefault(exercise, cell["source"])
    return found


def fresh_id(source: str, taken: set[str]) -> str:
    """Return an id for a cell that has none, the same each time, and add it to those `taken`."""
    number = 0
    while (candidate := hashlib.sha256(f"{number} {digest(source)}".encode()).hexdigest()[:8]) in taken:
        number = max(number + 1, len(taken))  # thousands of equal cells must not be counted through for each
    taken.add(candidate)
    return candidate


def _named(notebook: Mapping[str, Any], key: str) -> str | None:
    found = mark(notebook).get(key)
    return found if isinstance(found, str) else None


def _where(fault: ValueError | RecursionError) -> Phrase:
    """Return where JSON ends to be JSON."""
    if isinstance(fault, json.JSONDecodeError):
        return Phrase("notebook.at", "line {line}, column {column}", line=fault.lineno, column=fault.colno)
    return reason(fault)


def _not_a_notebook(path: Path | str, reason: Phrase) -> LearnerError:
    return LearnerError(
        "notebook.not_a_notebook", "{path}: JSON, but not a Jupyter notebook ({reason}).", path=path, reason=reason
    )


def _as_cell(raw: object, number: int, path: Path | str) -> Cell:
    if not isinstance(raw, dict) or not isinstance(raw.get("cell_type"), str):
        raise _not_a_notebook(path, Phrase("notebook.no_type", "cell {number} has no type", number=number))
    source = raw.get("source", "")
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        source = "".join(source)
    if not isinstance(source, str):
        raise _not_a_notebook(
            path, Phrase("notebook.no_source", "the source of cell {number} is not text", number=number)
        )
    metadata = raw.get("metadata")
    return {**raw, "source": source, "metadata": metadata if isinstance(metadata, dict) else {}}


def _with_ids(cells: list[Cell]) -> list[Cell]:
    taken: set[str] = set()
    for cell in cells:
        for own in (cell.get("id"), cell["metadata"].get("id")):  # Colab moves the id into the metadata
            if isinstance(own, str) and _ID.fullmatch(own) and own not in taken:
                cell["id"] = own
                taken.add(own)
                break
        else:
            cell.pop("id", None)
    for cell in cells:
        if "id" not in cell:
            cell["id"] = fresh_id(cell["source"], taken)
    return cells


def _upgrade(raw: dict[str, Any], path: Path | str) -> dict[str, Any]:
    import warnings

    import nbformat  # heavy, and needed for notebooks from before 2015 only

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            converted = nbformat.convert(nbformat.from_dict(raw), 4)  # type: ignore[no-untyped-call]
    except Exception as fault:  # nbformat raises whatever a malformed old notebook makes it trip over
        raise _not_a_notebook(
            path, Phrase("notebook.old", "format {number}, which cannot be upgraded", number=raw["nbformat"])
        ) from fault
    for cell in converted["cells"]:
        cell.pop("id", None)  # nbformat's are random
    return cast(dict[str, Any], json.loads(json.dumps(converted)))
