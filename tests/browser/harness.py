"""A Jupyter server on loopback, a headless Chromium, and a notebook on a page of it, spoken to in verbs."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, sync_playwright

PATIENCE = 30  # seconds until a condition counts as never coming true
TOKEN = "loopback"
FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]


def find_chromium() -> Path | None:
    """Return the browser's binary; Debian's /usr/bin/chromium is a wrapper that drops what playwright passes."""
    named = [os.environ.get("TIEDBOOK_CHROMIUM"), "/usr/lib/chromium/chromium"]
    named += [shutil.which(name) for name in ("google-chrome", "chromium-browser")]
    return next((Path(name) for name in named if name and Path(name).is_file()), None)


@dataclass(frozen=True, slots=True)
class Server:
    """A running Jupyter server with JupyterLab and Notebook 7.

    Parameters
    ----------
    url : str
        Its address, without a slash at the end.
    root : Path
        The folder it serves.
    process : subprocess.Popen
        Its process.
    log : Path
        What it wrote.
    """

    url: str
    root: Path
    process: subprocess.Popen[bytes]
    log: Path

    def request(self, path: str, method: str = "GET", body: object = None) -> tuple[int, Any]:
        """Send a request with the token; return status and decoded JSON."""
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/{path}", data, {"Authorization": f"token {TOKEN}"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                return response.status, _decoded(response.read())
        except urllib.error.HTTPError as fault:
            return fault.code, _decoded(fault.read())

    def end_kernels(self) -> None:
        """Shut down every session, so that the next test has the machine for itself."""
        for session in self.request("api/sessions")[1]:
            self.request(f"api/sessions/{session['id']}", "DELETE")


@contextmanager
def serve(root: Path, home: Path, **environment: str) -> Iterator[Server]:
    """Run a server for `root`, with settings and files of its own under `home`."""
    settings = home / "settings" / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    settings.parent.mkdir(parents=True)
    settings.write_text('{"fetchNews": "false", "checkForUpdates": false}', encoding="utf-8")
    port = _free_port()
    own = {
        "IPYTHONDIR": "ipython",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "MPLCONFIGDIR": "matplotlib",
    }
    variables = os.environ | {name: str(home / folder) for name, folder in own.items()} | environment
    for name in ("PYTHONDONTWRITEBYTECODE", "TIEDBOOK_EDITION", "MPLBACKEND"):
        variables.pop(name, None)
    command = [sys.executable, "-m", "jupyter", "server", "--no-browser", "--allow-root"]
    command += ["--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    command += [
        f"--IdentityProvider.token={TOKEN}",
        f"--ServerApp.root_dir={root}",
        "--ServerApp.terminals_enabled=0",
    ]
    command += ["--LabApp.expose_app_in_browser=True", "--JupyterNotebookApp.expose_app_in_browser=True"]
    log = home / "server.log"
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=root, env=variables, stdout=out, stderr=subprocess.STDOUT)
        server = Server(f"http://127.0.0.1:{port}", root, process, log)
        try:
            _wait_until_up(server)
            yield server
        finally:
            stop(server)


def stop(server: Server) -> None:
    """End a server and its kernels."""
    server.process.send_signal(signal.SIGTERM)
    try:
        server.process.wait(15)
    except subprocess.TimeoutExpired:
        server.process.kill()
        server.process.wait(15)


@contextmanager
def browse(chromium: Path, profile: Path) -> Iterator[BrowserContext]:
    """Run a headless browser with a profile of its own."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            str(profile),
            executable_path=str(chromium),
            headless=True,
            args=FLAGS,
            chromium_sandbox=False,
            viewport={"width": 1280, "height": 900},
            locale="en-US",
        )
        context.set_default_timeout(PATIENCE * 1000)
        try:
            yield context
        finally:
            context.close()


class Notebook:
    """A notebook open in a page of JupyterLab or Notebook 7.

    Parameters
    ----------
    page : Page
        The page, in which the notebook is open or about to be.
    path : str
        Its path under the server's root.
    """

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
        self.page.locator(".tiedbook-Edition-menu .lm-Menu-item", has_text=name).click()
        self.wait_until_in(name)

    def wait_until_in(self, name: str) -> None:
        """Wait until the control names an edition and no switch is under way."""
        button = "panel.node.querySelector('.tiedbook-Edition-button')"
        self.wait(f"{button}?.textContent.includes(argument) && {button}.ariaDisabled === 'false'", name)

    def told(self) -> str:
        """Return the edition that the kernel speaks."""
        return self.ask("__import__('tiedbook').session.current_edition().tag")

    def notification(self, text: str) -> Locator:
        """Return the notification on the page that holds a text."""
        return self.page.locator(".Toastify__toast", has_text=text)


def open_lab(context: BrowserContext, server: Server, name: str) -> Page:
    """Open JupyterLab on a new page; in a workspace of that name, else it opens the notebooks of earlier pages."""
    page = context.new_page()
    page.goto(f"{server.url}/lab/workspaces/{name}?token={TOKEN}", wait_until="domcontentloaded")
    page.wait_for_function("window.jupyterapp")
    page.evaluate("jupyterapp.restored.then(() => true)")
    return page


def open_in_lab(page: Page, path: str) -> Notebook:
    """Open a notebook in a page of JupyterLab that is there already."""
    page.evaluate("path => void jupyterapp.commands.execute('docmanager:open', { path })", path)
    return Notebook(page, path)


def open_in_notebook(context: BrowserContext, server: Server, path: str) -> Notebook:
    """Open a notebook in Notebook 7, on a page of its own."""
    page = context.new_page()
    page.goto(f"{server.url}/notebooks/{path}?token={TOKEN}", wait_until="domcontentloaded")
    page.wait_for_function("window.jupyterapp")
    return Notebook(page, path)


_PRELUDE = """
    const panel = [...jupyterapp.shell.widgets("main")].find((widget) => widget.context?.path === PATH);
    const shared = panel?.content?.model?.sharedModel;
    const cell = (id) => shared.cells.find((cell) => cell.getId() === id);
    const widget = (id) => panel.content.widgets.find((widget) => widget.model.id === id);
    const kernel = () => panel?.sessionContext?.session?.kernel;
"""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_up(server: Server) -> None:
    end = monotonic() + PATIENCE
    while True:
        try:
            server.request("api")
            return
        except urllib.error.URLError:
            if server.process.poll() is not None or monotonic() > end:
                raise RuntimeError(server.log.read_text(encoding="utf-8")[-3000:]) from None
            sleep(0.05)  # nothing tells when a port opens


def _decoded(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return content.decode(errors="replace")
