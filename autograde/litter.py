"""Files that a killed run left half written; nothing else is ever removed."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import time
from pathlib import Path

from autograde.course import CourseFolder

PARTIAL = ".*.part"  # as `tiedbook.files` names what is not whole yet
OLD = 3600.0  # seconds: nobody is writing it any more
_LOCKED = ("source", "release", "autograded")  # written only while the course is locked
_SHARED = ("submitted", "feedback")  # another command may be writing here


def sweep(course: CourseFolder) -> int:
    """Remove half-written files from a course, and old folders of sandboxes that were killed while they started.

    Parameters
    ----------
    course : CourseFolder
        Locked by this process.

    Returns
    -------
    int
        How many were removed.
    """
    found = [*course.root.glob(PARTIAL)]
    found += [path for name in _LOCKED for path in (course.root / name).rglob(PARTIAL)]
    found += [path for name in _SHARED for path in (course.root / name).rglob(PARTIAL) if _old(path)]
    found += [path for path in Path(tempfile.gettempdir()).glob("tiedbook-judge-*") if _old(path)]
    return sum(map(_removed, found))


def _old(path: Path) -> bool:
    try:
        return time.time() - path.lstat().st_mtime > OLD
    except OSError:
        return False


def _removed(path: Path) -> bool:
    with contextlib.suppress(OSError):  # of another user, or gone already: no reason not to grade
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
        return True
    return False
