"""`tiedbook extract`: bring every catalog up to date with chapters and code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tiedbook.author.altered import altered_findings
from tiedbook.author.findings import Finding, refuse
from tiedbook.author.merging import merged
from tiedbook.author.po import CatalogFile, po_text, read_catalog_file
from tiedbook.author.source import read_chapters
from tiedbook.author.units import Unit, chapter_units, runtime_units
from tiedbook.course import Course
from tiedbook.editions import SOURCE, editions_of
from tiedbook.files import write_if_changed

RUNTIME = "runtime"


@dataclass(frozen=True, slots=True)
class Merged:
    """One catalog of one edition, brought up to date with its source in memory.

    Parameters
    ----------
    edition : str
        Tag of the edition.
    name : str
        Stem of the chapter, or ``"runtime"``.
    where : str
        Path from the course's root.
    catalog : CatalogFile
        The catalog.
    altered : tuple of Finding
        What in the file as it stands is not the source's.
    """

    edition: str
    name: str
    where: str
    catalog: CatalogFile
    altered: tuple[Finding, ...] = ()

    @property
    def text(self) -> str:
        """What the file should hold."""
        return po_text(self.catalog, self.edition)


def catalog_path(course: Course, edition: str, name: str) -> Path:
    """Return where a catalog is kept."""
    return course.locales / edition / f"{name}.po"


def place(course: Course, path: Path) -> str:
    """Return a path as findings name it: from the course's root."""
    return path.relative_to(course.root).as_posix()


def sources(course: Course) -> dict[str, tuple[Unit, ...]]:
    """Return the units of every catalog by its name: the chapters in order, then ``runtime``.

    Raises
    ------
    TiedbookError
        With every fault of the chapters or of the runtime sentences.
    """
    found = {chapter.stem: chapter_units(chapter) for chapter in read_chapters(course)}
    return {**found, RUNTIME: runtime_units(course.root)}


def translated_editions(course: Course) -> tuple[str, ...]:
    """Return the tags of the editions that have catalogs."""
    return tuple(tag for tag in editions_of(course) if tag != SOURCE)


def merge_all(course: Course) -> Iterator[Merged]:
    """Yield every catalog of every edition as `extract` would write it.

    Raises
    ------
    TiedbookError
        With every malformed catalog; a missing one counts as empty.
    """
    units = sources(course)
    faults: list[Finding] = []
    results = []
    for edition in translated_editions(course):
        for name, wanted in units.items():
            path = catalog_path(course, edition, name)
            where = place(course, path)
            old, found = read_catalog_file(path, where) if path.exists() else (CatalogFile(), ())
            faults += found
            altered = tuple(altered_findings(where, old, wanted))
            results.append(Merged(edition, name, where, merged(old, wanted), altered))
    refuse(faults)
    yield from results


def extract(course: Course) -> tuple[str, ...]:
    """Merge the source into every catalog; return the paths of those that were written.

    Raises
    ------
    TiedbookError
        If a chapter or a catalog is faulty; then nothing is written.
    """
    ready = [(catalog_path(course, item.edition, item.name), item) for item in merge_all(course)]
    return tuple(item.where for path, item in ready if write_if_changed(path, item.text))
