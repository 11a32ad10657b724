"""A Jupyter server on loopback, a headless Chromium, and notebooks opened in it."""

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

from playwright.sync_api import BrowserContext, Page, sync_playwright

from tests.browser.notebook import Notebook

PATIENCE = 120  # seconds until a condition counts as never coming true
TOKEN = "loopback"
# Server extensions that no test needs: this one looks for every language server there is when the server stops,
IDLE = ["jupyter_lsp"]
# and these take longer to import than all others together.
NBGRADER = [
    f"nbgrader.server_extensions.{name}"
    for name in ("assignment_list", "course_list", "formgrader", "validate_assignment")
]
SETTINGS = {
    "settings/@jupyterlab/apputils-extension/notification.jupyterlab-settings": {
        "fetchNews": "false",
        "checkForUpdates": False,
    },
    # What a page would load, and no test looks at.
    "config/labconfig/page_config.json": {
        "disabledExtensions": dict.fromkeys(
            ["@jupyter/nbgrader", "@jupyterlab/lsp-extension", "jupyterlab-jupytext"], True
        )
    },
}
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


@contextmanager
def serve(root: Path, home: Path, *, nbgrader: bool = False, **environment: str) -> Iterator[Server]:
    """Run a server for `root`, with settings and files of its own under `home`; with nbgrader where it is wanted."""
    _write_settings(home)
    port = free_port()
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
    without = dict.fromkeys(IDLE if nbgrader else IDLE + NBGRADER, False)
    command.append(f"--ServerApp.jpserver_extensions={without}")
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


def open_lab(context: BrowserContext, server: Server, name: str) -> Page:
    """Open JupyterLab on a new page; in a workspace of that name, else it opens the notebooks of earlier pages."""
    page = context.new_page()
    page.goto(f"{server.url}/lab/workspaces/{name}?token={TOKEN}", wait_until="domcontentloaded")
    wait_for_lab(page)
    return page


def wait_for_lab(page: Page) -> None:
    """Wait until JupyterLab has started on a page."""
    page.wait_for_function("window.jupyterapp")
    page.evaluate("jupyterapp.restored.then(() => true)")


def open_in_lab(page: Page, path: str, *, kernel: bool = True) -> Notebook:
    """Open a notebook in a page of JupyterLab that is there already; without a kernel where nothing is run."""
    asked = {"path": path} if kernel else {"path": path, "kernelPreference": {"shouldStart": False}}
    page.evaluate("asked => void jupyterapp.commands.execute('docmanager:open', asked)", asked)
    return Notebook(page, path)


def open_in_notebook(context: BrowserContext, server: Server, path: str) -> Notebook:
    """Open a notebook in Notebook 7, on a page of its own."""
    page = context.new_page()
    page.goto(f"{server.url}/notebooks/{path}?token={TOKEN}", wait_until="domcontentloaded")
    page.wait_for_function("window.jupyterapp")
    return Notebook(page, path)


def free_port() -> int:
    """Return a port of this machine that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _write_settings(home: Path) -> None:
    for name, content in SETTINGS.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content), encoding="utf-8")


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
