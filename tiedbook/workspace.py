"""The learner's folder: one working copy of each chapter, in whatever edition the learner reads now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tiedbook import __version__
from tiedbook.built import chapter, frames, no_such_chapter
from tiedbook.course import course
from tiedbook.editions import SOURCE, edition, editions
from tiedbook.errors import LearnerError
from tiedbook.files import write_text
from tiedbook.history import Snapshot
from tiedbook.identify import restore
from tiedbook.merge import Purpose, SetMetadata, apply, merge
from tiedbook.notebook import Notebook, chapter_of, mark, notebook_text, parse_notebook
from tiedbook.session import MARKER


@dataclass(frozen=True, slots=True)
class Workspace:
    """A learner's folder.

    Parameters
    ----------
    folder : Path
        Where it is.
    edition : str
        Tag of the edition it was last started or switched in.
    release : str
        Version of the course it was last started with or updated to.
    """

    folder: Path
    edition: str
    release: str


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one chapter file.

    Parameters
    ----------
    path : Path
        The file.
    outcome : {"added", "changed", "same", "left"}
        Whether it is new, was merged, needed nothing, or was left alone because of `fault`.
    cells : int
        How many cells were set, added or removed.
    edited : int
        How many prose cells keep the learner's text, with the course's beside.
    fault : LearnerError or None
        Why the file was left alone.
    """

    path: Path
    outcome: Literal["added", "changed", "same", "left"]
    cells: int = 0
    edited: int = 0
    fault: LearnerError | None = None


def find(folder: Path) -> Workspace:
    """Return the workspace that a folder is, lies in, or has as its subfolder ``workspace``.

    Raises
    ------
    LearnerError
        If there is none, or its ``workspace.json`` is damaged.
    """
    start_at = folder.resolve()
    for candidate in (start_at, *start_at.parents, start_at / "workspace"):
        if (candidate / MARKER).is_file():
            if noted := _noted(candidate):
                return Workspace(candidate, **noted)
            raise LearnerError(
                "workspace.damaged",
                "{path}: damaged. `tiedbook start {folder} --edition TAG` writes it anew and keeps your notebooks.",
                path=candidate / MARKER,
                folder=candidate,
            )
    raise LearnerError(
        "workspace.none",
        "{folder}: not a workspace. `tiedbook start {folder}` makes one there; `tiedbook lab` makes one and opens it.",
        folder=folder,
        status=2,
    )


def start(folder: Path, tag: str | None = None) -> tuple[FileReport, ...]:
    """Put the chapters of an edition into a folder. In a workspace, only add the chapters that are missing.

    Parameters
    ----------
    folder : Path
        Made if it does not exist.
    tag : str or None
        The edition; None for the one the workspace has, or English.

    Raises
    ------
    LearnerError
        If there is no such edition, the workspace has another one, the folder is no workspace but has files with the
        names of chapters, or it cannot be written. Nothing is written then.
    """
    folder = folder.resolve()
    is_workspace = (folder / MARKER).is_file()
    there = _noted(folder).get("edition") if is_workspace else None
    if tag and there and tag != there:
        raise LearnerError(
            "workspace.other_edition",
            "{folder}: this workspace is in {name}. `tiedbook switch {tag} {folder}` changes its edition.",
            folder=folder,
            name=edition(there).name,
            tag=edition(tag).tag,
            status=2,
        )
    tag = edition(tag or there or SOURCE).tag
    chapters = {folder / f"{stem}.ipynb": chapter(stem, tag) for stem in course().stems(tag)}
    present = [path for path in chapters if path.exists()]
    if present and not is_workspace:
        raise LearnerError(
            "workspace.would_overwrite",
            "{folder}: not a workspace, yet it holds {names}. Choose another folder, or move these files away. "
            "Nothing was written.",
            folder=folder,
            names=", ".join(path.name for path in present),
        )
    if not there:
        _write_marker(folder, tag, __version__)
    return tuple(_add(path, notebook) for path, notebook in chapters.items() if path not in present)


