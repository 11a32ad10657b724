"""`tiedbook doctor`: everything an author has to mend, at once, each with its remedy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tiedbook.author.build import Order, check
from tiedbook.author.exercises import exercise_findings
from tiedbook.author.extract import RUNTIME, Merged, merge_all
from tiedbook.author.findings import Finding
from tiedbook.author.links import link_findings
from tiedbook.author.source import Chapter, examined_chapters
from tiedbook.author.status import missing
from tiedbook.author.strays import stray_files
from tiedbook.author.wording import avoided, wording_findings
from tiedbook.course import Course
from tiedbook.errors import TiedbookError


def examine(course: Course) -> tuple[str, ...]:
    """Return one line for everything that is wrong with chapters, catalogs and built notebooks."""
    chapters, faults = examined_chapters(course)
    lines = [*map(str, faults), *_lines(lambda: _of_chapters(course, chapters))]
    if not faults:  # neither a catalog nor a notebook can be judged against a faulty source
        lines += _lines(lambda: _of_catalogs(course))
        lines += _lines(lambda: check(course, Order()))
    return tuple(dict.fromkeys(lines))


def _of_chapters(course: Course, chapters: tuple[Chapter, ...]) -> Iterator[Finding]:
    for chapter in chapters:
        yield from exercise_findings(course, chapter)
    yield from link_findings(course, chapters)
    yield from stray_files(course, {chapter.stem for chapter in chapters})


def _of_catalogs(course: Course) -> Iterator[Finding]:
    for item in merge_all(course):
        yield from item.altered
        if not item.altered and not _current(course, item):
            yield Finding(item.where, "not up to date with its source: run `tiedbook extract`")
        if item.name == RUNTIME:  # a learner would meet it in English, without any mark
            yield from missing(item)
        yield from wording_findings(item.where, item.catalog, avoided(course, item.edition))


def _current(course: Course, item: Merged) -> bool:
    path = course.root / item.where
    return path.is_file() and path.read_bytes() == item.text.encode("utf-8")


def _lines(step: Callable[[], Iterable[Finding]]) -> list[str]:
    try:
        return [str(finding) for finding in step()]
    except TiedbookError as fault:
        return fault.message.split("\n")
