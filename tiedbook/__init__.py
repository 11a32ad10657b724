"""One Table, Two Jobs: a workbook on token embeddings and weight tying.

What a notebook uses is listed in ``__all__`` and loaded when first asked for, so that importing the package is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiedbook.checking import check as check
    from tiedbook.course_map import progress as progress
    from tiedbook.ownership import yours as yours
    from tiedbook.session import set_edition as set_edition
    from tiedbook.surroundings import environment as environment

__version__ = "0.1.0"

_HOMES = {
    "check": "tiedbook.checking",
    "environment": "tiedbook.surroundings",  # a module named like the function would hide it
    "progress": "tiedbook.course_map",
    "set_edition": "tiedbook.session",
    "yours": "tiedbook.ownership",
}

__all__ = ["__version__", "check", "environment", "progress", "set_edition", "yours"]  # loaded by __getattr__


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'tiedbook' has no attribute {name!r}")
    # Kept here, over the submodule of the same name that the import has put in its place: a cell may be run twice.
    globals()[name] = found = getattr(import_module(_HOMES[name]), name)
    return found
