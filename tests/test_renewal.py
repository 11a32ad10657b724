"""Switching and updating a workspace: every file on its own, after a snapshot, with nothing lost."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cases import FOLDER, OUTPUT, Case, load
from tests.small import FIRST, SECOND, TAGS, own, write_course
from tests.test_workspace import files
from tiedbook.course import Course
from tiedbook.errors import LearnerError, TiedbookError
from tiedbook.files import write_text
from tiedbook.history import HISTORY, Snapshot
from tiedbook.notebook import Cell, Notebook, answers, edition_of, mark, notebook_text, read_notebook, write_notebook
from tiedbook.renewal import Report, bring_back, switch, update
from tiedbook.unsaved import Register
from tiedbook.workspace import Change, find, start

SOLVED = "def embed(ids, table):\r\n    return table[ids]  # é\n"


@pytest.fixture
def workspace(small_course: Course, tmp_path: Path) -> Path:
    """Return a workspace with some work in it."""
    start(tmp_path / "w", "en")
    path = tmp_path / "w" / f"{SECOND}.ipynb"
    notebook = read_notebook(path)
    notebook["cells"][4] |= {"source": SOLVED, "outputs": [OUTPUT], "execution_count": 7}
    notebook["cells"].append(own("x = 1", scrolled=None))
    notebook["metadata"]["widgets"] = {"state": [1.5, None]}
    write_notebook(path, notebook)
    return tmp_path / "w"


def read(folder: Path, stem: str = SECOND) -> Notebook:
    return read_notebook(folder / f"{stem}.ipynb")


def change(report: Report, stem: str = SECOND) -> Change:
    return next(file.change for file in report.files if file.path.stem == stem)


def seen(cells: list[Cell]) -> list[tuple[Any, ...]]:
    """Return what a learner sees of cells, whatever their ids and metadata."""
    return [(cell["cell_type"], cell["source"], cell.get("outputs"), cell.get("attachments")) for cell in cells]


def as_file(case: Case) -> str:
    notebook = case.before
    if case.files and case.files.format == "colab":
        moved = [{**cell, "metadata": {"id": cell["id"]}} for cell in notebook["cells"]]
        bare = [{key: value for key, value in cell.items() if key != "id"} for cell in moved]
        return json.dumps({**notebook, "cells": bare, "nbformat_minor": 0})
    if case.files and case.files.format == "4.4":
        bare = [{key: value for key, value in cell.items() if key != "id"} for cell in notebook["cells"]]
        return json.dumps({**notebook, "cells": bare, "nbformat_minor": 4})
    return notebook_text(notebook)


def prepare(case: Case, path: Path, course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bring about what a case says about the files of its workspace."""
    assert case.files
    keep, stem = Snapshot.keep, path.stem
    saved: list[bool] = []

    def save_first(self: Snapshot, kept: Path, content: bytes) -> None:
        keep(self, kept, content)
        if kept == path and not saved and case.files and case.files.meanwhile:
            saved.append(write_notebook(path, {**case.before, "cells": case.files.meanwhile}))

    if case.files.meanwhile:
        monkeypatch.setattr(Snapshot, "keep", save_first)
    if case.files.unsaved:
        Register().note(path.parent, path.name, "tab", unsaved=True)
    if case.files.lacks:
        (course.built(case.target) / f"{stem}.ipynb").unlink()


# no command asks for single deleted cells, as a case with `back` does
RENEWALS = [
    path for path in sorted(FOLDER.glob("*.toml")) if not path.name.startswith("rebuild") and not load(path).back
]


