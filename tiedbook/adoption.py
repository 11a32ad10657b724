"""Knowing a folder of chapters as a workspace whose ``.tiedbook`` was lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tiedbook import __version__
from tiedbook.built import frames
from tiedbook.course import course
from tiedbook.editions import SOURCE, editions
from tiedbook.errors import TiedbookError
from tiedbook.files import read_bytes
from tiedbook.identify import identify
from tiedbook.notebook import Notebook, chapter_of, edition_of, mark, parse_notebook


@dataclass(frozen=True, slots=True)
class Traces:
    """What the chapters of a folder tell about the workspace that it was.

    Parameters
    ----------
    edition : str
        The edition that most of them are in.
    release : str
        The release that most of them are of.
    """

    edition: str
    release: str


def traces(folder: Path) -> Traces | None:
    """Return what a folder was; None where no file with the name of a chapter is that chapter."""
    chapters = [notebook for stem in course().stems() if (notebook := _chapter(folder / f"{stem}.ipynb")) is not None]
    if not chapters:
        return None
    tags = [tag for notebook in chapters if (tag := edition_of(notebook)) in editions()]
    releases = [release for notebook in chapters if isinstance(release := mark(notebook).get("release"), str)]
    return Traces(_most(tags) or SOURCE, _most(releases) or __version__)


def _chapter(path: Path) -> Notebook | None:
    """Return the notebook in a file if it is the chapter that the file is named for."""
    try:
        notebook = parse_notebook(read_bytes(path), path)
        if chapter_of(notebook) == path.stem:
            return notebook
        built = frames(path.stem, SOURCE)  # an editor may have dropped what the course noted
        return notebook if 2 * len(identify(notebook, built).at) >= len(built[0]["cells"]) else None
    except (OSError, TiedbookError):
        return None


def _most(found: list[str]) -> str | None:
    return max(counted, key=lambda each: counted[each]) if (counted := Counter(found)) else None
