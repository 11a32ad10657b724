"""Bring submissions into the course folder: who sent them, and which chapter they are."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, get_args

from autograde.course import CourseFolder, Submission
from autograde.gather import LARGEST, TIMESTAMP, Found, names_in, notebooks_in
from autograde.leftover import leftovers_in
from autograde.preflight import recognise
from autograde.sender import Sender, mark_sender, marked_senders, namesakes, sender
from autograde.timestamps import parse_timestamp, read_timestamp
from autograde.unwritten import concerns_all, unwritten
from tiedbook.course import course as built_course
from tiedbook.errors import LearnerError, TiedbookError
from tiedbook.exercise import exercises_of
from tiedbook.files import write_bytes, write_text
from tiedbook.notebook import Notebook, chapter_of, parse_notebook

Action = Literal["new", "replaced", "kept", "unchanged", "without exercises", "refused", "passed over"]
ACTIONS: tuple[Action, ...] = get_args(Action)

_NBGRADERS = ("source", "release", "submitted", "autograded", "feedback")  # its folders in a course


@dataclass(frozen=True, slots=True)
class Collected:
    """What became of one notebook that was found, or of a file or folder that holds none.

    Parameters
    ----------
    name : str
        Where it was found.
    action : {"new", "replaced", "kept", "unchanged", "without exercises", "refused", "passed over"}
        "replaced": an older submission gave way to it; "kept": the submission already there is newer, and stays;
        "without exercises": a chapter of the course in which there is nothing to grade; "passed over": no notebook.
    path : Path or None
        The submission in the course folder; None if nothing was collected.
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

    Of two different versions the one submitted later stays, by ``timestamp.txt`` or else by the file's own time. Of two
    in one download of Canvas, whose archives tell no time of submission, it is the one with the higher number.

    Raises
    ------
    TiedbookError
        If `place` is neither a folder nor a zip archive, or holds the course folder, or is a part of it.
    """
    _refuse_own(course, place)
    frames = course.frames()
    unclear = _unclear(place, frames)
    uploads: dict[Submission, int] = {}
    for found in notebooks_in(place):
        name = f"{place}/{found.name}"
        known = _known(found, frames, place)
        if isinstance(known, str):
            yield (
                Collected(name, "without exercises")
                if _asks_nothing(found)
                else Collected(name, "refused", reason=known)
            )
            continue
        stem, who = known
        submission = course.submission(who.learner, stem)
        reason = _several(unclear.get((who.learner, stem))) or _another(course, who, stem)
        if reason:
            yield Collected(name, "refused", reason=reason)
            continue
        if who.upload and who.upload < uploads.get(submission, 0):
            yield Collected(name, "kept", submission.path, "another file of this download, which was uploaded later")
            continue
        done = _attempt(course, found, name, known, follows=submission in uploads)
        uploads |= {submission: who.upload} if who.upload else {}
        yield done
    for left in leftovers_in(place):
        yield Collected(f"{place}/{left.name}", "passed over", reason=left.reason)


def _refuse_own(course: CourseFolder, place: Path) -> None:
    root, there = course.root.resolve(), place.resolve()
    if root.is_relative_to(there) or any(there.is_relative_to(root / name) for name in _NBGRADERS):
        own = "this is a part of" if there.is_relative_to(root) and there != root else "this is, or holds,"
        raise TiedbookError(
            f"{place}: {own} the course folder itself. Name the folder or the archive that holds what learners sent.",
            status=2,
        )


def _known(found: Found, frames: Mapping[str, Notebook], place: Path) -> tuple[str, Sender] | str:
    """Return the chapter of a notebook and whom it is from, or what is wrong with it."""
    if found.fault:
        return found.fault
    if len(found.content) > LARGEST:
        size = f"larger than {LARGEST // 2**20} MB"
        return f"{size}, which no notebook of this course is. Ask for it with its outputs cleared."
    stem = _stem(found, frames)
    if stem is None:
        return f"no chapter of this course ({', '.join(frames)}) can be recognised"
    who = sender(found.name, stem, place)
    if who is None:
        hint = f"put it into a folder named for the learner, or call it LEARNER_{stem}.ipynb"
        return f"its name does not tell whose it is; {hint}"
    return stem, who


def _asks_nothing(found: Found) -> bool:
    """Say whether a notebook is a chapter of the course without exercises, as in a workspace that is sent whole."""
    try:
        stem = chapter_of(parse_notebook(found.content, str(found.name)))
    except LearnerError:
        return False
    return stem in built_course().stems() and not exercises_of(str(stem))


def _stem(found: Found, frames: Mapping[str, Notebook]) -> str | None:
    try:
        return recognise(parse_notebook(found.content, str(found.name)), frames)
    except LearnerError:
        # Broken: its name decides, so that grading can report what is wrong with it.
        named = [stem for stem in frames if stem in str(found.name)]
        return named[0] if len(named) == 1 else None


def _unclear(place: Path, frames: Mapping[str, Notebook]) -> Mapping[tuple[str, str], set[str]]:
    """Return the learners of which a platform knows several by one name, by learner and chapter."""
    named = [(name, who) for name in names_in(place) if (who := sender(name, "", place))]
    suspects = {learner for learner, _ in namesakes([(who, "") for _, who in named])}
    if not suspects:  # so that notebooks need not be read twice
        return {}
    suspicious = {name for name, who in named if who.learner in suspects}
    known = (_known(found, frames, place) for found in notebooks_in(place) if found.name in suspicious)
    return namesakes([(item[1], item[0]) for item in known if not isinstance(item, str)])


def _several(numbers: set[str] | None) -> str:
    if not numbers:
        return ""
    told = " and ".join(sorted(numbers, key=int))
    return f"several learners have this name, with the numbers {told}. {_APART}"


_APART = "Put each one's files into a folder with a name of its own, and collect that."


def _another(course: CourseFolder, who: Sender, stem: str) -> str:
    """Return what is wrong if what was collected before under this name is from somebody else."""
    for there, (platform, number) in marked_senders(course, who.learner).items():
        # Moodle numbers people anew in each assignment.
        concerns = platform == who.platform and (there == stem or platform == "canvas")
        if concerns and who.number and number != who.number:
            place = course.submission(who.learner, there).path.parent
            return f"{place} is from number {number} of this name, and this is from number {who.number}. {_APART}"
    return ""


def _attempt(course: CourseFolder, found: Found, name: str, known: tuple[str, Sender], *, follows: bool) -> Collected:
    stem, who = known
    submission = course.submission(who.learner, stem)
    try:
        done = _take(submission, found, name, follows=follows)
        if done.action != "kept":
            mark_sender(course, submission, who)
    except OSError as fault:
        if concerns_all(fault):
            raise
        return Collected(name, "refused", reason=unwritten(fault, "copy"))
    return done


def _take(submission: Submission, found: Found, name: str, *, follows: bool) -> Collected:
    path = submission.path
    replaced = path.is_file()
    told = ""
    if replaced:
        if path.read_bytes() == found.content:
            return Collected(name, "unchanged", path)
        there, here = _submitted_there(path), _submitted(found)
        if here < there and not follows:
            return Collected(name, "kept", path, f"the submission of {there:%Y-%m-%d %H:%M} UTC, which is newer")
        told = f"the submission of {there:%Y-%m-%d %H:%M} UTC, which was older"
    # The time first: a kill in between leaves an old notebook that the next run sees is not this one.
    stamp = path.with_name(TIMESTAMP)
    if found.timestamp is not None:
        write_text(stamp, found.timestamp)
    else:
        stamp.unlink(missing_ok=True)
    write_bytes(path, found.content)
    os.utime(path, (found.modified.timestamp(),) * 2)
    if replaced:
        return Collected(name, "replaced", path, "another file of this download" if follows else told)
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
