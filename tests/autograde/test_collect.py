"""Bringing submissions in: names, chapters, two versions, and archives that mean harm."""

from __future__ import annotations

import errno
import os
import struct
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from autograde.assign import assign
from autograde.cli import main
from autograde.collect import Collected, collect
from autograde.course import CourseFolder
from autograde.gather import read_plain
from tests.autograde.classroom import STEM, half_right, notebook, submit
from tiedbook.course import course as built_course
from tiedbook.errors import TiedbookError
from tiedbook.notebook import notebook_text

WORK = notebook_text(notebook("es")).encode()
SECOND = "ch02_gradients_scatter"
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
        (f"ana/{STEM}.IPYNB", "ana"),
        ("gomezana_12345_678901_my homework-2.ipynb", "gomezana"),
        ("gomezana_LATE_12345_678901_bob_77_88_x.ipynb", "gomezana"),
        (f"submissions/gomezana_12345_678901_{STEM}-2.ipynb", "gomezana"),
        (f"week1/gomezana_12345_678901_{STEM}.ipynb", "gomezana"),
        ("LATE_anon_Xy9Z1_678901_final.ipynb", "anon_Xy9Z1"),
        ("Ana Gómez_345678_assignsubmission_file_/final (3).ipynb", "Ana Gómez"),
        ("Ana Gómez_345678_assignsubmission_file/bob_1_2_x.ipynb", "Ana Gómez"),
        ("Ana Gómez_345678_assignsubmission_file_final.ipynb", "Ana Gómez"),
        ("Participant_345678_assignsubmission_file_/final.ipynb", "Participant 345678"),
        (f"ana+{STEM}+2026-05-04 12:00:00.000000 UTC+a1b2/{STEM}.ipynb", "ana"),
        (f"inbound/ana+smith+{STEM}+2026-05-04 12:00:00.000000 UTC+a1b2/{STEM}.ipynb", "ana+smith"),
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


def test_a_file_that_unpacks_to_gigabytes_is_read_in_part_and_refused(course: CourseFolder, tmp_path: Path) -> None:
    place = as_archive(tmp_path / "bomb", {f"ana/{STEM}.ipynb": b"0" * (64 * 1024 * 1024), f"bob/{STEM}.ipynb": WORK})
    assert place.stat().st_size < 100_000
    bomb, honest = bring(course, place)
    assert (bomb.action, bomb.path, honest.action) == ("refused", None, "new")
    assert "larger than 20 MB" in bomb.reason


