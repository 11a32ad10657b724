"""The authors' commands, for the command line to offer without loading what they need."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from tiedbook.course import course
from tiedbook.errors import TiedbookError
from tiedbook.phrases import quoted

_NEEDED = ("markdown_it", "mdit_py_plugins")
_SCRATCH = Path("build")  # git-ignored


def add_build_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``tiedbook build``."""
    _describe(
        parser,
        "Build the notebooks of every edition from chapters, solutions and catalogs. Current ones are not written. "
        "Prints those it wrote.",
        "examples:\n"
        "  tiedbook build                            all notebooks\n"
        "  tiedbook build --check                    is any of them stale, missing or stray?\n"
        "  tiedbook build --edition es --preview ch01  one chapter to look at, whatever its translation still lacks\n"
        "  tiedbook build --edition es --beside en   Spanish, with English folded below each block",
    )
    parser.add_argument("--check", action="store_true", help="write nothing; list what is not up to date")
    parser.add_argument("--edition", action="append", metavar="TAG", help="build only this edition; may be repeated")
    parser.add_argument("--preview", metavar="CHAPTER", help="build this chapter into build/preview, faults or not")
    parser.add_argument(
        "--beside", metavar="TAG", help="fold this edition below each block of the others; into build/beside-TAG"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="write the notebooks to DIR/EDITION instead")


def build_command(args: Namespace) -> int:
    """Run ``tiedbook build``; return the exit status."""
    _require_author("build")
    from tiedbook.author.build import Order, build, check, made, write
    from tiedbook.author.findings import refuse

    out = args.out
    if out is None and args.preview:
        out = _SCRATCH / "preview"
    elif out is None and args.beside:
        out = _SCRATCH / f"beside-{args.beside}"
    if out is not None and out.exists() and not out.is_dir():
        raise TiedbookError(f"{out}: a file, and --out wants a folder: name one, which need not exist.", status=2)
    order = Order(tuple(args.edition or ()), args.preview, args.beside, out)
    if args.check:
        refuse(check(course(), order))
    elif args.preview:
        result = made(course(), order)
        write(result.notebooks)
        _show(result.findings)
        _show(map(_near, result.notebooks))
    else:
        _show(_near(path) for path in build(course(), order))
    if out is not None and not args.check:
        _make_usable(out)
    return 0


def _make_usable(out: Path) -> None:
    """Put the data that chapters read beside each edition's notebooks, and say how to open them."""
    from tiedbook.workspace import add_data

    for folder in sorted(path for path in out.iterdir() if path.is_dir()):
        add_data(folder.resolve())
        _show([f"To look at them: jupyter lab {quoted(_near(folder))}"])


def add_extract_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``tiedbook extract``."""
    _describe(
        parser,
        "Bring the catalogs in locales/ up to date with chapters and code. A translation whose English has changed "
        "becomes fuzzy and keeps the previous English beside it; one whose English is gone is kept at the end. "
        "Prints the catalogs it rewrote.",
        "examples:\n"
        "  tiedbook extract\n"
        "  tiedbook extract --pseudo  in a scratch copy: fill the catalogs of en-XA, accented and lengthened English",
    )
    parser.add_argument(
        "--pseudo",
        metavar="TAG",
        nargs="?",
        const="en-XA",
        help="fill only the catalogs of this pseudo-language, which editions.toml lists (default: en-XA); what is not "
        "accented then is in no catalog",
    )


def extract_command(args: Namespace) -> int:
    """Run ``tiedbook extract``; return the exit status."""
    _require_author("extract")
    from tiedbook.author.extract import extract
    from tiedbook.author.pseudo import write_pseudo

    _show(write_pseudo(course(), args.pseudo) if args.pseudo else extract(course()))
    return 0


def add_status_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``tiedbook status``."""
    _describe(
        parser,
        "Count, for each catalog, what is translated, fuzzy (its English has changed), untranslated and obsolete; and "
        "list the entries whose English or context is not the source's.",
        "examples:\n  tiedbook status\n  tiedbook status es --require-complete",
    )
    parser.add_argument("edition", nargs="?", metavar="EDITION", help="only this edition")
    parser.add_argument(
        "--require-complete",
        action="store_true",
        help="list what has no reviewed translation, except in chapters that editions.toml calls unfinished; "
        "exit 1 if there is any",
    )


def status_command(args: Namespace) -> int:
    """Run ``tiedbook status``; return the exit status."""
    _require_author("status")
    from tiedbook.author.findings import refuse
    from tiedbook.author.status import catalogs_of, counters, incomplete, table

    catalogs = catalogs_of(course(), args.edition)
    if args.require_complete:
        refuse(incomplete(course(), catalogs))
    else:
        _show([table(tuple(map(counters, catalogs)))])
        refuse(finding for catalog in catalogs for finding in catalog.altered)
    return 0


def add_doctor_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of ``tiedbook doctor``."""
    _describe(
        parser,
        "Find everything an author has to mend: exercises without hints, reveal or answers to test the check with, "
        "diagnoses without translation, dead links, stray files, words that the glossary avoids, catalogs and "
        "notebooks that are not up to date. It warns of terms that a translation says otherwise than the glossary, of "
        "long labels, and of words that hunspell does not know. One line each, with the remedy; silent when all is "
        "well; exit 1 unless there are only warnings.",
        "example:\n  tiedbook doctor",
    )


def doctor_command(args: Namespace) -> int:  # noqa: ARG001  # every command takes its arguments
    """Run ``tiedbook doctor``; return the exit status."""
    _require_author("doctor")
    from tiedbook.author.doctor import examine

    findings = examine(course())
    _show(findings)
    return 0 if all(finding.warns for finding in findings) else 1


def _describe(parser: ArgumentParser, description: str, examples: str) -> None:
    parser.description, parser.epilog = description, examples
    parser.formatter_class = RawDescriptionHelpFormatter


def _require_author(command: str) -> None:
    lacking = [name for name in _NEEDED if find_spec(name) is None]
    if lacking:
        raise TiedbookError(
            f"`tiedbook {command}` is for authors and needs {', '.join(lacking)}. "
            "In a checkout: python -m pip install -e '.[author]'",
            status=2,
        )


def _near(path: Path) -> Path:
    """Return a path from the course's root, where it lies in there."""
    root = course().root
    return path.relative_to(root) if path.is_relative_to(root) else path


def _show(lines: Iterable[object]) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")
