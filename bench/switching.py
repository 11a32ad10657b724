"""What a switch of the edition costs in JupyterLab, from the click to the last cell swapped."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.rows import Row
from tests.browser.harness import browse, find_chromium, open_in_lab, open_lab, serve
from tests.browser.notebook import Notebook
from tiedbook.workspace import start

CHAPTER = "ch01_lookup_is_matmul.ipynb"
LIMIT_MS = 500

# The clock runs in the page: from the last click, on the entry of the menu, until the last prose cell reads otherwise.
# Of that click a menu of JupyterLab's lets pointer events through, and no mouse events.
WATCH = """
    const before = cell(argument).getSource();
    const clock = (window.tiedbookBench = { begin: 0, end: 0 });
    const clicked = () => { if (!clock.end) clock.begin = performance.now(); };
    document.addEventListener("pointerup", clicked, true);
    cell(argument).changed.connect(() => {
        if (clock.end || cell(argument).getSource() === before) return;
        clock.end = performance.now();
        document.removeEventListener("pointerup", clicked, true);
    });
"""
TAKEN = "return window.tiedbookBench.end - window.tiedbookBench.begin;"


def rows() -> Iterator[Row]:
    """Switch a whole chapter to and fro in a real Chromium; nothing where there is none."""
    chromium = find_chromium()
    if chromium is None:
        yield Row(
            "edition switch in JupyterLab", "no Chromium: apt install chromium", f"at most {LIMIT_MS} ms", kept=False
        )
        return
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        start(home / "workspace", "en")
        with serve(home / "workspace", home / "jupyter") as server, browse(chromium, home / "profile") as context:
            notebook = open_in_lab(open_lab(context, server, "bench"), CHAPTER)
            notebook.wait_for_kernel()
            taken = [_switch(notebook, tag) for _ in range(5) for tag in ("Español", "English")]
    ms = median(taken)
    yield Row(
        f"edition switch in JupyterLab, {CHAPTER}, click to last cell (median of {len(taken)})",
        f"{ms:.0f} ms ({min(taken):.0f} to {max(taken):.0f})",
        f"at most {LIMIT_MS} ms",
        ms <= LIMIT_MS,
    )


def _switch(notebook: Notebook, name: str) -> float:
    notebook.evaluate(WATCH, next(reversed(notebook.sources("markdown"))))
    notebook.choose(name)
    return float(notebook.evaluate(TAKEN))
