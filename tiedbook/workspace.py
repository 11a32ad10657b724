"""The learner's folder: one working copy of each chapter, in whatever edition the learner reads now."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tiedbook import __version__
from tiedbook.adoption import traces
from tiedbook.built import chapter, stems
from tiedbook.course import course
from tiedbook.editions import SOURCE, edition, editions
from tiedbook.errors import LearnerError
from tiedbook.files import write_bytes, write_text
from tiedbook.locking import locked
from tiedbook.notebook import Notebook, notebook_text
from tiedbook.obstacles import is_there, obstacle
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
    beside : str or None
        Tag of the edition that is folded below each passage, if one is.
    """

    folder: Path
    edition: str
    release: str
    beside: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What a merge did to a chapter, and what it left.

    Parameters
    ----------
    texts, code : int
        How many text and code cells it replaced.
    added, removed : int
        How many cells it added and took away.
    edited : int
        How many text cells keep the learner's words, with the course's beside.
    deleted : tuple of str
        Ids of the exercise and check cells that the learner deleted, and may have back.
    leftover : tuple of str
        Exercises that the course no longer has, whose answers stay, each with a note.
    """

    texts: int = 0
    code: int = 0
    added: int = 0
    removed: int = 0
    edited: int = 0
    deleted: tuple[str, ...] = ()
    leftover: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one chapter file.

    Parameters
    ----------
    path : Path
        The file.
    outcome : {"added", "changed", "restored", "kept", "same", "left"}
        Whether it is new, was merged, brought back from a snapshot, found and kept as it was, needed nothing, or was
        left alone because of `fault`.
    change : Change
        What was done to its cells.
    fault : LearnerError or None
        Why the file was left alone.
    """

    path: Path
    outcome: Literal["added", "changed", "restored", "kept", "same", "left"]
    change: Change = Change()
    fault: LearnerError | None = None


def find(folder: Path) -> Workspace:
    """Return the workspace that a folder is, lies in, or has as its subfolder ``workspace``.

    Raises
    ------
    LearnerError
        If there is none, its ``workspace.json`` is damaged, or a file is named in place of a folder.
    """
    _require_no_file(folder)
    start_at = Path(os.path.realpath(folder))  # Path.resolve() raises where links lead in a circle
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


def start(folder: Path, tag: str | None = None, otherwise: str = SOURCE) -> tuple[FileReport, ...]:
    """Put the chapters of an edition and the course's data into a folder. In a workspace, only add what is missing.

    A folder with chapters whose ``.tiedbook`` is lost or damaged becomes a workspace again; they are kept as they are.

    Parameters
    ----------
    folder : Path
        Made if it does not exist.
    tag : str or None
        The edition; None for the one that the workspace has, or most of its chapters.
    otherwise : str
        The edition where neither `tag` nor the folder names one.

    Raises
    ------
    LearnerError
        If there is no such edition, the workspace has another one, the folder is a file, is the course's own, is no
        workspace but has other files with the names of chapters, or cannot be written. Nothing is written then.
    """
    _require_no_file(folder)
    folder = Path(os.path.realpath(folder))
    noted = _noted(folder)
    there = noted.get("edition")
    _require_place(folder, tag, there)
    found = None if there else traces(folder)
    tag = edition(tag or there or (found.edition if found else otherwise)).tag
    present = _present(folder, tag)
    if present and not found and not (folder / MARKER).is_file():
        raise LearnerError(
            "workspace.would_overwrite",
            "{folder}: not a workspace, yet it holds {names}. Choose another folder, or move these files away. "
            "Nothing was written.",
            folder=folder,
            names=", ".join(path.name for path in present),
        )
    with locked(folder):
        if not there:
            write_marker(folder, tag, found.release if found else __version__)
        kept = () if there else tuple(FileReport(path, "kept") for path in present)
        return (*kept, *add_missing(folder, tag, noted.get("beside")), *add_data(folder))


