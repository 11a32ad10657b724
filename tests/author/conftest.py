"""A scratch course for the tests of the author's side."""

from __future__ import annotations

from pathlib import Path

import pytest

import tiedbook.author.build
from tests.author.scratch import write_scratch
from tiedbook.author.extract import extract
from tiedbook.course import Course
from tiedbook.exercise import Exercise, exercise


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    """A course of one chapter without catalogs."""

    def exercises_of(_: str) -> tuple[Exercise, ...]:
        return (exercise("pair_sum", core=(4, lambda *_: iter(())), contract=(2, lambda *_: iter(()))),)

    monkeypatch.setattr(tiedbook.author.build, "exercises_of", exercises_of)
    return write_scratch(tmp_path / "course")


@pytest.fixture
def scratch(bare: Course) -> Course:
    """The same course with its catalogs, nothing translated."""
    extract(bare)
    return bare
