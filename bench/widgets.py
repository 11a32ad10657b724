"""What a key press costs until its pixels are there: every widget, and the explorer's plot by Matplotlib."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median

from playwright.sync_api import Error, Page

from bench.rows import Row
from tests.browser.harness import browse, find_chromium, open_in_lab, open_lab, serve
from tests.browser.mounting import Mounted, mount
from tests.browser.notebook import Notebook
from tests.browser.samples import SAMPLES
from tiedbook.workspace import start

CHAPTER = "ch04_tied_logits.ipynb"
LIMIT_MS = 40
PRESSES = 30
FEWEST = 10  # presses that a median needs: a stepper's buttons reach its end sooner, and its slider does the same

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

# The clock runs in the page: from the key's own time stamp to the first task after the frame that shows the change. The
# live summary is no change: it comes after a rest, on purpose.
CLOCK = """(node, picture) => {
    window.tiedbookTaken = [];
    window.tiedbookPressed = null;
    document.addEventListener("keydown", (event) => { window.tiedbookPressed = event.timeStamp; }, true);
    const shown = () => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port2.onmessage = () => {
            const pressed = window.tiedbookPressed;
            if (pressed !== null) window.tiedbookTaken.push(performance.now() - pressed);
            window.tiedbookPressed = null;
        };
        port1.postMessage(null);
    });
    new MutationObserver(async (changes) => {
        if (window.tiedbookPressed === null) return;
        const inStatus = ({ target }) => (target.closest ? target : target.parentElement)?.closest("[role=status]");
        if (changes.every(inStatus)) return;
        const image = picture && node.querySelector("img");
        if (picture && (!image || image.src === window.tiedbookPicture)) return;
        if (image) {
            window.tiedbookPicture = image.src;
            await image.decode();
        }
        shown();
    }).observe(node, { subtree: true, childList: true, attributes: true, characterData: true });
}"""

# What takes keys on a widget, and keys that change it, in turn.
CONTROLS = {
    "tip": ("[role=slider]", ("ArrowRight", "ArrowLeft")),
    "slider": ("input[type=range]", ("ArrowRight", "ArrowLeft")),
    "choice": ("input[type=radio]:checked", ("ArrowDown",)),
    "toggle": ("input[type=checkbox]", ("Space",)),
    "field": ("input[type=text]", ("1", "Backspace")),
    "menu": ("select", ("ArrowDown", "ArrowUp")),
    "button": ("button:not([aria-disabled=true])", ("Enter",)),
}


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
    with tempfile.TemporaryDirectory() as name, browse(chromium, Path(name)) as context:
        page = context.new_page()
        taken = {name: times for name in SAMPLES if (times := _on_a_bare_page(page, name))}
    slowest = {name: max(times.values()) for name, times in taken.items()}
    for name, times in taken.items():
        each = ", ".join(f"{kind} {time:.0f}" for kind, time in times.items())
        yield Row(
            f"key press to pixels, {name} on a bare page",
            f"{slowest[name] / slowest['dot_explorer']:.1f} times the explorer; {each} ms",
            f"at most {LIMIT_MS} ms",
            slowest[name] <= LIMIT_MS,
        )


def _on_a_bare_page(page: Page, name: str) -> dict[str, float]:
    """Return the median for each kind of control that a widget has, in milliseconds."""
    mounted = mount(page, SAMPLES[name]())
    page.wait_for_timeout(500)
    page.evaluate(f"({CLOCK})(document.querySelector('#widget'), false)")
    return {kind: median(times) for kind in CONTROLS if len(times := _of_one_kind(mounted, *CONTROLS[kind])) >= FEWEST}


def _of_one_kind(mounted: Mounted, selector: str, keys: tuple[str, ...]) -> list[float]:
    page = mounted.page
    page.evaluate("window.tiedbookTaken = []")
    taken = 0
    for press in range(PRESSES):
        found = mounted.root.locator(f"{selector}:visible")
        if not found.count():
            break
        found.nth(press // len(keys) % found.count()).focus()
        page.keyboard.press(keys[press % len(keys)])
        with suppress(Error):  # what changes nothing, such as the button of the state that is shown already
            page.wait_for_function("count => window.tiedbookTaken.length > count", arg=taken, timeout=200)
        mounted.settle()
        taken = page.evaluate("window.tiedbookPressed = null; window.tiedbookTaken.length")
    return [float(time) for time in page.evaluate("window.tiedbookTaken")]


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
    notebook.evaluate(f"({CLOCK})(widget(argument.cell).node, argument.picture)", {"cell": cell, "picture": picture})
    for count in range(1, PRESSES + 1):
        notebook.page.keyboard.press("ArrowLeft")
        notebook.page.wait_for_function("count => window.tiedbookTaken.length >= count", arg=count)
    return [float(taken) for taken in notebook.page.evaluate("window.tiedbookTaken")]
