"""What can be graded, and what is set aside with a reason, so that nobody else waits for it."""

from __future__ import annotations

import errno
from collections.abc import Collection, Mapping
from pathlib import Path

from autograde.course import Submission
from autograde.gather import LARGEST, read_plain
from autograde.gradebook import fits
from autograde.text import one_line
from tiedbook.errors import LearnerError, TiedbookError
from tiedbook.identify import restore
from tiedbook.notebook import Notebook, answers, chapter_of, parse_notebook


class SetAsideError(TiedbookError):
    """One submission cannot be graded.

    Parameters
    ----------
    code : str
        Kind of fault, such as ``"truncated"``: stable, for programs.
    reason : str
        What is wrong and what to do, for the instructor.
    """

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(one_line(reason))  # it may quote the submission, or the name of a file
        self.code = code
        self.reason = self.message

    def __reduce__(self) -> tuple[type[SetAsideError], tuple[str, str]]:
        """Travel between processes."""
        return SetAsideError, (self.code, self.reason)


def admit(submission: Submission, stems: Collection[str]) -> bytes:
    """Return the file of a submission, if it can have a place in the gradebook.

    Parameters
    ----------
    submission : Submission
        Whose, and of which chapter.
    stems : collection of str
        The released chapters.

    Raises
    ------
    SetAsideError
        If its folder is a link or cannot be looked into, its chapter was not released, or its learner's name does not
        fit; or as `read_submission` does.
    """
    folder = submission.path.parent if submission.stem else submission.path
    if folder.is_symlink():  # it could lead to another learner's work, or out of the course
        raise SetAsideError("link", "this folder is a link, which is not followed. Put the folder itself here.")
    if not submission.stem:
        raise SetAsideError("unreadable", "this folder cannot be looked into. Correct its permissions, or replace it.")
    if submission.stem not in stems:
        raise SetAsideError(
            "not_released",
            f"no chapter '{submission.stem}' was released. Rename the folder, or use `autograde assign`.",
        )
    if not fits(submission.learner):
        raise SetAsideError("bad_name", "the folder's name cannot stand in a gradebook. Rename it for the learner.")
    return read_submission(submission)


def fault_of(submission: Submission, frames: Mapping[str, Notebook]) -> SetAsideError | None:
    """Return why grading sets a submission aside; None where it can be graded.

    Parameters
    ----------
    submission : Submission
        Whose, and of which chapter.
    frames : mapping of str to Notebook
        The released chapters by stem.
    """
    try:
        read_answers(admit(submission, frames), submission.stem, frames[submission.stem])
    except SetAsideError as fault:
        return fault
    return None


def read_submission(submission: Submission) -> bytes:
    """Return the file of a submission.

    Raises
    ------
    SetAsideError
        If it is missing, has another name, is no plain file, is larger than any notebook of this course, or unreadable.
    """
    try:
        content = read_plain(submission.path, LARGEST + 1)
    except FileNotFoundError:
        raise _missing(submission.path) from None
    except OSError as fault:
        if fault.errno == errno.ELOOP:
            raise SetAsideError("link", "this is a link, not a file. Put the notebook itself here.") from None
        raise SetAsideError("unreadable", f"cannot be read ({fault.strerror}). Mend or replace it.") from fault
    if len(content) > LARGEST:
        raise SetAsideError(
            "oversize",
            f"larger than {LARGEST // 2**20} MB. Clear its outputs (Edit > Clear Outputs of All Cells) and try again.",
        )
    return content


def read_answers(content: bytes, stem: str, frame: Notebook) -> Notebook:
    """Return the notebook in a submission, ids and metadata given back to cells that lost them.

    Parameters
    ----------
    content : bytes
        The file.
    stem : str
        The chapter it was submitted for.
    frame : Notebook
        That chapter as released.

    Raises
    ------
    SetAsideError
        If it is no whole notebook, is another chapter, or holds no answer cell of this one.
    """
    try:
        mine = parse_notebook(content, stem)
    except LearnerError as fault:
        raise SetAsideError(*_broken(fault)) from fault
    told = chapter_of(mine)
    if told not in (stem, None):
        raise SetAsideError("other_chapter", f"this is the notebook of {told}. Put it into that chapter's folder.")
    mine = restore(mine, [frame])
    if not answers(mine):
        raise SetAsideError("no_answers", f"no answer cell of {stem} is in it. Ask for the right notebook.")
    return mine


def recognise(mine: Notebook, frames: Mapping[str, Notebook]) -> str | None:
    """Return the chapter that a notebook is: as its metadata says, or by its answers; None where neither tells.

    Parameters
    ----------
    mine : Notebook
        Any notebook.
    frames : mapping of str to Notebook
        The released chapters by stem.
    """
    told = chapter_of(mine)
    if told is not None:
        return told if told in frames else None
    fitting = [stem for stem, frame in frames.items() if answers(restore(mine, [frame]))]
    return fitting[0] if len(fitting) == 1 else None


def _missing(path: Path) -> SetAsideError:
    others = sorted(item.name for item in path.parent.glob("*.ipynb"))
    if others:
        return SetAsideError("wrong_name", f"missing, but there is {', '.join(others)}. Rename it to {path.name}.")
    return SetAsideError("missing", "there is no notebook here. Ask the learner to submit it again.")


def _broken(fault: LearnerError) -> tuple[str, str]:
    match fault.code:
        case "notebook.empty":
            return "empty", "the file is empty. Ask the learner to submit it again."
        case "notebook.not_json":
            reason = fault.values["reason"]
            return "truncated", f"cut off or not a notebook ({reason}). Ask the learner to submit it again."
        case _:
            reason = fault.values.get("reason", fault.message)
            return "not_a_notebook", f"not a Jupyter notebook ({reason}). Ask the learner to submit it again."
