"""One run of grading: what has to be examined, and what became of each submission."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Iterator, Mapping

from autograde.course import CourseFolder, Submission
from autograde.examine import Examined, Work
from autograde.fingerprint import fingerprint_of, release_fingerprint
from autograde.graded import Graded, read_graded
from autograde.lateness import LatePenalties
from autograde.ledger import Ledger
from autograde.preflight import SetAsideError, admit
from autograde.record import record, recorded_scores
from autograde.report import Line, State
from autograde.timestamps import Timestamp, read_timestamp
from autograde.unwritten import concerns_all, unwritten
from tiedbook.errors import TiedbookError
from tiedbook.notebook import Notebook


class Batch:
    """One run of grading.

    Parameters
    ----------
    course : CourseFolder
        Where.
    ledger : Ledger
        Open; only this object writes to it.
    releases : mapping of str to Notebook
        The released chapters by stem.
    regrade : bool
        Whether to examine unchanged submissions again.
    tell : callable
        Called with the number of submissions that are settled, after each.
    """

    def __init__(
        self,
        course: CourseFolder,
        ledger: Ledger,
        releases: Mapping[str, Notebook],
        *,
        regrade: bool,
        tell: Callable[[int], None],
    ) -> None:
        self.lines: dict[Submission, Line] = {}
        self._course = course
        self._ledger = ledger
        self._fingerprints = {stem: release_fingerprint(release) for stem, release in releases.items()}
        self._regrade = regrade
        self._tell = tell
        self._secret = course.seed_secret()
        self._lateness = LatePenalties(course.config)
        self._scores = recorded_scores(ledger)
        self._stamps: dict[Submission, tuple[Timestamp | None, str]] = {}

    def works(self, chosen: Iterable[Submission]) -> Iterator[Work]:
        """Yield what has to be examined, and settle the rest at once."""
        for submission in chosen:
            try:
                work = self._work(submission)
            except SetAsideError as fault:
                self._set_aside(submission, fault)
                continue
            before = None if self._regrade else self._graded_before(submission, work.fingerprint)
            if before is None:
                yield work
            else:
                self._note(submission, "unchanged", before)

    def settle(self, work: Work, result: Examined | SetAsideError) -> None:
        """Record one result."""
        submission = self._course.submission(work.learner, work.stem)
        if isinstance(result, SetAsideError):
            self._set_aside(submission, result)
        else:
            self._record(submission, result)

    def _record(self, submission: Submission, result: Examined) -> None:
        try:
            record(self._ledger, self._course, submission, self._stamps[submission][0], result, self._lateness)
        except OSError as fault:
            if concerns_all(fault):
                raise
            self._set_aside(submission, SetAsideError("unwritable", unwritten(fault, "graded notebook")))
        else:
            self._note(submission, "graded", result.graded)

    def _work(self, submission: Submission) -> Work:
        content = admit(submission, self._fingerprints)
        try:
            stamp, remark = read_timestamp(submission.path.parent), ""
        except TiedbookError as fault:
            stamp, remark = None, f"graded without a time of submission. {fault.message}"
        self._stamps[submission] = stamp, remark
        fingerprint = fingerprint_of(content, self._fingerprints[submission.stem], stamp)
        seed = hmac.digest(self._secret, submission.stem.encode() + b"\0" + content, "sha256")
        return Work(submission.learner, submission.stem, content, seed, fingerprint)

    def _graded_before(self, submission: Submission, fingerprint: str) -> Graded | None:
        """Return the earlier verdicts, if they are of the same submission and release, and in the gradebook."""
        found = read_graded(self._course.autograded(submission.learner, submission.stem))
        if found is None or found[1].fingerprint != fingerprint:
            return None
        graded = found[1]
        return graded if graded.scores() == self._scores.get((submission.learner, submission.stem)) else None

    def _set_aside(self, submission: Submission, fault: SetAsideError) -> None:
        path = str(submission.path)
        self._settled(
            submission,
            Line(submission.learner, submission.stem, path, "set aside", code=fault.code, reason=fault.reason),
        )

    def _note(self, submission: Submission, state: State, graded: Graded) -> None:
        remark = self._stamps.pop(submission)[1]
        path = str(submission.path)
        self._settled(
            submission,
            Line(
                submission.learner,
                submission.stem,
                path,
                state,
                graded.earned,
                graded.most,
                late=graded.late,
                reason=remark,
            ),
        )

    def _settled(self, submission: Submission, line: Line) -> None:
        self.lines[submission] = line
        self._tell(len(self.lines))
