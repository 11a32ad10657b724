"""The learner's folder: one working copy of each chapter, in whatever edition the learner reads now."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tiedbook import __version__
from tiedbook.built import chapter, stems
from tiedbook.course import course
from tiedbook.editions import SOURCE, edition, editions
from tiedbook.errors import LearnerError
from tiedbook.files import write_bytes, write_text
from tiedbook.notebook import Notebook, notebook_text
from tiedbook.session import MARKER

DATA = "data"  # folder of data sets, beside the chapters and in a workspace


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
    candidates = (start_at, *start_at.parents, start_at / "workspace") if start_at.is_dir() else ()
    for candidate in candidates:  # a mistyped folder must not stand for the workspace around it
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
    """Put the chapters of an edition and the course's data into a folder. In a workspace, only add what is missing.

    Parameters
    ----------
    folder : Path
        Made if it does not exist.
    tag : str or None
        The edition; None for the one the workspace has, or English.

    Raises
    ------
    LearnerError
        If there is no such edition, the workspace has another one, the folder is the course's own, is no workspace but
        has files with the names of chapters, or cannot be written. Nothing is written then.
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
    if not is_workspace and course().owns(folder):
        raise LearnerError(
            "workspace.of_course",
            "{folder}: belongs to the course itself, so it cannot be a workspace. Choose another folder. Nothing was "
            "written.",
            folder=folder,
            status=2,
        )
    tag = edition(tag or there or SOURCE).tag
    chapters = {folder / f"{stem}.ipynb": chapter(stem, tag) for stem in stems(tag)}
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
        write_marker(folder, tag, __version__)
    added = tuple(add(path, notebook) for path, notebook in chapters.items() if path not in present)
    return (*added, *add_data(folder))


def write_marker(folder: Path, tag: str, release: str) -> None:
    """Note the edition and the release in ``.tiedbook/workspace.json``, which makes a folder a workspace.

    Raises
    ------
    LearnerError
        If it cannot be written.
    """
    path = folder / MARKER
    try:
        write_text(path, json.dumps({"edition": tag, "release": release}, indent=1) + "\n")
    except OSError as fault:
        raise unwritable(path, fault) from fault


def add(path: Path, notebook: Notebook) -> FileReport:
    """Write a chapter that was not there, and report it."""
    try:
        write_text(path, notebook_text(notebook))
    except OSError as fault:
        return FileReport(path, "left", fault=unwritable(path, fault))
    return FileReport(path, "added", len(notebook["cells"]))


def add_data(folder: Path) -> tuple[FileReport, ...]:
    """Copy the data that chapters read into ``data``, never over a file; report only what cannot be written."""
    reports = []
    for source in sorted((course().chapters / DATA).glob("*")):
        path = folder / DATA / source.name
        if path.exists() or not source.is_file() or source.suffix == ".py":  # a program of the authors' makes the data
            continue
        try:
            write_bytes(path, source.read_bytes())
        except OSError as fault:
            reports.append(FileReport(path, "left", fault=unwritable(path, fault)))
    return tuple(reports)


def unwritable(path: Path, fault: OSError) -> LearnerError:
    """Return the error that a file of the workspace cannot be read or written."""
    return LearnerError(
        "workspace.unwritable",
        "{path}: cannot be read or written ({reason}). Check that the disk is not full and that the folder is yours.",
        path=path,
        reason=fault.strerror or fault,
    )


def _noted(folder: Path) -> dict[str, str]:
    """Return what a workspace noted about itself; nothing where that is damaged or of an edition that is gone."""
    try:
        found = json.loads((folder / MARKER).read_text(encoding="utf-8"))
        tag, release = found["edition"], found.get("release", "")
        return {"edition": tag, "release": release} if tag in editions() and isinstance(release, str) else {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
