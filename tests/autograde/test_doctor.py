"""What the doctor finds, and what of it prevents grading."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from autograde.course import CourseFolder
from autograde.doctor import examine
from autograde.grade import grade
from tests.autograde.classroom import STEM, notebook, submit

pytestmark = pytest.mark.sandbox


def faults(course: CourseFolder) -> dict[str, str]:
    return {item.where: item.what for item in examine(course.root) if item.prevents}


def test_a_healthy_course_has_no_fault_and_one_line_for_each_thing(course: CourseFolder) -> None:
    submit(course, "ana", notebook())
    found = examine(course.root)
    assert [item.line for item in found if item.prevents] == []
    said = "\n".join(item.line for item in found)
    assert "walls: built, and every one holds" in said
    assert f"{course.root}: 1 chapter released, 1 submission (1 not graded)" in said
    assert f"{course.gradebook}: sound, with the grades of 0 submissions by 0 learners" in said
    assert "nbgrader: 0.9" in said
    assert "MB of disk free" in said
    assert len(said.splitlines()) == len(found)


def test_it_counts_what_was_graded_set_aside_and_not_graded(course: CourseFolder) -> None:
    for learner in ("ana", "bob"):
        submit(course, learner, notebook())
    grade(course)
    submit(course, "bob", b"{")  # after it was graded
    submit(course, "cut", b"")
    submit(course, "new", notebook())
    lines = [item.line for item in examine(course.root)]
    counts = "1 graded, 1 not graded, 2 set aside; `autograde grade` says why"
    assert f"{course.root}: 1 chapter released, 4 submissions ({counts})" in lines
    assert f"{course.gradebook}: sound, with the grades of 2 submissions by 2 learners" in lines


def test_before_the_first_assign_it_says_how_to_begin(tmp_path: Path) -> None:
    found = faults(CourseFolder(tmp_path / "course"))
    assert found == {
        str(tmp_path / "course"): f"no course folder here. `autograde assign --course {tmp_path / 'course'}` makes it."
    }


def damage(course: CourseFolder) -> Path:
    content = course.gradebook.read_bytes()
    course.gradebook.write_bytes(content[:8192] + b"\xff" * 4096 + content[12288:])
    return course.gradebook


def another_file(course: CourseFolder) -> Path:
    course.gradebook.write_text("notes", encoding="utf-8")
    return course.gradebook


def no_gradebook(course: CourseFolder) -> Path:
    course.gradebook.unlink()
    return course.gradebook


def broken_release(course: CourseFolder) -> Path:
    course.release(STEM).write_text("{", encoding="utf-8")
    return course.root / "release"


def no_release(course: CourseFolder) -> Path:
    shutil.rmtree(course.root / "release")
    return course.root / "release"


def another_version(course: CourseFolder) -> Path:
    with closing(sqlite3.connect(course.gradebook)) as database:
        database.execute("UPDATE alembic_version SET version_num = '0'")
        database.commit()
    return course.gradebook


@pytest.mark.parametrize("spoil", [damage, another_file, no_gradebook, no_release, broken_release, another_version])
def test_what_prevents_grading_is_a_fault_with_its_path(
    course: CourseFolder, spoil: Callable[[CourseFolder], Path]
) -> None:
    path = spoil(course)
    assert list(faults(course)) == [str(path)]


def test_missing_walls_are_a_fault_with_the_remedy(
    course: CourseFolder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "apt install bubblewrap" in faults(course)["walls"]


def test_everything_that_is_wrong_is_told_at_once_with_its_remedy(
    course: CourseFolder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def versions(package: str) -> str:
        return {"nbgrader": "0.8.4", "numpy": "1.20"}.get(package) or version(package)

    submit(course, "ana", notebook())
    no_gradebook(course)
    course.config.unlink()
    monkeypatch.setattr("autograde.doctor.version", versions)
    monkeypatch.setattr("autograde.doctor.ROOM", 2**60)
    monkeypatch.setattr("autograde.doctor.os.access", lambda path, _: Path(path).name != "submitted")
    monkeypatch.setenv("PATH", str(tmp_path))
    found = faults(course)
    assert set(found) == {
        "nbgrader",
        "numpy",
        "walls",
        str(course.root),
        str(course.gradebook),
        str(course.root / "submitted"),
    }
    assert found["nbgrader"].startswith("0.8.4, but <0.10,>=0.9.5 is needed. `pip install")
    assert "make room" in found[str(course.root)]
    assert "chmod u+w" in found[str(course.root / "submitted")]
    assert [item.where for item in examine(course.root) if "nbgrader's own commands" in item.what] == [
        str(course.config)
    ]


def test_a_package_that_is_missing_is_a_fault(course: CourseFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(package: str) -> str:
        raise PackageNotFoundError(package)

    monkeypatch.setattr("autograde.doctor.version", missing)
    found = faults(course)
    assert {"numpy", "nbgrader", "jinja2", "pyseccomp"} == set(found)
    assert all("not installed. `pip install 'tiedbook[instructor]'`" in what for what in found.values())


def test_a_secret_that_others_can_read_is_mentioned(course: CourseFolder) -> None:
    course.secret.chmod(0o644)
    (found,) = (item for item in examine(course.root) if item.where == str(course.secret))
    assert f"chmod 600 {course.secret}" in found.what
    assert not found.prevents


def test_looking_changes_nothing(course: CourseFolder) -> None:
    before = {path: path.read_bytes() for path in course.root.rglob("*") if path.is_file()}
    examine(course.root)
    assert {path: path.read_bytes() for path in course.root.rglob("*") if path.is_file()} == before
