"""A switch that a page asks for, without a server."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.small import SECOND
from tiedbook import built
from tiedbook.catalog import runtime
from tiedbook.course import Course
from tiedbook.errors import TiedbookError
from tiedbook.merge import merge
from tiedbook.notebook import Notebook, write_notebook
from tiedbook.switching import MAX_BYTES, switch_reply


def request(notebook: object, edition: object) -> bytes:
    return json.dumps({"notebook": notebook, "edition": edition}).encode()


def chapter(**mark: Any) -> Notebook:
    notebook = built.chapter(SECOND, "es")
    notebook["metadata"]["tiedbook"].update(mark)
    return notebook


def refusal(body: bytes) -> str:
    with pytest.raises(TiedbookError) as caught:
        switch_reply(body)
    return caught.value.message


def test_a_switch_answers_with_the_operations_of_the_merge(small_course: Course) -> None:
    mine = chapter()
    mine["cells"][2]["source"] += " My own words."
    target, *others = built.frames(SECOND, "hi-Latn")
    expected = [operation.as_json() for operation in merge(mine, target, "switch", others)]
    reply = switch_reply(request(mine, "hi-Latn"))
    assert reply == {"edition": "hi-Latn", "operations": expected, "offer": None}
    assert {operation["op"] for operation in expected} == {"source", "insert", "notebook"}


def test_a_notebook_of_an_older_format_is_understood(small_course: Course) -> None:
    mine = chapter()
    mine["nbformat_minor"] = 4
    assert switch_reply(request(mine, "en"))["operations"]


def test_an_unknown_edition_is_refused_in_the_notebooks_words(small_course: Course) -> None:
    words = runtime("es").text(
        "edition.unknown", "There is no edition '{tag}'. The editions are: {known}.", tag="fr", known="en, hi-Latn, es"
    )
    assert words.startswith("[es]")
    assert refusal(request(chapter(), "fr")) == words


@pytest.mark.parametrize("spoken", ["fr", None, 7])
def test_a_notebook_of_no_known_edition_is_refused_in_english(small_course: Course, spoken: object) -> None:
    assert refusal(request(chapter(edition=spoken), "fr")).startswith("There is no edition 'fr'.")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "not JSON with a notebook and an edition"),
        (b"{}", "not JSON with a notebook and an edition"),
        (request({}, 5), "not JSON with a notebook and an edition"),
        (request(None, "es"), "not a Jupyter notebook"),
        (request([], "es"), "not a Jupyter notebook"),
        (request({"nbformat": 4, "cells": "none"}, "es"), "not a Jupyter notebook"),
        (request({"nbformat": 4, "cells": [{"source": 3}]}, "es"), "not a Jupyter notebook"),
        (request({"nbformat": 4, "cells": [], "metadata": {}}, "es"), "no chapter of the course"),
        (request({"nbformat": 4, "cells": [], "metadata": {"tiedbook": []}}, "es"), "no chapter of the course"),
        (b" " * (MAX_BYTES + 1), "too large"),
    ],
)
def test_a_malformed_request_is_refused_with_a_sentence(small_course: Course, body: bytes, words: str) -> None:
    assert words in refusal(body)


@pytest.mark.parametrize("stem", ["../elsewhere", "ch99_none", "", "en/../ch01_second"])
def test_only_chapters_of_the_course_are_read(small_course: Course, stem: str) -> None:
    write_notebook(small_course.chapters / "elsewhere.ipynb", chapter())
    assert f"no chapter '{stem}'" in refusal(request(chapter(chapter=stem, edition="en"), "es"))


def test_a_missing_catalog_of_the_edition_asked_for_names_the_remedy(small_course: Course) -> None:
    (small_course.locales / "hi-Latn" / "runtime.po").unlink()
    assert "tiedbook extract" in refusal(request(chapter(), "hi-Latn"))


def test_cells_that_the_learner_deleted_are_offered_in_the_words_of_the_edition_and_come_back(
    small_course: Course,
) -> None:
    catalog = small_course.locales / "es" / "runtime.po"
    entry = 'msgctxt "lab.bring_back"\nmsgid "Bring them back"\nmsgstr "Recuperarlas"\n'
    catalog.write_text(catalog.read_text(encoding="utf-8") + entry, encoding="utf-8")
    mine = chapter()
    mine["cells"] = [cell for cell in mine["cells"] if cell["id"] not in ("embed-core", "idea")]
    reply = switch_reply(request(mine, "es"))
    assert reply["operations"] == []
    assert reply["offer"] == {
        "back": ["embed-core"],
        "message": "Exercise cells that you deleted: embed-core.",
        "accept": "Recuperarlas",
    }
    wanted = json.dumps({"notebook": mine, "edition": "es", "back": reply["offer"]["back"]}).encode()
    again = switch_reply(wanted)
    assert [(each["op"], each["after"], each["cell"]["id"]) for each in again["operations"]] == [
        ("insert", "embed", "embed-core")
    ]
    assert again["offer"] is None


@pytest.mark.parametrize("back", [None, "embed-core", [3, {}], {}])
def test_odd_wishes_for_deleted_cells_do_no_harm(small_course: Course, back: object) -> None:
    wanted = json.dumps({"notebook": chapter(), "edition": "es", "back": back}).encode()
    assert switch_reply(wanted)["operations"] == []
