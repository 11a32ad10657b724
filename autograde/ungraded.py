"""Submissions whose grade is missing or of another submission, and why."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from autograde.course import Submission
from autograde.fingerprint import fingerprint_of, release_fingerprint
from autograde.preflight import SetAsideError, admit, fault_of
from autograde.text import plain
from autograde.timestamps import read_timestamp
from tiedbook.errors import TiedbookError
from tiedbook.notebook import Notebook


@dataclass(frozen=True, slots=True)
class Ungraded:
    """One submission without a grade of its own.

    Parameters
    ----------
    submission : Submission
        Whose, and of which chapter.
    fault : SetAsideError or None
        Why it is set aside; None if it only was not graded yet.
    earlier : bool
        Whether an earlier submission of it was graded.
    """

    submission: Submission
    fault: SetAsideError | None
    earlier: bool

    def line(self, consequence: str) -> str:
        """Return one line for people: the file, what became of it, what follows from that, and what to do."""
        path = plain(str(self.submission.path))
        if self.fault:
            return f"{path}: set aside, so {consequence}: {self.fault.reason}"
        return f"{path}: not graded, so {consequence}. `autograde grade` grades it, or says why it cannot."


def ungraded(
    submissions: Iterable[Submission],
    frames: Mapping[str, Notebook],
    graded: Collection[tuple[str, str]],
    fingerprints: Mapping[tuple[str, str], str] | None = None,
) -> Iterator[Ungraded]:
    """Yield the submissions that are set aside, or were not graded.

    Parameters
    ----------
    submissions : iterable of Submission
        Which to look at.
    frames : mapping of str to Notebook
        The released chapters by stem.
    graded : collection of (str, str)
        Learner and chapter of what has a grade.
    fingerprints : mapping of (str, str) to str, optional
        Of what was graded, where they are known: a file that is still the same needs no second look.
    """
    known = fingerprints or {}
    releases = {stem: release_fingerprint(frame) for stem, frame in frames.items()} if known else {}
    for submission in submissions:
        key = (submission.learner, submission.stem)
        if key in graded and key in known and _fingerprint(submission, releases) == known[key]:
            continue
        fault = fault_of(submission, frames)
        earlier = key in graded
        if fault or not earlier:
            yield Ungraded(submission, fault, earlier)


def _fingerprint(submission: Submission, releases: Mapping[str, str]) -> str | None:
    """Return that of a submission as it lies there now; None where it cannot be graded so."""
    try:
        content = admit(submission, releases)
        stamp = read_timestamp(submission.path.parent)
    except TiedbookError:
        return None
    return fingerprint_of(content, releases[submission.stem], stamp)
