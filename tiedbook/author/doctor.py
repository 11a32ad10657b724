"""`tiedbook doctor`: everything an author has to mend, at once, each with its remedy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tiedbook.author.build import Order, compared, made
from tiedbook.author.dictionary import spelling_findings
from tiedbook.author.exercises import exercise_findings
from tiedbook.author.extract import RUNTIME, Merged, merge_all, place
from tiedbook.author.findings import Finding
from tiedbook.author.lengths import length_findings
from tiedbook.author.links import link_findings
from tiedbook.author.outline import outline, outline_findings
from tiedbook.author.play import doubled_cards, play_findings
from tiedbook.author.source import Chapter, examined_chapters
from tiedbook.author.status import missing
from tiedbook.author.strays import stray_files
from tiedbook.author.terms import term_findings, terms
from tiedbook.author.wording import avoided, wording_findings
from tiedbook.course import Course
from tiedbook.editions import SOURCE, editions_of
from tiedbook.errors import TiedbookError


def examine(course: Course) -> tuple[Finding, ...]:
    """Return everything that is wrong with chapters, catalogs and built notebooks, what only warns at the end."""
    chapters, faults = examined_chapters(course)
    found = [*faults, *_collected(lambda: _of_chapters(course, chapters))]
    if not faults:  # neither a catalog nor a notebook can be judged against a faulty source
        found += _collected(lambda: _of_catalogs(course))
        found += _collected(lambda: _of_notebooks(course))
    return tuple(sorted(dict.fromkeys(found), key=lambda finding: finding.warns))


def _of_chapters(course: Course, chapters: tuple[Chapter, ...]) -> Iterator[Finding]:
    for chapter in chapters:
        yield from exercise_findings(course, chapter)
        yield from play_findings(chapter)
    yield from doubled_cards(chapters)
    yield from link_findings(course, chapters)
    yield from stray_files(course, {chapter.stem for chapter in chapters})


def _of_catalogs(course: Course) -> Iterator[Finding]:
    items = tuple(merge_all(course))
    for item in items:
        yield from item.altered
        if not item.altered and not _current(course, item):
            yield Finding(item.where, "not up to date with its source: run `tiedbook extract`")
        if item.name == RUNTIME:  # a learner would meet it in English, without any mark
            yield from missing(item)
            yield from length_findings(item.where, item.catalog)
    for edition in editions_of(course).values():
        own = [(item.where, item.catalog) for item in items if item.edition == edition.tag]
        avoids, known = avoided(course, edition.tag), terms(course, edition.tag)
        for where, catalog in own:
            yield from wording_findings(where, catalog, avoids)
            yield from term_findings(where, catalog, edition.tag, known)
        if edition.dictionary and own:
            yield from spelling_findings(course, edition.tag, edition.dictionary, own)


def _of_notebooks(course: Course) -> Iterator[Finding]:
    result = made(course, Order())
    yield from compared(course, Order(), result)
    english = {path.name: outline(built) for path, built in result.notebooks.items() if path.parent.name == SOURCE}
    for path, notebook in result.notebooks.items():
        if path.parent.name != SOURCE:
            yield from outline_findings(place(course, path), english[path.name], notebook)


def _current(course: Course, item: Merged) -> bool:
    path = course.root / item.where
    return path.is_file() and path.read_bytes() == item.text.encode("utf-8")


def _collected(step: Callable[[], Iterable[Finding]]) -> list[Finding]:
    found: list[Finding] = []
    try:
        found.extend(step())  # what came before a fault stays
    except TiedbookError as fault:
        found += [Finding(*_parted(line)) for line in fault.message.split("\n")]
    return found


def _parted(line: str) -> tuple[str, str]:
    where, _, what = line.partition(": ")
    return where, what
