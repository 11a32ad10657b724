"""Bringing a workspace into another edition or release, file by file, with nothing of the learner's lost."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from tiedbook import __version__
from tiedbook.bilingual import second_of
from tiedbook.built import frames, in_two, no_such_chapter, second, stems
from tiedbook.course import course
from tiedbook.editions import edition
from tiedbook.errors import LearnerError
from tiedbook.files import read_bytes, write_text
from tiedbook.history import Snapshot
from tiedbook.identify import restore
from tiedbook.leftover import note_of
from tiedbook.locking import locked
from tiedbook.merge import Purpose, apply, merge, offered
from tiedbook.notebook import Notebook, chapter_of, edition_of, mark, notebook_text, parse_notebook
from tiedbook.obstacles import obstacle
from tiedbook.operations import InsertCell, Operation, RemoveCell, SetSource
from tiedbook.session import MARKER
from tiedbook.unsaved import require_saved
from tiedbook.workspace import Change, FileReport, Workspace, add_data, add_missing, find, write_marker


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

    @property
    def is_done(self) -> bool:
        """Whether the workspace is now what was asked for; not so where every chapter was left alone."""
        return any(file.outcome != "left" for file in self.files)


def switch(folder: Path, tag: str, beside: str | None = None) -> Report:
    """Put every chapter of a workspace into another edition, after a snapshot; the learner's work stays.

    Parameters
    ----------
    folder : Path
        The workspace.
    tag : str
        The edition.
    beside : str or None
        Another edition, to be folded below each passage.

    Raises
    ------
    LearnerError
        If there is no such edition or no workspace, or another command is changing it. Nothing is written then. A file
        that cannot be merged is left alone and reported; the others are switched.
    """
    tag = edition(tag).tag
    with locked(find(folder).folder):
        return _merge_all(find(folder), tag, second(tag, beside), "switch")


def update(folder: Path) -> Report:
    """Bring the installed release of the course into a workspace, after a snapshot; the learner's work stays.

    Raises
    ------
    LearnerError
        If there is no workspace, or another command is changing it. Nothing is written then. A file that cannot be
        merged is left alone and reported.
    """
    with locked(find(folder).folder):
        workspace = find(folder)  # another command may have changed its edition
        return _merge_all(workspace, workspace.edition, workspace.beside, "update")


def bring_back(folder: Path, stem: str) -> Report:
    """Put the exercise and check cells that the learner deleted back into a chapter, after a snapshot.

    Parameters
    ----------
    folder : Path
        The workspace.
    stem : str
        The chapter.

    Raises
    ------
    LearnerError
        If there is no workspace or no such chapter, or another command is changing it. Nothing is written then.
    """
    workspace = find(folder)
    merger = _Merger(workspace.folder, {stem: frames(stem, workspace.edition)}, "switch", in_own_edition=True)
    with locked(workspace.folder):
        file = merger.merge(workspace.folder / f"{stem}.ipynb", back=True)
    return Report((file,) if file else (), merger.snapshot.folder)


def _merge_all(workspace: Workspace, tag: str, beside: str | None, purpose: Purpose) -> Report:
    folder = workspace.folder
    shown = beside if purpose == "switch" else None  # an update leaves each notebook in the editions it is in
    chapters = {stem: frames(stem, tag, shown) for stem in stems(tag)}  # all read before anything is written
    merger = _Merger(folder, chapters, purpose, in_own_edition=purpose == "update")
    merged = [merger.merge(path) for path in sorted(folder.glob("*.ipynb"))]
    files = (*filter(None, merged), *add_missing(folder, tag, beside), *add_data(folder))
    report = Report(files, merger.snapshot.folder)
    whole = all(file.outcome != "left" for file in files)  # else the release is offered again once all can follow
    release = __version__ if purpose == "update" and whole else workspace.release
    if report.is_done and (tag, release, beside) != (workspace.edition, workspace.release, workspace.beside):
        if report.snapshot:
            merger.snapshot.keep(folder / MARKER, read_bytes(folder / MARKER))
        write_marker(folder, tag, release, beside)
    return report


class _Merger:
    """Merges the chapters of one workspace with the course.

    Parameters
    ----------
    folder : Path
        The workspace.
    chapters : mapping of str to tuple of Notebook
        Each chapter as built: in the edition asked for, then in all others.
    purpose : {"switch", "update"}
        As for `merge`.
    in_own_edition : bool
        Whether each notebook stays in the edition it is in: the menu changes one notebook, and an update leaves it so.
    """

    def __init__(
        self, folder: Path, chapters: Mapping[str, tuple[Notebook, ...]], purpose: Purpose, *, in_own_edition: bool
    ) -> None:
        self.snapshot = Snapshot(folder)
        self._folder = folder
        self._chapters = chapters
        self._purpose: Purpose = purpose
        self._in_own_edition = in_own_edition

    def merge(self, path: Path, *, back: bool = False) -> FileReport | None:
        """Merge one file; None where it is a notebook of the learner's own."""
        try:
            return self._merge(path, back=back)
        except OSError as fault:
            return FileReport(path, "left", fault=obstacle(path, fault)) if self._is_ours(path) else None
        except LearnerError as fault:
            return FileReport(path, "left", fault=fault) if self._is_ours(path) else None

    def _merge(self, path: Path, *, back: bool) -> FileReport | None:
        before = read_bytes(path)
        mine = parse_notebook(before, path)
        stem = chapter_of(mine) or path.stem
        if stem not in self._chapters:
            if stem in course().stems():
                raise no_such_chapter(stem, edition_of(next(iter(self._chapters.values()))[0]) or "")
            return None
        target, *others = self._built(mine, stem)
        known = restore(mine, (target, *others))
        wanted = [cell["id"] for cell in offered(known, target, others)] if back else ()
        operations = merge(known, target, self._purpose, others, wanted)
        after = apply(known, operations)
        change = _change(known, after, operations, offered(after, target, others))
        if after == mine:
            return FileReport(path, "same", change)
        require_saved(path, self._folder)
        self.snapshot.keep(path, before)
        if read_bytes(path) != before:  # an editor saved it meanwhile
            return self._merge(path, back=back)
        write_text(path, notebook_text(after))
        return FileReport(path, "changed", change)

    def _built(self, mine: Notebook, stem: str) -> tuple[Notebook, ...]:
        built = self._chapters[stem]
        if not self._in_own_edition:
            return built
        own = edition_of(mine)
        return in_two(sorted(built, key=lambda notebook: edition_of(notebook) != own), second_of(mine))

    def _is_ours(self, path: Path) -> bool:
        """Say whether a file that cannot be merged is a chapter, by its name."""
        return path.stem in course().stems()


def _change(
    before: Notebook, after: Notebook, operations: Collection[Operation], deleted: Collection[Mapping[str, object]]
) -> Change:
    """Sum up what a merge did."""
    kinds = {cell["id"]: cell["cell_type"] for cell in before["cells"]}
    replaced = [kinds.get(operation.id) for operation in operations if isinstance(operation, SetSource)]
    return Change(
        texts=sum(kind != "code" for kind in replaced),
        code=replaced.count("code"),
        added=sum(isinstance(operation, InsertCell) for operation in operations),
        removed=sum(isinstance(operation, RemoveCell) for operation in operations),
        edited=sum("beside" in mark(cell) for cell in after["cells"]),
        deleted=tuple(str(cell["id"]) for cell in deleted),
        leftover=tuple(name for cell in after["cells"] if (name := note_of(cell))),
    )
