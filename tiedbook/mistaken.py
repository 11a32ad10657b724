"""Requests that name an edition where a folder belongs, or the other way round."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from tiedbook.editions import editions
from tiedbook.errors import LearnerError
from tiedbook.session import set_edition
from tiedbook.workspace import find


def require_order(tag: str, folder: Path) -> None:
    """Notice a folder in the place of the edition and an edition in that of the folder.

    Raises
    ------
    LearnerError
        If the two are swapped; in the edition of the workspace that was meant.
    """
    if tag in editions() or str(folder) not in editions():
        return
    with suppress(LearnerError):
        set_edition(find(Path(tag)).edition)
    raise LearnerError(
        "switch.swapped",
        "The edition comes first: `tiedbook switch {tag} {folder}`.",
        tag=folder,
        folder=tag,
        status=2,
    )


def require_meant(folder: Path, tag: str | None) -> None:
    """Notice an edition in the place of a folder that is not there.

    Raises
    ------
    LearnerError
        If the folder has the name of an edition and no edition is named.
    """
    if tag is None and str(folder) in editions() and not folder.exists():
        raise LearnerError(
            "start.edition",
            "'{tag}' is an edition. `tiedbook start --edition {tag}` makes a workspace in it; "
            "`tiedbook start {tag} --edition {tag}` makes one in a folder of that name.",
            tag=folder,
            status=2,
        )
