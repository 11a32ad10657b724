"""One learner's folder that cannot be read or written; tests may run as root, whom permissions do not stop."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograde.cli import main
from autograde.collect import collect
from autograde.course import CourseFolder
from autograde.export import not_exported
from autograde.feedback import write_feedback
from autograde.grade import Choice, grade
from autograde.unwritten import concerns_all
from tests.autograde.classroom import STEM, contents, notebook, submit
from tiedbook.notebook import write_notebook


@pytest.fixture
def two(course: CourseFolder) -> CourseFolder:
    """A course with two submissions."""
    submit(course, "ana", notebook())
    submit(course, "bob", notebook())
    return course


def deny(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let this folder be listed by nobody."""
    listed = Path.iterdir

    def iterdir(path: Path) -> Iterator[Path]:
        if path == folder:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return listed(path)

    monkeypatch.setattr(Path, "iterdir", iterdir)


@pytest.mark.sandbox
@pytest.mark.parametrize("chapters", [(), (STEM,)])
def test_a_folder_that_cannot_be_looked_into_is_set_aside_and_the_others_are_graded(
    two: CourseFolder, monkeypatch: pytest.MonkeyPatch, chapters: tuple[str, ...]
) -> None:
    deny(monkeypatch, two.submitted / "ana")
    report = grade(two, Choice(chapters=chapters))
    assert [(line.learner, line.state, line.code) for line in report.lines] == [
        ("ana", "set aside", "unreadable"),
        ("bob", "graded", ""),
    ]
    assert next(iter(report.findings())).startswith(f"{two.submitted / 'ana'}: this folder cannot be looked into")
    assert write_feedback(two).pages == 1
    assert len(not_exported(two)) == 1


@pytest.mark.sandbox
def test_a_file_in_place_of_the_graded_folder_sets_one_aside_with_nothing_recorded(
    two: CourseFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = two.root / "autograded" / "ana"
    wrong.parent.mkdir()
    wrong.write_text("x", encoding="utf-8")
    assert main(["grade", "--course", str(two.root)]) == 1
    told = capsys.readouterr().out
    assert "1 graded, 1 set aside" in told
    assert f"its graded notebook cannot be written ({wrong}" in told
    assert {row[0] for row in contents(two)["grades"]} == {"bob"}
    wrong.unlink()
    assert grade(two).complete


@pytest.mark.sandbox
def test_a_file_in_place_of_the_feedback_folder_costs_one_page(
    two: CourseFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    grade(two)
    wrong = two.root / "feedback" / "ana"
    wrong.parent.mkdir()
    wrong.write_text("x", encoding="utf-8")
    assert main(["feedback", "--course", str(two.root)]) == 1
    told = capsys.readouterr().out
    assert "its page cannot be written" in told
    assert "feedback: 1 page, 1 of them new" in told
    assert two.feedback("bob", STEM).is_file()


def test_a_file_in_place_of_a_learners_folder_refuses_one_and_collects_the_others(
    course: CourseFolder, tmp_path: Path
) -> None:
    for learner in ("ana", "bob"):
        path = tmp_path / "sent" / learner / f"{STEM}.ipynb"
        path.parent.mkdir(parents=True)
        write_notebook(path, notebook())
    course.submitted.mkdir(exist_ok=True)
    (course.submitted / "ana").write_text("x", encoding="utf-8")
    refused, taken = collect(course, tmp_path / "sent")
    assert (refused.action, taken.action) == ("refused", "new")
    assert "its copy cannot be written" in refused.reason


@pytest.mark.parametrize(
    ("number", "all_"), [(errno.EACCES, False), (errno.ENOTDIR, False), (errno.ENOSPC, True), (errno.EROFS, True)]
)
def test_a_full_disk_stops_the_run_and_one_bad_folder_does_not(number: int, *, all_: bool) -> None:
    assert concerns_all(OSError(number, "")) is all_
