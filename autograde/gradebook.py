"""nbgrader's gradebook, opened once and lightly."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from autograde.course import COURSE_ID, CourseFolder
from tiedbook.errors import TiedbookError

_SLOW = "rfc3987_syntax"


def nbgrader_api() -> Any:
    """Import and return ``nbgrader.api``.

    Raises
    ------
    TiedbookError
        If nbgrader is not installed.
    """
    # jsonschema asks for this module to check formats that no notebook has; compiling its grammar takes over a second.
    blocked = _SLOW not in sys.modules
    if blocked:
        sys.modules[_SLOW] = None  # type: ignore[assignment]  # makes the import fail, which jsonschema allows for
    try:
        import nbgrader.api
    except ImportError as fault:
        raise TiedbookError(
            f"nbgrader cannot be imported ({fault}). `pip install 'tiedbook[instructor]'` brings it.", status=2
        ) from fault
    finally:
        if blocked:
            del sys.modules[_SLOW]
    return nbgrader.api


def create_gradebook(course: CourseFolder) -> None:
    """Make an empty gradebook where there is none; it appears whole or not at all."""
    if course.gradebook.exists():
        return
    temporary = course.gradebook.with_name(".gradebook.db.part")
    temporary.unlink(missing_ok=True)
    with _programs_beside_python(), contextlib.closing(_connect(temporary)):
        pass
    temporary.replace(course.gradebook)


@contextlib.contextmanager
def open_gradebook(course: CourseFolder) -> Iterator[Any]:
    """Open the gradebook for the block: an ``nbgrader.api.Gradebook`` whose session is ``.db``.

    Raises
    ------
    TiedbookError
        If the file is missing, is no gradebook, is locked by another program, or cannot be written.
    """
    if not course.gradebook.is_file():
        raise TiedbookError(
            f"{course.gradebook}: the gradebook is missing. `autograde assign --course {course.root}` makes it.",
            status=2,
        )
    from sqlalchemy.exc import DatabaseError

    try:
        with _programs_beside_python(), contextlib.closing(_connect(course.gradebook)) as gradebook:
            yield gradebook
    except DatabaseError as fault:
        raise TiedbookError(
            f"{course.gradebook}: {fault.orig}. Nothing has been recorded by halves. Close other programs that use "
            "the gradebook, see that the disk is not full and the file is nbgrader's, and run the command again; "
            "if nbgrader was upgraded, back the file up and run `nbgrader db upgrade` first."
        ) from fault


def _connect(path: Path) -> Any:
    return nbgrader_api().Gradebook(f"sqlite:///{path.resolve()}", COURSE_ID)


@contextlib.contextmanager
def _programs_beside_python() -> Iterator[None]:
    # A new gradebook asks the program `alembic` for its version, through PATH; an environment that is used without
    # being activated is not on it.
    before = os.environ.get("PATH")
    os.environ["PATH"] = os.pathsep.join(filter(None, [str(Path(sys.executable).parent), before]))
    try:
        yield
    finally:
        if before is None:
            del os.environ["PATH"]
        else:
            os.environ["PATH"] = before
