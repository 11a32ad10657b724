"""What a key press costs until its pixels are there: the dot-product explorer, and the same plot by Matplotlib."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.rows import Row
from tests.browser.harness import browse, find_chromium, open_in_lab, open_lab, serve
from tests.browser.notebook import Notebook
from tiedbook.workspace import start

CHAPTER = "ch04_tied_logits.ipynb"
LIMIT_MS = 40
PRESSES = 30

OURS = "from tiedbook.widgets import dot_explorer\ndot_explorer([3, 2], [[3, 1], [1, 2], [2, 3]], ['a', 'b', 'c'])"

# What a course would write without widgets of its own: a slider of ipywidgets, and the plot anew for each value.
THEIRS = """
import ipywidgets, matplotlib.pyplot as plt, numpy as np
rows = np.array([[3, 1], [1, 2], [2, 3]])

def plot(x=3.0):
    h = np.array([x, 2.0])
    scores = rows @ h
    powers = np.exp(scores - scores.max())
    figure, (plane, left, right) = plt.subplots(1, 3, figsize=(9, 3))
    for row, name in zip([*rows, h], "abch"):
        plane.annotate(name, row)
        plane.plot([0, row[0]], [0, row[1]])
    plane.set(xlim=(-4, 4), ylim=(-4, 4))
    left.barh(["a", "b", "c"], scores)
    right.barh(["a", "b", "c"], powers / powers.sum())
    plt.show()

ipywidgets.interact(plot, x=ipywidgets.FloatSlider(3.0, min=-4, max=4, step=0.1))
"""

# The clock runs in the page: from the key's own time stamp to the first task after the frame that shows the change.
WATCH = """
    const node = widget(argument.cell).node;
    window.tiedbookTaken = [];
    let pressed = null;
    document.addEventListener("keydown", (event) => { pressed = event.timeStamp; }, true);
    const shown = () => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port2.onmessage = () => {
            if (pressed !== null) window.tiedbookTaken.push(performance.now() - pressed);
            pressed = null;
        };
        port1.postMessage(null);
    });
    new MutationObserver(async () => {
        if (pressed === null) return;
        const picture = argument.picture && node.querySelector("img");
        if (argument.picture && (!picture || picture.src === window.tiedbookPicture)) return;
        if (picture) {
            window.tiedbookPicture = picture.src;
            await picture.decode();
        }
        shown();
    }).observe(node, { subtree: true, childList: true, attributes: true });
"""


def rows() -> Iterator[Row]:
    """Press keys in a real JupyterLab; nothing where there is no Chromium."""
    chromium = find_chromium()
    if chromium is None:
        yield Row("key press to pixels", "no Chromium: apt install chromium", f"at most {LIMIT_MS} ms", kept=False)
        return
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        start(home / "workspace", "en")
        with serve(home / "workspace", home / "jupyter") as server, browse(chromium, home / "profile") as context:
            notebook = open_in_lab(open_lab(context, server, "bench"), CHAPTER)
            notebook.wait_for_kernel()
            theirs = median(_presses(notebook, "score-worked-four", THEIRS, "[role=slider]", picture=True))
            ours = median(_presses(notebook, "table", OURS, ".dx-state[role=slider]", picture=False))
    yield Row(
        f"key press to pixels, dot-product explorer in JupyterLab (median of {PRESSES})",
        f"{ours:.0f} ms; ipywidgets and Matplotlib {theirs:.0f} ms: {theirs / ours:.1f} times as long",
        f"at most {LIMIT_MS} ms",
        ours <= LIMIT_MS,
    )


def _presses(notebook: Notebook, cell: str, code: str, handle: str, *, picture: bool) -> list[float]:
    notebook.replace(cell, code)
    shown = notebook.reveal(cell)
    notebook.run(cell)
    slider = shown.locator(handle).first
    slider.wait_for()
    if picture:
        shown.locator("img").wait_for()
    notebook.wait_for_kernel()
    slider.focus()
    notebook.evaluate(WATCH, {"cell": cell, "picture": picture})
    for count in range(1, PRESSES + 1):
        notebook.page.keyboard.press("ArrowLeft")
        notebook.page.wait_for_function("count => window.tiedbookTaken.length >= count", arg=count)
    return [float(taken) for taken in notebook.page.evaluate("window.tiedbookTaken")]
