"""What turns an honest submission into another one."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable

from tests.autograde.classroom import cell, own
from tests.autograde.hostile.case import WRONG, Case, Change, Family, right
from tiedbook.notebook import Cell, Notebook, notebook_text

STUBBORN = "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
EMBED, CONTRACT = ("embed",), ("embed-contract",)
ALL = ("embed", "one_hot")


def answers(**given: str) -> Change:
    """Give other answers; in a text, ``{right}`` stands for the solution of ``embed``."""

    def change(work: Notebook) -> None:
        for name, source in given.items():
            cell(work, name)["source"] = source.replace("{right}", right("embed"))

    return change


def first(code: str, **given: str) -> Change:
    """Put a cell before all others, and give other answers."""

    def change(work: Notebook) -> None:
        answers(**given)(work)
        work["cells"].insert(0, own(code, "mine"))

    return change


def last(code: str, **given: str) -> Change:
    """Put a cell after all others, and give other answers."""

    def change(work: Notebook) -> None:
        answers(**given)(work)
        work["cells"].append(own(code, "mine"))

    return change


def only_if(attempt: str) -> Change:
    """Give an answer that is right if something can be reached."""
    lines = "\n".join(f"        {line}" for line in attempt.splitlines())
    return answers(
        embed="import os\n{right}\n_right = embed\ndef embed(ids, embedding_matrix):\n    try:\n"
        + lines
        + "\n    except BaseException:\n        return None\n    return _right(ids, embedding_matrix)"
    )


def reach(name: str, family: Family, attempt: str) -> Case:
    """Return a case whose answer is right only where something is reached, so that a point means a way out."""
    return Case(name, family, only_if(attempt), EMBED, attempt=attempt)


def returning(value: str, before: str = "") -> Change:
    """Give an answer that returns one thing, whatever is asked."""
    return answers(embed=f"{before}\ndef embed(ids, embedding_matrix):\n    return {value}")


def doing(body: str) -> Change:
    """Give an answer that does something before it returns the right thing."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return answers(
        embed="import os, sys, time\n{right}\n_right = embed\ndef embed(ids, embedding_matrix):\n"
        + lines
        + "\n    return _right(ids, embedding_matrix)"
    )


def each_cell(change: Callable[[Cell], None]) -> Change:
    """Change every cell."""

    def changed(work: Notebook) -> None:
        for item in work["cells"]:
            change(item)

    return changed


def as_text(change: Callable[[str], str | bytes]) -> Change:
    """Change the text of the file."""
    return lambda work: change(notebook_text(work))


def at(stem: str, **given: str) -> Change:
    """Give other answers in another chapter; ``{name}`` stands for the solution of that exercise."""

    def change(work: Notebook) -> None:
        for name, source in given.items():
            cell(work, name)["source"] = source.replace("{" + name + "}", right(name, stem))

    return change


def merged(*ids: str) -> Change:
    """Merge cells into the first of them, as editors do: it keeps its metadata, and gets a new id."""

    def change(work: Notebook) -> None:
        found = [cell(work, id_) for id_ in ids]
        found[0]["source"] = "\n\n".join(item["source"] for item in found)
        found[0]["id"] = "merged-cell"
        work["cells"] = [item for item in work["cells"] if item["id"] not in ids[1:]]

    return change


def wrong_and(change: Change) -> Change:
    """Give a wrong ``embed``, and change something so that it might be taken for right."""

    def changed(work: Notebook) -> Notebook | bytes | str | None:
        cell(work, "embed")["source"] = WRONG
        return change(work)

    return changed


def edit(id_: str, source: str) -> Change:
    """Give a cell another source."""
    return lambda work: cell(work, id_).update(source=source)


def remove(*ids: str) -> Change:
    """Take cells away."""
    return lambda work: work.update(cells=[item for item in work["cells"] if item["id"] not in ids])


def note(id_: str, **metadata: object) -> Change:
    """Change the metadata of a cell; that of nbgrader where a key is one of nbgrader's."""

    def change(work: Notebook) -> None:
        there = cell(work, id_)["metadata"]
        for key, value in metadata.items():
            (there["nbgrader"] if key in there.get("nbgrader", {}) else there)[key] = value

    return change


def both(*changes: Change) -> Change:
    """Make several changes."""

    def change(work: Notebook) -> None:
        for each in changes:
            each(work)

    return change


def duplicate(work: Notebook) -> None:
    work["cells"] += [copy.deepcopy(cell(work, "embed-core")) for _ in range(3)]


def extra_check(work: Notebook) -> None:
    extra = copy.deepcopy(cell(work, "embed-core"))
    extra["metadata"]["nbgrader"].update(grade_id="extra", points=100)
    extra.update(id="extra", source="1")
    work["cells"].append(extra)


def strip(item: Cell) -> None:
    item["metadata"] = {}


def strip_ids(work: Notebook) -> None:
    for item in work["cells"]:
        item.pop("id")
        item["metadata"] = {}


def upset_names(work: Notebook) -> Notebook:
    """A notebook of format 4.4 without ids, as older editors write it."""
    strip_ids(work)
    text = json.dumps({**work, "nbformat_minor": 4})
    found: Notebook = json.loads(text)
    return found


def colab(work: Notebook) -> None:
    work["metadata"] = {"colab": {"provenance": []}, "kernelspec": {"name": "python3"}}
    for item in work["cells"]:
        item["metadata"] = {"id": item["id"], "colab": {"base_uri": "https://localhost:8080/"}}
        item["id"] = f"x{sum(map(ord, item['id']))}{len(item['id'])}"


def vscode(work: Notebook) -> None:
    work["metadata"] = {"language_info": {"name": "python"}}
    for item in work["cells"]:
        item["metadata"] = {"vscode": {"languageId": "python"}}


def markdown_answer(work: Notebook) -> None:
    cell(work, "embed").update(cell_type="raw")


def split(work: Notebook) -> None:
    """Split the answer below its imports; the id stays with the last piece, as in JupyterLab."""
    place = next(at_ for at_, item in enumerate(work["cells"]) if item["id"] == "embed")
    lines = cell(work, "embed")["source"].split("\n")
    start = next(at_ for at_, line in enumerate(lines) if line.startswith("def "))
    piece = own("\n".join(lines[:start]), "piece")
    cell(work, "embed")["source"] = "\n".join(lines[start:])
    work["cells"].insert(place, piece)


def lean_on(id_: str, line: str, use: str) -> Change:
    """Let the answer use a name that only another cell of the course has."""

    def change(work: Notebook) -> None:
        there = cell(work, id_)
        there["source"] = f"{there['source']}\n{line}" if line else there["source"]
        wrapped = f"def embed(ids, embedding_matrix):\n    {use}\n    return _right(ids, embedding_matrix)"
        cell(work, "embed")["source"] = f"{right('embed')}\n_right = embed\n{wrapped}"

    return change


def older(work: Notebook) -> None:
    """The same notebook of an earlier release: another check, a cell that is no more."""
    cell(work, "embed-core")["source"] = 'check("embed", embed)'
    work["cells"].insert(5, {**own("old = 1", "of-old"), "metadata": {"tiedbook": {"role": "show", "hash": "0" * 16}}})
    work["metadata"]["tiedbook"]["release"] = "0" * 16
