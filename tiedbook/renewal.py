"""Bringing a workspace into another edition or release, file by file, with nothing of the learner's lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tiedbook import __version__
from tiedbook.built import frames, no_such_chapter, stems
from tiedbook.course import course
from tiedbook.editions import edition
from tiedbook.errors import LearnerError
from tiedbook.files import write_text
from tiedbook.history import Snapshot
from tiedbook.identify import restore
from tiedbook.merge import Purpose, apply, merge
from tiedbook.notebook import Notebook, chapter_of, edition_of, mark, notebook_text, parse_notebook
from tiedbook.operations import SetMetadata
from tiedbook.workspace import FileReport, Workspace, add, add_data, find, unwritable, write_marker


@dataclass(frozen=True, slots=True)
class Report:
    """What a switch or an update did.

    Parameters
    ----------
    files : tuple of FileReport
        What became of each chapter file.
    snapshot : Path or None
        Folder with the files as they were before; None where none was changed.
    """

    files: tuple[FileReport, ...]
    snapshot: Path | None


def switch(folder: Path, tag: str) -> Report:
    """Put every chapter of a workspace into another edition, after a snapshot; the learner's work stays.

    Raises
    ------
    LearnerError
        If there is no such edition or no workspace. Nothing is written then. A file that cannot be merged is left alone
        and reported; the others are switched.
    """
    return _merge_all(find(folder), edition(tag).tag, "switch")


def update(folder: Path) -> Report:
    """Bring the installed release of the course into a workspace, after a snapshot; the learner's work stays.

    Raises
    ------
    LearnerError
        If there is no workspace. Nothing is written then. A file that cannot be merged is left alone and reported.
    """
    workspace = find(folder)
    return _merge_all(workspace, workspace.edition, "update")


def _merge_all(workspace: Workspace, tag: str, purpose: Purpose) -> Report:
    folder = workspace.folder
    chapters = {stem: frames(stem, tag) for stem in stems(tag)}  # all read before anything is written
    snapshot = Snapshot(folder)
    files = [_merge_file(path, chapters, tag, purpose, snapshot) for path in sorted(folder.glob("*.ipynb"))]
    missing = [folder / f"{stem}.ipynb" for stem in chapters if not (folder / f"{stem}.ipynb").exists()]
    files += [*(add(path, chapters[path.stem][0]) for path in missing), *add_data(folder)]
    release = __version__ if purpose == "update" else workspace.release
    if (tag, release) != (workspace.edition, workspace.release):
        write_marker(folder, tag, release)
    return Report(tuple(file for file in files if file), snapshot.folder)


def _merge_file(
    path: Path, chapters: Mapping[str, tuple[Notebook, ...]], tag: str, purpose: Purpose, snapshot: Snapshot
) -> FileReport | None:
    """Merge one file; None where it is a notebook of the learner's own."""
    try:
        before = path.read_bytes()
        mine = parse_notebook(before, path)
        stem = chapter_of(mine) or path.stem
        if stem not in chapters:
            return FileReport(path, "left", fault=no_such_chapter(stem, tag)) if stem in course().stems() else None
        built = _in_own_edition(mine, chapters[stem]) if purpose == "update" else chapters[stem]
        after, changed = _merged(mine, built, purpose)
        if after == mine:
            return FileReport(path, "same")
        snapshot.keep(path, before)
        if path.read_bytes() != before:  # an editor saved it meanwhile
            return _merge_file(path, chapters, tag, purpose, snapshot)
        write_text(path, notebook_text(after))
    except OSError as fault:
        return FileReport(path, "left", fault=unwritable(path, fault))
    except LearnerError as fault:
        return FileReport(path, "left", fault=fault) if path.stem in course().stems() else None
    return FileReport(path, "changed", changed, sum("beside" in mark(cell) for cell in after["cells"]))


def _in_own_edition(mine: Notebook, built: tuple[Notebook, ...]) -> tuple[Notebook, ...]:
    """Put first the edition that a notebook is in: the menu changes one notebook, and an update leaves it there."""
    own = edition_of(mine)
    return tuple(sorted(built, key=lambda notebook: edition_of(notebook) != own))


def _merged(mine: Notebook, built: tuple[Notebook, ...], purpose: Purpose) -> tuple[Notebook, int]:
    """Return the merged notebook, and how many of its cells the merge set, added or removed."""
    known = restore(mine, built)
    operations = merge(known, built[0], purpose, built[1:])
    return apply(known, operations), sum(not isinstance(operation, SetMetadata) for operation in operations)
