"""A workspace whose ``.tiedbook`` was lost is taken over, with every file as it was."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.small import FIRST, SECOND, built
from tests.test_workspace import files
from tiedbook.adoption import Traces, traces
from tiedbook.cli import main
from tiedbook.course import Course
from tiedbook.errors import LearnerError
from tiedbook.notebook import edition_of, read_notebook, write_notebook
from tiedbook.renewal import switch
from tiedbook.session import MARKER
from tiedbook.workspace import find, start


@pytest.fixture
def lost(small_course: Course, tmp_path: Path) -> Path:
    """Return a Spanish workspace without its ``.tiedbook``."""
    start(tmp_path / "w", "es")
    shutil.rmtree(tmp_path / "w" / ".tiedbook")
    return tmp_path / "w"


def test_a_lost_workspace_becomes_one_again_in_its_edition(lost: Path) -> None:
    before = files(lost)
    reports = start(lost)
    assert [(report.path.stem, report.outcome) for report in reports] == [(FIRST, "kept"), (SECOND, "kept")]
    assert find(lost).edition == "es"
    assert find(lost).release == "1.0"
    assert {name: content for name, content in files(lost).items() if name in before} == before
    switch(lost, "en")


@pytest.mark.parametrize("words", [["start", "w"], ["lab", "--dir", "w"]])
def test_the_commands_take_it_over_in_its_edition(
    lost: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    monkeypatch.chdir(lost.parent)
    monkeypatch.setattr("tiedbook.commands.launch", lambda workspace, **_: 0)
    assert main(words) == 0
    assert find(lost).edition == "es"
    assert f"{FIRST}.ipynb: kept as it is." in capsys.readouterr().out


def test_lab_takes_it_over_and_then_switches_it_to_the_edition_that_is_asked_for(
    lost: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(lost.parent)
    monkeypatch.setattr("tiedbook.commands.launch", lambda workspace, **_: 0)
    assert main(["lab", "--dir", "w", "--edition", "hi-Latn"]) == 0
    assert find(lost).edition == "hi-Latn"
    assert edition_of(read_notebook(lost / f"{SECOND}.ipynb")) == "hi-Latn"


def test_missing_chapters_are_added_in_that_edition(lost: Path) -> None:
    (lost / f"{FIRST}.ipynb").unlink()
    reports = start(lost)
    assert [(report.path.stem, report.outcome) for report in reports] == [(SECOND, "kept"), (FIRST, "added")]
    assert edition_of(read_notebook(lost / f"{FIRST}.ipynb")) == "es"


def test_a_broken_chapter_among_good_ones_is_kept_as_it_is(lost: Path) -> None:
    (lost / f"{FIRST}.ipynb").write_bytes(b"{")
    start(lost)
    assert (lost / f"{FIRST}.ipynb").read_bytes() == b"{"


def test_chapters_that_lost_all_metadata_are_known_by_their_cells(lost: Path) -> None:
    for stem in (FIRST, SECOND):
        notebook = read_notebook(lost / f"{stem}.ipynb")
        cells = [
            {key: value for key, value in cell.items() if key != "id"} | {"metadata": {}} for cell in notebook["cells"]
        ]
        raw = {**notebook, "cells": cells, "metadata": {}, "nbformat_minor": 4}
        (lost / f"{stem}.ipynb").write_text(json.dumps(raw), encoding="utf-8")
    before = files(lost)
    assert start(lost, "es")[0].outcome == "kept"
    assert {name: content for name, content in files(lost).items() if name in before} == before


def test_the_edition_that_is_asked_for_is_noted(lost: Path) -> None:
    start(lost, "hi-Latn")
    assert find(lost).edition == "hi-Latn"
    switch(lost, "hi-Latn")
    assert edition_of(read_notebook(lost / f"{SECOND}.ipynb")) == "hi-Latn"


def test_a_damaged_marker_is_written_anew_from_what_the_chapters_say(lost: Path) -> None:
    (lost / MARKER).parent.mkdir()
    (lost / MARKER).write_text("{", encoding="utf-8")
    start(lost)
    assert find(lost).edition == "es"


def test_most_chapters_decide(small_course: Course, tmp_path: Path) -> None:
    write_notebook(tmp_path / f"{FIRST}.ipynb", built(FIRST, "es"))
    assert traces(tmp_path) == Traces("es", "1.0")
    assert traces(tmp_path / "no such folder") is None


@pytest.mark.parametrize("content", [b"", b"{", b"mine", b'{"nbformat": 4, "cells": []}'])
def test_files_that_only_have_the_name_of_a_chapter_are_not_taken_over(
    small_course: Course, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / f"{FIRST}.ipynb").write_bytes(content)
    (tmp_path / f"{SECOND}.ipynb").mkdir()
    before = files(tmp_path)
    with pytest.raises(LearnerError, match="not a workspace, yet it holds"):
        start(tmp_path)
    assert files(tmp_path) == before


def test_built_notebooks_of_another_checkout_are_not_taken_over(small_course: Course, tmp_path: Path) -> None:
    folder = tmp_path / "other" / "chapters" / "es"
    shutil.copytree(small_course.built("es"), folder)
    (folder.parent / f"{SECOND}.py").write_text("# %%", encoding="utf-8")
    with pytest.raises(LearnerError, match="belongs to the course itself"):
        start(folder)