def switch(folder: Path, tag: str) -> tuple[FileReport, ...]:
    """Put every chapter of a workspace into another edition, after a snapshot; the learner's work stays.

    Raises
    ------
    LearnerError
        If there is no such edition or no workspace. Nothing is written then. A file that cannot be merged is left alone
        and reported; the others are switched.
    """
    return _merge_all(find(folder), edition(tag).tag, "switch")


def update(folder: Path) -> tuple[FileReport, ...]:
    """Bring the installed release of the course into a workspace, after a snapshot; the learner's work stays.

    Raises
    ------
    LearnerError
        If there is no workspace. Nothing is written then. A file that cannot be merged is left alone and reported.
    """
    workspace = find(folder)
    return _merge_all(workspace, workspace.edition, "update")


def _merge_all(workspace: Workspace, tag: str, purpose: Purpose) -> tuple[FileReport, ...]:
    folder = workspace.folder
    chapters = {stem: frames(stem, tag) for stem in course().stems(tag)}  # all read before anything is written
    snapshot = Snapshot(folder)
    reports = [_merge_file(path, chapters, tag, purpose, snapshot) for path in sorted(folder.glob("*.ipynb"))]
    missing = [folder / f"{stem}.ipynb" for stem in chapters if not (folder / f"{stem}.ipynb").exists()]
    reports += [_add(path, chapters[path.stem][0]) for path in missing]
    release = __version__ if purpose == "update" else workspace.release
    if (tag, release) != (workspace.edition, workspace.release):
        snapshot.keep(folder / MARKER, (folder / MARKER).read_bytes())
        _write_marker(folder, tag, release)
    return tuple(report for report in reports if report)


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
        after, changed = _merged(mine, chapters[stem], purpose)
        if after == mine:
            return FileReport(path, "same")
        snapshot.keep(path, before)
        if path.read_bytes() != before:  # an editor saved it meanwhile
            return _merge_file(path, chapters, tag, purpose, snapshot)
        write_text(path, notebook_text(after))
    except OSError as fault:
        return FileReport(path, "left", fault=_unwritable(path, fault))
    except LearnerError as fault:
        return FileReport(path, "left", fault=fault) if path.stem in course().stems() else None
    return FileReport(path, "changed", changed, sum("beside" in mark(cell) for cell in after["cells"]))


def _merged(mine: Notebook, built: tuple[Notebook, ...], purpose: Purpose) -> tuple[Notebook, int]:
    """Return the merged notebook, and how many of its cells the merge set, added or removed."""
    known = restore(mine, built)
    operations = merge(known, built[0], purpose, built[1:])
    return apply(known, operations), sum(not isinstance(operation, SetMetadata) for operation in operations)


def _add(path: Path, notebook: Notebook) -> FileReport:
    try:
        write_text(path, notebook_text(notebook))
    except OSError as fault:
        return FileReport(path, "left", fault=_unwritable(path, fault))
    return FileReport(path, "added", len(notebook["cells"]))


def _noted(folder: Path) -> dict[str, str]:
    """Return what a workspace noted about itself; nothing where that is damaged or of an edition that is gone."""
    try:
        found = json.loads((folder / MARKER).read_text(encoding="utf-8"))
        noted = {"edition": found["edition"], "release": found.get("release", "")}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
    return noted if noted["edition"] in editions() and isinstance(noted["release"], str) else {}


def _write_marker(folder: Path, tag: str, release: str) -> None:
    path = folder / MARKER
    try:
        write_text(path, json.dumps({"edition": tag, "release": release}, indent=1) + "\n")
    except OSError as fault:
        raise _unwritable(path, fault) from fault


def _unwritable(path: Path, fault: OSError) -> LearnerError:
    return LearnerError(
        "workspace.unwritable",
        "{path}: cannot be read or written ({reason}). Check that the disk is not full and that the folder is yours.",
        path=path,
        reason=fault.strerror or fault,
    )
