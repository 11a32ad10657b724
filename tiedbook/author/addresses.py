"""The addresses by which the page loads the front end: each carries a digest of what it leads to.

JupyterLab's server tells browsers to keep the files of extensions for a year without asking again. So a changed file
needs another address, and so do the files that lead to it, up to the first one, which ``package.json`` names.
``python -m tiedbook.author.addresses`` writes them; a test compares.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import tiedbook
from tiedbook.files import write_if_changed
from tiedbook.notebook import digest

HOME = Path(tiedbook.__file__).parent / "labextension"

# What is loaded: not the `import("./x.js").Type` of a comment.
_LOADED = re.compile(
    r'((?:\bfrom |await import\(|new URL\(|"load": )"(?:\./|static/)?)([\w.]+\.(?:js|css))(?:\?v=\w+)?(?=")'
)


def addressed(home: Path) -> Mapping[Path, str]:
    """Return what each file of the front end reads once its addresses are up to date.

    Parameters
    ----------
    home : Path
        The folder with ``package.json`` and ``static``.

    Raises
    ------
    RecursionError
        If modules import each other in a circle, in which no digest comes first.
    """

    @cache
    def text(path: Path) -> str:
        def address(found: re.Match[str]) -> str:
            return f"{found[1]}{found[2]}?v={digest(text(home / 'static' / found[2]))}"

        return _LOADED.sub(address, path.read_text(encoding="utf-8"))

    return {path: text(path) for path in (home / "package.json", *sorted((home / "static").iterdir()))}


def main() -> int:
    """Bring all addresses up to date, and print the files that were written."""
    for path, text in addressed(HOME).items():
        if write_if_changed(path, text):
            sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
