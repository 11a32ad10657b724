"""A notebook open on a page, spoken to in verbs."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator, Page

# Names that every script knows; PATH is the notebook's.
_PRELUDE = """
    const panel = [...jupyterapp.shell.widgets("main")].find((widget) => widget.context?.path === PATH);
    const shared = panel?.content?.model?.sharedModel;
    const cell = (id) => shared.cells.find((cell) => cell.getId() === id);
    const widget = (id) => panel.content.widgets.find((widget) => widget.model.id === id);
    const kernel = () => panel?.sessionContext?.session?.kernel;
"""


class Notebook:
    """A notebook open in a page of JupyterLab or Notebook 7.

    Parameters
    ----------
    page : Page
        The page, in which the notebook is open or about to be.
    path : str
        Its path under the server's root.
    """

    MENU_FOCUSED = "document.activeElement === panel.node.querySelector('.tiedbook-Edition-button')"

    def __init__(self, page: Page, path: str) -> None:
        self.page = page
        self._prelude = _PRELUDE.replace("PATH", json.dumps(path))
        self.wait("panel?.context.isReady && panel.isVisible")
        self.panel = page.locator(f"[id='{self.evaluate('return panel.id')}']")
        self.menu = self.panel.locator(".tiedbook-Edition-button")

    def evaluate(self, body: str, argument: object = None) -> Any:
        """Run a function body in JavaScript that knows panel, shared, cell(id), widget(id), kernel() and argument."""
        return self.page.evaluate(f"async argument => {{ {self._prelude} {body} }}", argument)

    def wait(self, condition: str, argument: object = None) -> None:
        """Wait until an expression in JavaScript, which knows the same names, is true."""
        self.page.wait_for_function(f"argument => {{ {self._prelude} return {condition}; }}", arg=argument)

    def wait_for_kernel(self) -> None:
        """Wait until the kernel is connected and idle; the indicator in the toolbar says so before it is."""
        self.wait("kernel()?.connectionStatus === 'connected' && kernel().status === 'idle'")

    def execute(self, command: str, **arguments: object) -> None:
        """Start a command and return at once: while it shows a dialog, it has no end to wait for."""
        self.evaluate("void jupyterapp.commands.execute(argument[0], argument[1])", [command, arguments])

    def close(self) -> None:
        """Close the notebook without saving, and end its kernel; nothing where it is closed."""
        self.evaluate("await panel?.sessionContext.shutdown(); panel?.dispose()")

    def leave(self) -> None:
        """Close the notebook without saving, and let its kernel end by itself: nothing may open its file again."""
        self.evaluate(
            "const session = panel?.sessionContext.session; panel?.dispose();"
            "if (session) void jupyterapp.serviceManager.sessions.shutdown(session.id).catch(() => {})"
        )

    def ids(self) -> list[str]:
        """Return the ids of all cells, in order."""
        return list(self.evaluate("return shared.cells.map(cell => cell.getId())"))

    def source(self, id_: str) -> str:
        """Return the text of a cell."""
        return str(self.evaluate("return cell(argument).getSource()", id_))

    def sources(self, cell_type: str) -> dict[str, str]:
        """Return the text of every cell of a type, by id."""
        cells = "shared.cells.filter(cell => cell.cell_type === argument)"
        return dict(self.evaluate(f"return {cells}.map(cell => [cell.getId(), cell.getSource()])", cell_type))

    def replace(self, id_: str, text: str) -> None:
        """Give a cell another text, as the learner would by typing."""
        self.evaluate("cell(argument[0]).setSource(argument[1])", [id_, text])

    def reveal(self, id_: str) -> Locator:
        """Scroll to a cell, put the focus on it, and return its element."""
        self.evaluate(
            "await panel.content.scrollToItem(panel.content.widgets.indexOf(widget(argument)), 'center')", id_
        )
        self.wait("widget(argument).node.isConnected && !widget(argument).placeholder", id_)
        index = self.evaluate(
            "panel.content.activeCellIndex = panel.content.widgets.indexOf(widget(argument)); panel.content.activate();"
            "return panel.content.activeCellIndex",
            id_,
        )
        self.wait("widget(argument).node.contains(document.activeElement)", id_)
        return self.panel.locator(f".jp-Cell[data-windowed-list-index='{index}']")

    def start(self, id_: str) -> None:
        """Run a code cell without waiting for it."""
        self.evaluate(
            "cell(argument).execution_count = null;"
            "panel.content.activeCellIndex = panel.content.widgets.indexOf(widget(argument));"
            "void jupyterapp.commands.execute('notebook:run-cell')",
            id_,
        )

    def run(self, id_: str) -> str:
        """Run a code cell, wait until it is done, well or not, and return what it shows."""
        self.start(id_)
        self.wait("cell(argument).execution_count !== null", id_)
        self.wait_for_kernel()
        return self.output(id_)

    def output(self, id_: str) -> str:
        """Return the text that a cell shows as its result."""
        return str(self.evaluate("return widget(argument).outputArea.node.textContent", id_))

    def ask(self, expression: str) -> str:
        """Have the kernel print an expression, in no cell and without a trace."""
        return str(
            self.evaluate(
                """
                const future = kernel().requestExecute({ code: argument, store_history: false });
                let text = "";
                future.onIOPub = ({ content }) => { text += content.text ?? content.evalue ?? ""; };
                await future.done;
                return text;
                """,
                f"print({expression}, end='')",
            )
        )

    def choose(self, name: str) -> None:
        """Choose an edition in the menu with the mouse, and wait until the notebook shows it."""
        self.menu.click()
        self.page.locator(".tiedbook-Edition-menu").get_by_text(name, exact=True).click()
        self.wait_until_in(name)

    def switch(self, **choice: str) -> None:
        """Choose an edition by the command, and return when all is said that is said of it."""
        self.evaluate("await jupyterapp.commands.execute('tiedbook:edition', { ...argument, panel: panel.id })", choice)

    def walk_to_menu(self) -> None:
        """Put the focus on the button of the edition menu as a keyboard does."""
        self.evaluate("panel.toolbar.node.querySelector('[data-jp-item-name=run] jp-button').focus()")
        for _ in range(20):  # the arrow keys go from item to item of a toolbar
            if self.evaluate(f"return {self.MENU_FOCUSED}"):
                return
            self.page.keyboard.press("ArrowLeft")
        raise AssertionError("the arrow keys do not reach the edition menu")

    def save(self) -> None:
        """Save the notebook."""
        self.evaluate("await panel.context.save()")

    def delete(self, *ids: str) -> None:
        """Delete cells as the learner would, who may unlock them first."""
        self.evaluate(
            "for (const id of argument) shared.deleteCell(shared.cells.findIndex(cell => cell.getId() === id))",
            list(ids),
        )

    def wait_until_in(self, name: str) -> None:
        """Wait until the control names an edition and no switch is under way."""
        button = "panel.node.querySelector('.tiedbook-Edition-button')"
        self.wait(
            f"{button}?.textContent.trim().endsWith(`: ${{argument}}`) && {button}.ariaDisabled === 'false'", name
        )

    def told(self) -> str:
        """Return the edition that the kernel speaks."""
        return self.ask("__import__('tiedbook').session.current_edition().tag")

    def notification(self, text: str) -> Locator:
        """Return the notification on the page that holds a text."""
        return self.page.locator(".Toastify__toast", has_text=text)

    def dismiss(self) -> None:
        """Take every notification off the page."""
        self.evaluate("document.querySelectorAll('.jp-Notification-Toast-Close').forEach(button => button.click())")
        self.page.wait_for_function("!document.querySelector('.Toastify__toast')")