@pytest.mark.parametrize("case_path", RENEWALS, ids=lambda path: path.stem)
def test_case_on_files(small_course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case_path: Path) -> None:
    case = load(case_path)
    monkeypatch.setattr("tiedbook.built._how_to_switch", lambda tag: f"links of {tag}")  # as the cases have it
    target, _, second = case.target.removesuffix("+").partition("/")
    write_course(small_course.root, later=case.target.endswith("+"))
    start(tmp_path / "w", edition_of(case.before) or target)
    path = tmp_path / "w" / f"{SECOND}.ipynb"
    path.write_text(as_file(case), encoding="utf-8")
    before = path.read_bytes()
    if case.files:
        prepare(case, path, small_course, monkeypatch)
    report = switch(tmp_path / "w", target, second or None) if case.purpose == "switch" else update(tmp_path / "w")
    file = next(file for file in report.files if file.path == path)
    assert (file.fault.code if file.fault else None) == (case.files.fault if case.files else None)
    assert seen(read(path.parent)["cells"]) == seen(case.after), case.says
    if file.outcome == "changed":
        assert report.snapshot
        assert case.files or (report.snapshot / path.name).read_bytes() == before
    else:
        assert path.read_bytes() == before


def test_a_switch_changes_prose_and_nothing_else(workspace: Path) -> None:
    before = read(workspace)
    report = switch(workspace, "es")
    after = read(workspace)
    assert edition_of(after) == "es"
    assert find(workspace).edition == "es"
    assert after["cells"][2]["source"] == "La idea."
    code = [cell for cell in before["cells"] if cell["cell_type"] == "code"]
    assert [cell for cell in after["cells"] if cell["cell_type"] == "code"] == code
    assert after["metadata"]["widgets"] == before["metadata"]["widgets"]
    assert [(file.path.name, file.outcome) for file in report.files] == [
        (f"{FIRST}.ipynb", "changed"),
        (f"{SECOND}.ipynb", "changed"),
    ]


def test_there_and_back_restores_every_byte(workspace: Path) -> None:
    before = {name: content for name, content in files(workspace).items() if name.endswith(".ipynb")}
    switch(workspace, "es")
    switch(workspace, "hi-Latn")
    switch(workspace, "en")
    after = files(workspace)
    assert {name: after[name] for name in before} == before


def test_the_snapshot_has_the_bytes_from_before(workspace: Path) -> None:
    before = (workspace / f"{SECOND}.ipynb").read_bytes()
    report = switch(workspace, "es")
    assert report.snapshot is not None
    assert report.snapshot.parent == workspace / HISTORY
    assert (report.snapshot / f"{SECOND}.ipynb").read_bytes() == before


def test_switching_to_the_same_edition_writes_nothing(workspace: Path) -> None:
    before = files(workspace)
    report = switch(workspace, "en")
    assert report.snapshot is None
    assert {file.outcome for file in report.files} == {"same"}
    assert files(workspace) == before


def test_edited_text_is_counted(workspace: Path) -> None:
    notebook = read(workspace)
    notebook["cells"][2]["source"] = "My words."
    write_notebook(workspace / f"{SECOND}.ipynb", notebook)
    report = switch(workspace, "es")
    assert [file.change.edited for file in report.files] == [0, 1]


@pytest.mark.parametrize("content", [b"", b'{"cells": [', b"[]", b"\xff"])
def test_a_broken_notebook_is_left_alone_and_the_others_are_switched(workspace: Path, content: bytes) -> None:
    (workspace / f"{SECOND}.ipynb").write_bytes(content)
    report = switch(workspace, "es")
    assert [file.outcome for file in report.files] == ["changed", "left"]
    assert isinstance(report.files[1].fault, LearnerError)
    assert (workspace / f"{SECOND}.ipynb").read_bytes() == content
    assert edition_of(read(workspace, FIRST)) == "es"


def test_notebooks_of_the_learners_own_are_not_looked_at(workspace: Path) -> None:
    (workspace / "scratch.ipynb").write_bytes(b"broken")
    write_notebook(workspace / "own.ipynb", {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [own("x")]})
    own_bytes = (workspace / "own.ipynb").read_bytes()
    report = switch(workspace, "es")
    assert len(report.files) == 2
    assert (workspace / "own.ipynb").read_bytes() == own_bytes


def test_a_copy_of_a_chapter_under_another_name_is_switched_too(workspace: Path) -> None:
    (workspace / f"{SECOND}.ipynb").rename(workspace / "copy.ipynb")
    switch(workspace, "es")
    assert edition_of(read(workspace, "copy")) == "es"
    assert answers(read(workspace, "copy")) == {"embed": SOLVED}
    assert edition_of(read(workspace)) == "es"  # the missing chapter was added


