"""Opens a workspace in JupyterLab."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from tiedbook.course import course
from tiedbook.errors import LearnerError
from tiedbook.phrases import quoted, reason
from tiedbook.workspace import Workspace

HOST = "127.0.0.1"


def require_jupyterlab() -> None:
    """Make sure that JupyterLab is there.

    Raises
    ------
    LearnerError
        If it is not installed for this Python.
    """
    if find_spec("jupyterlab") is None:
        raise LearnerError(
            "lab.no_jupyterlab",
            "JupyterLab is not installed here. Install it with: {python} -m pip install jupyterlab",
            python=quoted(sys.executable),
        )


def require_free(port: int) -> None:
    """Make sure that JupyterLab can listen on a port of this computer.

    Raises
    ------
    LearnerError
        If something else listens there, or the system does not allow it.
    """
    try:
        with socket.socket() as probe:
            if os.name == "posix":  # as the server does; on Windows this would hide that the port is in use
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((HOST, port))
    except OSError as fault:
        raise LearnerError(
            "lab.port_taken",
            "Port {port} cannot be used ({reason}). Choose another one with --port, or leave --port out to get a free "
            "one.",
            port=port,
            reason=reason(fault),
        ) from fault


# JupyterLab's page configuration that leaves out its announcements: they ask a beginner, in English, whether to fetch
# news from the network, and --LabApp.news_url=None does not stop the asking.
QUIET = Path(__file__).parent / "lab_config"


def command(workspace: Workspace, *, port: int | None, browser: bool) -> list[str]:
    """Return the command line that opens a workspace in JupyterLab, on the first chapter.

    The server listens on this computer only.

    Parameters
    ----------
    workspace : Workspace
        What to open.
    port : int or None
        The port to listen on; None for 8888 or the next free one.
    browser : bool
        Whether to open a browser window.
    """
    first = course().stems(workspace.edition)[0]
    options = [
        f"--ServerApp.root_dir={workspace.folder}",
        f"--ServerApp.ip={HOST}",
        f"--LabApp.default_url=/lab/tree/{first}.ipynb",
    ]
    if port is not None:
        options += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if not browser:
        options.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")  # in a container the only user is often root
    return [sys.executable, "-m", "jupyterlab", *options]


def launch(workspace: Workspace, *, port: int | None, browser: bool) -> int:
    """Become JupyterLab; where a program cannot be replaced (Windows), run it and return its exit status."""
    scripts = str(Path(sys.executable).parent)  # so that `tiedbook switch` is found in JupyterLab's terminals
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([scripts, os.environ.get("PATH", os.defpath)]),
        "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, [str(QUIET), os.environ.get("JUPYTER_CONFIG_PATH")])),
    }
    words = command(workspace, port=port, browser=browser)
    sys.stdout.flush()
    if os.name == "posix":
        os.execve(words[0], words, environment)  # noqa: S606  # no shell: the words are ours
    return subprocess.run(words, env=environment, check=False).returncode  # noqa: S603  # the same
