"""`tiedbook build`: every chapter in every edition, or nothing if anything is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from tiedbook.author.altered import altered_findings
from tiedbook.author.assemble import Points, Voice, notebook_of
from tiedbook.author.extract import RUNTIME, catalog_path, place
from tiedbook.author.findings import Finding, refuse
from tiedbook.author.parity import catalog_findings
from tiedbook.author.po import CatalogFile, read_catalog_file
from tiedbook.author.source import Chapter, read_chapters
from tiedbook.author.strays import stray_notebooks
from tiedbook.author.structure import PARTS
from tiedbook.author.units import chapter_units, runtime_units
from tiedbook.bilingual import bilingual
from tiedbook.course import Course
from tiedbook.editions import SOURCE, Edition, editions_of
from tiedbook.errors import TiedbookError
from tiedbook.exercise import exercises_of
from tiedbook.files import write_text
from tiedbook.notebook import Notebook, notebook_text


@dataclass(frozen=True, slots=True)
class Order:
    """What to build.

    Parameters
    ----------
    editions : tuple of str
        Tags; empty for all.
    chapter : str or None
        Stem of a chapter, or its beginning such as ``"ch03"``; None for all.
    beside : str or None
        Tag of an edition to fold below each block.
    out : Path or None
        Folder that gets one folder per edition; None for the course's own ``chapters``.
    """

    editions: tuple[str, ...] = ()
    chapter: str | None = None
    beside: str | None = None
    out: Path | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What an order comes to.

    Parameters
    ----------
    notebooks : mapping of Path to dict
        Every notebook by the path it belongs to.
    findings : tuple of Finding
        What is wrong with catalogs and translations; such a unit is in the notebooks as it stands.
    """

    notebooks: Mapping[Path, Notebook]
    findings: tuple[Finding, ...]


def build(course: Course, order: Order) -> tuple[Path, ...]:
    """Build notebooks and return those that were written; what is up to date is not touched.

    Raises
    ------
    TiedbookError
        With every fault of chapters, catalogs and translations; nothing is written then.
    """
    result = made(course, order)
    refuse(result.findings)
    return write(result.notebooks)


def check(course: Course, order: Order) -> tuple[Finding, ...]:
    """Compare the notebooks that are there with those that would be built.

    Returns
    -------
    tuple of Finding
        Every fault that stops a build; or else every notebook that is stale, missing or stray.

    Raises
    ------
    TiedbookError
        As `made` does.
    """
    return compared(course, order, made(course, order))


def compared(course: Course, order: Order, result: Result) -> tuple[Finding, ...]:
    """Compare the notebooks that are there with the result of an order, as `check` does."""
    if result.findings:
        return result.findings
    whole = not (order.editions or order.chapter or order.out)
    strays = stray_notebooks(course, result.notebooks) if whole else ()
    return (*_stale(course, result.notebooks), *strays)


def made(course: Course, order: Order) -> Result:
    """Make the notebooks of an order in memory.

    Raises
    ------
    TiedbookError
        If a chapter is faulty, or the order names what the course does not have.
    """
    editions = editions_of(course)
    tags = _known(editions, order.editions or tuple(tag for tag in editions if tag != order.beside))
    beside = _known(editions, (order.beside,))[0] if order.beside else None
    if beside in order.editions:
        raise TiedbookError(
            f"--beside {beside}: an edition cannot be read beside itself. Leave --beside out, or name another edition.",
            status=2,
        )
    chapters = _chosen(read_chapters(course), order.chapter)
    points = _points(chapters)
    catalogs, findings = _catalogs(course, {*tags, *((beside,) if beside else ())} - {SOURCE}, chapters)

    def voice(tag: str, chapter: Chapter) -> Voice:
        return Voice(editions[tag], None if tag == SOURCE else catalogs[tag, chapter.stem].reviewed())

    def notebook(tag: str, chapter: Chapter) -> Notebook:
        return notebook_of(chapter, voice(tag, chapter), tuple(editions.values()), points)

    notebooks = {}
    for tag in tags:
        for chapter in chapters:
            made = notebook(tag, chapter)
            if beside:
                made = bilingual(made, notebook(beside, chapter), editions[beside])
            notebooks[(order.out or course.chapters) / tag / f"{chapter.stem}.ipynb"] = made
    return Result(notebooks, findings)