def add_missing(folder: Path, tag: str, beside: str | None = None) -> tuple[FileReport, ...]:
    """Write the chapters of an edition that are not there, with another beside it if wanted, and report them."""
    present = _present(folder, tag)
    missing = (stem for stem in stems(tag) if folder / f"{stem}.ipynb" not in present)
    return tuple(_add(folder / f"{stem}.ipynb", chapter(stem, tag, beside)) for stem in missing)


def write_marker(folder: Path, tag: str, release: str, beside: str | None = None) -> None:
    """Note editions and release in ``.tiedbook/workspace.json``, which makes a folder a workspace.

    Raises
    ------
    LearnerError
        If it cannot be written.
    """
    path = folder / MARKER
    noted = {"edition": tag, "release": release, **({"beside": beside} if beside else {})}
    try:
        write_text(path, json.dumps(noted, indent=1) + "\n")
    except OSError as fault:
        raise obstacle(path, fault) from fault


def add_data(folder: Path) -> tuple[FileReport, ...]:
    """Copy the data that chapters read into ``data``, never over a file; report only what cannot be written."""
    reports = []
    for source in sorted((course().chapters / DATA).glob("*")):
        path = folder / DATA / source.name
        if is_there(path) or not source.is_file() or source.suffix == ".py":  # a program of the authors' makes the data
            continue
        try:
            write_bytes(path, source.read_bytes())
        except OSError as fault:
            reports.append(FileReport(path, "left", fault=obstacle(path, fault)))
    return tuple(reports)


def _require_no_file(folder: Path) -> None:
    """Notice a file where a folder belongs, such as a chapter in place of the workspace that it is in."""
    there = next((path for path in (folder, *folder.parents) if path.exists()), folder)
    if not there.is_file():
        return
    around = next((path for path in Path(os.path.realpath(there)).parents if (path / MARKER).is_file()), None)
    if around:
        raise LearnerError(
            "workspace.file_in",
            "{path}: a file, and a folder is wanted. The workspace that it is in is the folder `{folder}`: give that.",
            path=there,
            folder=around,
            status=2,
        )
    raise LearnerError(
        "workspace.file",
        "{path}: a file, and a folder is wanted: that of your workspace, or the name of a new one.",
        path=there,
        status=2,
    )


def _require_place(folder: Path, tag: str | None, there: str | None) -> None:
    """Make sure that a folder can be, or is, a workspace in an edition."""
    if tag and there and tag != there:
        raise LearnerError(
            "workspace.other_edition",
            "{folder}: this workspace is in {name}. `tiedbook switch {tag} {folder}` changes its edition.",
            folder=folder,
            name=edition(there).name,
            tag=edition(tag).tag,
            status=2,
        )
    if not (folder / MARKER).is_file() and course().owns(folder):
        raise LearnerError(
            "workspace.of_course",
            "{folder}: belongs to the course itself, so it cannot be a workspace. Choose another folder. Nothing was "
            "written.",
            folder=folder,
            status=2,
        )


def _add(path: Path, notebook: Notebook) -> FileReport:
    try:
        write_text(path, notebook_text(notebook))
    except OSError as fault:
        return FileReport(path, "left", fault=obstacle(path, fault))
    return FileReport(path, "added")


def _present(folder: Path, tag: str) -> list[Path]:
    """Return the paths of an edition's chapters that are in use, be it by a link to nowhere."""
    return [path for stem in stems(tag) if is_there(path := folder / f"{stem}.ipynb")]


def _noted(folder: Path) -> dict[str, str]:
    """Return what a workspace noted about itself; nothing where that is damaged or of an edition that is gone."""
    try:
        found = json.loads((folder / MARKER).read_text(encoding="utf-8"))
        tag, release = found["edition"], found.get("release", "")
        if tag not in editions() or not isinstance(release, str):
            return {}
        beside = found.get("beside")
        return {"edition": tag, "release": release, **({"beside": beside} if beside in editions() else {})}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
