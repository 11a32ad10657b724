"""The course folder on the instructor's machine: an ordinary nbgrader course, one assignment per chapter."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from tiedbook.errors import LearnerError, TiedbookError
from tiedbook.exercise import has_exercises
from tiedbook.notebook import Notebook, read_notebook
from tiedbook.written import STUB

SECRET = 32  # bytes
COURSE_ID = "tiedbook"  # what nbgrader calls the course
CONFIG = f"""\
# Made by `autograde assign`. Yours to edit: assign never overwrites it.
c = get_config()

c.CourseDirectory.course_id = "{COURSE_ID}"

# Our starters end in this line, so `nbgrader generate_assignment` cuts solutions to the same starters as ours.
c.ClearSolutions.code_stub = {{"python": "raise NotImplementedError"}}
c.ClearSolutions.text_stub = "{STUB}"  # the same for written answers
"""


@dataclass(frozen=True, slots=True)
class Submission:
    """One learner's notebook of one chapter, as it lies in the course folder.

    Parameters
    ----------
    learner : str
        Name of the learner's folder, and of the learner in the gradebook.
    stem : str
        The chapter, and the assignment; empty for all that a learner's folder holds, where that cannot be looked into.
    path : Path
        Where the notebook should be; it need not be there, or be readable. That folder, if `stem` is empty.
    """

    learner: str
    stem: str
    path: Path


@dataclass(frozen=True, slots=True)
class CourseFolder:
    """The folders and files of one nbgrader course.

    Parameters
    ----------
    root : Path
        Folder that holds ``source``, ``release``, ``submitted``, ``autograded``, ``feedback`` and ``gradebook.db``.
    """

    root: Path

    @property
    def config(self) -> Path:
        """What nbgrader's own commands read."""
        return self.root / "nbgrader_config.py"

    @property
    def gradebook(self) -> Path:
        """Nbgrader's database of grades."""
        return self.root / "gradebook.db"

    @property
    def submitted(self) -> Path:
        """Submissions as they came, one folder per learner."""
        return self.root / "submitted"

    @property
    def secret(self) -> Path:
        """File of the secret behind the judge's seeds."""
        return self.root / ".tiedbook-secret"

    def source(self, stem: str) -> Path:
        """Name the notebook of one chapter with its solutions."""
        return self.root / "source" / stem / f"{stem}.ipynb"

    def release(self, stem: str) -> Path:
        """Name the notebook of one chapter as learners get it: the frame of every submission."""
        return self.root / "release" / stem / f"{stem}.ipynb"

    def submission(self, learner: str, stem: str) -> Submission:
        """Name what a learner submitted, or should have, for one chapter."""
        return Submission(learner, stem, self.submitted / learner / stem / f"{stem}.ipynb")

    def autograded(self, learner: str, stem: str) -> Path:
        """Name the graded notebook of one submission, which formgrader shows."""
        return self.root / "autograded" / learner / stem / f"{stem}.ipynb"

    def feedback(self, learner: str, stem: str) -> Path:
        """Name the page that goes back to the learner."""
        return self.root / "feedback" / learner / stem / f"{stem}.html"

    def stems(self) -> tuple[str, ...]:
        """Return the chapters that were released, in the order of the course."""
        released = (path.stem for path in self.root.glob("release/*/*.ipynb") if path.stem == path.parent.name)
        return tuple(sorted(filter(has_exercises, released)))

    def foreign(self) -> tuple[str, ...]:
        """Return assignments that were released and are no chapters of this course: nbgrader's alone to grade."""
        return tuple(sorted({path.parent.name for path in self.root.glob("release/*/*.ipynb")} - {*self.stems()}))

    def frame(self, stem: str) -> Notebook:
        """Return one released chapter.

        Raises
        ------
        TiedbookError
            If it cannot be read.
        """
        try:
            return read_notebook(self.release(stem))
        except LearnerError as fault:
            reason = fault.values.get("reason", "the file is empty or missing")
            raise TiedbookError(
                f"{self.release(stem)}: the released chapter cannot be read ({reason}). "
                f"`autograde assign --course {self.root} --chapter {stem}` releases it anew; grades stay."
            ) from fault

    def frames(self) -> dict[str, Notebook]:
        """Return the released chapters by stem.

        Raises
        ------
        TiedbookError
            If one of them cannot be read.
        """
        return {stem: self.frame(stem) for stem in self.stems()}

    def submissions(self) -> tuple[Submission, ...]:
        """Return everything under ``submitted``, by learner and chapter; hidden folders are no learners.

        Where a learner's folder cannot be looked into, or is a link, it stands for all that it holds. What was
        submitted for a foreign assignment is left out.
        """
        foreign = {*self.foreign()}
        there = (item for learner in _folders(self.submitted) for item in self._submissions_in(learner))
        return tuple(item for item in there if item.stem not in foreign)

    def _submissions_in(self, learner: Path) -> tuple[Submission, ...]:
        if learner.is_symlink():
            return (Submission(learner.name, "", learner),)
        try:
            return tuple(self.submission(learner.name, folder.name) for folder in _folders(learner))
        except OSError:  # one learner's folder must not keep the others waiting
            return (Submission(learner.name, "", learner),)

    def chosen(self, learners: Collection[str] = (), chapters: Collection[str] = ()) -> tuple[Submission, ...]:
        """Return the submissions of these learners and chapters, or of all where none are named.

        Raises
        ------
        TiedbookError
            If one that is named has no submission.
        """
        there = self.submissions()
        for wanted, known, kind in (
            (learners, {item.learner for item in there}, "learner"),
            (chapters, {item.stem for item in there if item.stem}, "chapter"),
        ):
            for name in wanted:
                if name not in known:
                    shown = ", ".join(sorted(known)) or "none"
                    raise TiedbookError(
                        f"{self.submitted}: no submission of the {kind} '{name}'. There are: {shown}.", status=2
                    )
        return tuple(
            item
            for item in there
            if (not learners or item.learner in learners) and (not chapters or not item.stem or item.stem in chapters)
        )

    def seed_secret(self) -> bytes:
        """Return the secret behind the judge's seeds, made on first use and readable by its owner only."""
        if not self.secret.exists():
            _write_secret(self.secret)
        found = self.secret.read_bytes()
        if len(found) < SECRET:
            raise TiedbookError(
                f"{self.secret}: too short for a secret. Put back the copy that lies with the gradebook; if there "
                "is none, delete this file, and grade all again with --regrade."
            )
        return found

    @contextlib.contextmanager
    def at_work(self) -> Iterator[None]:
        """Keep a second grader out of this course until the block ends.

        Raises
        ------
        TiedbookError
            If another ``autograde`` is at work here.
        """
        try:
            import fcntl
        except ImportError:  # Windows, where only `assign`, `feedback` and `export` run
            yield
            return
        with (self.root / ".tiedbook-lock").open("a", encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise TiedbookError(
                    f"{self.root}: another `autograde` is at work in this course. Wait until it has finished."
                ) from None
            yield


def open_course(root: Path) -> CourseFolder:
    """Return the course in this folder, ready to be graded.

    Raises
    ------
    TiedbookError
        If the folder is missing, or holds no released chapter or no gradebook.
    """
    course = CourseFolder(root)
    remedy = f"`autograde assign --course {root}` makes it."
    if not root.is_dir():
        raise TiedbookError(f"{root}: there is no course folder here. {remedy}", status=2)
    if not course.stems():
        raise TiedbookError(f"{root / 'release'}: no chapter has been released. {remedy}", status=2)
    if not course.gradebook.is_file():
        raise TiedbookError(f"{course.gradebook}: the gradebook is missing. {remedy}", status=2)
    return course


def _folders(parent: Path) -> list[Path]:
    if not parent.is_dir():
        return []
    there = (path for path in parent.iterdir() if not path.name.startswith("."))
    return sorted(path for path in there if path.is_dir() or path.is_symlink())  # links are told, not followed


def _write_secret(path: Path) -> None:
    temporary = path.with_name(f"{path.name}.part")
    handle = os.open(
        temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600
    )  # never readable by others, not even briefly
    with os.fdopen(handle, "wb") as file:
        file.write(secrets.token_bytes(SECRET))
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
