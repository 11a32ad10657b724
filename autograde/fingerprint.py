"""Digests by which a submission is known to have been graded already."""

from __future__ import annotations

import hashlib
import json

from autograde.timestamps import Timestamp
from tiedbook.notebook import Notebook


def fingerprint_of(content: bytes, release: str, stamp: Timestamp | None) -> str:
    """Return a digest of what decides a grade.

    Parameters
    ----------
    content : bytes
        The submission's file.
    release : str
        As `release_fingerprint` gives it.
    stamp : Timestamp or None
        When it was submitted.
    """
    return _digest(content, release.encode(), stamp.text.encode() if stamp else b"")


def release_fingerprint(release: Notebook) -> str:
    """Return a digest of what decides points in a release: its code and not its prose, so that all editions are one."""
    deciding = [
        (cell["id"], cell["source"] if cell["cell_type"] == "code" else "", marks.get("points"))
        for cell in release["cells"]
        if (marks := cell["metadata"].get("nbgrader", {})) or cell["cell_type"] == "code"
    ]
    return _digest(json.dumps(deciding).encode())


def _digest(*parts: bytes) -> str:
    whole = hashlib.sha256()
    for part in parts:
        whole.update(hashlib.sha256(part).digest())
    return whole.hexdigest()
