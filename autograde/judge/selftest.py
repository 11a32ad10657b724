"""The live proof of the walls: a fork sealed like a submission's tries to get out, and must not."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

from autograde.judge import bubblewrap
from autograde.judge.limits import Limits
from autograde.judge.loading import Source, Submission
from autograde.judge.remote import Remote
from autograde.judge.sandbox import Child, Sandbox
from autograde.judge.sealing import ENVIRONMENT
from autograde.judge.walls import WallError
from tiedbook.course import course

_SYSTEM_FILES = ("/etc/passwd", "/etc/hostname", "/etc/hosts", "/proc/self/environ", "/proc/1/environ", "/dev/tty")
_SYSTEM_FOLDERS = ("/", "/dev", "/etc", "/home", "/mnt", "/proc", "/root", "/run", "/srv", "/sys", "/tmp", "/var")  # noqa: S108
_MODULES = ("solutions.ch01_lookup_is_matmul", "autograde.judge.judge", "autograde.grade", "tiedbook.exercise")
_SAMPLE = 40  # files of a folder that are tried
_BEYOND = 64  # mebibytes over the limit
_PATIENCE = 60.0  # seconds: a busy machine is no open wall

_FILES = "Does `bwrap --version` show bubblewrap itself, and not a wrapper around it?"
_CALLS = "Update libseccomp (2.5 or later) and the kernel."
_REMEDIES = {
    "read_files": ("it can read {}", _FILES),
    "list_folders": ("it can list {}", _FILES),
    "import_modules": ("it can import {}", "Is this course installed a second time, in the system's Python?"),
    "write_files": ("it can write {}", _FILES),
    "connect": ("it can open {}", _CALLS),
    "fork": ("it can start processes ({})", _CALLS),
    "execute": ("it can start programs ({})", _CALLS),
    "send_signals": ("it can signal {}", _CALLS),
    "allocate": ("it can take {} of memory", "Was the kernel started with `ignore_rlimit_data`? It must not be."),
    "start_threads": ("it can start {}", _CALLS),
    "find_descriptors": ("it has inherited {}", "Close the files that were open when `autograde` was started."),
    "raise_limits": ("it can change {}", _CALLS),
    "call_kernel": ("it can call {}", _CALLS),
    "read_environment": ("it sees the environment variables {}", _FILES),
}


def prove(sandbox: Sandbox, limits: Limits) -> None:
    """Try every way out from inside.

    Raises
    ------
    WallError
        At the first that is open; the message names it.
    """
    probes = Source("selftest", Path(__file__).with_name("probing.py").read_text(encoding="utf-8"))
    submission = Submission((probes,))
    limits = replace(limits, seconds=_PATIENCE, cell_seconds=_PATIENCE, call_seconds=_PATIENCE)
    child = submission.load(sandbox, limits)
    try:
        if submission.notes:
            raise WallError(f"The self-test of the walls could not run: {submission.notes['selftest']}.")
        for attempt, arguments in _attempts(limits).items():
            _try(child, limits, attempt, arguments)
    finally:
        child.end()


def _try(child: Child, limits: Limits, attempt: str, arguments: tuple[object, ...]) -> None:
    opening, remedy = _REMEDIES[attempt]
    subject = Remote(attempt, child, limits)
    seen = None if subject.find() else subject(*arguments)
    if seen is None or seen.raised is not None:
        raise WallError(f"The self-test of the walls could not try `{attempt}`: {seen and seen.raised}.")
    if seen.late:  # it became another program, or died of what it got
        raise WallError(f"A wall is open: from inside, `{attempt}` was not refused. So nothing is graded. {remedy}")
    if seen.value != "":
        raise WallError(f"A wall is open: from inside, {opening.format(seen.value)}. So nothing is graded. {remedy}")


def _attempts(limits: Limits) -> dict[str, tuple[object, ...]]:
    places = ["/", "/dev/shm", "/tmp", "/var/tmp", str(bubblewrap.INSIDE), *bubblewrap.libraries()]  # noqa: S108
    return {
        "read_files": (_secrets(),),
        "list_folders": (_folders(),),
        "import_modules": (list(_MODULES),),
        "write_files": (places,),
        "connect": (),
        "send_signals": (),
        "allocate": (limits.memory_mb + _BEYOND,),
        "start_threads": (),
        "find_descriptors": (),
        "raise_limits": (),
        "call_kernel": (),
        "read_environment": (sorted(ENVIRONMENT),),
        "fork": (),
        "execute": (str(bubblewrap.interpreter()),),  # the last: where it succeeds, nothing returns
    }


def _private() -> tuple[Path, ...]:
    """Return folders of the course, of the grader and of who runs it."""
    ours = course()
    here = Path(__file__).resolve().parent
    home = Path("~").expanduser() if "HOME" in os.environ else Path("/root")
    return (ours.root, ours.solutions, ours.built("en"), ours.locales, here, here.parent, Path.cwd(), home)


def _secrets() -> list[str]:
    """Return files that exist, and that nobody inside may read."""
    found = [path for path in map(Path, _SYSTEM_FILES) if path.exists()]
    shown = partial(_shown, seen=bubblewrap.visible(), unseen=bubblewrap.hidden())
    found += [path for folder in _private() for path in islice(_files(folder), _SAMPLE) if not shown(path)]
    return [str(path) for path in dict.fromkeys(found)]


def _files(folder: Path) -> Iterator[Path]:
    try:
        entries: Iterable[Path] = sorted(folder.iterdir())
        yield from (path for path in entries if path.is_file())
    except OSError:
        return


def _shown(path: Path, seen: Collection[Path], unseen: Collection[Path]) -> bool:
    """Whether a file is one of those that are meant to be seen."""
    path = path.resolve()
    return any(map(path.is_relative_to, seen)) and not any(map(path.is_relative_to, unseen))


def _folders() -> list[tuple[str, list[str]]]:
    """Return folders with the names that may be seen in them: the next step on the way to something visible."""
    system = [Path(name) for name in (*bubblewrap.SYSTEM, *bubblewrap.LINKER, *bubblewrap.DEVICES)]
    visible, hidden = bubblewrap.visible(), bubblewrap.hidden()
    seen = [*visible, *hidden, bubblewrap.INSIDE, *system]
    around = bubblewrap.interpreter().parents  # the interpreter is seen, its folder is not
    folders = dict.fromkeys([*map(Path, _SYSTEM_FOLDERS), *around, *_private(), *hidden])
    return [
        (str(folder), [path.relative_to(folder).parts[0] for path in seen if folder in path.parents])
        for folder in folders
        if not _shown(folder, visible, hidden)
    ]
