"""A switch that a page asks for: the notebook comes with the request, and operations go back."""

from __future__ import annotations

import json
from typing import Any

from tiedbook import built
from tiedbook.bilingual import second_of
from tiedbook.course import course
from tiedbook.editions import SOURCE, edition
from tiedbook.errors import LearnerError, TiedbookError
from tiedbook.menu import spoken
from tiedbook.merge import apply, merge, offered
from tiedbook.notebook import Cell, as_notebook, chapter_of, edition_of

MAX_BYTES = 16 * 2**20  # a chapter comes without outputs and takes some 50 kB


def switch_reply(body: bytes) -> dict[str, Any]:
    """Return what turns a notebook into another edition.

    Parameters
    ----------
    body : bytes
        JSON ``{"notebook": {...}, "edition": tag, "beside": tag or null}``, and ``"back": [id, ...]`` where deleted
        cells are wanted back. With the edition that the notebook is in, nothing else happens then.

    Returns
    -------
    dict
        ``{"edition": tag, "operations": [...], "offer": {...}}``, the operations in the form of `tiedbook.merge`. Where
        the learner deleted exercise or check cells, the offer is ``{"back": [id, ...], "message": sentence, "accept":
        label}``: to show the sentence with a button, which posts the ids; else it is None.

    Raises
    ------
    TiedbookError
        If the request is not of that form, or asks for what the course does not have. Its message is a sentence in the
        words of the notebook's edition.
    """
    posted: dict[str, Any] = {}
    try:
        posted = _decoded(body)
        mine = as_notebook(posted["notebook"], "notebook")
        tag = edition(posted["edition"]).tag
        stem = chapter_of(mine)
        if stem is None:
            raise LearnerError("lab.no_chapter", "This notebook is no chapter of the course: it has no other edition.")
        beside = built.second(tag, posted.get("beside", second_of(mine) if tag == edition_of(mine) else None))
        for wanted in filter(None, (tag, beside)):
            if stem not in course().stems(wanted):  # the learner's notebook names it: never part of a path unseen
                raise built.no_such_chapter(stem, wanted)
        target, *others = built.frames(stem, tag, beside)
        operations = merge(mine, target, "switch", others, _ids(posted.get("back")))
        deleted = offered(apply(mine, operations), target, others)
    except LearnerError as fault:
        raise TiedbookError(_sentence(fault, posted.get("notebook"))) from fault
    done = [operation.as_json() for operation in operations]
    return {"edition": tag, "operations": done, "offer": _offer(deleted, tag)}


def _decoded(body: bytes) -> dict[str, Any]:
    if len(body) > MAX_BYTES:
        raise LearnerError(
            "lab.too_large",
            "This notebook is too large to be switched here ({megabytes} MB). "
            "Save it, and use `tiedbook switch` in a terminal.",
            megabytes=len(body) // 2**20,
        )
    try:
        posted = json.loads(body)
    except (ValueError, RecursionError):
        posted = None
    if (
        not isinstance(posted, dict)
        or "notebook" not in posted
        or not isinstance(posted.get("edition"), str)
        or not isinstance(posted.get("beside"), str | None)
    ):
        raise LearnerError("lab.malformed", "The request is not JSON with a notebook and an edition. Reload the page.")
    return posted


def _ids(found: object) -> list[str]:
    return [id_ for id_ in found if isinstance(id_, str)] if isinstance(found, list) else []


def _offer(deleted: tuple[Cell, ...], tag: str) -> dict[str, Any] | None:
    """Return the offer to bring deleted cells back, in the words of an edition."""
    if not deleted:
        return None
    say = spoken(tag).text
    ids = [cell["id"] for cell in deleted]
    return {
        "back": ids,
        "message": say("lab.deleted", "Exercise cells that you deleted: {cells}.", cells=", ".join(ids)),
        "accept": say("lab.bring_back", "Bring them back"),
    }


def _sentence(fault: LearnerError, notebook: object) -> str:
    """Put a fault into the words of a notebook's edition, as far as it has one."""
    tag = edition_of(notebook) if isinstance(notebook, dict) else None
    return spoken(tag or SOURCE).text(fault.code, fault.english, **fault.values)
