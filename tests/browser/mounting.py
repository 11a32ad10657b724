"""A widget on a bare page, with its Python half behind it: what JupyterLab does, without JupyterLab."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

from tiedbook.widgets.widget import Widget

# JupyterLab's own colours, from the themes that the environment has installed.
_THEMES = Path(sys.prefix) / "share" / "jupyter" / "lab" / "themes" / "@jupyterlab"

# A model like the one that anywidget hands over: Backbone's events, and the kernel at the other end.
_HOST = """
window.mountWidget = async ({ esm, css, state }) => {
  const listeners = {};
  const emit = (event) => [...(listeners[event] ?? [])].forEach((listener) => listener());
  const values = { ...state };
  const unsaved = new Set();
  const take = (changes) => {
    const news = Object.keys(changes).filter((name) => JSON.stringify(values[name]) !== JSON.stringify(changes[name]));
    Object.assign(values, changes);
    news.forEach((name) => emit(`change:${name}`));
    if (news.length) emit("change");
    return news;
  };
  const model = {
    get: (name) => values[name],
    set: (name, value) => take({ [name]: value }).forEach((changed) => unsaved.add(changed)),
    save_changes: async () => {
      const changes = Object.fromEntries([...unsaved].map((name) => [name, values[name]]));
      unsaved.clear();
      window.underWay += 1;
      take(await window.toKernel(changes));
      window.underWay -= 1;
    },
    send: async (content) => {
      window.underWay += 1;
      take(await window.messageKernel(content));
      window.underWay -= 1;
    },
    on: (event, listener) => (listeners[event] ??= []).push(listener),
    off: (event, listener) => { listeners[event] = (listeners[event] ?? []).filter((other) => other !== listener); },
  };
  window.underWay = 0;
  window.unsaved = unsaved;
  window.fromKernel = take;
  window.model = model;
  document.querySelector("style#own").textContent = css;
  const module = await import(URL.createObjectURL(new Blob([esm], { type: "text/javascript" })));
  const el = document.querySelector("#widget");
  el.replaceChildren();
  window.unmount?.();
  window.unmount = await module.default.render({ model, el });
};
"""


@dataclass(frozen=True, slots=True)
class Mounted:
    """A widget on a page.

    Parameters
    ----------
    page : Page
        The page, which shows nothing else.
    widget : Widget
        Its Python half.
    root : Locator
        Its outermost element.
    """

    page: Page
    widget: Widget
    root: Locator

    def settle(self) -> None:
        """Wait until Python has heard everything, and the page its answers."""
        self.page.wait_for_function("!window.unsaved.size && !window.underWay")

    def push(self) -> None:
        """Bring to the page what has changed in Python, as the kernel does by itself."""
        self.page.evaluate("state => void window.fromKernel(state)", _state(self.widget))

    def shown(self, selector: str) -> list[str]:
        """Return the texts of the elements that a selector finds in the widget, as they are seen."""
        return [text.strip() for text in self.root.locator(selector).all_inner_texts()]

    def rows(self, selector: str) -> list[list[str]]:
        """Return the texts of the cells of a table's body, row by row."""
        read = "rows => rows.map(row => [...row.cells].filter(cell => !cell.hidden).map(cell => cell.innerText.trim()))"
        return list(self.root.locator(f"{selector} tbody tr").evaluate_all(read))

    def violations(self) -> list[str]:
        """Return what axe-core finds wrong, one line each."""
        found = Axe().run(self.page, context=".tb").response["violations"]
        return [f"{each['id']}: {node['html']} {node['failureSummary']}" for each in found for node in each["nodes"]]

    def overflow(self) -> list[str]:
        """Return the elements that stick out of the page sideways, but for those in a box that scrolls."""
        return list(
            self.page.evaluate(
                """[...document.querySelectorAll(".tb, .tb *")]
                .filter((node) => !node.closest(".tb-scroll") || node.matches(".tb-scroll"))
                .filter((node) => node.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
                .filter((node) => !(node instanceof SVGElement) || node.matches("svg"))
                .map((node) => node.outerHTML.slice(0, 120))"""
            )
        )


def mount(page: Page, widget: Widget, *, theme: str = "light", width: int = 1000) -> Mounted:
    """Show a widget on a page of a given width, in the colours of JupyterLab's light or dark theme."""
    page.set_viewport_size({"width": width, "height": 900})
    colours = (_THEMES / f"theme-{theme}-extension" / "index.css").read_text(encoding="utf-8")
    page.set_content(
        f'<!doctype html><html lang="en"><head><title>Widget</title><style>{colours}</style><style id="own"></style>'
        "<style>body { margin: 0; padding: 8px; background: var(--jp-layout-color0); }</style></head>"
        f'<body data-jp-theme-light="{str(theme == "light").lower()}"><main id="widget"></main></body></html>'
    )
    _answer(page, widget)
    page.evaluate(f"() => {{ {_HOST} }}")
    page.evaluate(
        "async widget => await mountWidget(widget)", {"esm": widget._esm, "css": widget._css, "state": _state(widget)}
    )
    return Mounted(page, widget, page.locator(".tb"))


def _answer(page: Page, widget: Widget) -> None:
    """Let the page reach the Python half; what that changes in turn is the answer."""

    def hear(changes: dict[str, Any]) -> dict[str, Any]:
        before = _state(widget)
        with widget.hold_trait_notifications():
            for name, value in changes.items():
                widget.set_trait(name, value)
        # The page may have moved on meanwhile: what it said itself is no news to it.
        return {name: value for name, value in _news(before, widget).items() if changes.get(name) != value}

    def message(content: Any) -> dict[str, Any]:
        before = _state(widget)
        widget._handle_custom_msg(content, [])
        return _news(before, widget)

    page._mounted = (hear, message)  # type: ignore[attr-defined]  # a page can be told of a function only once
    if not getattr(page, "_answering", False):
        page._answering = True  # type: ignore[attr-defined]
        page.expose_function("toKernel", lambda changes: page._mounted[0](changes))  # type: ignore[attr-defined]
        page.expose_function("messageKernel", lambda content: page._mounted[1](content))  # type: ignore[attr-defined]


def _news(before: dict[str, Any], widget: Widget) -> dict[str, Any]:
    return {name: value for name, value in _state(widget).items() if before[name] != value}


def _state(widget: Widget) -> dict[str, Any]:
    own = widget.get_state()
    return {
        name: value for name, value in own.items() if not name.startswith("_") and name not in {"layout", "tooltip"}
    }
