"""Snapshots come back whole or by the chapter, and nothing that stands there now is lost."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.small import FIRST, SECOND, own
from tests.test_workspace import files
from tiedbook.cli import main
from tiedbook.course import Course
from tiedbook.errors import LearnerError
from tiedbook.history import snapshots
from tiedbook.notebook import edition_of, read_notebook, write_notebook
from tiedbook.renewal import switch
from tiedbook.restoration import chosen, difference, differing, notebook_of, restore
from tiedbook.unsaved import Register
from tiedbook.workspace import find, start


@pytest.fixture
def workspace(small_course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a workspace with some work in it, switched to Spanish once."""
    start(tmp_path / "w", "en")
    monkeypatch.chdir(tmp_path)
    write_notebook(tmp_path / "w" / f"{SECOND}.ipynb", worked(tmp_path / "w"))
    switch(tmp_path / "w", "es")
    return tmp_path / "w"


def worked(folder: Path) -> dict[str, object]:
    notebook = read_notebook(folder / f"{SECOND}.ipynb")
    notebook["cells"].append(own("x = 1"))
    return notebook


def notebooks(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.ipynb"))}


def test_a_whole_snapshot_brings_back_every_byte_and_the_edition(workspace: Path) -> None:
    spanish = notebooks(workspace)
    (snapshot,) = snapshots(workspace)
    report = restore(workspace, snapshot)
    assert {file.outcome for file in report.files} == {"restored"}
    assert notebooks(workspace) == notebooks(snapshot)
    assert find(workspace).edition == "en"
    assert report.snapshot is not None
    assert notebooks(report.snapshot) == spanish
    restore(workspace, report.snapshot)
    assert notebooks(workspace) == spanish
    assert find(workspace).edition == "es"


def test_one_chapter_comes_back_alone(workspace: Path) -> None:
    (snapshot,) = snapshots(workspace)
    report = restore(workspace, snapshot, snapshot / f"{SECOND}.ipynb")
    assert [file.path.stem for file in report.files] == [SECOND]
    assert edition_of(read_notebook(workspace / f"{SECOND}.ipynb")) == "en"
    assert edition_of(read_notebook(workspace / f"{FIRST}.ipynb")) == "es"
    assert find(workspace).edition == "es"


def test_a_chapter_that_was_deleted_or_damaged_comes_back(workspace: Path) -> None:
    (snapshot,) = snapshots(workspace)
    (workspace / f"{FIRST}.ipynb").unlink()
    (workspace / f"{SECOND}.ipynb").write_bytes(b"{")
    report = restore(workspace, snapshot)
    assert notebooks(workspace) == notebooks(snapshot)
    assert report.snapshot is not None
    assert notebooks(report.snapshot) == {f"{SECOND}.ipynb": b"{"}


def test_what_is_the_same_is_not_written(workspace: Path) -> None:
    (snapshot,) = snapshots(workspace)
    restore(workspace, snapshot)
    before = files(workspace)
    report = restore(workspace, snapshot)
    assert {file.outcome for file in report.files} == {"same"}
    assert report.snapshot is None
    assert files(workspace) == before


def test_an_unsaved_chapter_is_left_alone(workspace: Path) -> None:
    (snapshot,) = snapshots(workspace)
    before = (workspace / f"{SECOND}.ipynb").read_bytes()
    Register().note(workspace, f"{SECOND}.ipynb", "tab", unsaved=True)
    report = restore(workspace, snapshot)
    assert [file.fault.code for file in report.files if file.fault] == ["workspace.unsaved"]
    assert (workspace / f"{SECOND}.ipynb").read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes in folders")
def test_a_pipe_in_the_place_of_a_chapter_is_named(workspace: Path) -> None:
    (snapshot,) = snapshots(workspace)
    (workspace / f"{SECOND}.ipynb").unlink()
    os.mkfifo(workspace / f"{SECOND}.ipynb")
    report = restore(workspace, snapshot)
    assert [file.fault.code for file in report.files if file.fault] == ["workspace.no_file"]
    assert edition_of(read_notebook(workspace / f"{FIRST}.ipynb")) == "en"


def test_a_snapshot_is_chosen_by_name_beginning_or_as_the_last(workspace: Path) -> None:
    switch(workspace, "hi-Latn")
    first, last = snapshots(workspace)
    assert chosen(workspace, "last") == last
    assert chosen(workspace, first.name) == first
    if not last.name.startswith(first.name):
        assert chosen(workspace, first.name[:-1] if last.name[:-1] != first.name[:-1] else first.name) == first
    for wrong in ("", "2", "1999", "../w", "/"):
        with pytest.raises(LearnerError, match=r"`tiedbook restore --dir .+` lists them"):
            chosen(workspace, wrong)


def test_no_name_at_all_is_not_the_only_snapshot(workspace: Path) -> None:
    with pytest.raises(LearnerError, match="no snapshot ''"):
        chosen(workspace, "")


def test_a_chapter_is_meant_by_its_name_or_the_beginning_of_it(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.ipynb" for name in ("ch01", "ch01_a", "ch02_b")]
    for named, stem in (("ch01", "ch01"), ("ch01_a.ipynb", "ch01_a"), ("ch02", "ch02_b"), ("w/ch02_b.ipynb", "ch02_b")):
        assert notebook_of(paths, named).stem == stem
    for wrong in ("ch", "", ".ipynb", "ch03"):
        with pytest.raises(LearnerError, match="There are: ch01, ch01_a, ch02_b"):
            notebook_of(paths, wrong)


def test_the_difference_names_cells_and_lines(workspace: Path) -> None:
    (snapshot,) = snapshots(workspace)
    assert [path.stem for path in differing(workspace, snapshot)] == [FIRST, SECOND]
    lines = difference(workspace, snapshot / f"{SECOND}.ipynb").splitlines()
    assert "-La idea." in lines
    assert "+The idea." in lines
    assert not any("x = 1" in line for line in lines if line[0] in "+-")
    restore(workspace, snapshot)
    assert difference(workspace, snapshot / f"{SECOND}.ipynb") == ""


@pytest.mark.parametrize("content", [b"{", b"", b"\xff"])
def test_the_difference_to_a_damaged_chapter_is_shown_as_it_stands(workspace: Path, content: bytes) -> None:
    (snapshot,) = snapshots(workspace)
    (workspace / f"{SECOND}.ipynb").write_bytes(content)
    assert "+The idea." in difference(workspace, snapshot / f"{SECOND}.ipynb").splitlines()


def said(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert main(["restore", *words]) == status
    captured = capsys.readouterr()
    return (captured.err if status == 2 else captured.out).replace(os.sep, "/")


def test_the_command_lists_shows_and_brings_back(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (snapshot,) = snapshots(workspace)
    listed = said(capsys, "--dir", "w")
    assert listed == f"{snapshot.name}: chapters: 2; different now: {FIRST}, {SECOND}\n"
    before = files(workspace)
    assert "+The idea." in said(capsys, "last", "--diff", "--dir", "w")
    assert "+The idea." not in said(capsys, "last", "ch00", "--diff", "--dir", "w")
    assert files(workspace) == before
    lines = said(capsys, "last", "ch01", "--dir", "w").splitlines()
    assert lines[0] == f"w/{SECOND}.ipynb: brought back."
    assert lines[1].endswith(": the files as they were before.")
    again = said(capsys, snapshot.name, "ch01", "--dir", "w")
    assert again == "There is nothing to bring back: everything is there as it was.\n"
    assert again == said(capsys, snapshot.name, "ch01", "--diff", "--dir", "w")


def test_the_command_brings_deleted_cells_back(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = workspace / f"{SECOND}.ipynb"
    whole = path.read_bytes()
    notebook = read_notebook(path)
    notebook["cells"] = [cell for cell in notebook["cells"] if cell["id"] != "embed-core"]
    write_notebook(path, notebook)
    assert main(["switch", "es", "w"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == (
        f"w/{SECOND}.ipynb: exercise cells that you deleted: embed-core. "
        f"`tiedbook restore --cells {SECOND}` brings them back."
    )
    assert said(capsys, "--cells", SECOND, "--dir", "w").startswith(f"w/{SECOND}.ipynb: cells added: 1.\n")
    assert path.read_bytes() == whole
    assert said(capsys, "--cells", "ch01", "--dir", "w").startswith("There is nothing to bring back")


def test_without_snapshots_the_list_says_so(
    small_course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    start(tmp_path / "w", "en")
    monkeypatch.chdir(tmp_path)
    assert "no snapshots yet" in said(capsys, "--dir", "w")


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("--cells", "ch01", "last"), "leave out the other words"),
        (("--cells", "ch01", "--diff"), "leave out the other words"),
        (("--cells", "ch09"), "There are: ch00_first, ch01_second"),
        (("--diff",), "which snapshot"),
        (("w",), "`tiedbook restore --dir w` lists"),
        (("1999",), "no snapshot '1999'"),
        (("last", "ch09"), "There are: ch00_first, ch01_second"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    workspace: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], what: str
) -> None:
    before = files(workspace)
    folder = () if words == ("w",) else ("--dir", "w")
    assert what in said(capsys, *words, *folder, status=2)
    assert files(workspace) == before


def test_the_release_comes_back_with_a_whole_snapshot(workspace: Path) -> None:
    (snapshot,) = snapshots(workspace)
    (snapshot / "workspace.json").write_text(json.dumps({"edition": "en", "release": "0.1"}), encoding="utf-8")
    restore(workspace, snapshot)
    assert find(workspace).release == "0.1"
