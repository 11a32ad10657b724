"""What goes into the sandbox: the inner half of the judge, and a stand-in for the packages that a notebook imports.

Copies in a folder of their own, so that nothing beside them comes along, with walls or without.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

_INNER = (
    "apart",
    "arena",
    "cells",
    "lending",
    "loop",
    "sealing",
    "standin",
    "values",
    "wire",
    "worker",
    "zygote",
)  # modules of autograde.judge
_REAL = (
    "autograd",
    "drivers",
    "excerpt",
    "observe",
)  # modules of tiedbook that are inside as they are; the zygote loads them


def load(folder: Path) -> Path:
    """Fill an empty folder, and return the program to start in it.

    Parameters
    ----------
    folder : Path
        Becomes the first entry of ``sys.path`` inside: ``autograde`` and ``tiedbook`` are what is found there.
    """
    here = Path(__file__).parent
    judge = folder / "autograde" / "judge"
    tiedbook = folder / "tiedbook"
    for package in (folder / "autograde", judge, tiedbook):
        package.mkdir()
        (package / "__init__.py").touch()
    for module in _INNER:
        _copy(here / f"{module}.py", judge / f"{module}.py")
    _copy(here / "standin.py", tiedbook / "__init__.py")
    for module in _REAL:
        _copy(_source(f"tiedbook.{module}"), tiedbook / f"{module}.py")
    return judge / "zygote.py"


def _source(module: str) -> Path:
    spec = find_spec(module)
    assert spec is not None, module  # noqa: S101  # a module of this distribution
    assert spec.origin is not None, module  # noqa: S101
    return Path(spec.origin)


def _copy(source: Path, target: Path) -> None:
    target.write_bytes(source.read_bytes())
