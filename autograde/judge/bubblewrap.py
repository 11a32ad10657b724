"""The command line that builds the outer walls: namespaces, and a file system with nothing in it but an interpreter."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

import tiedbook
from autograde.judge.sealing import ENVIRONMENT
from tiedbook.course import course

SYSTEM = ("/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/lib", "/lib32", "/lib64", "/libx32")
LINKER = ("/etc/ld.so.cache", "/etc/alternatives")  # where libraries are found
DEVICES = ("/dev/null", "/dev/urandom")  # libraries open them for reading: PyTorch does


INSIDE = Path("/judge")  # where the cargo is seen
OURS = ("autograde", "solutions", "tiedbook")


def command(bwrap: str, cargo: Path, program: Path, arguments: Iterable[str]) -> list[str]:
    """Return the command that runs a Python program behind the walls.

    Inside are, read-only: the interpreter, the system's libraries and site-packages at their usual paths, without
    anything of this course, and `cargo`. There is no /proc, /sys, /tmp, home, network, environment or capability.

    Parameters
    ----------
    bwrap : str
        Path of bubblewrap.
    cargo : Path
        Folder of our own files.
    program : Path
        The program, in `cargo`.
    arguments : iterable of str
        What to call it with.
    """
    return [
        bwrap,
        *("--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"),
        *("--uid", "65534", "--gid", "65534", "--hostname", "judge"),
        *_system(),
        *(word for path in visible() for word in ("--ro-bind", str(path), str(path))),
        *("--ro-bind", str(cargo), str(INSIDE)),
        *(word for device in DEVICES for word in ("--dev-bind", device, device)),
        *(word for path in hidden() for word in ("--tmpfs", str(path), "--remount-ro", str(path))),
        *("--chdir", "/", "--remount-ro", "/", "--clearenv"),
        *(word for name, value in ENVIRONMENT.items() for word in ("--setenv", name, value)),
        "--",
        *python(INSIDE / program.relative_to(cargo), arguments),
    ]


def python(program: Path, arguments: Iterable[str]) -> list[str]:
    """Return the command that runs a program isolated from everything that is installed or set around it."""
    return [str(interpreter()), "-I", "-S", "-B", "-X", "utf8", str(program), *arguments]


def libraries() -> list[str]:
    """Return the folders of installed packages that answers may import from, in the order of ``sys.path``."""
    folders = [Path(entry).resolve() for entry in sys.path if Path(entry).name in ("site-packages", "dist-packages")]
    folders.append(Path(np.__file__).resolve().parent.parent)
    return list(dict.fromkeys(str(folder) for folder in folders if folder.is_dir()))


def interpreter() -> Path:
    """Return the Python that runs inside, without the virtual environment around it."""
    return Path(getattr(sys, "_base_executable", sys.executable)).resolve()


def _readable() -> Iterator[Path]:
    prefix = Path(sys.base_prefix).resolve()
    yield interpreter()
    yield from (prefix / "lib", prefix / "lib64")
    yield Path(sysconfig.get_path("stdlib")).resolve()
    yield Path(sysconfig.get_path("platstdlib", vars={"platbase": str(prefix)})).resolve()
    yield from map(Path, libraries())


def _system() -> Iterator[str]:
    for name in (*SYSTEM, *LINKER):
        path = Path(name)
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), name)
        elif path.exists():
            yield from ("--ro-bind", name, name)


def hidden() -> list[Path]:
    """Return what must not be seen, wherever it lies in folders that are: this course, installed once or twice."""
    standard = Path(sysconfig.get_path("stdlib")).resolve()
    homes = [*map(Path, libraries()), standard / "site-packages", standard / "dist-packages"]
    homes += [Path("/usr/lib/python3/dist-packages"), Path(tiedbook.__file__).resolve().parent.parent]
    folders = [home / name for home in homes for name in OURS]
    folders += [course().solutions, course().chapters, course().locales]
    seen = [*visible(), *_SYSTEM_ROOTS]
    found = {folder.resolve() for folder in folders if folder.is_dir()}
    return _outermost(folder for folder in found if any(folder.is_relative_to(path) for path in seen))


def visible() -> list[Path]:
    """Return what is seen inside beside the system's libraries: files, and folders with all that is in them."""
    there = (path for path in _readable() if path.exists())
    return _outermost(path for path in there if not any(path.is_relative_to(root) for root in _SYSTEM_ROOTS))


def _outermost(paths: Iterable[Path]) -> list[Path]:
    """Leave out what lies in another one."""
    kept: list[Path] = []
    for path in sorted(set(paths)):
        if not any(path.is_relative_to(root) for root in kept):
            kept.append(path)
    return kept


_SYSTEM_ROOTS = tuple(Path(name).resolve() for name in SYSTEM)
