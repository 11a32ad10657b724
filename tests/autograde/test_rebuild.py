"""The frame a submission is rebuilt on, and what runs in it."""

from __future__ import annotations

import pytest

from autograde.course import CourseFolder
from autograde.preflight import read_answers
from autograde.rebuild import cells_to_run, edition_to_answer, frame_in, rebuild
from tests.autograde.classroom import STEM, cell, notebook, own, right
from tiedbook.notebook import Notebook, edition_of, notebook_text, read_notebook, role


@pytest.fixture
def release(assigned: CourseFolder) -> Notebook:
    return read_notebook(assigned.release(STEM))


@pytest.mark.parametrize("edition", ["en", "hi-Latn", "es"])
def test_the_frame_has_released_code_and_prose_of_the_edition(release: Notebook, edition: str) -> None:
    frame = frame_in(release, STEM, edition)
    built = notebook(edition, {})
    assert edition_of(frame) == edition
    assert [item["id"] for item in frame["cells"]] == [item["id"] for item in release["cells"]]
    for item, released in zip(frame["cells"], release["cells"], strict=True):
        if role(item) == "prose":
            assert item["source"] == cell(built, item["id"])["source"]
        else:
            assert item == released


def test_only_answers_and_own_code_come_from_a_submission(release: Notebook) -> None:
    work = notebook("en")
    cell(work, "title")["source"] = "# Mine <script>alert(1)</script>"
    cell(work, "table")["source"] = "E = None"
    cell(work, "embed-core")["source"] = "0"
    work["cells"].insert(3, own("helper = 1"))
    work["cells"].insert(4, {"cell_type": "markdown", "id": "note", "metadata": {}, "source": "my note"})
    rebuilt = rebuild(work, release)
    changed = {item["id"] for item in rebuilt["cells"] if item not in release["cells"]}
    assert changed == {"one_hot", "embed", "mine"}
    assert cell(rebuilt, "embed")["source"] == right("embed")


def test_answers_data_and_own_cells_run_in_their_order_and_nothing_else(release: Notebook) -> None:
    work = notebook("en")
    work["cells"].append(own("last = 1"))
    run = [item["id"] for item in cells_to_run(rebuild(work, release))]
    assert [id_ for id_ in run if id_ in {"table", "one_hot", "embed", "mine"}] == ["table", "one_hot", "embed", "mine"]
    assert not {role(item) for item in cells_to_run(rebuild(work, release))} & {"check", "show", "prose"}


@pytest.mark.parametrize("edition", ["en", "hi-Latn", "es"])
def test_the_edition_is_the_one_that_the_metadata_names(edition: str) -> None:
    assert edition_to_answer(notebook(edition), STEM) == edition


def test_without_metadata_the_edition_is_told_by_the_prose() -> None:
    work = notebook("es")
    work["metadata"] = {}
    assert edition_to_answer(work, STEM) == "es"
    work["metadata"] = {"tiedbook": {"edition": "../../secret"}}
    assert edition_to_answer(work, STEM) == "es"
    work["cells"] = [item for item in work["cells"] if item["cell_type"] == "code"]
    assert edition_to_answer(work, STEM) == "en"


def test_a_rebuilt_notebook_is_the_same_whatever_the_order_of_the_submission(release: Notebook) -> None:
    work = notebook("en")
    work["cells"].reverse()
    mine = read_answers(notebook_text(work).encode(), STEM, release)
    assert rebuild(mine, release) == rebuild(notebook("en"), release)
