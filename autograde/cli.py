"""The command ``autograde``: assign, collect, grade, feedback, export, doctor."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from autograde.bar import Bar
from tiedbook import __version__
from tiedbook.errors import TiedbookError

if TYPE_CHECKING:
    from autograde.collect import Collected

_UNSAFE = (
    "autograde: --no-sandbox runs learners' code as you, with your files and your network. "
    "Do this only with submissions you have read, or inside a container."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status: 0 fine, 1 something was found, 2 something was asked wrongly."""
    from autograde.text import plain

    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        return run(options)
    except TiedbookError as fault:
        print(plain(f"autograde: {fault.message}"), file=sys.stderr)  # it may quote a submission, or name a file of it
        return fault.status
    except OSError as fault:
        where = f"{fault.filename}: " if fault.filename else ""
        remedy = "What was finished is safe: mend this and start again."
        print(plain(f"autograde: {where}{fault.strerror or fault}. {remedy}"), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("autograde: stopped. What was recorded is safe: the same command goes on from here.", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="autograde",
        description="The instructor's side of One Table, Two Jobs, on an ordinary nbgrader course folder.",
    )
    parser.add_argument("--version", action="version", version=f"autograde {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    command = _command(commands, "assign", _assign, "make the course folder and release chapters", "--edition es")
    _add_chapter(command)
    command.add_argument("--edition", metavar="TAG", default="en", help="edition to release (default: en)")

    command = _command(commands, "collect", _collect, "bring submissions into the course folder", "downloads/week1.zip")
    command.add_argument("place", metavar="PATH", type=Path, help="folder or zip archive that holds them")

    command = _command(commands, "grade", _grade, "grade what is new or changed", "--chapter ch01")
    command.add_argument(
        "--learner", metavar="NAME", action="append", default=[], help="only this one; may be repeated"
    )
    _add_chapter(command)
    command.add_argument("--regrade", action="store_true", help="also what is unchanged")
    places = command.add_mutually_exclusive_group()
    places.add_argument(
        "--workers",
        metavar="N",
        type=_positive,
        help="processes that grade (default: one for each core, in a large class)",
    )
    places.add_argument("--scheduler", metavar="ADDRESS", help="grade on the Dask cluster with this scheduler")
    command.add_argument("--no-sandbox", action="store_true", help="run learners' code without walls: dangerous")
    command.add_argument("--json", action="store_true", help="report as JSON")

    command = _command(commands, "feedback", _feedback, "write one page per submission", "--learner ana")
    command.add_argument(
        "--learner", metavar="NAME", action="append", default=[], help="only this one; may be repeated"
    )
    _add_chapter(command)

    command = _command(
        commands,
        "export",
        _export,
        "write the gradebook as a table",
        "--format canvas --roster canvas.csv -o grades.csv",
    )
    command.add_argument("-o", "--output", metavar="FILE", type=Path, help="where to (default: standard output)")
    command.add_argument(
        "--format", choices=("csv", "canvas", "moodle"), default="csv", help="for whom (default: csv, as nbgrader's)"
    )
    command.add_argument("--report", metavar="DIR", type=Path, help="write the class report there instead")
    command.add_argument("--roster", metavar="FILE", type=Path, help="learners, as Canvas or Moodle exports them")
    _add_chapter(command)

    _command(commands, "doctor", _doctor, "check that this machine and course can grade", "")
    return parser


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    run: Callable[[argparse.Namespace], int],
    help_: str,
    example: str,
) -> argparse.ArgumentParser:
    command = commands.add_parser(
        name, help=help_, description=f"{help_[0].upper()}{help_[1:]}.", epilog=f"Example: autograde {name} {example}"
    )
    command.add_argument(
        "--course", metavar="DIR", type=Path, default=Path("course"), help="the course folder (default: course)"
    )
    command.set_defaults(run=run)
    return command


def _add_chapter(command: argparse.ArgumentParser) -> None:
    help_ = "only this one, by its name or the beginning of it, such as ch01; may be repeated"
    command.add_argument("--chapter", metavar="STEM", type=_stem, action="append", default=[], help=help_)


def _stem(text: str) -> str:
    """Return the chapter of this course that a text begins alone, or the text: another assignment, or none."""
    from tiedbook.course import course

    found = [stem for stem in course().stems() if text and stem.startswith(text.lower())]
    return found[0] if len(found) == 1 else text


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of processes: give 1 or more")
    return int(text)


def _assign(options: argparse.Namespace) -> int:
    from autograde.assign import assign
    from autograde.course import CourseFolder
    from tiedbook.editions import tag_of

    with Bar() as bar:
        made = assign(CourseFolder(options.course), tag_of(options.edition), options.chapter, tell=bar)
    changed = sum(item.changed for item in made)
    print(f"{options.course}: {len(made)} assigned, {changed} of them new or changed")
    return 0


def _collect(options: argparse.Namespace) -> int:
    from autograde.collect import ACTIONS, collect
    from autograde.course import open_course
    from autograde.text import plain

    course = open_course(options.course)
    found: list[Collected] = []
    try:
        with Bar():
            found.extend(collect(course, options.place))  # one by one, so that a fault loses none
    finally:
        for item in found:
            if item.reason:
                print(f"{plain(item.name)}: {item.action}: {plain(item.reason)}")
    counts = Counter(item.action for item in found)
    told = ", ".join(f"{counts[action]} {action}" for action in ACTIONS if counts[action]) or "no notebooks found"
    print(f"{course.submitted}: {told}")
    return 0 if counts and not (counts["refused"] or counts["passed over"]) else 1


def _grade(options: argparse.Namespace) -> int:
    from autograde.course import open_course
    from autograde.grade import Choice, grade

    if options.no_sandbox:
        print(_UNSAFE, file=sys.stderr)
    with Bar() as bar:
        report = grade(
            open_course(options.course),
            Choice(options.learner, options.chapter, options.regrade),
            workers=options.workers,
            scheduler=options.scheduler,
            sandbox=not options.no_sandbox,
            tell=bar,
        )
    if options.json:
        print(json.dumps(report.as_json(), indent=1))
    else:
        for finding in report.findings():
            print(finding)
        print(f"{options.course}: {report.summary()}")
    return 0 if report.complete else 1


def _feedback(options: argparse.Namespace) -> int:
    from autograde.course import open_course
    from autograde.feedback import write_feedback
    from autograde.text import counted

    course = open_course(options.course)
    with Bar() as bar:
        written = write_feedback(course, options.learner, options.chapter, tell=bar)
    for finding in written.findings:
        print(finding)
    print(f"{course.root / 'feedback'}: {counted(written.pages, 'page')}, {written.changed} of them new or changed")
    return 1 if written.findings else 0


def _export(options: argparse.Namespace) -> int:
    from autograde.course import open_course
    from autograde.export import exported
    from tiedbook.files import write_text

    course = open_course(options.course)
    with Bar():
        text, findings = exported(course, options.format, options.chapter, options.roster)
    if options.report:
        from autograde.classreport import class_report, write_report

        with Bar():
            page, *_ = write_report(options.report, class_report(course, options.chapter))
        print(page)
    if options.output is not None:
        write_text(options.output, text)
    elif not options.report:
        sys.stdout.write(text)
    for finding in findings:
        print(finding, file=sys.stderr)
    return 1 if findings else 0


def _doctor(options: argparse.Namespace) -> int:
    from autograde.doctor import examine

    with Bar():
        findings = examine(options.course)
    for finding in findings:
        print(finding.line)
    return 1 if any(finding.prevents for finding in findings) else 0
