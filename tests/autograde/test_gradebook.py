"""The gradebook we make and the one nbgrader makes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from autograde.course import COURSE_ID, CourseFolder
from autograde.gradebook import create_gradebook, nbgrader_api, open_gradebook


def everything(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    with closing(sqlite3.connect(path)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {name: database.execute(f"SELECT * FROM {name}").fetchall() for name in tables}
        shapes = database.execute("SELECT type, name, replace(sql, ';', '') FROM sqlite_master ORDER BY 1, 2")
        return {**found, "sqlite_master": shapes.fetchall()}


@pytest.fixture
def theirs(tmp_path: Path, programs: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", programs["PATH"])
    path = tmp_path / "theirs.db"
    with closing(nbgrader_api().Gradebook(f"sqlite:///{path}", COURSE_ID)):
        return path


def test_an_empty_gradebook_is_as_nbgrader_makes_it_and_no_program_is_started(
    tmp_path: Path, theirs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    course = CourseFolder(tmp_path)
    create_gradebook(course)
    assert everything(course.gradebook) == everything(theirs)


def test_an_empty_file_becomes_a_gradebook_when_it_is_opened(
    tmp_path: Path, theirs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    course = CourseFolder(tmp_path)
    course.gradebook.touch()
    with open_gradebook(course) as gradebook:
        assert gradebook.students == []
    assert everything(course.gradebook) == everything(theirs)
