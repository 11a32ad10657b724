"""The learner's commands: what each takes, and what it does."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from tiedbook import __version__
from tiedbook.editions import edition, tag_of
from tiedbook.lab import launch, require_free, require_jupyterlab
from tiedbook.mistaken import require_meant, require_order, require_two
from tiedbook.renewal import switch, update
from tiedbook.session import MARKER, current_edition, say, set_edition
from tiedbook.terminal import (
    add_edition,
    add_folder,
    describe,
    known_editions,
    near,
    port,
    show,
    show_files,
    show_snapshot,
    show_switched,
)
from tiedbook.workspace import Workspace, find, start


def add_lab_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``tiedbook lab``."""
    describe(
        parser,
        say(
            "help.lab",
            "Open a workspace in JupyterLab, on the first chapter. The workspace is made if it is not there; otherwise "
            "it is opened as it is, and only chapters that are missing are added.",
        ),
        ("tiedbook lab", "tiedbook lab --edition es --dir mi-curso --port 8899 --no-browser"),
    )
    known = known_editions()
    add_edition(
        parser, say("help.lab.edition", "the edition to read, also in an existing workspace: {known}", known=known)
    )
    parser.add_argument(
        "--dir",
        metavar="DIR",
        type=Path,
        default=Path("workspace"),
        help=say("help.lab.dir", "the workspace (default: workspace)"),
    )
    parser.add_argument(
        "--port",
        metavar="N",
        type=port,
        help=say("help.lab.port", "the port to listen on (default: 8888 or the next free one)"),
    )
    parser.add_argument("--no-browser", action="store_true", help=say("help.lab.no_browser", "open no browser window"))


def lab_command(args: Namespace) -> int:
    """Run ``tiedbook lab``: it becomes JupyterLab, so it returns only where that is impossible."""
    require_jupyterlab()
    if args.port is not None:
        require_free(args.port)
    workspace = _prepared(args.dir, edition(args.edition).tag if args.edition else None)
    if workspace.release != __version__:
        show(
            say(
                "lab.older_release",
                "{folder}: made with release {old} of the course, and {new} is installed. `tiedbook update {folder}` "
                "brings it here.",
                folder=near(workspace.folder),
                old=workspace.release or "?",
                new=__version__,
            )
        )
    return launch(workspace, port=args.port, browser=not args.no_browser)


def _prepared(folder: Path, wanted: str | None) -> Workspace:
    """Return the workspace in a folder, made or switched to the edition that is wanted."""
    if not (folder / MARKER).is_file():
        set_edition(wanted or current_edition().tag)
        show_files(start(folder, otherwise=current_edition().tag))
    workspace = find(folder)
    set_edition(wanted or workspace.edition)
    if current_edition().tag == workspace.edition:
        show_files(start(workspace.folder))
        return workspace
    report = switch(workspace.folder, current_edition().tag)
    show_files(report.files)
    if report.is_done:
        show_switched(workspace.folder, (current_edition().tag,), report.snapshot)
    return find(folder)


def add_start_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``tiedbook start``."""
    describe(
        parser,
        say(
            "help.start",
            "Make a workspace: a folder with your own copy of every chapter. Nothing in it is ever overwritten; in an "
            "existing workspace only chapters that are missing are added.",
        ),
        ("tiedbook start my-course --edition hi-Latn",),
    )
    parser.add_argument(
        "dir",
        metavar="DIR",
        nargs="?",
        type=Path,
        default=Path("workspace"),
        help=say("help.start.dir", "the folder (default: workspace)"),
    )
    known = known_editions()
    add_edition(parser, say("help.start.edition", "the edition to read (default: en): {known}", known=known))


def start_command(args: Namespace) -> int:
    """Run ``tiedbook start``; return the exit status."""
    require_meant(args.dir, args.edition)
    files = start(args.dir, args.edition, current_edition().tag)
    workspace = find(args.dir)
    set_edition(workspace.edition)
    status = show_files(files)
    show(
        say(
            "start.ready",
            "{folder}: ready, in {name}. `tiedbook lab --dir {folder}` opens it.",
            folder=near(workspace.folder),
            name=edition(workspace.edition).name,
        )
    )
    return status


def add_switch_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``tiedbook switch``."""
    describe(
        parser,
        say(
            "help.switch",
            "Put all chapters of a workspace into another edition. Your code, results, notes and edited text stay; a "
            "copy of every file is kept in .tiedbook/history first. Save what is open in JupyterLab before.",
        ),
        ("tiedbook switch es", "tiedbook switch hi-Latn my-course", "tiedbook switch es --beside en"),
    )
    parser.add_argument(
        "edition",
        metavar="EDITION",
        type=tag_of,
        help=say("help.switch.edition", "one of: {known}", known=known_editions()),
    )
    parser.add_argument(
        "--beside",
        metavar="EDITION",
        type=tag_of,
        help=say("help.switch.beside", "another edition to read with it, folded below each paragraph"),
    )
    add_folder(parser)


