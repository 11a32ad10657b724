"""Bring submissions into the course folder: who sent them, and which chapter they are."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Literal

from autograde.course import CourseFolder, Submission
from autograde.gather import TIMESTAMP, Found, normal, notebooks_in
from autograde.leftover import leftovers_in
from autograde.preflight import recognise
from autograde.timestamps import parse_timestamp, read_timestamp
from autograde.unwritten import concerns_all, unwritten
from tiedbook.errors import LearnerError, TiedbookError
from tiedbook.files import write_bytes, write_text
from tiedbook.notebook import Notebook, parse_notebook

Action = Literal["new", "replaced", "kept", "unchanged", "refused", "passed over"]

# A name becomes a folder: it begins with a letter or digit and holds nothing that a path or a shell could act on.
_LEARNER = re.compile(r"\w(?:[\w.@+' -]{0,126}[\w.@+-])?")
_MOODLE = re.compile(r"(?P<learner>.+?)_\d+_assignsubmission_.*")
_FLAT = r"(?P<learner>.+?)(?:_LATE)?(?:_\d+_\d+)?[_-]{stem}(?:[ -]?\(?\d+\)?)?"  # the numbers are Canvas's


@dataclass(frozen=True, slots=True)
class Collected:
    """What became of one notebook that was found, or of a file or folder that holds none.

    Parameters
    ----------
    name : str
        Where it was found.
    action : {"new", "replaced", "kept", "unchanged", "refused", "passed over"}
        "replaced": an older submission gave way to it; "kept": the submission already there is newer, and stays;
        "passed over": no notebook.
    path : Path or None
        The submission in the course folder; None if refused or passed over.
    reason : str
        For people, to stand behind the action: which submission it replaced or kept, why it was refused.
    """

    name: str
    action: Action
    path: Path | None = None
    reason: str = ""


def collect(course: CourseFolder, place: Path) -> Iterator[Collected]:
    """Copy every notebook under `place` to where the course wants it, and tell of each what was done.

    What holds no notebook is told at the end.

    Of two different versions the one submitted later stays, by ``timestamp.txt`` or else by the file's own time.

    Raises
    ------
    TiedbookError
        If `place` is neither a folder nor a zip archive.
    """
    frames = course.frames()
    for found in notebooks_in(place):
        name = f"{place}/{found.name}"
        stem = _stem(found, frames)
        if stem is None:
            yield Collected(
                name, "refused", reason=f"no chapter of this course ({', '.join(frames)}) can be recognised"
            )
            continue
        learner = _learner(_without_wrapper(found.name, place), stem)
        if learner is None:
            hint = f"put it into a folder named for the learner, or call it LEARNER_{stem}.ipynb"
            yield Collected(name, "refused", reason=f"its name does not tell whose it is; {hint}")
            continue
        yield _attempt(course.submission(learner, stem), found, name)
    for left in leftovers_in(place):
        yield Collected(f"{place}/{left.name}", "passed over", reason=left.reason)


def _stem(found: Found, frames: Mapping[str, Notebook]) -> str | None:
    try:
        return recognise(parse_notebook(found.content, str(found.name)), frames)
    except LearnerError:
        # Broken: its name decides, so that grading can report what is wrong with it.
        named = [stem for stem in frames if stem in str(found.name)]
        return named[0] if len(named) == 1 else None


def _without_wrapper(name: PurePosixPath, place: Path) -> PurePosixPath:
    # An archive often holds one folder of its own name; nbgrader's courses hold theirs in `submitted`.
    wrapped = len(name.parts) > 2 and name.parts[0] in {place.stem, "submitted", "submissions"}
    return PurePosixPath(*name.parts[1:]) if wrapped else name


def _learner(name: PurePosixPath, stem: str) -> str | None:
    if len(name.parts) > 1:
        folder = normal(name.parts[0])
        moodle = _MOODLE.fullmatch(folder)
        told = moodle["learner"] if moodle else folder
    else:
        flat = re.fullmatch(_FLAT.format(stem=re.escape(stem)), normal(name.stem))
        told = flat["learner"] if flat else ""
    return told if _LEARNER.fullmatch(told) else None


def _attempt(submission: Submission, found: Found, name: str) -> Collected:
    try:
        return _take(submission, found, name)
    except OSError as fault:
        if concerns_all(fault):
            raise
        return Collected(name, "refused", reason=unwritten(fault, "copy"))


def _take(submission: Submission, found: Found, name: str) -> Collected:
    path = submission.path
    replaced = path.is_file()
    if replaced:
        if path.read_bytes() == found.content:
            return Collected(name, "unchanged", path)
        there, here = _submitted_there(path), _submitted(found)
        if here < there:
            return Collected(name, "kept", path, f"the submission of {there:%Y-%m-%d %H:%M} UTC, which is newer")
    # The time first: a kill in between leaves an old notebook that the next run sees is not this one.
    stamp = path.with_name(TIMESTAMP)
    if found.timestamp is not None:
        write_text(stamp, found.timestamp)
    else:
        stamp.unlink(missing_ok=True)
    write_bytes(path, found.content)
    os.utime(path, (found.modified.timestamp(),) * 2)
    if replaced:
        return Collected(name, "replaced", path, f"the submission of {there:%Y-%m-%d %H:%M} UTC, which was older")
    return Collected(name, "new", path)


def _submitted(found: Found) -> datetime:
    return _time(found.timestamp) or found.modified


def _submitted_there(path: Path) -> datetime:
    try:
        told = read_timestamp(path.parent)
    except TiedbookError:
        told = None  # grading reports it
    return told.time.replace(tzinfo=UTC) if told else datetime.fromtimestamp(path.stat().st_mtime, UTC)


def _time(text: str | None) -> datetime | None:
    try:
        return parse_timestamp(text).time.replace(tzinfo=UTC) if text is not None else None
    except TiedbookError:
        return None
