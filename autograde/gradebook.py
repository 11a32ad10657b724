"""nbgrader's gradebook, opened once and lightly."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from autograde.course import COURSE_ID, CourseFolder
from tiedbook.errors import TiedbookError

_SLOW = "rfc3987_syntax"
_LONGEST = 128  # characters of a learner's name


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


def fits(learner: str) -> bool:
    """Say whether a learner of this name can stand in a gradebook; a folder can have names that cannot."""
    return learner.isprintable() and len(learner) <= _LONGEST


def create_gradebook(course: CourseFolder) -> None:
    """Make an empty gradebook where there is none; it appears whole or not at all."""
    if course.gradebook.exists():
        return
    temporary = course.gradebook.with_name(".gradebook.db.part")
    temporary.unlink(missing_ok=True)
    with contextlib.closing(_connect(temporary)):
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
        with contextlib.closing(_connect(course.gradebook)) as gradebook:
            yield gradebook
    except DatabaseError as fault:
        raise TiedbookError(
            f"{course.gradebook}: {fault.orig}. Nothing has been recorded by halves. Close other programs that use "
            "the gradebook, see that the disk is not full and the file is nbgrader's, and run the command again; "
            "if nbgrader was upgraded, back the file up and run `nbgrader db upgrade` first."
        ) from fault


def _connect(path: Path) -> Any:
    api = nbgrader_api()
    address = f"sqlite:///{path.resolve()}"
    if not path.is_file() or path.stat().st_size == 0:
        _make_tables(api, address)
    return api.Gradebook(address, COURSE_ID)


def _make_tables(api: Any, address: str) -> None:
    # As Gradebook does itself, but for the version: it would start the program `alembic`, which takes twice as
    # long as all else that `assign` does, and must be on PATH.
    from alembic.script import ScriptDirectory
    from nbgrader.dbutil import ALEMBIC_DIR
    from sqlalchemy import create_engine, text

    engine = create_engine(address)
    try:
        with engine.begin() as connection:
            api.Base.metadata.create_all(connection)
            connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
            version = {"version": ScriptDirectory(ALEMBIC_DIR).get_current_head()}
            connection.execute(text("INSERT INTO alembic_version (version_num) VALUES (:version)"), version)
    finally:
        engine.dispose()
