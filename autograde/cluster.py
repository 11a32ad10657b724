"""Submissions examined by the workers of a Dask cluster; whoever asks stays the only one that writes."""

from __future__ import annotations

import contextlib
import json
import queue
import secrets
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from types import TracebackType
from typing import Any, Self

from autograde.examine import Work
from autograde.outpost import Order, Refused, carry_out, versions
from autograde.pool import Result
from autograde.preflight import SetAsideError
from autograde.text import one_line
from tiedbook.errors import TiedbookError
from tiedbook.notebook import Notebook

Future = Any  # Dask's own types are half declared
CONNECTING = 30.0  # seconds
PATIENCE = 120.0  # seconds without any worker: those of a batch system may have to be started first
AHEAD = 2  # submissions that wait at each thread of a worker, so that none is ever idle
TRIES = 3  # after the retries that Dask makes itself
_LOOK = 1.0  # seconds between two looks at the workers


class Cluster:
    """A Dask cluster that examines submissions. Use it as a context manager.

    Parameters
    ----------
    address : str
        Of the scheduler, such as ``"tcp://10.0.0.5:8786"``.
    releases : mapping of str to Notebook
        The released chapters by stem.
    sandbox : bool
        Whether learners' code runs inside the walls.

    Attributes
    ----------
    refusals : dict of str to str
        Why workers refused, by their address.
    """

    def __init__(self, address: str, releases: Mapping[str, Notebook], *, sandbox: bool) -> None:
        self.refusals: dict[str, str] = {}
        self._address = address
        self._frames = {stem: json.dumps(release).encode() for stem, release in releases.items()}
        self._sandbox = sandbox
        self._run = secrets.token_hex(8)
        self._sent = 0
        self._tries: Counter[Work] = Counter()
        self._waiting: dict[Future, Work] = {}
        self._back: queue.SimpleQueue[Future] = queue.SimpleQueue()
        self._seen = time.monotonic()  # when there was a willing worker

    def __enter__(self) -> Self:
        """Connect.

        Raises
        ------
        TiedbookError
            If Dask is not installed here, or no scheduler answers.
        """
        self._client = _connect(self._address)
        self._seen = time.monotonic()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._client.status == "running":
            self._client.cancel(list(self._waiting), force=True)
        self._waiting.clear()
        self._client.close(timeout=5)

    def examine_all(self, works: Iterable[Work]) -> Iterator[Result]:
        """Examine submissions, in whatever order they come back, a few for each worker at a time.

        A worker that dies costs a second try elsewhere. One whose walls fail, or whose versions are other
        ones, refuses, and its work goes to the others.

        Raises
        ------
        TiedbookError
            If every worker refuses, none is left, or the scheduler has gone.
        """
        rest = iter(works)
        while True:
            self._send(rest)
            if not self._waiting:
                return
            for future in self._done():
                result = self._result(future)
                if result is not None:
                    yield result

    @property
    def notices(self) -> tuple[str, ...]:
        """One line for each worker that refused."""
        return tuple(one_line(f"{worker}: this Dask worker refused: {why}") for worker, why in self.refusals.items())

    def _send(self, rest: Iterator[Work]) -> None:
        room = AHEAD * max(1, sum(self._willing().values())) - len(self._waiting)
        for _ in range(room):
            work = next(rest, None)
            if work is None:
                return
            self._submit(work)

    def _submit(self, work: Work) -> None:
        order = Order(self._run, work, self._frames[work.stem], versions(), self._sandbox)
        self._sent += 1
        workers = list(self._willing()) if self.refusals else None
        # Not only there: those may all die, and others may come.
        future = self._client.submit(
            carry_out,
            order,
            key=f"autograde-{self._run}-{self._sent}",
            workers=workers,
            allow_other_workers=bool(workers),
        )
        self._waiting[future] = work
        future.add_done_callback(self._back.put)

    def _willing(self) -> dict[str, int]:
        """Return the threads of each worker that has not refused."""
        return {worker: threads for worker, threads in self._there().items() if worker not in self.refusals}

    def _there(self) -> dict[str, int]:
        try:
            return dict(self._client.nthreads())
        except (OSError, TimeoutError, ValueError) as fault:  # ValueError: the client has been closed
            raise self._lost() from fault

    def _done(self) -> list[Future]:
        """Return what has come back, after a second at most."""
        found = []
        with contextlib.suppress(queue.Empty):
            found.append(self._back.get(timeout=_LOOK))
            while True:
                found.append(self._back.get_nowait())
        if not found:
            self._see()
        return found

    def _see(self) -> None:
        """Look whether somebody is there to work."""
        if self._client.status != "running":
            raise self._lost()
        if self._willing():
            self._seen = time.monotonic()
        elif self._there() or time.monotonic() - self._seen > PATIENCE:  # they have all refused, or none came
            raise self._none_left()

    def _result(self, future: Future) -> Result | None:
        """Return what came of one submission; None if it was sent once more."""
        work = self._waiting.pop(future)
        fault = future.exception() if future.status == "error" else None
        if future.status == "finished":
            found = future.result()
            if not isinstance(found, Refused):
                return work, found
            self.refusals.setdefault(found.worker, found.reason)
            if not self._willing():
                raise self._none_left()
        elif self._client.status != "running":  # all that waits is cancelled then
            raise self._lost()
        elif isinstance(fault, ImportError):
            raise TiedbookError(
                f"{self._address}: this Dask cluster cannot run the grader ({fault}). Install "
                "`tiedbook[instructor,cluster]` in the same version on its scheduler and on every worker."
            ) from fault
        else:
            self._tries[work] += 1
            if self._tries[work] >= TRIES:
                return work, SetAsideError("internal", _told(fault))
        self._submit(work)
        return None

    def _lost(self) -> TiedbookError:
        return TiedbookError(
            f"{self._address}: the Dask scheduler has gone. What was recorded is safe: start it and run the same "
            "command again to grade the rest."
        )

    def _none_left(self) -> TiedbookError:
        if self.refusals:
            why = " ".join(f"{worker}: {reason}." for worker, reason in self.refusals.items()).replace("..", ".")
            return TiedbookError(f"{self._address}: no Dask worker is left that can grade. {why}")
        return TiedbookError(
            f"{self._address}: this Dask cluster has had no workers for {PATIENCE:.0f} seconds. Start some, for "
            f"instance with `dask worker {self._address}`, and run the same command again. What was recorded is safe."
        )


def _connect(address: str) -> Any:
    try:
        client = import_module("distributed").Client
    except ImportError as fault:
        raise TiedbookError(
            f"--scheduler needs Dask ({fault}). `pip install 'tiedbook[cluster]'` brings it.", status=2
        ) from fault
    try:
        return client(address, timeout=CONNECTING, set_as_default=False, name="autograde")
    except (OSError, TimeoutError, ValueError) as fault:
        raise TiedbookError(
            f"{address}: no Dask scheduler answers there ({fault}). `dask scheduler` shows the address when it starts, "
            "such as tcp://10.0.0.5:8786.",
            status=2,
        ) from fault


def _told(fault: Any) -> str:
    kind = type(fault).__name__
    if kind == "KilledWorker":
        return "the Dask workers that were to grade it died, one after the other. Grade it on this machine."
    return f"a Dask worker failed on it ({kind}: {fault}). Please report this."
