"""What a folder or an archive of submissions holds besides notebooks, and somebody should know of."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from autograde.gather import TIMESTAMP, files_in, is_link, is_notebook, members_of, wanted

_NAMED = 3  # files of a folder that are named
_ARCHIVES = {".7z", ".gz", ".rar", ".tar", ".zip"}
_TOP = PurePosixPath()


@dataclass(frozen=True, slots=True)
class Leftover:
    """A file or folder that no submission is made from.

    Parameters
    ----------
    name : PurePosixPath
        Its name within the folder or archive.
    reason : str
        Why, for people.
    """

    name: PurePosixPath
    reason: str


@dataclass(frozen=True, slots=True)
class _Listed:
    folders: frozenset[PurePosixPath]
    files: frozenset[PurePosixPath]
    links: frozenset[PurePosixPath] = frozenset()


def leftovers_in(place: Path) -> Iterator[Leftover]:
    """Find every link, every folder without a notebook and every loose file, in the order of their names.

    A folder is told once, not each of its files. What lies beside a notebook belongs to it, and hidden files are
    nobody's.

    Parameters
    ----------
    place : Path
        A folder or a zip archive.
    """
    listed = _of_folder(place) if place.is_dir() else _of_archive(place)
    notebooks = {name for name in listed.files if is_notebook(name)}
    beside = {name.parent for name in notebooks} - {_TOP}
    above = {_TOP, *(parent for name in notebooks | listed.links for parent in name.parents)}
    found: dict[PurePosixPath, list[str]] = {}
    for name in sorted(listed.folders | (listed.files - notebooks)):
        highest = next((item for item in (*reversed(name.parents), name) if item not in above), None)
        if highest and highest.parent not in beside and name.name != TIMESTAMP:
            found.setdefault(highest, []).extend([name.name] if name in listed.files else [])
    told = [Leftover(name, _file(name) if name in listed.files else _folder(held)) for name, held in found.items()]
    told += [Leftover(name, "a link, which is not followed. Put the file itself there.") for name in listed.links]
    yield from sorted(told, key=lambda item: item.name)


def _of_folder(place: Path) -> _Listed:
    there, faults = files_in(place)
    closed = {Path(fault.filename) for fault in faults}  # told with the notebooks
    seen = {name: path for name, path in there if wanted(name) and path not in closed}
    links = frozenset(name for name, path in seen.items() if path.is_symlink())
    folders = frozenset(name for name, path in seen.items() if path.is_dir()) - links
    return _Listed(folders, frozenset(seen) - folders - links, links)


def _of_archive(place: Path) -> _Listed:
    with zipfile.ZipFile(place) as archive:
        seen = {name: info for name, info in members_of(archive) if wanted(name)}
    links = frozenset(name for name, info in seen.items() if is_link(info))
    folders = frozenset(name for name, info in seen.items() if info.is_dir()) - links
    return _Listed(folders, frozenset(seen) - folders - links, links)


def _folder(held: Sequence[str]) -> str:
    more = f" and {len(held) - _NAMED} more" if len(held) > _NAMED else ""
    there = f"only {', '.join(held[:_NAMED])}{more}" if held else "nothing at all"
    return f"no notebook in it, {there}. Ask the learner for the notebook."


def _file(name: PurePosixPath) -> str:
    if name.suffix.lower() in _ARCHIVES:
        return "an archive. Unpack it and collect what is in it."
    return "not a notebook"
