"""How the commands of the learner's side speak on a terminal."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tiedbook.editions import edition, editions, tag_of
from tiedbook.session import say
from tiedbook.workspace import Change, FileReport


def show(text: str) -> None:
    """Write a text and the end of its line to standard output."""
    sys.stdout.write(f"{text}\n")


def near(path: Path) -> Path:
    """Return a path as seen from the working folder, where it lies in there."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) and path != here else path


def show_files(files: Iterable[FileReport]) -> int:
    """Show what became of each file; return 1 if one was left alone, else 0."""
    status = 0
    for file in files:
        for line in _lines(file):
            show(line)
        status = 1 if file.fault else status
    return status


def _lines(file: FileReport) -> Iterator[str]:
    path, change = near(file.path), file.change
    if file.fault:
        yield str(file.fault)
    elif file.outcome == "added":
        yield say("files.added", "{path}: added.", path=path)
    elif file.outcome == "kept":
        yield say("files.kept", "{path}: kept as it is.", path=path)
    elif file.outcome == "restored":
        yield say("files.restored", "{path}: brought back.", path=path)
    elif counted := ", ".join(_counted(change)):
        yield f"{path}: {counted}."
    if change.edited:
        yield say(
            "files.edited",
            "{path}: texts that you had edited and that stay, with the course's own below: {edited}.",
            path=path,
            edited=change.edited,
        )
    if change.leftover:
        yield say(
            "files.leftover",
            "{path}: exercises that the course no longer has; your answers stay: {names}.",
            path=path,
            names=", ".join(change.leftover),
        )
    if change.deleted:
        yield say(
            "files.deleted",
            "{path}: exercise cells that you deleted: {cells}. `tiedbook restore --cells {stem}` brings them back.",
            path=path,
            cells=", ".join(change.deleted),
            stem=file.path.stem,
        )


def _counted(change: Change) -> Iterator[str]:
    """Return what a merge did as labels with numbers, leaving out what it did not do."""
    if change.texts:
        yield say("files.texts", "texts replaced: {count}", count=change.texts)
    if change.code:
        yield say("files.code", "code renewed: {count}", count=change.code)
    if change.added:
        yield say("files.cells_added", "cells added: {count}", count=change.added)
    if change.removed:
        yield say("files.cells_removed", "cells taken away: {count}", count=change.removed)


def show_snapshot(folder: Path | None) -> None:
    """Tell where the files are as they were before."""
    if folder:
        show(say("files.snapshot", "{path}: the files as they were before.", path=near(folder)))


def describe(parser: ArgumentParser, description: str, examples: Iterable[str]) -> None:
    """Give a command its help text, with examples."""
    parser.description = description
    heading = say("help.examples", "examples")
    parser.epilog = "\n  ".join([f"{heading}:", *examples])
    parser.formatter_class = RawDescriptionHelpFormatter


def add_folder(parser: ArgumentParser) -> None:
    """Add the argument that names a workspace which is there."""
    parser.add_argument(
        "dir",
        metavar="DIR",
        nargs="?",
        type=Path,
        default=Path(),
        help=say("help.folder", "the workspace (default: the one around the working folder, or in it)"),
    )


def add_edition(parser: ArgumentParser, help_: str) -> None:
    """Add the option that names an edition."""
    parser.add_argument("--edition", metavar="EDITION", type=tag_of, help=help_)


def known_editions() -> str:
    """Return the tags of all editions, with their names."""
    return ", ".join(f"{item.tag} ({item.name})" for item in editions().values())


def port(text: str) -> int:
    """Read a port number from the command line.

    Raises
    ------
    ArgumentTypeError
        If it is none.
    """
    if text.isascii() and text.isdigit() and 0 < int(text[:6]) < 2**16:
        return int(text)
    raise ArgumentTypeError(say("lab.no_port", "'{text}' is not a port number from 1 to 65535", text=text))


def show_switched(folder: Path, tags: Iterable[str], snapshot: Path | None) -> None:
    """Tell in which edition a workspace is now, or in which two, and where the files are as they were before."""
    names = " + ".join(edition(tag).name for tag in tags)
    show(say("switch.done", "{folder}: now in {name}.", folder=near(folder), name=names))
    show_snapshot(snapshot)
