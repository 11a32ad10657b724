"""Requests that name one thing where another belongs, such as an edition in the place of a folder."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from tiedbook.course import course
from tiedbook.editions import editions, tag_of
from tiedbook.errors import LearnerError
from tiedbook.session import MARKER, set_edition
from tiedbook.workspace import find


def require_order(tag: str, folder: Path) -> None:
    """Notice a folder in the place of the edition and an edition in that of the folder.

    Raises
    ------
    LearnerError
        If the two are swapped; in the edition of the workspace that was meant.
    """
    meant = tag_of(str(folder))
    if tag in editions() or meant not in editions():
        return
    with suppress(LearnerError):
        set_edition(find(Path(tag)).edition)
    raise LearnerError(
        "switch.swapped",
        "The edition comes first: `tiedbook switch {tag} {folder}`.",
        tag=meant,
        folder=Path(tag),
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


def require_two(tag: str, beside: str | None) -> None:
    """Notice an edition that is to be folded below itself.

    Raises
    ------
    LearnerError
        If both are the same edition.
    """
    if tag == beside:
        others = [other for other in editions() if other != tag]
        raise LearnerError(
            "switch.same",
            "'{tag}' cannot be read beside itself. Leave `--beside` out, or name another edition after it: {others}.",
            tag=tag,
            others=", ".join(others),
            status=2,
        )


def require_snapshot(named: str) -> None:
    """Notice a workspace or a chapter in the place of a snapshot.

    Raises
    ------
    LearnerError
        If that is what is named.
    """
    path = Path(named)
    if (path / MARKER).is_file():
        raise LearnerError(
            "restore.folder",
            "'{folder}' is a workspace and no snapshot. `tiedbook restore --dir {folder}` lists the snapshots in it.",
            folder=path,
            status=2,
        )
    if path.suffix == ".ipynb" or any(stem.startswith(path.stem) for stem in course().stems()):
        raise LearnerError(
            "restore.chapter_first",
            "'{path}' is a chapter, and the snapshot comes first: `tiedbook restore last {chapter}` brings the chapter "
            "back as the newest snapshot has it.",
            path=path,
            chapter=path.stem,
            status=2,
        )
