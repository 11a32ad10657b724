"""Grade what was submitted: every submission is graded, passed over as unchanged, or set aside with a reason."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from autograde.batch import Batch
from autograde.course import CourseFolder, Submission
from autograde.ledger import Ledger, open_ledger
from autograde.litter import sweep
from autograde.pool import examine_all
from autograde.record import by_hand
from autograde.report import Report
from autograde.text import counted, one_line
from tiedbook.errors import TiedbookError
from tiedbook.exercise import exercises_of
from tiedbook.notebook import Notebook, Role, role

SHARE = 50  # submissions that repay what one more process costs to start
MOST = 4  # processes for each core


@dataclass(frozen=True, slots=True)
class Choice:
    """Which submissions to grade.

    Parameters
    ----------
    learners, chapters : collection of str
        Only these; all if empty.
    regrade : bool
        Also those that were graded before and have not changed.
    """

    learners: Collection[str] = ()
    chapters: Collection[str] = ()
    regrade: bool = False


def grade(
    course: CourseFolder,
    choice: Choice | None = None,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    sandbox: bool = True,
    tell: Callable[[int, int], None] = lambda _done, _all: None,
) -> Report:
    """Grade submissions. A run that is killed and started again ends with the same gradebook as one that was not.

    Parameters
    ----------
    course : CourseFolder
        Where.
    choice : Choice
        Which submissions; all new and changed ones if None.
    workers : int or None
        How many processes examine submissions; this one alone writes. None: one per core, if there is enough to do.
    scheduler : str or None
        Address of a Dask scheduler whose workers examine submissions instead.
    sandbox : bool
        Whether learners' code runs inside the walls.
    tell : callable
        Called with the number of submissions done and of all, after each.

    Raises
    ------
    WallError
        If the walls cannot be built, or are open; nothing has been written then.
    TiedbookError
        If a learner or chapter named has no submission, or a release does not fit this version of the course.
    """
    choice = choice or Choice()
    with course.at_work():
        sweep(course)
        chosen = course.chosen(choice.learners, choice.chapters)
        with open_ledger(course) as ledger:
            stems = {item.stem for item in chosen}.intersection(course.stems())
            releases = {stem: _fitting_release(course, ledger, stem) for stem in sorted(stems)}
            batch = Batch(course, ledger, releases, regrade=choice.regrade, tell=lambda done: tell(done, len(chosen)))
            if scheduler:
                notices = _on_cluster(batch, chosen, releases, scheduler, sandbox=sandbox)
            else:
                count = _bounded(workers, len(chosen)) if workers else _worthwhile(len(chosen))
                for work, result in examine_all(batch.works(chosen), releases, workers=count, sandbox=sandbox):
                    batch.settle(work, result)
                notices = ()
            hand = by_hand(ledger)
    lines = tuple(
        replace(line, waiting=0 if line.state == "set aside" else hand[line.learner, line.stem])
        for line in map(batch.lines.__getitem__, chosen)
    )
    return Report(lines, (*(_foreign(course, stem) for stem in course.foreign()), *notices))


def _on_cluster(
    batch: Batch, chosen: Iterable[Submission], releases: Mapping[str, Notebook], scheduler: str, *, sandbox: bool
) -> tuple[str, ...]:
    from autograde.cluster import Cluster

    with Cluster(scheduler, releases, sandbox=sandbox) as cluster:
        for work, result in cluster.examine_all(batch.works(chosen)):
            batch.settle(work, result)
        return cluster.notices


def _foreign(course: CourseFolder, stem: str) -> str:
    return one_line(
        f"{course.root / 'release' / stem}: no chapter of this course, so what was submitted for it is left alone. "
        f"`nbgrader autograde {stem}` grades it."
    )


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _worthwhile(submissions: int) -> int:
    return max(1, min(_cores(), submissions // SHARE))


def _bounded(workers: int, submissions: int) -> int:
    most = MOST * _cores()
    if workers > most:
        raise TiedbookError(
            f"--workers {workers} is more than this machine can use: it has {counted(_cores(), 'core')}. Give at most "
            f"{most}, or use other machines too with --scheduler.",
            status=2,
        )
    return max(1, min(workers, submissions))


def _fitting_release(course: CourseFolder, ledger: Ledger, stem: str) -> Notebook:
    release = course.frame(stem)
    checks, written = (_points(release, kind) for kind in ("check", "written"))
    known = {f"{item.name}-{part}": points for item in exercises_of(stem) for part, points in item.points.items()}
    chapter = ledger.chapter(stem)
    if checks != known or chapter is None or chapter.points != {**checks, **written}:
        raise TiedbookError(
            f"{course.release(stem)}: its checks or points are not those of this version of the course, or those "
            f"of the gradebook. `autograde assign --course {course.root} --chapter {stem}` releases it anew."
        )
    return release


def _points(release: Notebook, kind: Role) -> dict[object, object]:
    marks = [cell["metadata"].get("nbgrader", {}) for cell in release["cells"] if role(cell) == kind]
    return {item.get("grade_id"): item.get("points") for item in marks}
