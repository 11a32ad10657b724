"""The judge: calls a submission's functions behind walls, and compares what comes back in this process.

One judge serves one process; several processes each open their own.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from types import TracebackType
from typing import Self

import numpy as np

from autograde.judge.brevity import brief
from autograde.judge.keeping import Kept
from autograde.judge.limits import PATIENCE, Limits
from autograde.judge.loading import NotLoaded, Source, Submission
from autograde.judge.losses import loss
from autograde.judge.notes import Note
from autograde.judge.remote import Care, Remote
from autograde.judge.sandbox import Ending, Sandbox, ZygoteGone
from autograde.judge.selftest import prove
from autograde.judge.walls import WallError
from autograde.judge.wire import WireError
from tiedbook.diagnosis import Diagnosis, Part, Verdict
from tiedbook.errors import TiedbookError
from tiedbook.exercise import Exercise
from tiedbook.probes import Probes
from tiedbook.reference import offered
from tiedbook.spelling import WHOLE, call, given

__all__ = ["Judge", "Judged", "Limits", "Note", "Source", "WallError"]

ROUNDS = 10  # random cases per property; the notebook tries fewer
BROAD = 40  # characters of an argument inside a call
TWICE = 2  # times what one try of a part may take is what all of them may: a second one always has its full time
FINDINGS = 8  # diagnoses of one part that are kept


@dataclass(frozen=True, slots=True)
class Judged:
    """What judging one submission found.

    Parameters
    ----------
    verdicts : tuple of Verdict
        One for each part of each exercise, in their order.
    notes : tuple of Note
        One for each cell that failed or printed something, in the order of the cells.
    """

    verdicts: tuple[Verdict, ...]
    notes: tuple[Note, ...]


class Judge:
    """Judges submissions one after the other. Use it as a context manager.

    Entering builds the walls, proves them, and raises `WallError` if one is missing or open.

    Parameters
    ----------
    sandbox : bool
        Whether to build walls; without them, code runs as the user's own with limits of time and memory only.
    limits : Limits
        What each part of a submission may use.
    """

    def __init__(self, *, sandbox: bool = True, limits: Limits | None = None) -> None:
        self._walled = sandbox
        self._limits = limits or Limits()
        self._sandbox = Sandbox(walled=sandbox)

    def __enter__(self) -> Self:
        self._open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._sandbox.stop()

    def grade(self, cells: Sequence[Source], exercises: Sequence[Exercise], seed: bytes) -> Judged:
        """Judge one submission. To its cells, `yours` gives the course's functions of earlier chapters.

        Parameters
        ----------
        cells : sequence of Source
            The code cells that define something, in the order they run.
        exercises : sequence of Exercise
            What to judge.
        seed : bytes
            Secret, and the same for the same submission, so that judging it again finds the same.

        Raises
        ------
        WallError
            If the sandbox ended and could not be built again.
        TiedbookError
            If a check itself fails; the message names it.
        """
        names = frozenset(exercise.name for exercise in exercises)
        parts = sum(len(exercise.points) for exercise in exercises)
        submission = Submission(tuple(cells), offered(names), names, parts)
        kept = Kept(submission, self._sandbox, self._limits)
        try:
            verdicts = [
                Verdict(exercise.name, part, points, self._part(kept, exercise, part, seed))
                for exercise in exercises
                for part, points in exercise.points.items()
            ]
        finally:
            with suppress(ZygoteGone):
                kept.end()
        notes = tuple(submission.notes[cell.id] for cell in submission.cells if cell.id in submission.notes)
        return Judged(tuple(verdicts), notes)

    def _open(self) -> None:
        self._sandbox.start()
        if self._walled:
            try:
                prove(self._sandbox, self._limits)
            except BaseException:
                self._sandbox.stop()
                raise

    def _part(self, kept: Kept, exercise: Exercise, part: Part, seed: bytes) -> tuple[Diagnosis, ...]:
        try:
            return self._diagnoses(kept, exercise, part, seed)
        except ZygoteGone:  # no fault of the submission: the system may have needed the memory
            self._sandbox.stop()
            self._open()
        with suppress(ZygoteGone):
            kept.end()
        try:
            return self._diagnoses(kept, exercise, part, seed)
        except ZygoteGone as fault:
            raise WallError(
                "The sandbox ended twice while it judged one submission. Is there too little memory on this machine?",
                passing=True,
            ) from fault

    def _diagnoses(self, kept: Kept, exercise: Exercise, part: Part, seed: bytes) -> tuple[Diagnosis, ...]:
        care: Care = "afterwards" if part == "contract" else "none"
        left = TWICE * PATIENCE * self._limits.seconds
        while True:
            try:
                child = kept.child()
            except NotLoaded:
                return (self._not_loaded(),)
            before = kept.called
            start = monotonic()
            subject = Remote(exercise.name, child, self._limits, exercise.driver, care=care, left=left)
            found = self._found(kept, subject, exercise, part, seed)
            left -= monotonic() - start
            if subject.doubt:
                care = "at once"
            elif not found or not before:
                return found
            kept.end()
            kept.single = True

    def _found(self, kept: Kept, subject: Remote, exercise: Exercise, part: Part, seed: bytes) -> tuple[Diagnosis, ...]:
        """Run a check, and end the child if it is of no more use."""
        found: tuple[Diagnosis, ...] = ()
        sound = False
        try:
            absent = subject.find()
            if absent is not None:
                found = kept.submission.absent(exercise.name, absent.kind)
            else:
                kept.called = True
                found = _check(exercise, part, subject, seed)
                subject.settle()
            kept.single |= bool(found) and absent is None
            sound = not (kept.single or subject.fault or subject.doubt or subject.spent)
        finally:
            ending = None if sound else kept.end()
        if subject.fault is not None and ending is not None:
            found = (*found, self._loss(subject, subject.fault, ending))
        return found

    def _not_loaded(self) -> Diagnosis:
        return Diagnosis(
            "judge.cells",
            "The cells of this notebook did not finish within {seconds} seconds, so nothing could be called.",
            {"seconds": math.ceil(self._limits.seconds)},
        )

    def _loss(self, subject: Remote, fault: WireError, ending: Ending) -> Diagnosis:
        args, kwargs = subject.last
        spelt = tuple(given(value, _name(value, f"a{i}")) for i, value in enumerate(args))
        named = {name: given(value, _name(value, name)) for name, value in kwargs.items()}
        return brief(loss(fault, ending, self._limits, {"call": call(subject.name, spelt, named)}))


def _check(exercise: Exercise, part: Part, subject: Remote, seed: bytes) -> tuple[Diagnosis, ...]:
    """Run one check, up to the loss of its subject."""
    digest = hashlib.sha256(b"\0".join([seed, exercise.name.encode(), part.encode()])).digest()
    probes = Probes(np.random.default_rng(int.from_bytes(digest)), ROUNDS)
    found: list[Diagnosis] = []
    try:
        for diagnosis in exercise.checks[part](subject, probes):
            if subject.fault is not None or len(found) == FINDINGS:
                break
            found.append(brief(diagnosis))
    except Exception as fault:
        if subject.fault is None:
            raise TiedbookError(
                f"{exercise.name}, {part}: the check itself failed ({type(fault).__name__}: {fault}). This is a fault "
                "in tiedbook/checks, not in the submission; please report it. Nothing was recorded for the submission."
            ) from fault
    return tuple(found)


def _name(value: object, name: str) -> str:
    """Name an array too big to be spelt inside a call; leave the others where they are."""
    big = isinstance(value, np.ndarray) and (value.size > WHOLE or len(given(value).expression) > BROAD)
    return name if big else ""
