"""The command ``tiedbook restore``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from tiedbook.built import stems
from tiedbook.errors import LearnerError
from tiedbook.history import HISTORY, kept, snapshots
from tiedbook.mistaken import require_snapshot
from tiedbook.renewal import Report, bring_back
from tiedbook.restoration import chosen, difference, differing, notebook_of, restore
from tiedbook.session import say, set_edition
from tiedbook.terminal import describe, near, show, show_files, show_snapshot
from tiedbook.workspace import Workspace, find


def add_restore_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``tiedbook restore``."""
    describe(
        parser,
        say(
            "help.restore",
            "Bring chapters back as they were before a switch, an update or a restore. Without arguments, list the "
            "snapshots there are. What stands in the chapters now is kept in a snapshot of its own first.",
        ),
        (
            "tiedbook restore",
            "tiedbook restore last --diff",
            "tiedbook restore last ch01",
            "tiedbook restore 2026-11-30T11-20-01",
            "tiedbook restore --cells ch01",
        ),
    )
    parser.add_argument(
        "snapshot",
        metavar="SNAPSHOT",
        nargs="?",
        help=say("help.restore.snapshot", "its name, the beginning of it, or `last` for the newest"),
    )
    parser.add_argument(
        "chapter",
        metavar="CHAPTER",
        nargs="?",
        help=say("help.restore.chapter", "bring back this chapter only, such as ch01 (default: all in the snapshot)"),
    )
    parser.add_argument(
        "--diff", action="store_true", help=say("help.restore.diff", "write nothing; show what would change")
    )
    parser.add_argument(
        "--cells",
        metavar="CHAPTER",
        help=say("help.restore.cells", "put exercise cells that you deleted back into this chapter"),
    )
    parser.add_argument(
        "--dir",
        metavar="DIR",
        type=Path,
        default=Path(),
        help=say("help.folder", "the workspace (default: the one around the working folder, or in it)"),
    )


def restore_command(args: Namespace) -> int:
    """Run ``tiedbook restore``; return the exit status."""
    _require_one_wish(args)
    workspace = find(args.dir)
    set_edition(workspace.edition)
    if args.cells is not None:
        return _bring_back(workspace, args.cells)
    if args.snapshot is None:
        return _list(workspace.folder)
    snapshot = chosen(workspace.folder, args.snapshot)
    path = notebook_of(kept(snapshot), args.chapter) if args.chapter else None
    if args.diff:
        return _show_difference(workspace.folder, differing(workspace.folder, snapshot) if path is None else (path,))
    return _shown(restore(workspace.folder, snapshot, path))


def _require_one_wish(args: Namespace) -> None:
    """Notice words that do not go together, and something else in the place of a snapshot."""
    if args.cells is not None and (args.snapshot or args.diff):
        raise LearnerError(
            "restore.cells_alone",
            "--cells {chapter} puts deleted cells back, and no snapshot has to do with it: leave out the other words.",
            chapter=args.cells,
            status=2,
        )
    if args.diff and not args.snapshot:
        raise LearnerError(
            "restore.diff_of",
            "--diff needs to know which snapshot to compare with, such as `tiedbook restore last --diff`.",
            status=2,
        )
    if args.snapshot:
        require_snapshot(args.snapshot)


def _list(folder: Path) -> int:
    found = snapshots(folder)
    for snapshot in found:
        others = ", ".join(path.stem for path in differing(folder, snapshot))
        show(
            say(
                "restore.snapshot",
                "{name}: chapters: {count}; different now: {others}",
                name=snapshot.name,
                count=len(kept(snapshot)),
                others=others or "—",
            )
        )
    if not found:
        show(
            say(
                "restore.none",
                "{folder}: no snapshots yet. A switch, an update or a restore that changes a chapter makes one.",
                folder=near(folder / HISTORY),
            )
        )
    return 0


def _bring_back(workspace: Workspace, named: str) -> int:
    chapters = [workspace.folder / f"{stem}.ipynb" for stem in stems(workspace.edition)]
    report = bring_back(workspace.folder, notebook_of(chapters, named).stem)
    return _shown(report)


def _shown(report: Report) -> int:
    status = show_files(report.files)
    if all(file.outcome == "same" for file in report.files):
        show(say("restore.same", "There is nothing to bring back: everything is there as it was."))
    show_snapshot(report.snapshot)
    return status


def _show_difference(folder: Path, paths: tuple[Path, ...]) -> int:
    shown = [text for path in paths if (text := difference(folder, path))]
    for text in shown:
        show(text)
    if not shown:
        show(say("restore.same", "There is nothing to bring back: everything is there as it was."))
    return 0
