"""What keeps a submission in is missing, or stands open: nothing is graded then."""

from __future__ import annotations

import shutil
import sys
from functools import partial
from pathlib import Path
from typing import Any

from tiedbook.errors import TiedbookError

ESCAPE = "(`--no-sandbox` grades without walls; use it only for submissions you would run yourself.)"

CONTAINER = "--security-opt seccomp=unconfined --security-opt apparmor=unconfined"  # what Docker and Podman call it


class WallError(TiedbookError):
    """A wall is missing or open. The message says which one, and what to do about it.

    Parameters
    ----------
    message : str
        Without the way around it.
    passing : bool
        Whether this concerns one submission only.
    """

    def __init__(self, message: str, *, passing: bool = False) -> None:
        super().__init__(message if passing else f"{message} {ESCAPE}", status=1)
        self.passing = passing
        self._said = message

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes."""
        return partial(WallError, passing=self.passing), (self._said,)


def find_bubblewrap() -> str:
    """Return the path of ``bwrap``.

    Raises
    ------
    WallError
        If this is not Linux, or bubblewrap is not installed.
    """
    if not sys.platform.startswith("linux"):
        raise WallError(
            f"The judge needs Linux to shut submissions in; this is {sys.platform}. Grade in a Linux container with "
            f"bubblewrap that is started with `{CONTAINER}`, or on Windows inside WSL 2."
        )
    found = shutil.which("bwrap")
    if found is None:
        raise WallError(
            "The judge needs bubblewrap to shut submissions in, and there is no `bwrap` on PATH. "
            "Install it: `sudo apt install bubblewrap` on Debian and Ubuntu, `sudo dnf install bubblewrap` on Fedora."
        )
    return found


def explain_refusal(said: str) -> WallError:
    """Say why bubblewrap could not start, from what the system forbids.

    Parameters
    ----------
    said : str
        What it wrote to standard error.
    """
    said = " ".join(said.split())[:300] or "nothing"
    for switch, forbids, remedy in _SWITCHES:
        if _setting(switch) == forbids:
            return WallError(f"bubblewrap cannot make a user namespace: {remedy} It said: {said}.")
    if Path("/.dockerenv").exists() or Path("/run/.containerenv").exists():
        return WallError(
            f"The sandbox did not start. It said: {said}. If that is for want of permission: this is a container, and "
            f"bubblewrap makes its own namespaces only in one that is started with `{CONTAINER}`."
        )
    return WallError(
        f"The sandbox did not start. It said: {said}. "
        "`bwrap --unshare-all --ro-bind / / true` shows whether bubblewrap works on this machine at all."
    )


_SWITCHES = (
    (
        "kernel/apparmor_restrict_unprivileged_userns",
        "1",
        (
            "this system's AppArmor restricts them (Ubuntu 23.10 and later). Allow them for bubblewrap alone: "
            "`printf 'abi <abi/4.0>,\\nprofile bwrap /usr/bin/bwrap flags=(unconfined) {\\n  userns,\\n}\\n' | "
            "sudo tee /etc/apparmor.d/bwrap && sudo systemctl reload apparmor`."
        ),
    ),
    (
        "kernel/unprivileged_userns_clone",
        "0",
        (
            "this system allows them to root only. Allow them: `sudo sysctl -w kernel.unprivileged_userns_clone=1`, "
            "and put the line into /etc/sysctl.d/ to keep it."
        ),
    ),
    (
        "user/max_user_namespaces",
        "0",
        (
            "this system allows none. Allow them: `sudo sysctl -w user.max_user_namespaces=10000`, "
            "and put the line into /etc/sysctl.d/ to keep it."
        ),
    ),
)


def _setting(switch: str) -> str | None:
    try:
        return Path("/proc/sys", switch).read_text(encoding="utf-8").strip()
    except OSError:
        return None
