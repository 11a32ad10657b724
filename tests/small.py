"""A small course for tests: two chapters in three editions, the second also in a later release."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tiedbook.notebook import Cell, Notebook, digest, write_notebook

FIRST, SECOND = "ch00_first", "ch01_second"
TAGS = ("en", "hi-Latn", "es")
NAMES = {"en": "English", "hi-Latn": "Hinglish", "es": "Español"}

_STARTER = 'def embed(ids, table):\n    """Look rows up."""\n    raise NotImplementedError'
_CARDS = (
    '<details id="row"><summary>What is $E[i]$?</summary>\n\nRow $i$ of `E`: *one* row.\n\n</details>\n\n'
    '<details id="why"><summary>Why?</summary>\n\n$$\\sum_j x_j E_{jk}$$\n\n</details>'
)
_CARDS_ES = _CARDS.replace("What is", "¿Qué es").replace("Row", "La fila").replace("Why", "¿Por qué")

# id, role, further marks, and the source in each edition (one string where all editions have the same)
_First = tuple[str, str, dict[str, str], str | Mapping[str, str]]
_CELLS: dict[str, list[_First]] = {
    FIRST: [
        ("editions", "prose", {}, {tag: f"links of {tag}" for tag in TAGS}),
        ("title", "prose", {}, {"en": "# Start here\n\nHello.", "hi-Latn": "# Yahan se shuru", "es": "# Empieza aquí"}),
        ("shown", "show", {}, "progress()"),
    ],
    SECOND: [
        ("editions", "prose", {}, {tag: f"links of {tag}" for tag in TAGS}),
        ("title", "prose", {}, {"en": "# A lookup", "hi-Latn": "# Ek lookup", "es": "# Una búsqueda"}),
        ("idea", "prose", {}, {"en": "The idea.", "hi-Latn": "Yeh idea.", "es": "La idea."}),
        ("table", "data", {}, "table = np.eye(4)"),
        ("embed", "answer", {"exercise": "embed"}, _STARTER),
        ("embed-core", "check", {"exercise": "embed", "part": "core"}, 'check("embed", embed, part="core")'),
        (
            "embed-contract",
            "check",
            {"exercise": "embed", "part": "contract"},
            'check("embed", embed, part="contract")',
        ),
        (
            "hints",
            "prose",
            {"exercise": "embed", "kind": "hints"},
            {"en": "A hint.", "hi-Latn": "Ek hint.", "es": "Una pista."},
        ),
        ("picture", "show", {}, "draw(table)"),
        ("cards", "prose", {"kind": "flashcards"}, {"en": _CARDS, "hi-Latn": _CARDS, "es": _CARDS_ES}),
        ("next", "prose", {}, {"en": "Next.", "hi-Latn": "Aage.", "es": "Sigue."}),
    ],
}
_LATER: list[_First] = [
    *_CELLS[SECOND][:2],
    ("idea", "prose", {}, {"en": "The better idea.", "hi-Latn": "Behtar idea.", "es": "La mejor idea."}),
    ("news", "prose", {}, {"en": "News.", "hi-Latn": "Naya.", "es": "Novedad."}),
    ("table", "data", {}, "table = np.eye(5)"),
    ("embed", "answer", {"exercise": "embed"}, _STARTER.replace("ids, table", "ids, table, /")),
    *_CELLS[SECOND][5:8],  # the picture is gone
    *_CELLS[SECOND][9:],
]


def built(stem: str, tag: str, *, later: bool = False) -> Notebook:
    """Return a chapter as `tiedbook build` would make it, of the first release or the later one."""
    cells = [_cell(*row, tag=tag) for row in (_LATER if later else _CELLS[stem])]
    mark = {
        "chapter": stem,
        "edition": tag,
        "release": "2.0" if later else "1.0",
        "cells": [cell["id"] for cell in cells],
    }
    metadata = {
        "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
        "tiedbook": mark,
    }
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def own(source: str, *, id_: str = "own", kind: str = "code", **metadata: Any) -> Cell:
    """Return a cell of the learner's own."""
    code: dict[str, Any] = {"execution_count": None, "outputs": []} if kind == "code" else {}
    return {"cell_type": kind, "id": id_, "metadata": metadata, "source": source, **code}


def write_course(root: Path, *, later: bool = False) -> None:
    """Write the course's built notebooks and locales into `root`."""
    (root / "locales").mkdir(parents=True, exist_ok=True)
    lines = [f'[{tag}]\nname = "{NAMES[tag]}"\n' for tag in TAGS]
    (root / "locales" / "editions.toml").write_text("\n".join(lines), encoding="utf-8")
    for tag in TAGS:
        for stem in (FIRST, SECOND):
            notebook = built(stem, tag, later=later and stem == SECOND)
            write_notebook(root / "chapters" / tag / f"{stem}.ipynb", notebook)
        if tag != "en":
            catalog = root / "locales" / tag / "runtime.po"
            catalog.parent.mkdir(exist_ok=True)
            catalog.write_text(_catalog(tag), encoding="utf-8")


def _cell(id_: str, role: str, marks: dict[str, str], text: str | Mapping[str, str], *, tag: str) -> Cell:
    source = text if isinstance(text, str) else text[tag]
    metadata: dict[str, Any] = {"tiedbook": {"role": role, "hash": digest(source), **marks}}
    if role == "answer":
        metadata["nbgrader"] = _nbgrader(marks["exercise"], solution=True)
    if role == "check":
        metadata["nbgrader"] = _nbgrader(f"{marks['exercise']}-{marks['part']}", grade=True, locked=True, points=2)
        metadata |= {"editable": False, "deletable": False}
    return own(source, id_=id_, kind="markdown" if role == "prose" else "code", **metadata)


def _nbgrader(grade_id: str, **flags: Any) -> dict[str, Any]:
    plain = {"grade": False, "locked": False, "schema_version": 3, "solution": False, "task": False}
    return {**plain, "grade_id": grade_id, **flags}


def _catalog(tag: str) -> str:
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    entry = 'msgctxt "{0}"\nmsgid "{1}"\nmsgstr "{2}"\n\n'
    unknown = "There is no edition '{tag}'. The editions are: {known}."
    return head + entry.format("edition.unknown", unknown, f"[{tag}] {{tag}}: {{known}}")
