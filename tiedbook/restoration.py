"""Bringing chapters back as a snapshot has them."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from pathlib import Path

from tiedbook.errors import LearnerError, TiedbookError
from tiedbook.files import read_bytes, write_bytes
from tiedbook.history import Snapshot, kept, snapshots
from tiedbook.locking import locked
from tiedbook.notebook import parse_notebook
from tiedbook.obstacles import is_there, obstacle
from tiedbook.renewal import Report
from tiedbook.session import MARKER
from tiedbook.unsaved import require_saved
from tiedbook.workspace import FileReport

LAST = "last"  # the name of the newest snapshot
_CONTEXT = 2  # lines around a change


def chosen(folder: Path, named: str) -> Path:
    """Return a snapshot of a workspace.

    Parameters
    ----------
    folder : Path
        The workspace.
    named : str
        Its name or path, the beginning of it where that tells it apart, or ``last``.

    Raises
    ------
    LearnerError
        If there is none of that name, or more than one.
    """
    found = snapshots(folder)
    if named == LAST and found:
        return found[-1]
    name = Path(named).name
    matching = [path for path in found if path.name == name] or [path for path in found if path.name.startswith(name)]
    if name and len(matching) == 1:
        return matching[0]
    raise LearnerError(
        "restore.no_snapshot",
        "{folder}: no snapshot '{name}', or more than one that begins so. `tiedbook restore --dir {folder}` lists "
        "them.",
        folder=folder,
        name=named,
        status=2,
    )


def notebook_of(paths: Sequence[Path], named: str) -> Path:
    """Return the notebook that is meant by its name, with or without its ending or folder, or by the beginning of it.

    Raises
    ------
    LearnerError
        If there is none of that name, or more than one.
    """
    stem = Path(named).name.removesuffix(".ipynb")
    matching = [path for path in paths if path.stem == stem] or [path for path in paths if path.stem.startswith(stem)]
    if stem and len(matching) == 1:
        return matching[0]
    raise LearnerError(
        "restore.no_chapter",
        "No chapter '{name}' there, or more than one that begins so. There are: {known}.",
        name=named,
        known=", ".join(path.stem for path in paths) or "—",
        status=2,
    )


def differing(folder: Path, snapshot: Path) -> tuple[Path, ...]:
    """Return the notebooks of a snapshot that are not the same in the workspace now."""
    return tuple(path for path in kept(snapshot) if _content(folder / path.name) != _content(path))


def difference(folder: Path, path: Path) -> str:
    """Return what bringing back a notebook of a snapshot would change, cell by cell; empty where nothing.

    Lines that would go begin with ``-``, those that would come back with ``+``.
    """
    now, then = _content(folder / path.name), _content(path)
    if now == then:
        return ""
    lines = difflib.unified_diff(
        list(_lines(now, path.name)),
        list(_lines(then, path.name)),
        path.name,
        f"{path.parent.name}/{path.name}",
        n=_CONTEXT,
        lineterm="",
    )
    return "\n".join(lines)


def restore(folder: Path, snapshot: Path, path: Path | None = None) -> Report:
    """Bring back what a snapshot holds; what stands there now is put into a snapshot of its own first.

    Files that the snapshot does not hold stay. With a whole snapshot, the edition and release that the workspace noted
    come back as well.

    Parameters
    ----------
    folder : Path
        The workspace.
    snapshot : Path
        The snapshot.
    path : Path or None
        The one notebook of the snapshot to bring back; None for all of them.

    Raises
    ------
    LearnerError
        If another command is changing the workspace. Nothing is written then. A file that cannot be written, or is open
        with unsaved changes, is left alone and reported.
    """
    before = Snapshot(folder)
    with locked(folder):
        wanted = kept(snapshot) if path is None else (path,)
        files = tuple(_restore_file(folder / each.name, each, folder, before) for each in wanted)
        report = Report(files, before.folder)
        marker = snapshot / MARKER.name
        if path is None and report.is_done and marker.is_file() and _content(marker) != _content(folder / MARKER):
            before.keep(folder / MARKER, _content(folder / MARKER) or b"")
            write_bytes(folder / MARKER, read_bytes(marker))
            report = Report(files, before.folder)
    return report


def _restore_file(path: Path, source: Path, folder: Path, before: Snapshot) -> FileReport:
    try:
        then = read_bytes(source)
        now = read_bytes(path) if is_there(path) else None
        if now == then:
            return FileReport(path, "same")
        require_saved(path, folder)
        if now is not None:
            before.keep(path, now)
        write_bytes(path, then)
    except OSError as fault:
        return FileReport(path, "left", fault=obstacle(path, fault))
    except LearnerError as fault:
        return FileReport(path, "left", fault=fault)
    return FileReport(path, "restored")


def _content(path: Path) -> bytes | None:
    try:
        return read_bytes(path)
    except OSError:
        return None


def _lines(content: bytes | None, name: str) -> Iterator[str]:
    """Return a notebook as lines to compare: each cell's id and type, and its source."""
    if content is None:
        return
    try:
        cells = parse_notebook(content, name)["cells"]
    except TiedbookError:  # damaged: as it stands
        yield from content.decode("utf-8", "replace").splitlines()
        return
    for cell in cells:
        yield f"[{cell['id']}] {cell['cell_type']}"
        yield from cell["source"].splitlines()
