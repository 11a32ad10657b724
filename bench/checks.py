"""What one check costs in a notebook, with everything it shows and records."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from bench.rows import Row, median_seconds
from tiedbook import check
from tiedbook.exercise import exercises
from tiedbook.reference import reference
from tiedbook.workspace import start

LIMIT_MS = 30


def rows() -> Iterator[Row]:
    """Check right answers, the longest case, in an IPython shell and a workspace whose edition is Spanish."""
    from IPython.core.interactiveshell import InteractiveShell

    InteractiveShell.instance()
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        start(Path(folder), "es")
        os.chdir(folder)
        try:
            for name in exercises():
                for part in ("core", "contract"):
                    yield _row(name, reference(name), part)
        finally:
            os.chdir(before)


def _row(name: str, function: object, part: str) -> Row:
    def once() -> None:
        with redirect_stdout(StringIO()):
            check(name, function, part=part)  # type: ignore[arg-type]

    once()
    ms = median_seconds(once, times=11) * 1e3
    return Row(
        f'check("{name}", {name}, part="{part}") (median of 11)',
        f"{ms:.1f} ms",
        f"at most {LIMIT_MS} ms",
        ms <= LIMIT_MS,
    )
