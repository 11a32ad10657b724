"""Bringing submissions in: names, chapters, two versions, and archives that mean harm."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from autograde.collect import Collected, collect
from autograde.course import CourseFolder
from tests.autograde.classroom import STEM, half_right, notebook
from tiedbook.errors import TiedbookError
from tiedbook.notebook import notebook_text

WORK = notebook_text(notebook("es")).encode()
OTHER = notebook_text(half_right()).encode()


def as_folder(place: Path, files: Mapping[str, bytes]) -> Path:
    for name, content in files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return place


def as_archive(place: Path, files: Mapping[str, bytes]) -> Path:
    path = place.with_suffix(".zip")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


Pack = Callable[[Path, Mapping[str, bytes]], Path]


def bring(course: CourseFolder, place: Path) -> list[Collected]:
    return list(collect(course, place))


@pytest.mark.parametrize("pack", [as_folder, as_archive])
@pytest.mark.parametrize(
    ("name", "learner"),
    [
        (f"ana/{STEM}.ipynb", "ana"),
        (f"ana/{STEM}/{STEM}.ipynb", "ana"),
        ("ana/somewhere deep/final (2).ipynb", "ana"),
        (f"submitted/ana/{STEM}/{STEM}.ipynb", "ana"),
        (f"week1/ana/{STEM}.ipynb", "ana"),
        (f"ana_{STEM}.ipynb", "ana"),
        (f"ana-{STEM}.ipynb", "ana"),
        (f"ana_maria_{STEM}.ipynb", "ana_maria"),
        (f"gomezana_12345_678901_{STEM}-1.ipynb", "gomezana"),
        (f"gomezana_LATE_12345_678901_{STEM}.ipynb", "gomezana"),
        (f"Ana Gómez_345678_assignsubmission_file_/{STEM}.ipynb", "Ana Gómez"),
        (f"Ana Go\u0301mez/{STEM}.ipynb", "Ana Gómez"),
        (f"ana@example.org/{STEM}.ipynb", "ana@example.org"),
    ],
)
def test_the_learner_is_told_by_folder_or_file_name(
    course: CourseFolder, tmp_path: Path, pack: Pack, name: str, learner: str
) -> None:
    place = pack(tmp_path / "week1", {name: WORK})
    (found,) = bring(course, place)
    assert (found.action, found.path) == ("new", course.submission(learner, STEM).path)
    assert course.submission(learner, STEM).path.read_bytes() == WORK


@pytest.mark.parametrize(
    "name",
    [
        f"../{STEM}.ipynb",
        f"../../../../tmp/evil/{STEM}.ipynb",
        f"/etc/{STEM}.ipynb",
        f"..\\..\\evil\\{STEM}.ipynb",
        f"C:\\evil\\{STEM}.ipynb",
        f"ana/../../evil/{STEM}.ipynb",
        f"-rf/{STEM}.ipynb",
        f"a\tb/{STEM}.ipynb",
        f"{'a' * 200}/{STEM}.ipynb",
    ],
)
def test_an_archive_writes_nothing_outside_of_the_submissions(course: CourseFolder, tmp_path: Path, name: str) -> None:
    before = {path for path in tmp_path.rglob("*") if not path.is_relative_to(course.submitted)}
    place = as_archive(tmp_path / "evil", {name: WORK})
    (found,) = bring(course, place)
    after = {path for path in tmp_path.rglob("*") if not path.is_relative_to(course.submitted)}
    assert after - before == {place}
    assert found.action == "refused" or found.path == course.submission("ana", STEM).path
    for path in course.submitted.rglob("*.ipynb") if course.submitted.exists() else ():
        assert path.relative_to(course.submitted).parts[1:] == (STEM, f"{STEM}.ipynb")


def test_a_file_that_unpacks_to_gigabytes_is_read_in_part(course: CourseFolder, tmp_path: Path) -> None:
    place = as_archive(tmp_path / "bomb", {f"ana/{STEM}.ipynb": b"0" * (64 * 1024 * 1024)})
    assert place.stat().st_size < 100_000
    (found,) = bring(course, place)
    assert found.path is not None
    assert found.path.stat().st_size < 21 * 1024 * 1024


def test_a_broken_notebook_is_collected_by_its_name_so_that_grading_reports_it(
    course: CourseFolder, tmp_path: Path
) -> None:
    (found,) = bring(course, as_folder(tmp_path / "w", {f"ana/{STEM}.ipynb": WORK[:1000]}))
    assert (found.action, found.path) == ("new", course.submission("ana", STEM).path)


def test_what_is_no_chapter_or_names_nobody_is_refused_with_the_remedy(course: CourseFolder, tmp_path: Path) -> None:
    files = {"ana/shopping.ipynb": b'{"cells": [], "nbformat": 4, "metadata": {}}', "homework.ipynb": WORK}
    place = as_folder(tmp_path / "w", files)
    found = {item.name: item for item in bring(course, place)}
    nobody, no_chapter = found[f"{place}/homework.ipynb"], found[f"{place}/ana/shopping.ipynb"]
    assert (nobody.action, no_chapter.action) == ("refused", "refused")
    assert f"LEARNER_{STEM}.ipynb" in nobody.reason
    assert f"no chapter of this course ({STEM}) can be recognised" in no_chapter.reason
    assert not course.submitted.exists()


def test_hidden_folders_are_passed_over_in_silence_and_links_with_a_line(course: CourseFolder, tmp_path: Path) -> None:
    place = as_folder(
        tmp_path / "w",
        {f"ana/.ipynb_checkpoints/{STEM}.ipynb": OTHER, f"__MACOSX/ana/{STEM}.ipynb": OTHER, f"ana/{STEM}.ipynb": WORK},
    )
    (place / "bob").mkdir()
    (place / "bob" / f"{STEM}.ipynb").symlink_to(place / "ana" / f"{STEM}.ipynb")
    found, link = bring(course, place)
    assert found.path == course.submission("ana", STEM).path
    assert found.path.read_bytes() == WORK
    assert (link.name, link.action) == (f"{place}/bob/{STEM}.ipynb", "passed over")
    assert "a link" in link.reason


@pytest.mark.parametrize("pack", [as_folder, as_archive])
@pytest.mark.parametrize(
    ("files", "told"),
    [
        (("emil/answers.py",), {"emil": "no notebook in it, only answers.py."}),
        (("emil/a/1.py", "emil/b/2.py"), {"emil": "no notebook in it, only 1.py, 2.py."}),
        (tuple(f"emil/{n}.py" for n in "12345"), {"emil": "no notebook in it, only 1.py, 2.py, 3.py and 2 more."}),
        (("emil/ch01.docx", "fay/notes.txt"), {"emil": "only ch01.docx", "fay": "only notes.txt"}),
        (("emil_ch01.py",), {"emil_ch01.py": "not a notebook"}),
        (("emil.zip",), {"emil.zip": "an archive. Unpack it"}),
        (("ana/ch02/answers.py",), {}),
        (("ana/pictures/table.png", "ana/helper.py", "timestamp.txt", ".DS_Store", "__MACOSX/emil/x.py"), {}),
    ],
)
def test_what_holds_no_notebook_is_told_once_unless_it_lies_beside_one(
    course: CourseFolder, tmp_path: Path, pack: Pack, files: tuple[str, ...], told: Mapping[str, str]
) -> None:
    place = pack(tmp_path / "w", {f"ana/{STEM}.ipynb": WORK, **dict.fromkeys(files, b"x")})
    first, *rest = bring(course, place)
    assert first.action == "new"
    assert [(item.name, item.action) for item in rest] == [(f"{place}/{name}", "passed over") for name in told]
    for item, reason in zip(rest, told.values(), strict=True):
        assert reason in item.reason


def test_a_chapters_folder_without_its_notebook_is_told(course: CourseFolder, tmp_path: Path) -> None:
    place = as_folder(tmp_path / "w", {f"ana/{STEM}/{STEM}.ipynb": WORK, "ana/ch02/answers.py": b"x"})
    (place / "fay").mkdir()
    assert {item.name: item.reason.partition(".")[0] for item in bring(course, place)[1:]} == {
        f"{place}/ana/ch02": "no notebook in it, only answers",
        f"{place}/fay": "no notebook in it, nothing at all",
    }


def test_the_later_of_two_versions_stays_and_a_line_says_so(course: CourseFolder, tmp_path: Path) -> None:
    early = as_folder(tmp_path / "early", {f"ana/{STEM}.ipynb": WORK, "ana/timestamp.txt": b"2026-05-04 12:00:00 UTC"})
    late = as_folder(tmp_path / "late", {f"ana/{STEM}.ipynb": OTHER, "ana/timestamp.txt": b"2026-05-05 12:00:00 UTC"})
    path = course.submission("ana", STEM).path
    stamp = path.with_name("timestamp.txt")
    assert [item.action for item in bring(course, early)] == ["new"]
    assert [item.action for item in bring(course, early)] == ["unchanged"]
    (replaced,) = bring(course, late)
    assert (replaced.action, path.read_bytes(), stamp.read_bytes()) == ("replaced", OTHER, b"2026-05-05 12:00:00 UTC")
    assert replaced.reason == "the submission of 2026-05-04 12:00 UTC, which was older"
    (kept,) = bring(course, early)
    assert (kept.action, path.read_bytes(), stamp.read_bytes()) == ("kept", OTHER, b"2026-05-05 12:00:00 UTC")
    assert kept.reason == "the submission of 2026-05-05 12:00 UTC, which is newer"


def test_without_timestamps_the_times_of_the_files_decide(course: CourseFolder, tmp_path: Path) -> None:
    early = as_folder(tmp_path / "early", {f"ana/{STEM}.ipynb": WORK})
    late = as_folder(tmp_path / "late", {f"ana/{STEM}.ipynb": OTHER})
    os.utime(early / "ana" / f"{STEM}.ipynb", (1_700_000_000, 1_700_000_000))
    os.utime(late / "ana" / f"{STEM}.ipynb", (1_700_001_000, 1_700_001_000))
    assert [item.action for item in (*bring(course, late), *bring(course, early))] == ["new", "kept"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("nothing", None, "there is nothing here"),
        ("notes.txt", b"hello", "neither a folder nor a zip archive"),
        ("cut.zip", b"PK\x03\x04" + b"x" * 50, "neither a folder nor a zip archive"),
    ],
)
def test_what_is_no_place_is_one_message(
    course: CourseFolder, tmp_path: Path, name: str, content: bytes | None, message: str
) -> None:
    place = tmp_path / name
    if content is not None:
        place.write_bytes(content)
    with pytest.raises(TiedbookError, match=message) as caught:
        bring(course, place)
    assert caught.value.status == 2