def test_a_chapter_that_the_edition_lacks_is_left_and_reported(workspace: Path, small_course: Course) -> None:
    (small_course.built("es") / f"{SECOND}.ipynb").unlink()
    report = switch(workspace, "es")
    assert report.files[1].outcome == "left"
    assert edition_of(read(workspace)) == "en"


@pytest.mark.parametrize("damage", ["", "garbage\n"])
def test_a_missing_or_malformed_catalog_stops_before_anything_is_written(
    workspace: Path, small_course: Course, damage: str
) -> None:
    catalog = small_course.locales / "es" / "runtime.po"
    catalog.write_text(damage, encoding="utf-8") if damage else catalog.unlink()
    before = files(workspace)
    with pytest.raises(TiedbookError, match=r"runtime\.po"):
        switch(workspace, "es")
    assert files(workspace) == before


def test_an_unknown_edition_and_no_workspace_write_nothing(workspace: Path, tmp_path: Path) -> None:
    before = files(tmp_path)
    with pytest.raises(LearnerError, match="no edition 'fr'"):
        switch(workspace, "fr")
    with pytest.raises(LearnerError, match="not a workspace"):
        switch(tmp_path, "es")
    with pytest.raises(LearnerError, match="not a workspace"):
        update(tmp_path)
    assert files(tmp_path) == before


def test_a_notebook_without_ids_and_metadata_is_mended_on_the_way(workspace: Path) -> None:
    path = workspace / f"{SECOND}.ipynb"
    raw = json.loads(path.read_text(encoding="utf-8"))
    for cell in raw["cells"]:
        cell["metadata"] = {}
        del cell["id"]
    path.write_text(json.dumps({**raw, "nbformat_minor": 4, "metadata": {}}), encoding="utf-8")
    switch(workspace, "es")
    after = read(workspace)
    assert edition_of(after) == "es"
    assert answers(after) == {"embed": SOLVED}
    assert after["cells"][2]["source"] == "La idea."
    assert [cell["id"] for cell in after["cells"]][:4] == ["editions", "title", "idea", "table"]


