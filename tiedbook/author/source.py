"""A source chapter: its cells, what each is for, and everything that is wrong with it."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from tiedbook.author.findings import Finding, refuse
from tiedbook.author.percent import PercentCell, percent_cells
from tiedbook.author.texts import read_python, read_text
from tiedbook.course import Course
from tiedbook.diagnosis import Part
from tiedbook.errors import TiedbookError

Role = Literal["prose", "written", "answer", "check", "data", "show"]
Kind = Literal["hints", "reveal", "rubric", "flashcards", "quiz", "folded"]

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_STEM = re.compile(r"ch[0-9]{2}(?:_[a-z0-9]+)+")
_POINTS = re.compile(r"[1-9][0-9]?")
_DEVANAGARI = re.compile("[\u0900-\u097f]")
_KEYS = {
    "prose": ("id", "kind", "exercise", "written", "points"),
    "code": ("id", "role", "exercise", "part"),
}
_KINDS = ("hints", "reveal", "rubric", "flashcards", "quiz", "folded")
_ROLES = ("data", "show")
_PARTS = ("core", "contract")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a source chapter.

    Parameters
    ----------
    id : str
        Stable for ever: catalogs, switching, updating and grading join on it.
    role : {"prose", "written", "answer", "check", "data", "show"}
        What it is for; ``data`` runs in the judge as well, ``show`` does not; ``written`` is answered in words.
    source : str
        Markdown or Python, as the source has it.
    line : int
        Line of its marker in the file; its text begins on the next.
    kind : {"hints", "reveal", "rubric", "flashcards", "quiz", "folded"} or None
        What is special about prose.
    exercise : str or None
        The exercise that an answer, a check, hints or a reveal belong to.
    part : {"core", "contract"} or None
        The graded part that a check cell checks.
    written : str or None
        The written answer that the cell is for, or whose rubric it is.
    points : int
        What a written answer is worth.
    """

    id: str
    role: Role
    source: str
    line: int
    kind: Kind | None = None
    exercise: str | None = None
    part: Part | None = None
    written: str | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class Chapter:
    """One source chapter and the text of its solutions (empty where it has none)."""

    stem: str
    cells: tuple[Cell, ...]
    solutions: str

    @property
    def path(self) -> str:
        """Where the source is, from the course's root."""
        return f"chapters/{self.stem}.py"

    def exercises(self) -> tuple[str, ...]:
        """Return the names of the chapter's exercises, in order."""
        return tuple(cell.exercise for cell in self.cells if cell.role == "answer" and cell.exercise)


def read_chapters(course: Course) -> tuple[Chapter, ...]:
    """Read every source chapter.

    Raises
    ------
    TiedbookError
        With every fault of every chapter, one a line: ``chapters/ch01_x.py:LINE: what is wrong, what to do``; or if
        there is no chapter, as in an installed package.
    """
    chapters, faults = examined_chapters(course)
    refuse(faults)
    if not chapters:
        raise TiedbookError(f"{course.chapters}: no source chapters. Authors work in a checkout of the repository.")
    return chapters


def examined_chapters(course: Course) -> tuple[tuple[Chapter, ...], tuple[Finding, ...]]:
    """Read every source chapter, together with all that is wrong with them."""
    chapters: list[Chapter] = []
    faults: list[Finding] = []
    for path in sorted(course.chapters.glob("*.py")):
        solutions, unread = _solutions(course, path.name)
        text, unreadable = read_text(path, f"chapters/{path.name}")
        faults += (*unread, *unreadable)
        if unreadable:
            continue
        chapter, found = chapter_of(path.stem, text, solutions)
        chapters.append(chapter)
        faults += found
    return tuple(chapters), tuple(faults)


def _solutions(course: Course, name: str) -> tuple[str, tuple[Finding, ...]]:
    path, where = course.solutions / name, f"solutions/{name}"
    if not path.exists():
        return "", ()
    _, faults = read_python(path, where)
    return ("", faults) if faults else read_text(path, where)


def chapter_of(stem: str, text: str, solutions: str = "") -> tuple[Chapter, tuple[Finding, ...]]:
    """Read one chapter from its text, together with all that is wrong with it."""
    from tiedbook.author.structure import structure_faults

    raw = percent_cells(text)
    faults = [fault for cell in raw for fault in _cell_faults(cell)]
    chapter = Chapter(stem, tuple(_cell(cell) for cell in raw), solutions)
    faults += structure_faults(chapter, text)
    if not _STEM.fullmatch(stem):
        faults.append((1, "a chapter's file is named chNN_slug.py, in lower case: rename it"))
    path = Path(chapter.path).as_posix()
    return chapter, tuple(Finding(f"{path}:{line}", what) for line, what in sorted(faults))


