"""Who examines submissions: this process, or several beside it, each with a judge of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.util import Finalize

from autograde.examine import Examined, Work, examine
from autograde.judge.judge import Judge, WallError
from autograde.preflight import SetAsideError
from tiedbook.errors import TiedbookError
from tiedbook.notebook import Notebook

Result = tuple[Work, Examined | SetAsideError]


def examine_all(
    works: Iterable[Work], releases: Mapping[str, Notebook], *, workers: int, sandbox: bool
) -> Iterator[Result]:
    """Examine submissions, in their order, holding few of them at a time.

    Parameters
    ----------
    works : iterable of Work
        Drawn from as results are taken.
    releases : mapping of str to Notebook
        The released chapters by stem.
    workers : int
        How many processes; 1 is this one.
    sandbox : bool
        Whether learners' code runs inside the walls.

    Raises
    ------
    WallError
        If the walls cannot be built, or are open: when nothing has been examined yet, or again after the sandbox ended.
    TiedbookError
        If a process of the pool died.
    """
    with Judge(sandbox=sandbox) as judge:  # with several workers too: it proves the walls before anything else is done
        if workers == 1:
            yield from ((work, attempt(work, releases, judge)) for work in works)
            return
    yield from _beside(works, releases, workers, sandbox=sandbox)


def attempt(work: Work, releases: Mapping[str, Notebook], judge: Judge) -> Examined | SetAsideError:
    """Examine one submission; whatever it brings about is a reason to set it aside.

    Raises
    ------
    WallError
        If the walls stood and cannot be built again: no fault of this submission, and the next would have none either.
    """
    try:
        return examine(work, releases, judge)
    except SetAsideError as fault:
        return fault
    except WallError as fault:
        if not fault.passing:
            raise
        return SetAsideError("internal", fault.message)
    except Exception as fault:  # whatever one submission brings about, the others do not wait for it
        kind = type(fault).__name__
        return SetAsideError("internal", f"the grader failed on it ({kind}: {fault}). Please report this.")


def _beside(
    works: Iterable[Work], releases: Mapping[str, Notebook], workers: int, *, sandbox: bool
) -> Iterator[Result]:
    waiting: deque[tuple[Work, Future[Examined | SetAsideError]]] = deque()
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _open_judge, (releases, sandbox))
    try:
        for work in works:
            waiting.append((work, pool.submit(_in_worker, work)))
            if len(waiting) > 2 * workers:
                yield _result(waiting)
        while waiting:
            yield _result(waiting)
    except BrokenProcessPool as fault:
        raise TiedbookError(
            "A grading process died, perhaps for want of memory. What was recorded is safe: run the same command again "
            "with fewer --workers to grade the rest."
        ) from fault
    finally:
        pool.shutdown(cancel_futures=True)


def _result(waiting: deque[tuple[Work, Future[Examined | SetAsideError]]]) -> Result:
    work, future = waiting.popleft()
    return work, future.result()


_opened: tuple[Mapping[str, Notebook], Judge] | None = None  # in a process of the pool


def _open_judge(releases: Mapping[str, Notebook], sandbox: bool) -> None:  # noqa: FBT001  # a pool passes by position
    global _opened  # noqa: PLW0603  # a pool gives its processes no other place
    judge = Judge(sandbox=sandbox)
    judge.__enter__()
    Finalize(judge, judge.__exit__, (None, None, None), exitpriority=1)  # processes of a pool skip atexit
    _opened = releases, judge


def _in_worker(work: Work) -> Examined | SetAsideError:
    if _opened is None:
        raise RuntimeError("the judge of this process was not opened")
    return attempt(work, *_opened)
