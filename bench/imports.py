"""What ``import tiedbook`` costs beyond ``import numpy``."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from statistics import median

from bench.rows import Row

TIMED = "import time; import numpy; begin = time.perf_counter(); {}; print(time.perf_counter() - begin)"


def rows() -> Iterator[Row]:
    """Time the imports in fresh interpreters, in turn, so that a busy machine slows both alike."""
    plain, checking = [], []
    for _ in range(9):
        plain.append(_seconds("import tiedbook"))
        checking.append(_seconds("from tiedbook import check, environment, progress"))
    for what, taken in (("import tiedbook", plain), ("from tiedbook import check, environment, progress", checking)):
        ms = median(taken) * 1e3
        yield Row(f"{what}, beyond import numpy (median of 9)", f"{ms:.0f} ms", "at most 100 ms", ms <= 100)


def _seconds(statement: str) -> float:
    shown = subprocess.run(
        [sys.executable, "-c", TIMED.format(statement)], check=True, capture_output=True, text=True
    ).stdout
    return float(shown)