def write(notebooks: Mapping[Path, Notebook]) -> tuple[Path, ...]:
    """Write those notebooks that differ from their file, once all of them are valid; return their paths."""
    changed = {path: text for path, notebook in notebooks.items() if not _holds(path, text := notebook_text(notebook))}
    for path in changed:
        _validate(notebooks[path], path)
    for path, text in changed.items():
        write_text(path, text)
    return tuple(changed)


def _known(editions: Mapping[str, Edition], tags: tuple[str, ...]) -> tuple[str, ...]:
    for tag in tags:
        if tag not in editions:
            raise TiedbookError(f"There is no edition '{tag}'. The editions are: {', '.join(editions)}.", status=2)
    return tags


def _chosen(chapters: tuple[Chapter, ...], name: str | None) -> tuple[Chapter, ...]:
    chosen = tuple(chapter for chapter in chapters if name is None or chapter.stem.startswith(name))
    if not chosen:
        known = ", ".join(chapter.stem for chapter in chapters) or "none yet"
        raise TiedbookError(f"There is no chapter '{name or ''}' in chapters/. There is: {known}.", status=2)
    return chosen


def _points(chapters: tuple[Chapter, ...]) -> Points:
    points, faults = {}, []
    for chapter in chapters:
        if not chapter.exercises():
            continue
        checks = {exercise.name: exercise for exercise in exercises_of(chapter.stem)}
        for name in chapter.exercises():
            if name in checks:
                points.update({(name, part): checks[name].points[part] for part in PARTS})
            else:
                where = f"tiedbook/checks/{chapter.stem}.py"
                faults.append(Finding(chapter.path, f"the exercise {name!r} has no checks: list it in {where}"))
    refuse(faults)
    return points


def _catalogs(
    course: Course, tags: set[str], chapters: tuple[Chapter, ...]
) -> tuple[dict[tuple[str, str], CatalogFile], tuple[Finding, ...]]:
    catalogs, findings = {}, []
    units = {chapter.stem: chapter_units(chapter) for chapter in chapters}
    if tags:
        units[RUNTIME] = runtime_units(course.root)
    for tag in sorted(tags):
        for name, wanted in units.items():
            path = catalog_path(course, tag, name)
            where = place(course, path)
            catalog, faults = read_catalog_file(path, where)
            catalogs[tag, name] = catalog
            findings += [*faults, *altered_findings(where, catalog, wanted), *catalog_findings(where, tag, catalog)]
    return catalogs, tuple(findings)


def _stale(course: Course, notebooks: Mapping[Path, Notebook]) -> Iterator[Finding]:
    for path, notebook in notebooks.items():
        where = place(course, path) if path.is_relative_to(course.root) else str(path)
        if path.exists() and not path.is_file():
            yield Finding(where, "not a file but a folder or a device: remove it, then run `tiedbook build`")
        elif not path.is_file():
            yield Finding(where, "missing: run `tiedbook build`")
        elif not _holds(path, notebook_text(notebook)):
            yield Finding(where, "stale, its source or catalog has changed: run `tiedbook build`")


def _holds(path: Path, text: str) -> bool:
    return path.is_file() and path.read_bytes() == text.encode("utf-8")


def _validate(notebook: Notebook, path: Path) -> None:
    try:
        _schema()(notebook)
    except ValueError as fault:  # fastjsonschema's own is one
        raise TiedbookError(f"{path}: the builder made an invalid notebook ({fault}). Please report it.") from fault


@cache
def _schema() -> Callable[[Notebook], object]:
    """Compile nbformat's schema, without nbformat: that takes a second to import, for formats not used here."""
    import fastjsonschema

    found = find_spec("nbformat")  # importlib.resources would import it
    schema = Path(found.origin if found and found.origin else "").parent / "v4" / "nbformat.v4.5.schema.json"
    return cast("Callable[[Notebook], object]", fastjsonschema.compile(json.loads(schema.read_text(encoding="utf-8"))))
