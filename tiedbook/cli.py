"""The command ``tiedbook``."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import nullcontext
from io import TextIOWrapper
from textwrap import fill

from tiedbook import __version__, commands, restoring
from tiedbook.arguments import Parser, translated
from tiedbook.editions import SOURCE, editions
from tiedbook.errors import LearnerError, TiedbookError
from tiedbook.phrases import reason
from tiedbook.session import say, set_edition
from tiedbook.terminal import describe

_INTERRUPTED = 130  # what a shell reports for a program that Ctrl-C ended
_PIPE_CLOSED = 141  # and for one whose reader went away
_AUTHORS = ("build", "extract", "status", "doctor")


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 1 for faults that were found, 2 for a request that cannot be met.

    Parameters
    ----------
    words : sequence of str or None
        The command line without the program's name; None for that of the process.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show "✓" is no reason to fail
    try:
        arguments = _parsed(sys.argv[1:] if words is None else words)
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except TiedbookError as fault:
        sys.stderr.write(f"{fault}\n")
        return fault.status
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains when it closes it
        return _PIPE_CLOSED
    except (OSError, RecursionError) as fault:
        sys.stderr.write(f"{_of_the_system(fault)}\n")
        return 1
    return status


def _of_the_system(fault: OSError | RecursionError) -> LearnerError:
    """Say what the system refused: no permission, a full disk, a file nested too deeply."""
    where = getattr(fault, "filename", None)
    if where is None:
        return LearnerError(
            "fault.system",
            "The system refuses: {reason}. What was finished is safe: mend this and start again.",
            reason=reason(fault),
        )
    return LearnerError(
        "fault.of_path",
        "{path}: {reason}. What was finished is safe: mend this and start again.",
        path=where,
        reason=reason(fault),
    )


def _parsed(words: Sequence[str]) -> Namespace:
    is_authors = bool(words) and words[0] in _AUTHORS  # they are spoken to in English
    try:
        with nullcontext() if is_authors else translated():
            return _parser().parse_args(words)
    except TiedbookError:  # a damaged catalog must not take away the commands that find the damage
        set_edition(SOURCE)
        return _parser().parse_args(words)


def _parser() -> Parser:
    from tiedbook.author import commands as author

    known = ", ".join(item.name for item in editions().values())
    parser = Parser(prog="tiedbook")
    describe(
        parser,
        say("help.tiedbook", "One Table, Two Jobs: a workbook on token embeddings. Editions: {known}.", known=known),
        ("tiedbook lab --edition es", "tiedbook switch hi-Latn", "tiedbook COMMAND --help"),
    )
    version = say("argparse.version", "show the version and exit")
    parser.add_argument("--version", action="version", version=f"tiedbook {__version__}", help=version)
    choices = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, summary in _summaries().items():
        side = author if name in _AUTHORS else restoring if name == "restore" else commands
        command = choices.add_parser(name, help=summary)
        getattr(side, f"add_{name}_arguments")(command)
        command.description = fill(command.description or "", 79)  # the formatter that keeps examples wraps nothing
        command.set_defaults(run=getattr(side, f"{name}_command"))
    return parser


def _summaries() -> dict[str, str]:
    return {
        "lab": say("help.lab.short", "open your workspace in JupyterLab"),
        "start": say("help.start.short", "make a workspace without opening it"),
        "switch": say("help.switch.short", "change the edition; your work stays"),
        "update": say("help.update.short", "bring a new release of the course in; your work stays"),
        "restore": say("help.restore.short", "bring chapters back from a snapshot, or cells that you deleted"),
        "progress": say("help.progress.short", "show what is done and what comes next"),
        "cards": say("help.cards.short", "make an Anki deck of the flashcards"),
        "build": say("help.build.short", "authors: build the notebooks of all editions"),
        "extract": say("help.extract.short", "authors: bring the catalogs up to date"),
        "status": say("help.status.short", "authors: count what is translated"),
        "doctor": say("help.doctor.short", "authors: find everything that needs mending"),
    }
