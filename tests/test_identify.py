"""Course cells are found again where an editor dropped ids or metadata."""

from __future__ import annotations

import copy

import pytest

from tests.small import SECOND, TAGS, built, own
from tiedbook.identify import beside_id, identify, restore
from tiedbook.merge import apply, merge
from tiedbook.notebook import Notebook, answers, as_notebook, mark

FRAMES = [built(SECOND, tag) for tag in TAGS]
IDS = [cell["id"] for cell in FRAMES[0]["cells"]]


def solved(tag: str = "en") -> Notebook:
    notebook = built(SECOND, tag)
    cell = next(cell for cell in notebook["cells"] if cell["id"] == "embed")
    cell["source"] = "def embed(ids, table):\n    return table[ids]"
    return notebook


def without_ids(notebook: Notebook) -> Notebook:
    """What Colab or git tools make of a notebook: nbformat 4.4."""
    raw = copy.deepcopy(notebook)
    for cell in raw["cells"]:
        del cell["id"]
    return as_notebook({**raw, "nbformat_minor": 4}, "old.ipynb")


def without_metadata(notebook: Notebook) -> Notebook:
    return {**notebook, "metadata": {}, "cells": [{**cell, "metadata": {}} for cell in notebook["cells"]]}


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize(
    "damaged",
    [
        without_ids,
        without_metadata,
        lambda notebook: without_metadata(without_ids(notebook)),
        lambda notebook: without_ids(without_metadata(notebook)),
    ],
)
def test_what_an_editor_dropped_is_given_back(tag: str, damaged: object) -> None:
    assert callable(damaged)
    restored = restore(damaged(solved(tag)), FRAMES)
    assert [cell["id"] for cell in restored["cells"]] == IDS
    assert [cell["metadata"] for cell in restored["cells"]] == [cell["metadata"] for cell in solved(tag)["cells"]]


def test_a_healthy_notebook_is_left_as_it_is() -> None:
    notebook = solved()
    notebook["cells"].append(own("x = 1"))
    assert restore(notebook, FRAMES) == notebook


def test_an_unlocked_check_stays_unlocked() -> None:
    notebook = solved()
    check = next(cell for cell in notebook["cells"] if cell["id"] == "embed-core")
    del check["metadata"]["editable"]
    assert restore(notebook, FRAMES) == notebook


def test_metadata_of_other_programs_stay() -> None:
    notebook = without_metadata(solved())
    notebook["cells"][3]["metadata"] = {"scrolled": None, "vscode": {"languageId": "python"}}
    assert restore(notebook, FRAMES)["cells"][3]["metadata"].items() >= {"scrolled": None}.items()


def test_colab_keeps_the_id_in_the_metadata() -> None:
    raw = copy.deepcopy(without_metadata(solved()))
    for cell in raw["cells"]:
        cell["metadata"] = {"id": cell.pop("id")}
    notebook = as_notebook({**raw, "nbformat_minor": 0}, "colab.ipynb")
    assert [cell["id"] for cell in notebook["cells"]] == IDS


def test_a_translation_beside_an_edited_cell_is_known_without_its_id() -> None:
    mine = built(SECOND, "en")
    mine["cells"][2]["source"] = "My words."
    mine = apply(mine, merge(mine, FRAMES[2], "switch", FRAMES))
    again = restore(without_ids(mine), [FRAMES[2], *FRAMES])
    assert [cell["id"] for cell in again["cells"]] == [*IDS[:3], beside_id("idea"), *IDS[3:]]
    assert merge(again, FRAMES[2], "switch", FRAMES) == ()


def test_a_copy_of_a_translation_is_the_learners() -> None:
    mine = built(SECOND, "en")
    mine["cells"][2]["source"] = "My words."
    mine = apply(mine, merge(mine, FRAMES[2], "switch", FRAMES))
    mine["cells"].append({**mine["cells"][3], "id": "copy"})
    for target in (FRAMES[0], FRAMES[0], FRAMES[1]):
        mine = apply(mine, merge(mine, target, "switch", FRAMES))
        assert "copy" in [cell["id"] for cell in mine["cells"]]


def test_a_renamed_check_is_known_by_what_it_calls() -> None:
    mine = without_metadata(solved())
    mine["cells"][5] |= {"id": "odd", "source": "# my check\ncheck('embed', embed, part='core')  # again"}
    assert identify(mine, FRAMES).at["embed-core"] == 5


def test_long_ids_leave_room_for_the_translation() -> None:
    assert len(beside_id("x" * 64)) == 64


@pytest.mark.parametrize("odd", [None, 3, "text", [], {"role": ["prose"], "hash": {}, "beside": [1], "exercise": {}}])
def test_odd_metadata_do_no_harm(odd: object) -> None:
    mine = solved()
    for cell in mine["cells"]:
        cell["metadata"] = {"tiedbook": odd, "nbgrader": odd}
    mine["metadata"]["tiedbook"] = {"cells": odd, "release": odd}
    for purpose in ("switch", "update", "rebuild"):
        merge(mine, FRAMES[1], purpose, FRAMES)
    assert mark(restore(mine, FRAMES)["cells"][4])["exercise"] == "embed"
    assert answers(restore(mine, FRAMES)) == answers(solved())
