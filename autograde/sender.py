"""Who a file is from, as its name tells: a learner's folder, or what Canvas, Moodle and nbgrader's exchange call it."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal

from autograde.course import CourseFolder, Submission
from autograde.gather import normal, read_plain
from tiedbook.files import write_text

Platform = Literal["", "canvas", "moodle"]

_MARKS = ".tiedbook-senders"  # in the course: by learner and chapter, the number that a platform knows the learner by

# A name becomes a folder: it begins with a letter or digit and holds nothing that a path or a shell could act on.
_LEARNER = re.compile(r"\w(?:[\w.@+' -]{0,126}[\w.@+-])?")
_EXCHANGE = re.compile(r"(?P<learner>.+)\+[^+]+\+\d{4}-\d\d-\d\d [^+]+(?:\+[^+]*)?")
_MOODLE = re.compile(r"(?P<learner>.+?)_(?P<number>\d+)_assignsubmission_.*")
_CANVAS = re.compile(r"(?P<learner>\w+?)(?:_LATE)?_(?P<number>\d+)_(?P<upload>\d+)_.+")
_CANVAS_HIDDEN = re.compile(r"(?:LATE_)?(?P<learner>anon_\w+?)_(?P<upload>\d+)_.+")
_PLAIN = r"(?P<learner>.+?)[_-]{stem}(?:[ -]?\(?\d+\)?)?"
_HIDDEN = "Participant"  # what Moodle calls everybody whose name it hides
_WRAPPERS = {"submitted", "submissions", "inbound"}  # folders of nbgrader, and of those who unpack archives


@dataclass(frozen=True, slots=True)
class Sender:
    """Whom a file is from.

    Parameters
    ----------
    learner : str
        Name of the learner's folder.
    platform : {"", "canvas", "moodle"}
        Which one named the file; empty if a person did, or nbgrader.
    number : str
        What the platform knows the learner by: Canvas's ``ID``, the number in Moodle's ``Identifier``.
    upload : int
        Canvas's number of the file, which grows with every upload; 0 if there is none.
    """

    learner: str
    platform: Platform = ""
    number: str = ""
    upload: int = 0


def sender(name: PurePosixPath, stem: str, place: Path) -> Sender | None:
    """Return whom a file is from; None where its name does not tell.

    The outermost folder counts, since a learner chooses the names below it.

    Parameters
    ----------
    name : PurePosixPath
        Its name within `place`.
    stem : str
        The chapter it is.
    place : Path
        The folder or archive it was found in.
    """
    parts = [normal(part) for part in name.parts]
    loose = _of_file(parts[-1].rpartition(".")[0], stem)
    if len(parts) > 1 and parts[0] in {place.stem, *_WRAPPERS} and (len(parts) > 2 or loose or parts[0] in _WRAPPERS):
        parts = parts[1:]
    found = _of_folder(parts[0]) if len(parts) > 1 else loose
    if found and not found.platform and any(_of_platform(part) for part in parts[1:]):
        return None  # several downloads in one folder, or a learner who plays another
    return found if found and _LEARNER.fullmatch(found.learner) else None


def _of_folder(folder: str) -> Sender:
    if exchange := _EXCHANGE.fullmatch(folder):
        return Sender(exchange["learner"])
    return _of_moodle(folder) or Sender(folder)


def _of_moodle(text: str) -> Sender | None:
    found = _MOODLE.fullmatch(text)
    if not found:
        return None
    learner = f"{_HIDDEN} {found['number']}" if found["learner"] == _HIDDEN else found["learner"]
    return Sender(learner, "moodle", found["number"])


def _of_platform(text: str) -> bool:
    return any(kind.fullmatch(text) for kind in (_MOODLE, _EXCHANGE, _CANVAS, _CANVAS_HIDDEN))


def _of_file(text: str, stem: str) -> Sender | None:
    if moodle := _of_moodle(text):
        return moodle
    if hidden := _CANVAS_HIDDEN.fullmatch(text):
        return Sender(hidden["learner"], "canvas", "", int(hidden["upload"]))
    if canvas := _CANVAS.fullmatch(text):
        return Sender(canvas["learner"], "canvas", canvas["number"], int(canvas["upload"]))
    plain = re.fullmatch(_PLAIN.format(stem=re.escape(stem)), text)
    return Sender(plain["learner"]) if plain else None


def namesakes(senders: Collection[tuple[Sender, str]]) -> dict[tuple[str, str], set[str]]:
    """Return the learners of which a platform knows several by one name, each with their numbers there.

    Parameters
    ----------
    senders : collection of (Sender, str)
        Whom files are from, and which chapters they are.

    Returns
    -------
    dict of (str, str) to set of str
        By learner and chapter. Canvas numbers people, so a namesake anywhere counts; Moodle numbers them anew in each
        assignment.
    """
    numbers: dict[tuple[str, str], set[str]] = {}
    for who, stem in senders:
        if who.number:
            numbers.setdefault((who.learner, stem if who.platform == "moodle" else ""), set()).add(who.number)
    return {
        (who.learner, stem): several
        for who, stem in senders
        if len(several := numbers.get((who.learner, stem if who.platform == "moodle" else ""), set())) > 1
    }


def mark_sender(course: CourseFolder, submission: Submission, who: Sender) -> None:
    """Remember what the platform knows a submission's learner by; forget it where no platform named the file."""
    mark = _mark(course, submission)
    if who.number:
        write_text(mark, f"{who.platform} {who.number}\n")
    else:
        mark.unlink(missing_ok=True)


def marked_sender(course: CourseFolder, submission: Submission) -> tuple[str, str]:
    """Return the platform that a submission came from and the learner's number there; two empty texts if unknown."""
    return _read(_mark(course, submission))


def marked_senders(course: CourseFolder, learner: str) -> dict[str, tuple[str, str]]:
    """Return the same for all that is known of a learner, by chapter."""
    marks = sorted((course.root / _MARKS / learner).glob("*"))
    return {path.name: found for path in marks if any(found := _read(path))}


def _mark(course: CourseFolder, submission: Submission) -> Path:
    # Not beside the submission, where nbgrader's exchange puts whatever files a learner sends.
    return course.root / _MARKS / submission.learner / submission.stem


def _read(mark: Path) -> tuple[str, str]:
    try:
        platform, _, number = read_plain(mark, 100).decode("ascii", "replace").strip().partition(" ")
    except OSError:
        return "", ""
    return (platform, number) if platform in ("canvas", "moodle") and number.isdigit() else ("", "")