def _cell(raw: PercentCell) -> Cell:
    exercise, part = raw.metadata.get("exercise"), raw.metadata.get("part")
    points = raw.metadata.get("points", "")
    if raw.markdown:
        role = "written" if points else "prose"
    else:
        role = ("check" if part else "answer") if exercise else raw.metadata.get("role", "show")
    return Cell(
        raw.metadata.get("id", ""),
        cast("Role", role),
        raw.source,
        raw.line,
        cast("Kind | None", raw.metadata.get("kind")) if raw.markdown else None,
        exercise,
        cast("Part | None", part),
        raw.metadata.get("written"),
        int(points) if _POINTS.fullmatch(points) else 0,
    )


def _cell_faults(raw: PercentCell) -> list[tuple[int, str]]:
    found = list(raw.faults)
    found += [(raw.line, what) for what in (*_id_faults(raw.metadata), *_metadata_faults(raw))]
    for number, line in enumerate(raw.source.split("\n"), raw.line + 1):
        if _DEVANAGARI.search(line):
            found.append(
                (number, "Devanagari letters: the course writes Hindi in Latin letters, in the hi-Latn catalog")
            )
    if not raw.source:
        found.append((raw.line, "the cell is empty: write it or remove it"))
    elif not raw.markdown:
        found += _syntax_faults(raw)
    return found


def _id_faults(metadata: Mapping[str, str]) -> list[str]:
    name = metadata.get("id")
    if name is None:
        return ['the cell has no id: add id="a-short-name", unique in the chapter and never changed again']
    if name == "editions":
        return ["the id 'editions' belongs to the builder's first cell: choose another"]
    words = name.replace("_", "-") if "exercise" in metadata else name  # an exercise is named by its function
    if not _ID.fullmatch(words) or len(name) > 64:
        return [f"the id {name!r} is malformed: use lower-case letters, digits and hyphens, at most 64 characters"]
    return []


def _metadata_faults(raw: PercentCell) -> list[str]:
    what, metadata = ("prose" if raw.markdown else "code"), raw.metadata
    known = _KEYS[what]
    found = [
        f"unknown metadata key {key!r}: a {what} cell knows {', '.join(known)}" for key in metadata if key not in known
    ]
    for key, allowed in (("kind", _KINDS), ("role", _ROLES), ("part", _PARTS)):
        if key in known and key in metadata and metadata[key] not in allowed:
            found.append(f"unknown {key} {metadata[key]!r}: it is one of {', '.join(allowed)}")
    return found + (_prose_faults(metadata) if raw.markdown else _code_faults(metadata))


def _prose_faults(metadata: Mapping[str, str]) -> list[str]:
    belongs = metadata.get("kind") in ("hints", "reveal")
    if belongs and "exercise" not in metadata:
        return [f'{metadata["kind"]} without exercise="…": say which exercise it is for']
    if not belongs and "exercise" in metadata:
        return ['prose with an exercise needs kind="hints" or kind="reveal": add it, or remove the exercise']
    return _written_faults(metadata)


def _written_faults(metadata: Mapping[str, str]) -> list[str]:
    points, rubric = metadata.get("points"), metadata.get("kind") == "rubric"
    if (points is not None or rubric) and "written" not in metadata:
        return ['points and rubrics belong to a written answer: add written="its-name"']
    if "written" in metadata and (points is not None) + rubric != 1:
        return ['a written answer has either points="…", where it is written, or kind="rubric"']
    if points is not None and "kind" in metadata:
        return [f"a cell for a written answer has no kind: remove {metadata['kind']!r}"]
    if points is not None and not _POINTS.fullmatch(points):
        return [f"points are a whole number from 1 to 99, not {points!r}"]
    return []


def _code_faults(metadata: Mapping[str, str]) -> list[str]:
    if "role" in metadata and ("exercise" in metadata or "part" in metadata):
        return ["a cell has a role or an exercise, not both: remove one"]
    if "part" in metadata and "exercise" not in metadata:
        return ['part without exercise="…": say which exercise it checks']
    if "role" not in metadata and "exercise" not in metadata:
        return [
            'a code cell without role: add role="data" (answers use it, the judge runs it) or role="show" (displays)'
        ]
    return []


def _syntax_faults(raw: PercentCell) -> list[tuple[int, str]]:
    try:
        ast.parse(raw.source)
    except SyntaxError as fault:
        number = raw.line + (fault.lineno or 1)
        return [(number, f"not plain Python ({fault.msg}): mend it; magics do not run in the judge")]
    return []
