"""The course folder: clear errors where something is missing."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from autograde.course import SECRET, CourseFolder, open_course
from autograde.gradebook import open_gradebook
from tests.autograde.classroom import STEM, notebook, submit
from tiedbook.errors import TiedbookError


def remove_all(course: CourseFolder) -> None:
    shutil.rmtree(course.root)


def remove_release(course: CourseFolder) -> None:
    shutil.rmtree(course.root / "release")


def remove_gradebook(course: CourseFolder) -> None:
    course.gradebook.unlink()


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (remove_all, "no course folder"),
        (remove_release, "no chapter has been released"),
        (remove_gradebook, "the gradebook is missing"),
    ],
)
def test_what_is_missing_is_named_with_the_command_that_makes_it(
    course: CourseFolder, spoil: Callable[[CourseFolder], None], message: str
) -> None:
    spoil(course)
    with pytest.raises(TiedbookError, match=f"{message}.*`autograde assign --course {course.root}`") as caught:
        open_course(course.root)
    assert caught.value.status == 2


@pytest.mark.parametrize("content", [b"not a database, whatever its name says", b"SQLite format 3\x00" + b"x" * 99])
def test_a_gradebook_that_is_none_is_one_message(course: CourseFolder, content: bytes) -> None:
    course.gradebook.write_bytes(content)
    with pytest.raises(TiedbookError, match=r"gradebook\.db"), open_gradebook(course) as gradebook:
        gradebook.find_assignment(STEM)


def test_hidden_folders_and_loose_files_are_no_submissions(course: CourseFolder) -> None:
    submit(course, "ana", notebook())
    (course.submitted / ".ipynb_checkpoints" / STEM).mkdir(parents=True)
    (course.submitted / "notes.txt").write_text("mine", encoding="utf-8")
    assert [(item.learner, item.stem) for item in course.submissions()] == [("ana", STEM)]


def test_a_course_without_submissions_has_none(tmp_path: Path) -> None:
    assert CourseFolder(tmp_path).submissions() == ()


@pytest.mark.parametrize("content", [b"", b"short"])
def test_a_secret_that_could_be_guessed_is_refused(course: CourseFolder, content: bytes) -> None:
    assert len(course.seed_secret()) == SECRET
    course.secret.write_bytes(content)
    with pytest.raises(TiedbookError, match=r"too short for a secret.*--regrade"):
        course.seed_secret()