def test_an_archive_of_many_such_files_is_given_up(
    course: CourseFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autograde.gather.MOST", 3 * len(WORK))
    place = as_archive(tmp_path / "bomb", {f"l{number}/{STEM}.ipynb": WORK for number in range(9)})
    done: list[Collected] = []
    with pytest.raises(TiedbookError, match="unpacks to more than"):
        done.extend(collect(course, place))
    assert len(list(course.submitted.iterdir())) == 3


def spoiled(place: Path, name: str) -> Path:
    """Change a byte in the middle of one packed file."""
    with zipfile.ZipFile(place) as archive:
        info = archive.getinfo(name)
    content = bytearray(place.read_bytes())
    content[info.header_offset + 30 + len(name) + info.compress_size // 2] ^= 0xFF
    place.write_bytes(content)
    return place


def test_one_file_that_cannot_be_unpacked_keeps_no_other_waiting(course: CourseFolder, tmp_path: Path) -> None:
    place = as_archive(tmp_path / "w", {f"{name}/{STEM}.ipynb": WORK for name in ("ana", "bob", "zoe")})
    found = bring(course, spoiled(place, f"bob/{STEM}.ipynb"))
    assert [item.action for item in found] == ["new", "refused", "new"]
    assert "cannot be unpacked" in found[1].reason


def test_one_file_or_folder_that_cannot_be_read_keeps_no_other_waiting(
    course: CourseFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = as_folder(tmp_path / "w", {f"{name}/{STEM}.ipynb": WORK for name in ("ana", "bob", "eva", "zoe")})

    def read(path: Path, most: int) -> bytes:
        if "bob" in path.parts:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return read_plain(path, most)

    def scan(path: object) -> object:
        if Path(str(path)).name == "eva":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return listed(path)  # type: ignore[call-overload]

    listed = os.scandir
    monkeypatch.setattr("autograde.gather.read_plain", read)
    monkeypatch.setattr("os.scandir", scan)
    found = {Path(item.name).relative_to(place).parts[0]: item for item in bring(course, place)}
    assert {name: item.action for name, item in found.items()} == {
        "ana": "new",
        "bob": "refused",
        "eva": "refused",
        "zoe": "new",
    }
    assert "cannot be read (Permission denied)" in found["bob"].reason
    assert "this folder cannot be looked into" in found["eva"].reason


def test_a_link_in_an_archive_is_not_followed_and_told(course: CourseFolder, tmp_path: Path) -> None:
    place = as_archive(tmp_path / "w", {f"ana/{STEM}.ipynb": WORK})
    link = zipfile.ZipInfo(f"bob/{STEM}.ipynb")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(place, "a") as archive:
        archive.writestr(link, "/etc/passwd")
    found, told = bring(course, place)
    assert (found.action, told.action) == ("new", "passed over")
    assert "a link" in told.reason


def test_an_archive_that_tells_no_times_is_collected(course: CourseFolder, tmp_path: Path) -> None:
    place = as_archive(tmp_path / "w", {f"ana/{STEM}.ipynb": WORK})
    content = place.read_bytes()
    with zipfile.ZipFile(place) as archive:
        date = archive.infolist()[0].date_time
    packed = struct.pack(
        "<HH", date[3] << 11 | date[4] << 5 | date[5] // 2, date[0] - 1980 << 9 | date[1] << 5 | date[2]
    )
    place.write_bytes(content.replace(packed, bytes(4)))
    assert [item.action for item in bring(course, place)] == ["new"]


def test_a_name_in_utf_8_that_does_not_say_so_is_read_as_it_was_written(course: CourseFolder, tmp_path: Path) -> None:
    place = as_archive(tmp_path / "w", {f"An\u00f1a/{STEM}.ipynb": WORK})
    content = place.read_bytes()
    with zipfile.ZipFile(place) as archive:
        assert archive.infolist()[0].flag_bits & 0x800
    at, there = content.index(b"PK\x03\x04") + 7, content.index(b"PK\x01\x02") + 9  # the flags' second bytes
    place.write_bytes(bytes(byte & ~0x08 if number in (at, there) else byte for number, byte in enumerate(content)))
    (found,) = bring(course, place)
    assert found.path == course.submission("An\u00f1a", STEM).path


def test_of_two_files_in_a_download_of_canvas_the_later_upload_stays(course: CourseFolder, tmp_path: Path) -> None:
    place = as_folder(tmp_path / "w", {"gomezana_5_999_a.ipynb": WORK, "gomezana_5_1000_b.ipynb": OTHER})
    os.utime(place / "gomezana_5_1000_b.ipynb", (1_700_000_000, 1_700_000_000))  # the archive's times say nothing
    found = {item.action: item for item in bring(course, place)}
    path = course.submission("gomezana", STEM).path
    assert path.read_bytes() == OTHER
    assert found.keys() == {"new", "kept"}
    assert "uploaded later" in found["kept"].reason


@pytest.mark.parametrize(
    "names",
    [
        ("smithana_11_901_a.ipynb", "smithana_12_902_a.ipynb"),
        (f"Ana Smith_11_assignsubmission_file_/{STEM}.ipynb", f"Ana Smith_12_assignsubmission_file_/{STEM}.ipynb"),
    ],
)
def test_two_learners_of_one_name_are_told_apart_by_nobody(
    course: CourseFolder, tmp_path: Path, names: tuple[str, str]
) -> None:
    place = as_archive(tmp_path / "w", {names[0]: WORK, names[1]: OTHER, f"bob_{STEM}.ipynb": WORK})
    found = {item.name.removeprefix(f"{place}/"): item for item in bring(course, place)}
    assert [found[name].action for name in names] == ["refused", "refused"]
    assert "several learners have this name, with the numbers 11 and 12" in found[names[0]].reason
    assert found[f"bob_{STEM}.ipynb"].action == "new"
    later = as_folder(tmp_path / "later", {names[1]: OTHER})
    assert [item.action for item in (*bring(course, as_folder(tmp_path / "e", {names[0]: WORK})),)] == ["new"]
    (second,) = bring(course, later)
    assert second.action == "refused"
    assert "is from number 11 of this name, and this is from number 12" in second.reason


def test_the_same_name_in_two_assignments_of_moodle_is_one_learner(
    assigned: CourseFolder, course: CourseFolder, tmp_path: Path
) -> None:
    assign(course, "en", [STEM, SECOND])
    second = (course.release(SECOND)).read_bytes()
    files = {
        f"Ana Smith_11_assignsubmission_file_/{STEM}.ipynb": WORK,
        f"Ana Smith_12_assignsubmission_file_/{SECOND}.ipynb": second,
    }
    assert [item.action for item in bring(course, as_archive(tmp_path / "w", files))] == ["new", "new"]


@pytest.mark.parametrize(
    "name",
    [
        f"week1/Ana_11_assignsubmission_file_/{STEM}.ipynb",
        "week1/smithana_11_901_a.ipynb",
        f"week1/ana+{STEM}+2026-05-04 12:00:00.000000 UTC/{STEM}.ipynb",
    ],
)
def test_a_folder_around_a_download_is_not_taken_for_a_learner(course: CourseFolder, tmp_path: Path, name: str) -> None:
    (found,) = bring(course, as_folder(tmp_path / "downloads", {name: WORK}))
    assert (found.action, found.path) == ("refused", None)
    assert [item.action for item in bring(course, tmp_path / "downloads" / "week1")] == ["new"]


@pytest.mark.parametrize("where", ["", "..", "release", "submitted", "source/" + STEM])
def test_the_course_folder_itself_is_no_place_to_collect_from(course: CourseFolder, where: str) -> None:
    submit(course, "ana", notebook())
    before = {path: path.read_bytes() for path in course.root.rglob("*") if path.is_file()}
    with pytest.raises(TiedbookError, match="the course folder itself") as caught:
        bring(course, course.root / where)
    assert caught.value.status == 2
    assert {path: path.read_bytes() for path in course.root.rglob("*") if path.is_file()} == before


def test_what_nbgrader_downloaded_into_the_course_is_collected(course: CourseFolder) -> None:
    place = as_folder(course.root / "downloaded" / STEM / "archive", {f"ana_{STEM}.ipynb": WORK})
    assert [item.action for item in bring(course, place)] == ["new"]


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


def test_a_workspace_that_is_sent_whole_is_no_fault_for_its_chapter_without_exercises(
    course: CourseFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = (built_course().built("es") / "ch00_start_here.ipynb").read_bytes()
    place = as_folder(tmp_path / "w", {f"ana/{STEM}.ipynb": WORK, "ana/ch00_start_here.ipynb": start})
    assert main(["collect", str(place), "--course", str(course.root)]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{course.submitted}: 1 new, 1 without exercises"]


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
