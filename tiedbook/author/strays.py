"""Files that belong to no chapter and no edition."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from tiedbook.author.dictionary import ALLOWED
from tiedbook.author.findings import Finding
from tiedbook.author.terms import TERMS
from tiedbook.author.wording import GLOSSARY, SPELLING
from tiedbook.course import Course
from tiedbook.editions import SOURCE, editions_of


def stray_notebooks(course: Course, expected: Collection[Path]) -> Iterator[Finding]:
    """Yield what lies beside the built notebooks, in every folder of ``chapters`` that holds notebooks."""
    folders = {path.parent for path in course.chapters.glob("*/*.ipynb")} | {path.parent for path in expected}
    for folder in sorted(folder for folder in folders if folder.is_dir()):
        for path in sorted(folder.iterdir()):
            if path not in expected and not path.name.startswith("."):
                where = path.relative_to(course.root).as_posix()
                yield Finding(where, "stray, made from no chapter: delete it, or move your own work elsewhere")


def stray_files(course: Course, stems: Collection[str]) -> Iterator[Finding]:
    """Yield the files in ``chapters`` and ``locales`` that nothing reads."""
    tags = editions_of(course)
    catalogs = {f"{name}.po" for name in (*stems, "runtime")}
    folders = {course.chapters: {"README.md", "data", *tags, *(f"{stem}.py" for stem in stems)}}
    folders[course.locales] = {"README.md", "editions.toml", GLOSSARY, *tags}
    folders |= {course.locales / tag: {SPELLING, TERMS, ALLOWED, *catalogs} for tag in tags if tag != SOURCE}
    for folder, known in folders.items():
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if path.name not in known and not path.name.startswith((".", "__")):
                where = path.relative_to(course.root).as_posix()
                yield Finding(where, "stray, nothing reads it: delete it, or move it where it belongs")
