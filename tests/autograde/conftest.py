"""A course folder for each test, copied from one that was assigned once."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from autograde.assign import assign
from autograde.course import CourseFolder
from tests.autograde.classroom import STEM


@pytest.fixture(scope="session")
def assigned(tmp_path_factory: pytest.TempPathFactory) -> CourseFolder:
    """A course as `autograde assign` makes it; not to be changed."""
    course = CourseFolder(tmp_path_factory.mktemp("assigned") / "course")
    assign(course, "en", [STEM])
    return course


@pytest.fixture
def course(assigned: CourseFolder, tmp_path: Path) -> CourseFolder:
    """A course of the test's own."""
    return CourseFolder(Path(shutil.copytree(assigned.root, tmp_path / "course")))


@pytest.fixture
def programs() -> dict[str, str]:
    """The environment of a subprocess that finds this environment's programs."""
    return {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])}
