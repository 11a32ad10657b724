"""A workspace is started once, found from inside, and never overwritten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.small import FIRST, SECOND
from tiedbook import __version__
from tiedbook.course import Course
from tiedbook.errors import LearnerError
from tiedbook.notebook import edition_of, read_notebook
from tiedbook.session import MARKER
from tiedbook.workspace import Workspace, find, start


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_a_workspace_has_every_chapter_of_its_edition(small_course: Course, tmp_path: Path) -> None:
    reports = start(tmp_path / "w", "es")
    assert [(report.path.name, report.outcome) for report in reports] == [
        (f"{FIRST}.ipynb", "added"),
        (f"{SECOND}.ipynb", "added"),
    ]
    assert edition_of(read_notebook(tmp_path / "w" / f"{SECOND}.ipynb")) == "es"
    assert find(tmp_path / "w") == Workspace(tmp_path / "w", "es", __version__)


def test_a_workspace_has_the_data_of_the_course_but_not_the_program_that_made_it(
    small_course: Course, tmp_path: Path
) -> None:
    data = small_course.chapters / "data"
    data.mkdir()
    for name in ("words.npz", "README.md", "words.py"):
        (data / name).write_bytes(name.encode())
    start(tmp_path / "w", "es")
    assert files(tmp_path / "w" / "data") == {"README.md": b"README.md", "words.npz": b"words.npz"}


def test_data_that_is_there_is_kept_and_data_that_is_gone_comes_back(small_course: Course, tmp_path: Path) -> None:
    data = small_course.chapters / "data"
    data.mkdir()
    for name in ("one.npz", "two.npz"):
        (data / name).write_bytes(b"ours")
    start(tmp_path, "en")
    (tmp_path / "data" / "one.npz").write_bytes(b"mine")
    (tmp_path / "data" / "two.npz").unlink()
    assert start(tmp_path) == ()
    assert files(tmp_path / "data") == {"one.npz": b"mine", "two.npz": b"ours"}


def test_data_that_cannot_be_written_is_reported(small_course: Course, tmp_path: Path) -> None:
    (small_course.chapters / "data").mkdir()
    (small_course.chapters / "data" / "one.npz").write_bytes(b"ours")
    (tmp_path / "data").write_text("a file, not a folder", encoding="utf-8")
    *_, report = start(tmp_path, "en")
    assert (report.path.name, report.outcome) == ("one.npz", "left")
    assert report.fault is not None
    assert report.fault.code == "workspace.unwritable"


def test_starting_again_adds_only_what_is_missing(small_course: Course, tmp_path: Path) -> None:
    start(tmp_path, "es")
    before = files(tmp_path / ".tiedbook") | {FIRST: (tmp_path / f"{FIRST}.ipynb").read_bytes()}
    (tmp_path / f"{SECOND}.ipynb").write_text("mine", encoding="utf-8")
    (tmp_path / f"{FIRST}.ipynb").unlink()
    assert [report.path.name for report in start(tmp_path)] == [f"{FIRST}.ipynb"]
    assert (tmp_path / f"{SECOND}.ipynb").read_text(encoding="utf-8") == "mine"
    assert files(tmp_path / ".tiedbook") | {FIRST: (tmp_path / f"{FIRST}.ipynb").read_bytes()} == before


def test_a_folder_with_files_of_the_same_names_is_refused(small_course: Course, tmp_path: Path) -> None:
    (tmp_path / f"{SECOND}.ipynb").write_text("mine", encoding="utf-8")
    before = files(tmp_path)
    with pytest.raises(LearnerError, match=f"{SECOND}.ipynb.*Nothing was written") as caught:
        start(tmp_path, "en")
    assert caught.value.code == "workspace.would_overwrite"
    assert files(tmp_path) == before


@pytest.mark.parametrize("name", ["", "chapters", "chapters/es", "locales", "locales/es", "solutions/new", "tiedbook"])
def test_a_folder_of_the_course_itself_is_refused(small_course: Course, name: str) -> None:
    before = files(small_course.root)
    with pytest.raises(LearnerError, match="belongs to the course itself") as caught:
        start(small_course.root / name, "en")
    assert (caught.value.code, caught.value.status) == ("workspace.of_course", 2)
    assert files(small_course.root) == before


def test_source_chapters_of_another_checkout_are_refused(small_course: Course, tmp_path: Path) -> None:
    (tmp_path / "chapters").mkdir()
    (tmp_path / "chapters" / f"{SECOND}.py").write_text("# %%", encoding="utf-8")
    with pytest.raises(LearnerError, match="belongs to the course itself"):
        start(tmp_path / "chapters", "en")


def test_a_new_folder_beside_those_of_the_course_is_welcome(small_course: Course) -> None:
    assert len(start(small_course.root / "workspace", "en")) == 2


def test_a_folder_with_other_files_is_welcome(small_course: Course, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    assert len(start(tmp_path, "en")) == 2


def test_starting_in_another_edition_names_the_switch(small_course: Course, tmp_path: Path) -> None:
    start(tmp_path / "w", "en")
    before = files(tmp_path / "w")
    with pytest.raises(LearnerError, match="tiedbook switch es"):
        start(tmp_path / "w", "es")
    assert files(tmp_path / "w") == before


def test_an_unknown_edition_writes_nothing(small_course: Course, tmp_path: Path) -> None:
    with pytest.raises(LearnerError, match="The editions are: en, hi-Latn, es"):
        start(tmp_path / "w", "fr")
    assert not (tmp_path / "w").exists()


def test_a_file_in_the_folders_place_is_told(small_course: Course, tmp_path: Path) -> None:
    (tmp_path / "w").write_text("a file", encoding="utf-8")
    with pytest.raises(LearnerError, match="a file, and a folder is wanted"):
        start(tmp_path / "w", "en")


def test_a_workspace_is_found_from_inside_and_from_the_folder_around_it(small_course: Course, tmp_path: Path) -> None:
    start(tmp_path / "workspace", "en")
    (tmp_path / "workspace" / "deep" / "er").mkdir(parents=True)
    for place in ("workspace", "workspace/deep/er", "."):
        assert find(tmp_path / place).folder == tmp_path / "workspace"


def test_a_folder_that_is_no_workspace_names_the_remedy(small_course: Course, tmp_path: Path) -> None:
    with pytest.raises(LearnerError, match=r"`tiedbook start .*` makes one") as caught:
        find(tmp_path)
    assert caught.value.status == 2


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"edition": "fr"}', '{"edition": ["es"]}', '{"edition": "es", "release": 3}']
)
def test_a_damaged_marker_names_the_command_that_mends_it(small_course: Course, tmp_path: Path, content: str) -> None:
    start(tmp_path, "es")
    notebook = (tmp_path / f"{SECOND}.ipynb").read_bytes()
    (tmp_path / MARKER).write_text(content, encoding="utf-8")
    with pytest.raises(LearnerError, match=r"`tiedbook start .* --edition TAG`"):
        find(tmp_path)
    start(tmp_path, "es")
    assert find(tmp_path).edition == "es"
    assert (tmp_path / f"{SECOND}.ipynb").read_bytes() == notebook


def test_the_marker_is_json_with_edition_and_release(small_course: Course, tmp_path: Path) -> None:
    start(tmp_path, "hi-Latn")
    marker = json.loads((tmp_path / MARKER).read_text(encoding="utf-8"))
    assert marker == {"edition": "hi-Latn", "release": __version__}


def test_a_folder_that_is_not_there_is_not_the_workspace_around_it(small_course: Course, tmp_path: Path) -> None:
    start(tmp_path / "w", "en")
    with pytest.raises(LearnerError, match="not a workspace"):
        find(tmp_path / "w" / "no" / "such" / "folder")
    assert find(tmp_path / "w").folder == tmp_path / "w"
