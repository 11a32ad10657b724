"""Workspaces made with past releases, built from the repository's own commits, are updated to the present one."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from tests.cases import OUTPUT
from tests.small import own
from tests.test_workspace import files
from tiedbook.built import chapter, stems
from tiedbook.course import course
from tiedbook.history import snapshots
from tiedbook.notebook import Cell, Notebook, is_pristine, mark, read_notebook, role, write_notebook
from tiedbook.renewal import Report, update
from tiedbook.restoration import restore

ROOT = Path(__file__).parent.parent
LAST_CHAPTER = "chapters/en/ch08_does_tying_help.ipynb"
PAST = ("all chapters, before translation", "the first chapters")


def git(*words: str) -> bytes:
    return subprocess.run(["git", "-C", str(ROOT), *words], check=True, capture_output=True).stdout


def commit(release: str) -> str:
    """Return the commit of a past release: the one that added the last chapter, or the last before with notebooks."""
    added = git("log", "--diff-filter=A", "--format=%H", "-1", "--", LAST_CHAPTER).decode().strip()
    found = added
    if release == "the first chapters" and git("rev-list", "--parents", "-1", added).split()[1:]:
        found = git("log", "--format=%H", "-1", f"{added}^", "--", "chapters/en").decode().strip()
    if not found or found == git("rev-parse", "HEAD").decode().strip():
        message = "this clone has no past: it is shallow (git fetch --unshallow)"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)
    return found


@pytest.fixture(scope="module", params=PAST)
def past(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the tree of a past release, whose notebooks its own builder finds up to date."""
    tree = tmp_path_factory.mktemp("past")
    with tarfile.open(fileobj=BytesIO(git("archive", commit(request.param)))) as archive:
        archive.extractall(tree, filter="data")
    run(tree, "build")
    return tree


def run(tree: Path, *words: str) -> None:
    """Run the command of a past release."""
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    subprocess.run([sys.executable, "-m", "tiedbook", *words], check=True, cwd=tree.parent, env=environment)


def worked(notebook: Notebook) -> list[Cell]:
    """Let a learner work in every part of a notebook; return the cells that are the learner's then."""
    made: list[Cell] = []
    cells: list[Cell] = []
    prose = 0
    for number, cell in enumerate(notebook["cells"]):
        cells.append(cell)
        if role(cell) == "prose" and cell["id"] not in ("editions", "title"):
            prose += 1
            if prose % 5 == 0:
                cell["source"] += "\n\nMy note, ñ."
                made.append(cell)
        if role(cell) == "answer":
            cell["source"] = cell["source"].replace("raise NotImplementedError", f"return {number}  # mine\r\n")
            cell |= {"outputs": [OUTPUT], "execution_count": number}
            made.append(cell)
            cells.append(own(f"x = {number}", id_=f"own{number}"))
            made.append(cells[-1])
    notebook["cells"] = [cell for cell in cells if cell["id"] not in deleted(notebook)]
    return made


def deleted(notebook: Notebook) -> set[str]:
    """Return the first figure and the last check of a notebook, which the learner deletes."""
    shown = [cell["id"] for cell in notebook["cells"] if role(cell) == "show"]
    checks = [cell["id"] for cell in notebook["cells"] if role(cell) == "check"]
    return {*shown[:1], *checks[-1:]}


@pytest.mark.parametrize("tag", ["en", "es", "hi-Latn"])
def test_an_update_from_the_past_brings_everything_new_and_touches_nothing_of_the_learners(
    past: Path, tmp_path: Path, tag: str
) -> None:
    folder = tmp_path / "w"
    run(past, "start", str(folder), "--edition", tag)
    made, gone = {}, {}
    for path in sorted(folder.glob("*.ipynb")):
        notebook = read_notebook(path)
        gone[path.stem] = deleted(notebook)
        made[path.stem] = worked(notebook)
        write_notebook(path, notebook)
    before = {path.name: path.read_bytes() for path in folder.glob("*.ipynb")}

    report = update(folder)

    assert made
    assert not any(file.fault for file in report.files)
    for stem in stems(tag):
        after = read_notebook(folder / f"{stem}.ipynb")
        survived = iter(after["cells"])
        assert all(cell in survived for cell in made.get(stem, []))  # each as it was, in the same order
        assert_is_current(
            after, chapter(stem, tag), {cell["id"] for cell in made.get(stem, [])} | gone.get(stem, set())
        )
    assert_undone(folder, report, before)


def assert_is_current(after: Notebook, built: Notebook, touched: set[str]) -> None:
    """Assert that all cells the learner left alone are those of the present release, in its order."""
    ids = {cell["id"] for cell in built["cells"]}
    untouched = [cell for cell in built["cells"] if cell["id"] not in touched]
    assert [cell for cell in after["cells"] if cell["id"] in ids - touched] == untouched
    assert len({cell["id"] for cell in after["cells"]}) == len(after["cells"])
    assert mark(after)["release"] == mark(built)["release"]
    stale = [cell["id"] for cell in after["cells"] if is_pristine(cell) and cell["id"] not in ids | touched]
    assert [id_ for id_ in stale if not id_.endswith("--beside")] == []


def assert_undone(folder: Path, report: Report, before: dict[str, bytes]) -> None:
    """Assert that a second update finds nothing to do, and that the snapshot brings back what was."""
    there = files(folder)
    assert {file.outcome for file in update(folder).files} == {"same"}
    assert files(folder) == there
    assert report.snapshot == snapshots(folder)[-1]
    assert report.snapshot
    restore(folder, report.snapshot)
    changed = {file.path.name for file in report.files if file.outcome == "changed"}
    assert {name: (folder / name).read_bytes() for name in changed} == {name: before[name] for name in changed}


def test_the_past_is_another_release(past: Path) -> None:
    there = {path.name: path.read_bytes() for path in (past / "chapters" / "es").glob("*.ipynb")}
    here = {path.name: path.read_bytes() for path in course().built("es").glob("*.ipynb")}
    assert there.keys() <= here.keys()
    assert there != here
