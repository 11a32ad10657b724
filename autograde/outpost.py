"""What runs in a Dask worker: one judge, opened and proved once, that examines one submission after the other."""

from __future__ import annotations

import hashlib
import json
import platform
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

import autograde
import tiedbook
from autograde.examine import Examined, Work
from autograde.judge.judge import Judge, WallError
from autograde.pool import attempt
from autograde.preflight import SetAsideError
from tiedbook.course import course
from tiedbook.editions import editions
from tiedbook.notebook import Notebook


@dataclass(frozen=True, slots=True)
class Refused:
    """A worker does not grade.

    Parameters
    ----------
    worker : str
        Its address.
    reason : str
        Why, for people.
    """

    worker: str
    reason: str


@dataclass(frozen=True, slots=True)
class Order:
    """One submission to examine, with all that decides what comes of it.

    Parameters
    ----------
    run : str
        The run of grading it belongs to: a worker that refused is asked again in the next one.
    work : Work
        The submission, as bytes.
    frame : bytes
        The released chapter, as JSON.
    versions : mapping of str to str
        What the worker must have, as `versions` tells it.
    sandbox : bool
        Whether learners' code runs inside the walls.
    """

    run: str
    work: Work
    frame: bytes
    versions: Mapping[str, str]
    sandbox: bool


_busy = threading.Lock()  # a worker may have several threads, and its one judge takes one submission at a time
_judges: dict[bool, Judge] = {}  # by whether they have walls; each ends with the process
_refusals: dict[tuple[str, bool], str] = {}  # by run


def carry_out(order: Order) -> Examined | SetAsideError | Refused:
    """Examine one submission in a Dask worker, or say why this worker does not."""
    from distributed import get_worker

    worker = get_worker().address
    unlike = differences(order.versions, versions())
    if unlike:
        return Refused(worker, f"{unlike}. Install the same there, and restart the worker")
    with _busy:
        judge = _judge(order)
        if isinstance(judge, str):
            return Refused(worker, judge)
        try:
            return attempt(order.work, {order.work.stem: _frame(order.frame)}, judge)
        except WallError as fault:  # they stood, and cannot be built again
            del _judges[order.sandbox]
            return Refused(worker, fault.message)


def _judge(order: Order) -> Judge | str:
    """Return the open judge of this process, or why there is none."""
    if order.sandbox not in _judges:
        key = order.run, order.sandbox
        if key not in _refusals:
            judge = Judge(sandbox=order.sandbox)
            try:
                judge.__enter__()
            except WallError as fault:
                _refusals[key] = fault.message
            else:
                _judges[order.sandbox] = judge
        if key in _refusals:
            return _refusals[key]
    return _judges[order.sandbox]


@lru_cache(maxsize=32)
def _frame(content: bytes) -> Notebook:
    frame: Notebook = json.loads(content)
    return frame


@cache
def versions() -> Mapping[str, str]:
    """Return what must be the same wherever one batch is graded: versions, and a digest of the course's own files."""
    whole = hashlib.sha256()
    for path in _files():
        whole.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return {
        "tiedbook": tiedbook.__version__,
        "the course": whole.hexdigest()[:12],
        "numpy": np.__version__,
        "python": ".".join(platform.python_version_tuple()[:2]),
    }


def differences(wanted: Mapping[str, str], there: Mapping[str, str]) -> str:
    """Say which versions differ; empty if none does."""
    unlike = [name for name in wanted if wanted[name] != there.get(name)]
    return ", ".join(f"{name} is {there.get(name, 'missing')} there and {wanted[name]} here" for name in unlike)


def _files() -> Iterator[Path]:
    """Yield the files that decide verdicts, in an order that is the same on every machine."""
    for package in (tiedbook, autograde):
        yield from sorted(Path(package.__file__ or "").parent.rglob("*.py"))
    yield from sorted(course().solutions.glob("*.py"))
    for tag in sorted(editions()):
        yield from sorted(course().built(tag).glob("*.ipynb"))
        yield from sorted((course().locales / tag).glob("runtime.po"))
