"""Check that this machine and this course folder can grade, and say of each fault what to do."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from autograde.course import CourseFolder
from autograde.text import counted
from autograde.ungraded import ungraded
from tiedbook.errors import TiedbookError

_GRADED = (
    "SELECT student_id, assignment.name FROM submitted_assignment JOIN assignment ON assignment.id = assignment_id"
)
ROOM = 200 * 1024 * 1024  # bytes; a class of a hundred takes about half of it for all chapters


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Parameters
    ----------
    where : str
        A path, a program or a package.
    what : str
        What was found, and the remedy if it is a fault.
    prevents : bool
        Whether it prevents grading.
    """

    where: str
    what: str
    prevents: bool = False

    @property
    def line(self) -> str:
        """One line for people."""
        return f"{self.where}: {'fault: ' if self.prevents else ''}{self.what}"


def examine(root: Path) -> list[Finding]:
    """Look at the walls, versions, the course folder, its gradebook, permissions and disk; all findings at once."""
    course = CourseFolder(root)
    return [*_versions(), *_walls(), *_folder(course), *_gradebook(course), *_permissions(course), *_disk(course)]


def _versions() -> Iterator[Finding]:
    yield Finding("python", sys.version.split()[0])
    remedy = "`pip install 'tiedbook[instructor]'` brings it."
    for package, wanted in _needed():
        try:
            there = version(package)
        except PackageNotFoundError:
            yield Finding(package, f"not installed. {remedy}", prevents=True)
            continue
        fits = wanted.contains(there, prereleases=True)
        yield Finding(package, there if fits else f"{there}, but {wanted} is needed. {remedy}", prevents=not fits)


def _needed() -> Iterator[tuple[str, SpecifierSet]]:
    """Yield what grading imports, in the versions that this package asks for."""
    asked = [Requirement(text) for text in requires("tiedbook") or ()]
    for item in asked:
        of_instructors = item.marker is not None and item.marker.evaluate({"extra": "instructor"})
        if of_instructors or item.name == "numpy":
            yield item.name, item.specifier


def _walls() -> Iterator[Finding]:
    try:
        from autograde.judge.judge import Judge

        with Judge():
            yield Finding("walls", "built, and every one holds")
    except ImportError as fault:
        yield Finding("walls", f"the judge cannot be loaded ({fault}).", prevents=True)
    except TiedbookError as fault:
        yield Finding("walls", fault.message, prevents=True)


def _folder(course: CourseFolder) -> Iterator[Finding]:
    remedy = f"`autograde assign --course {course.root}` makes it."
    if not course.root.is_dir():
        yield Finding(str(course.root), f"no course folder here. {remedy}", prevents=True)
        return
    stems = course.stems()
    if not stems:
        yield Finding(str(course.root / "release"), f"no chapter has been released. {remedy}", prevents=True)
    else:
        yield from _submissions(course)
    if not course.config.is_file():
        yield Finding(str(course.config), f"missing, so nbgrader's own commands will not see this course. {remedy}")


def _submissions(course: CourseFolder) -> Iterator[Finding]:
    try:
        frames = course.frames()
    except TiedbookError as fault:
        remedy = f"`autograde assign --course {course.root}` makes it anew."
        yield Finding(str(course.root / "release"), f"{fault.message} {remedy}", prevents=True)
        return
    there = course.submissions()
    ungraded_ = list(ungraded(there, frames, _graded(course)))
    aside = sum(item.fault is not None for item in ungraded_)
    counts = {"graded": len(there) - len(ungraded_), "not graded": len(ungraded_) - aside, "set aside": aside}
    told = ", ".join(f"{count} {state}" for state, count in counts.items() if count)
    why = "; `autograde grade` says why" if aside else ""
    what = f"{counted(len(frames), 'chapter')} released, {counted(len(there), 'submission')}"
    yield Finding(str(course.root), f"{what}{f' ({told}{why})' if told else ''}")


def _graded(course: CourseFolder) -> set[tuple[str, str]]:
    try:
        with _reading(course.gradebook) as connection:
            return set(connection.execute(_GRADED))
    except sqlite3.Error:
        return set()  # `_gradebook` reports it


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    # Read only, so that looking at a gradebook never changes it.
    with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        yield connection


def _gradebook(course: CourseFolder) -> Iterator[Finding]:
    if not course.root.is_dir():
        return
    path = course.gradebook
    if not path.is_file():
        yield Finding(
            str(path), f"no gradebook. `autograde assign --course {course.root}` makes an empty one.", prevents=True
        )
        return
    try:
        with _reading(path) as connection:
            sound = connection.execute("PRAGMA quick_check").fetchone()[0] == "ok"
            graded = connection.execute(_GRADED).fetchall()
    except sqlite3.Error as fault:
        yield Finding(str(path), f"not a gradebook of nbgrader ({fault}). Put a copy in its place.", prevents=True)
        return
    if sound and (old := _outdated(path)):
        yield Finding(str(path), old, prevents=True)
    elif sound:
        learners = counted(len({learner for learner, _ in graded}), "learner")
        yield Finding(str(path), f"sound, with the grades of {counted(len(graded), 'submission')} by {learners}")
    else:
        yield Finding(str(path), "damaged. Put a copy in its place, and grade what came after it anew.", prevents=True)


def _outdated(path: Path) -> str:
    """Return what is wrong if the gradebook is of another version of nbgrader."""
    try:
        from alembic.script import ScriptDirectory
        from nbgrader.dbutil import ALEMBIC_DIR

        with _reading(path) as connection:
            there = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except (ImportError, sqlite3.Error):
        return ""  # a missing package is told already; a gradebook without a version is of an nbgrader before 0.5
    wanted = ScriptDirectory(ALEMBIC_DIR).get_current_head()
    if there and there[0] == wanted:
        return ""
    return "of another version of nbgrader. Copy it to a safe place, then: `cd course && nbgrader db upgrade`."


def _permissions(course: CourseFolder) -> Iterator[Finding]:
    if not course.root.is_dir():
        return
    written = [course.root / name for name in ("submitted", "autograded", "feedback")]
    for path in (course.root, course.gradebook, *written):
        if path.exists() and not os.access(path, os.W_OK):
            yield Finding(str(path), f"cannot be written. `chmod u+w {path}` allows it to you.", prevents=True)
    secret = course.secret
    if secret.exists() and stat.S_IMODE(secret.stat().st_mode) & 0o077 and os.name == "posix":
        yield Finding(str(secret), f"others can read it, and so foresee the judge's probes. `chmod 600 {secret}`.")


def _disk(course: CourseFolder) -> Iterator[Finding]:
    place = course.root if course.root.is_dir() else Path.cwd()
    free = shutil.disk_usage(place).free
    enough = free >= ROOM
    remedy = "" if enough else f" Grading wants {ROOM // 2**20} MB: make room, or use --course on another disk."
    yield Finding(str(place), f"{free // 2**20:,} MB of disk free.{remedy}", prevents=not enough)