def switch_command(args: Namespace) -> int:
    """Run ``tiedbook switch``; return the exit status."""
    require_order(args.edition, args.dir)
    require_two(args.edition, args.beside)
    workspace = _workspace(args.dir)
    report = switch(workspace.folder, args.edition, args.beside)
    set_edition(args.edition)
    status = show_files(report.files)
    if report.is_done:
        shown = find(workspace.folder)
        show_switched(workspace.folder, filter(None, (shown.edition, shown.beside)), report.snapshot)
    return status


def add_update_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``tiedbook update``."""
    describe(
        parser,
        say(
            "help.update",
            "Bring the installed release of the course into a workspace: new text, new cells, better checks. What you "
            "wrote or edited stays; a copy of every file is kept in .tiedbook/history first.",
        ),
        ("tiedbook update", "tiedbook update my-course"),
    )
    add_folder(parser)


def update_command(args: Namespace) -> int:
    """Run ``tiedbook update``; return the exit status."""
    workspace = _workspace(args.dir)
    report = update(workspace.folder)
    status = show_files(report.files)
    if report.is_done:
        show(
            say(
                "update.done",
                "{folder}: has release {release} of the course.",
                folder=near(workspace.folder),
                release=__version__,
            )
        )
    show_snapshot(report.snapshot)
    return status


def add_progress_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``tiedbook progress``."""
    describe(
        parser,
        say("help.progress", "Show every exercise: what is done, what was tried, your points, and what comes next."),
        ("tiedbook progress", "tiedbook progress my-course"),
    )
    add_folder(parser)


def progress_command(args: Namespace) -> int:
    """Run ``tiedbook progress``; return the exit status."""
    from tiedbook.standing import standing  # loads NumPy, with the checks

    workspace = _workspace(args.dir)
    show(repr(standing(workspace.folder)))
    return 0


def add_cards_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``tiedbook cards``."""
    describe(
        parser,
        say(
            "help.cards",
            "Write the flashcards of all chapters as an Anki deck. A deck of another edition imported later changes "
            "the language of the cards and keeps your schedule.",
        ),
        ("tiedbook cards", "tiedbook cards --edition es -o tarjetas.apkg"),
    )
    add_edition(parser, say("help.cards.edition", "the edition of the cards (default: that of the workspace)"))
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=Path,
        help=say("help.cards.output", "the file to write (default: one-table-two-jobs-EDITION.apkg)"),
    )


def cards_command(args: Namespace) -> int:
    """Run ``tiedbook cards``; return the exit status."""
    from tiedbook.cards import DECK, write_deck

    tag = args.edition or current_edition().tag
    path = args.output or Path(f"{DECK}-{tag}.apkg")
    count = write_deck(tag, path)
    show(say("cards.written", "{path}: {count} cards.", path=path, count=count))
    return 0


def _workspace(folder: Path) -> Workspace:
    """Return the workspace around or in a folder, and speak its edition from now on."""
    workspace = find(folder)
    set_edition(workspace.edition)
    return workspace
