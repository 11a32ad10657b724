"""What is set aside, and with which words."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from autograde.course import CourseFolder
from autograde.gather import LARGEST
from autograde.preflight import SetAsideError, read_answers, read_submission, recognise
from tests.autograde.classroom import STEM, notebook, right, submit
from tiedbook.notebook import Notebook, answers, notebook_text, read_notebook

WHOLE = notebook_text(notebook()).encode()


def test_a_pipe_is_not_waited_for(course: CourseFolder) -> None:
    path = submit(course, "ana", b"")
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(SetAsideError, match="not a plain file") as caught:
        read_submission(course.submission("ana", STEM))
    assert caught.value.code == "unreadable"


def test_a_link_is_not_followed(course: CourseFolder) -> None:
    secret = submit(course, "bob", WHOLE)
    path = submit(course, "ana", b"")
    path.unlink()
    path.symlink_to(secret)
    with pytest.raises(SetAsideError, match="a link"):
        read_submission(course.submission("ana", STEM))


def test_a_folder_in_the_place_of_the_notebook_is_set_aside(course: CourseFolder) -> None:
    path = submit(course, "ana", b"")
    path.unlink()
    path.mkdir()
    with pytest.raises(SetAsideError) as caught:
        read_submission(course.submission("ana", STEM))
    assert caught.value.code == "unreadable"


def test_an_oversize_file_is_not_read_whole(course: CourseFolder) -> None:
    path = submit(course, "ana", b"")
    with path.open("wb") as file:
        file.truncate(LARGEST * 50)
    with pytest.raises(SetAsideError, match="larger than 20 MB"):
        read_submission(course.submission("ana", STEM))


def test_a_renamed_notebook_is_named_with_the_right_name(course: CourseFolder) -> None:
    path = submit(course, "ana", WHOLE)
    path.rename(path.with_name("final (2).ipynb"))
    with pytest.raises(SetAsideError, match=rf"final \(2\)\.ipynb. Rename it to {STEM}\.ipynb"):
        read_submission(course.submission("ana", STEM))


def test_a_missing_notebook_is_said_to_be_missing(course: CourseFolder) -> None:
    submit(course, "ana", WHOLE).unlink()
    with pytest.raises(SetAsideError, match="no notebook here") as caught:
        read_submission(course.submission("ana", STEM))
    assert caught.value.code == "missing"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (WHOLE[:-100], "truncated"),
        (b"\xff\xfe\x00", "truncated"),
        (b"[" * 100_000, "truncated"),
        (b"[1, 2]", "not_a_notebook"),
        (b'{"cells": [], "metadata": {}}', "not_a_notebook"),
        (b'{"cells": [], "nbformat": 5, "nbformat_minor": 0, "metadata": {}}', "not_a_notebook"),
        (b'{"cells": [], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}', "no_answers"),
        (WHOLE.replace(b'"chapter": "ch01_lookup_is_matmul"', b'"chapter": "ch02_other"'), "other_chapter"),
    ],
)
def test_what_is_no_notebook_of_this_chapter_is_set_aside(assigned: CourseFolder, content: bytes, code: str) -> None:
    with pytest.raises(SetAsideError) as caught:
        read_answers(content, STEM, read_notebook(assigned.release(STEM)))
    assert caught.value.code == code
    assert caught.value.reason.endswith(".")


def with_mark(work: Notebook) -> bytes:
    return b"\xef\xbb\xbf" + notebook_text(work).encode()


def with_windows_newlines(work: Notebook) -> bytes:
    return notebook_text(work).replace("\n", "\r\n").encode()


def in_an_old_format(work: Notebook) -> bytes:
    for item in work["cells"]:
        del item["id"]
    return json.dumps({**work, "nbformat_minor": 4}).encode()


def as_colab_saves(work: Notebook) -> bytes:
    for item in work["cells"]:
        item["metadata"] = {"id": "a1b2c3" + item.pop("id")[:3], "colab": {"base_uri": "https://example.org"}}
    work["metadata"] = {"colab": {"provenance": []}, "kernelspec": {"name": "python3", "display_name": "Python 3"}}
    return json.dumps(work).encode()


@pytest.mark.parametrize("saved", [with_mark, with_windows_newlines, in_an_old_format, as_colab_saves])
def test_bad_luck_with_the_file_costs_no_answer(assigned: CourseFolder, saved: Callable[[Notebook], bytes]) -> None:
    mine = read_answers(saved(notebook("es")), STEM, read_notebook(assigned.release(STEM)))
    found = answers(mine)
    assert {name: found[name].split() for name in ("one_hot", "embed")} == {
        name: right(name).split() for name in ("one_hot", "embed")
    }


def test_a_chapter_is_recognised_by_its_metadata_and_else_by_its_answers(assigned: CourseFolder) -> None:
    frames = {stem: read_notebook(assigned.release(stem)) for stem in assigned.stems()}
    work = notebook("es")
    assert recognise(work, frames) == STEM
    bare = json.loads(as_colab_saves(work))
    for number, item in enumerate(bare["cells"]):
        item["id"] = f"c{number}"
    assert recognise(bare, frames) == STEM
    bare["cells"] = [item for item in bare["cells"] if item["cell_type"] == "markdown"]
    assert recognise(bare, frames) is None


def test_a_fault_travels_between_processes() -> None:
    import pickle

    fault = pickle.loads(pickle.dumps(SetAsideError("empty", "the file is empty.")))
    assert (fault.code, fault.reason) == ("empty", "the file is empty.")


def test_a_submission_in_a_folder_that_cannot_be_read_is_set_aside(course: CourseFolder, tmp_path: Path) -> None:
    path = submit(course, "ana", WHOLE)
    path.unlink()
    path.parent.rmdir()
    path.parent.write_bytes(b"")
    with pytest.raises(SetAsideError) as caught:
        read_submission(course.submission("ana", STEM))
    assert caught.value.code == "unreadable"
