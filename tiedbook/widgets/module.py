"""The JavaScript of a widget: its own module and the shared one, joined into the one module that anywidget loads."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"

# A module that anywidget loads has no address, so that it cannot import a neighbour.
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./shared\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|let|class)\b)", re.MULTILINE)


@cache
def script(name: str) -> str:
    """Return the module of the widget `name` with what it uses of ``shared.js``.

    Raises
    ------
    ValueError
        If the module imports anything else: there is no network and no neighbour at run time.
    """
    own = (STATIC / f"{name}.js").read_text(encoding="utf-8")
    alone, imports = _IMPORT.subn("", own)
    if imports != 1 or re.search(r"^import\b", alone, re.MULTILINE):
        raise ValueError(f"{name}.js: it must import once, from ./shared.js, and nothing else.")
    return f"{_EXPORT.sub('', _read('shared.js'))}\n{alone}"


@cache
def style(name: str) -> str:
    """Return the style sheet of a widget: what all share, then its own, if it has one.

    Where a widget's own rule meets a shared one, its own wins, whichever widgets come later on the page: each brings
    the shared rules once more, so that order alone would let the last one decide.
    """
    own = STATIC / f"{name}.css"
    return _read("shared.css") + (own.read_text(encoding="utf-8").replace(".tb ", ".tb.tb ") if own.is_file() else "")


@cache
def _read(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")