def test_what_an_editor_saves_meanwhile_is_not_overwritten(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = workspace / f"{SECOND}.ipynb"
    keep = Snapshot.keep
    saved: list[bool] = []

    def save_first(self: Snapshot, kept: Path, content: bytes) -> None:
        keep(self, kept, content)
        if kept == path and not saved:
            notebook = read_notebook(path)
            notebook["cells"].append(own("typed meanwhile", id_="late"))
            saved.append(write_notebook(path, notebook))

    monkeypatch.setattr(Snapshot, "keep", save_first)
    report = switch(workspace, "es")
    assert read(workspace)["cells"][-1]["source"] == "typed meanwhile"
    assert edition_of(read(workspace)) == "es"
    assert report.snapshot is not None
    assert b"typed meanwhile" in (report.snapshot / path.name).read_bytes()


def test_a_file_that_cannot_be_written_is_reported_and_keeps_its_content(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (workspace / f"{SECOND}.ipynb").read_bytes()

    def full(path: Path, content: str) -> None:
        if path.stem == SECOND:
            raise OSError(28, "No space left on device")
        write_text(path, content)

    monkeypatch.setattr("tiedbook.renewal.write_text", full)
    report = switch(workspace, "es")
    assert report.files[1].fault is not None
    assert "the disk is full" in report.files[1].fault.message
    assert (workspace / f"{SECOND}.ipynb").read_bytes() == before
    assert edition_of(read(workspace, FIRST)) == "es"


def test_an_update_brings_the_new_release_and_keeps_the_work(workspace: Path, small_course: Course) -> None:
    write_course(small_course.root, later=True)
    (workspace / f"{FIRST}.ipynb").unlink()
    report = update(workspace)
    after = read(workspace)
    assert mark(after)["release"] == "2.0"
    assert answers(after) == {"embed": SOLVED}
    ids = [cell["id"] for cell in after["cells"]]
    assert "news" in ids
    assert "picture" not in ids
    assert ids[-1] == "own"
    assert [(file.path.stem, file.outcome) for file in report.files] == [(SECOND, "changed"), (FIRST, "added")]
    assert {file.outcome for file in update(workspace).files} == {"same"}


def test_an_update_leaves_a_notebook_in_the_edition_that_the_menu_gave_it(
    workspace: Path, small_course: Course
) -> None:
    switch(workspace, "es")
    path = workspace / ".tiedbook" / "workspace.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | {"edition": "en"}), encoding="utf-8")
    before = read(workspace)
    update(workspace)
    assert read(workspace) == before


def test_the_report_counts_what_was_done(workspace: Path, small_course: Course) -> None:
    notebook = read(workspace)
    notebook["cells"][2]["source"] = "My words."
    notebook["cells"] = [cell for cell in notebook["cells"] if cell["id"] not in ("embed-core", "picture")]
    write_notebook(workspace / f"{SECOND}.ipynb", notebook)
    assert change(switch(workspace, "es")) == Change(texts=5, added=1, edited=1, deleted=("embed-core",))
    assert change(switch(workspace, "en")) == Change(texts=5, removed=1, deleted=("embed-core",))
    write_course(small_course.root, later=True)
    assert change(update(workspace)) == Change(texts=0, code=1, added=2, edited=1, deleted=("embed-core",))


def test_deleted_cells_come_back_when_asked_for(workspace: Path) -> None:
    path = workspace / f"{SECOND}.ipynb"
    whole = path.read_bytes()
    notebook = read(workspace)
    notebook["cells"] = [cell for cell in notebook["cells"] if not cell["id"].startswith("embed-")]
    write_notebook(path, notebook)
    without = path.read_bytes()
    report = bring_back(workspace, SECOND)
    assert path.read_bytes() == whole
    assert change(report) == Change(added=2)
    assert report.snapshot is not None
    assert (report.snapshot / path.name).read_bytes() == without
    assert bring_back(workspace, SECOND).files[0].outcome == "same"


def test_deleted_cells_come_back_in_the_edition_that_the_menu_gave_the_notebook(workspace: Path) -> None:
    switch(workspace, "es")
    marker = workspace / ".tiedbook" / "workspace.json"
    marker.write_text(json.dumps({"edition": "en", "release": "1.0"}), encoding="utf-8")
    notebook = read(workspace)
    notebook["cells"] = [cell for cell in notebook["cells"] if cell["id"] != "embed-core"]
    write_notebook(workspace / f"{SECOND}.ipynb", notebook)
    bring_back(workspace, SECOND)
    assert edition_of(read(workspace)) == "es"
    assert "embed-core" in [cell["id"] for cell in read(workspace)["cells"]]


def test_of_an_unsaved_chapter_nothing_is_written_and_the_others_are_switched(workspace: Path) -> None:
    before = (workspace / f"{SECOND}.ipynb").read_bytes()
    register = Register()
    register.note(workspace, f"{SECOND}.ipynb", "tab", unsaved=True)
    report = switch(workspace, "es")
    assert [(file.outcome, file.fault and file.fault.code) for file in report.files] == [
        ("changed", None),
        ("left", "workspace.unsaved"),
    ]
    assert (workspace / f"{SECOND}.ipynb").read_bytes() == before
    register.note(workspace, f"{SECOND}.ipynb", "tab", unsaved=False)
    assert [file.outcome for file in switch(workspace, "es").files] == ["same", "changed"]


def test_an_unsaved_chapter_that_needs_nothing_is_no_fault(workspace: Path) -> None:
    Register().note(workspace, f"{SECOND}.ipynb", "tab", unsaved=True)
    assert {file.outcome for file in switch(workspace, "en").files} == {"same"}


def fifo(path: Path) -> None:
    os.mkfifo(path)


def dangling(path: Path) -> None:
    path.symlink_to(path.parent / "nowhere" / "at all")


def circle(path: Path) -> None:
    other = path.with_suffix(".other")
    path.symlink_to(other)
    other.symlink_to(path)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
@pytest.mark.parametrize(
    ("make", "code"),
    [
        (Path.mkdir, "workspace.no_file"),
        (fifo, "workspace.no_file"),
        (dangling, "workspace.dead_link"),
        (circle, "workspace.dead_link"),
    ],
)
def test_what_is_no_file_is_named_and_the_rest_goes_on(workspace: Path, make: Any, code: str) -> None:
    path = workspace / f"{SECOND}.ipynb"
    path.unlink()
    make(path)
    make(workspace / "odd.ipynb")  # not the course's business
    kind = stat.S_IFMT(path.lstat().st_mode)
    for report in (switch(workspace, "es"), update(workspace), bring_back(workspace, SECOND)):
        faults = [(file.path.stem, file.fault.code) for file in report.files if file.fault]
        assert faults == [(SECOND, code)]
    assert start(workspace) == ()
    assert edition_of(read(workspace, FIRST)) == "es"
    assert stat.S_IFMT(path.lstat().st_mode) == kind


def test_a_file_that_may_not_be_read_is_named_and_the_rest_goes_on(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = os.open

    def refuse(path: Any, *rest: Any, **more: Any) -> int:
        if Path(path).name == f"{SECOND}.ipynb":
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *rest, **more)

    monkeypatch.setattr(os, "open", refuse)
    report = switch(workspace, "es")
    monkeypatch.undo()
    (fault,) = [file.fault.message for file in report.files if file.fault]
    assert fault.startswith(
        f"{workspace / SECOND}.ipynb: cannot be read or written (permission is missing). Check that"
    )
    assert edition_of(read(workspace, FIRST)) == "es"


def test_the_workspace_stays_in_its_edition_where_every_chapter_was_left_alone(workspace: Path) -> None:
    for stem in (FIRST, SECOND):
        (workspace / f"{stem}.ipynb").write_text("{", encoding="utf-8")
    before = files(workspace)
    report = switch(workspace, "es")
    assert not report.is_done
    assert find(workspace).edition == "en"
    assert files(workspace) == before


def test_the_workspace_follows_where_the_menu_has_switched_every_chapter(workspace: Path) -> None:
    switch(workspace, "es")
    marker = workspace / ".tiedbook" / "workspace.json"
    marker.write_text(json.dumps({"edition": "en", "release": "1.0"}), encoding="utf-8")
    report = switch(workspace, "es")
    assert {file.outcome for file in report.files} == {"same"}
    assert report.is_done
    assert find(workspace).edition == "es"


@pytest.mark.parametrize("tag", TAGS)
def test_a_snapshot_is_no_workspace(workspace: Path, tag: str) -> None:
    report = switch(workspace, tag)
    if report.snapshot:
        assert find(report.snapshot).folder == workspace


_SMALL_DISK = """
import resource, signal, sys
from pathlib import Path
import tiedbook.course
tiedbook.course._PACKAGE = Path(sys.argv[1]) / "tiedbook"
from tiedbook.renewal import switch
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]),) * 2)
for file in switch(Path(sys.argv[2]), "es").files:
    print(file.path.stem, file.outcome, file.fault)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
@pytest.mark.parametrize("room", [0, 1000, 4000])
def test_where_the_system_takes_no_more_bytes_the_old_files_stay(
    workspace: Path, small_course: Course, room: int
) -> None:
    before = files(workspace)
    words = [sys.executable, "-c", _SMALL_DISK, str(small_course.root), str(workspace), str(room)]
    done = subprocess.run(words, cwd=Path(__file__).parent.parent, capture_output=True, text=True, check=False)
    assert (
        f"{SECOND} left {workspace / SECOND}.ipynb: cannot be read or written (the file grows too large)" in done.stdout
    )
    assert {name: content for name, content in files(workspace).items() if name in before} | before == before
    assert not list(workspace.rglob("*.part"))
    assert {file.outcome for file in switch(workspace, "es").files} <= {"changed", "same"}
