"""nbgrader's gradebook, opened once and lightly."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from autograde.course import COURSE_ID, CourseFolder
from tiedbook.errors import TiedbookError

# jsonschema asks for these to check formats that no notebook has; compiling their grammars takes over a second.
_UNUSED = ("isoduration", "rfc3986_validator", "rfc3987_syntax")
_LONGEST = 128  # characters of a learner's name


@cache
def nbgrader_api() -> Any:
    """Import and return ``nbgrader.api``.

    Raises
    ------
    TiedbookError
        If nbgrader is not installed.
    """
    try:
        with light_imports():
            return import_module("nbgrader.api")
    except ImportError as fault:
        raise TiedbookError(
            f"nbgrader cannot be imported ({fault}). `pip install 'tiedbook[instructor]'` brings it.", status=2
        ) from fault


@contextlib.contextmanager
def light_imports() -> Iterator[None]:
    """Leave out, in the block, what nbgrader imports and its gradebook has no use for."""
    blocked = [name for name in _UNUSED if name not in sys.modules]
    sys.modules.update(dict.fromkeys(blocked))  # type: ignore[arg-type]  # makes imports fail, which jsonschema allows for
    for name in ("nbgrader", "requests"):
        spec = find_spec(name) if name not in sys.modules else None
        if spec is not None:
            sys.modules[name] = _Package(spec)
    try:
        yield
    finally:
        for name in blocked:
            del sys.modules[name]


class _Package(ModuleType):
    """A package whose own code waits until somebody asks for a name that it defines.

    That of nbgrader imports every extension of Jupyter's server that it has, and so most of nbconvert: three times as
    much as its gradebook needs. It needs requests only to ask JupyterHub who somebody is.
    """

    def __init__(self, spec: ModuleSpec) -> None:
        super().__init__(spec.name)
        self.__spec__, self.__loader__, self.__file__ = spec, spec.loader, spec.origin
        self.__path__ = spec.submodule_search_locations or []
        self.__package__ = spec.name

    def __getattr__(self, name: str) -> Any:
        spec = self.__spec__
        if spec is None or spec.loader is None or (name.startswith("__") and name != "__version__"):
            raise AttributeError(name)
        if find_spec(f"{spec.name}.{name}"):  # a module in it that nobody has imported yet
            raise AttributeError(name)
        object.__setattr__(self, "__class__", ModuleType)  # once: what it asks of itself meanwhile is not there yet
        spec.loader.exec_module(self)
        return getattr(self, name)


def fits(learner: str) -> bool:
    """Say whether a learner of this name can stand in a gradebook; a folder can have names that cannot."""
    return learner.isprintable() and len(learner) <= _LONGEST


def create_gradebook(course: CourseFolder) -> None:
    """Make an empty gradebook where there is none; it appears whole or not at all."""
    if course.gradebook.exists():
        return
    temporary = course.gradebook.with_name(".gradebook.db.part")
    temporary.unlink(missing_ok=True)
    create_tables(temporary)
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
            gradebook.db().expire_on_commit = False  # else every submission reads all cells of its chapter anew
            yield gradebook
    except DatabaseError as fault:
        raise unusable(course, fault.orig) from fault


def unusable(course: CourseFolder, fault: BaseException | None) -> TiedbookError:
    """Return the error that the gradebook cannot be used, from what its database says."""
    return TiedbookError(
        f"{course.gradebook}: {fault}. Nothing has been recorded by halves. Close other programs that use "
        "the gradebook, see that the disk is not full and the file is nbgrader's, and run the command again; "
        "if nbgrader was upgraded, back the file up and run `nbgrader db upgrade` first."
    )


def create_tables(path: Path) -> None:
    """Make an empty gradebook of an empty file."""
    with contextlib.closing(_connect(path)):
        pass


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
