"""What this computer offers the course: programs and their versions, the edition, the workspace."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from tiedbook.session import current_edition, say, workspace
from tiedbook.tables import Table

_NEEDED = {"NumPy": "numpy", "Matplotlib": "matplotlib", "JupyterLab": "jupyterlab"}
_OPTIONAL = {"PyTorch": "torch", "JAX": "jax"}  # asked for by name: importing them takes seconds


def environment() -> Table:
    """Return a table of the programs that this Python finds, the edition and the workspace.

    Nothing is imported for it: the versions are those of the installed distributions.
    """
    here, spoken = workspace(), current_edition()
    missing = say("environment.missing", "not installed")
    optional = say("environment.optional", "not installed; optional")
    rows = [
        ("One Table, Two Jobs", _version("tiedbook") or missing),
        ("Python", platform.python_version()),
        *((name, _version(package) or missing) for name, package in _NEEDED.items()),
        *((name, _version(package) or optional) for name, package in _OPTIONAL.items()),
        (say("environment.edition", "edition"), f"{spoken.name} ({spoken.tag})"),
        (
            say("environment.workspace", "workspace"),
            str(here) if here else say("environment.no_workspace", "none: this notebook is not in a workspace"),
        ),
    ]
    return Table(
        say("environment.caption", "What this notebook runs on"),
        (say("environment.what", "what"), say("environment.found", "found")),
        rows,
    )


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
