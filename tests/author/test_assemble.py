from __future__ import annotations

from typing import Any

import pytest

from tests.author.scratch import CHAPTER, SOLUTIONS, STEM
from tiedbook import __version__
from tiedbook.author.assemble import Points, Voice, notebook_of
from tiedbook.author.blocks import document, parser
from tiedbook.author.source import chapter_of
from tiedbook.author.units import chapter_units
from tiedbook.editions import Edition
from tiedbook.headings import UNTRANSLATED
from tiedbook.notebook import Notebook, answers, digest

EDITIONS = (Edition("en", "English"), Edition("hi-Latn", "Hinglish"), Edition("es", "Español"))
POINTS: Points = {("pair_sum", "core"): 4, ("pair_sum", "contract"): 2}
CHAPTER_, _ = chapter_of(STEM, CHAPTER, SOLUTIONS)
SPANISH = {(unit.context, unit.english): unit.english.replace("pair", "par") for unit in chapter_units(CHAPTER_)}


def built(tag: str = "en", reviewed: dict[tuple[str, str], str] | None = None) -> Notebook:
    edition = next(item for item in EDITIONS if item.tag == tag)
    return notebook_of(CHAPTER_, Voice(edition, reviewed), EDITIONS, POINTS)


def cell(notebook: Notebook, name: str) -> dict[str, Any]:
    [found] = [item for item in notebook["cells"] if item["id"] == name]
    return found  # type: ignore[no-any-return]


def test_the_notebook_says_what_it_is() -> None:
    notebook = built()
    assert notebook["metadata"]["tiedbook"] == {
        "chapter": STEM,
        "edition": "en",
        "release": __version__,
        "cells": ["editions", *(item.id for item in CHAPTER_.cells)],
    }
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)


def test_the_first_cell_links_to_the_other_editions() -> None:
    assert built("es", SPANISH)["cells"][0]["source"] == (
        f"[English](../en/{STEM}.ipynb) · [Hinglish](../hi-Latn/{STEM}.ipynb) · **Español**"
    )


def test_every_cell_carries_the_digest_of_its_source() -> None:
    for item in built()["cells"]:
        assert item["metadata"]["tiedbook"]["hash"] == digest(item["source"])


def test_an_exercise_is_a_starter_that_nbgrader_knows() -> None:
    found = cell(built(), "pair_sum")
    assert found["source"].endswith("    raise NotImplementedError")
    assert found["metadata"]["nbgrader"] == {
        "grade": False,
        "grade_id": "pair_sum",
        "locked": False,
        "schema_version": 3,
        "solution": True,
        "task": False,
    }
    assert found["metadata"]["tiedbook"]["role"] == "answer"
    assert list(answers(built())) == ["pair_sum"]


@pytest.mark.parametrize(("part", "points"), [("core", 4), ("contract", 2)])
def test_a_check_is_locked_and_has_its_points(part: str, points: int) -> None:
    metadata = cell(built(), f"pair_sum-{part}")["metadata"]
    assert metadata["nbgrader"]["points"] == points
    assert metadata["nbgrader"]["grade_id"] == f"pair_sum-{part}"
    assert (metadata["nbgrader"]["locked"], metadata["editable"], metadata["deletable"]) == (True, False, False)
    assert {**metadata["tiedbook"], "hash": ""} == {"role": "check", "exercise": "pair_sum", "part": part, "hash": ""}


def test_special_prose_says_its_kind() -> None:
    assert cell(built(), "pair-hints")["metadata"]["tiedbook"]["kind"] == "hints"
    assert cell(built(), "pair-solution")["metadata"]["tiedbook"]["exercise"] == "pair_sum"


def test_a_reveal_shows_the_solution_with_what_it_needs() -> None:
    source = cell(built(), "pair-solution")["source"]
    assert "{solution}" not in source
    code = source.partition("```python\n")[2].partition("\n```")[0]
    space: dict[str, Any] = {}
    exec("import numpy as np\n" + code, space)
    assert space["pair_sum"]([1, 2]) == 3.0
    assert "import numpy" not in code, "the data cell before it has NumPy already"


def test_nothing_but_prose_differs_between_editions() -> None:
    def code(notebook: Notebook) -> list[dict[str, Any]]:
        return [item for item in notebook["cells"] if item["cell_type"] == "code"]

    assert code(built()) == code(built("es", SPANISH))
    assert [item["id"] for item in built()["cells"]] == [item["id"] for item in built("es", SPANISH)["cells"]]


def test_a_reviewed_translation_takes_the_place_of_the_english_words() -> None:
    source = cell(built("es", SPANISH), "title")["source"]
    assert "A par holds **two** numbers, such as $(1, 2)$, and its sum is 3." in source
    assert "| `a` | the first |\n| $b$ | 2 |" in source
    assert UNTRANSLATED not in source


def test_a_unit_without_a_reviewed_translation_is_english_with_a_mark() -> None:
    source = cell(built("es", {}), "title")["source"]
    assert source.startswith(f"# {UNTRANSLATED}Pairs of numbers\n\n{UNTRANSLATED}A pair holds")
    assert f"| {UNTRANSLATED}name | meaning |\n|---|--:|\n| {UNTRANSLATED}`a` | the first |\n| $b$ | 2 |" in source
    assert f"<summary>{UNTRANSLATED}Hint 1: a nudge</summary>" in cell(built("es", {}), "pair-hints")["source"]


def test_the_mark_leaves_the_structure_alone() -> None:
    for item in CHAPTER_.cells:
        if item.role == "prose":
            marked = document(item.source).text(lambda block: Voice(EDITIONS[2], {}).words(CHAPTER_.cells[0], block))
            kinds = [[token.type for token in parser().parse(text)] for text in (item.source, marked)]
            assert kinds[0] == kinds[1]


def test_english_has_no_marks() -> None:
    assert not any(UNTRANSLATED in item["source"] for item in built()["cells"])
