"""Links and images in the chapters: where they lead, and whether a picture can be heard."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from urllib.parse import unquote

from tiedbook.author.findings import Finding
from tiedbook.author.markup import markup
from tiedbook.author.source import Chapter
from tiedbook.author.structure import WORDS
from tiedbook.course import Course
from tiedbook.editions import SOURCE

_ANCHOR = re.compile(r'<a\s[^>]*\bid="([^"]+)"')
_SILENT = re.compile(r"!\[\s*\]\(")
_FENCE = re.compile(r"^(```|~~~).*?^\1", re.DOTALL | re.MULTILINE)


def link_findings(course: Course, chapters: Collection[Chapter]) -> Iterator[Finding]:
    """Yield links between and within chapters that lead nowhere, and images without words."""
    anchors = {chapter.stem: set(_ANCHOR.findall(_text(chapter))) for chapter in chapters}
    for chapter in chapters:
        for cell in chapter.cells:
            if cell.role not in WORDS:
                continue
            prose = _FENCE.sub(lambda match: "\n" * match[0].count("\n"), cell.source)
            for offset, line in enumerate(prose.split("\n")):
                where = f"{chapter.path}:{cell.line + 1 + offset}"
                for target in markup(line).parts["link"]:
                    if not _leads(course, chapter, target, anchors):
                        yield Finding(where, _remedy(target))
                if _SILENT.search(line):
                    yield Finding(where, "an image without alt text: say in the brackets what it shows")


def _text(chapter: Chapter) -> str:
    return "\n".join(cell.source for cell in chapter.cells if cell.role in WORDS)


def _leads(course: Course, chapter: Chapter, target: str, anchors: dict[str, set[str]]) -> bool:
    if re.match(r"[a-z][a-z0-9+.-]*:", target):
        return True  # elsewhere; a reviewer follows it
    path, _, anchor = unquote(target).partition("#")
    stem = path.removesuffix(".ipynb") if path else chapter.stem
    if stem in anchors:
        return not anchor or anchor in anchors[stem]
    return bool(path) and (course.built(SOURCE) / path).exists()


def _remedy(target: str) -> str:
    if "#" in target:
        return (
            f'the link {target!r} leads nowhere: put <a id="…"></a> before the place, since the anchor of a heading '
            "differs between editions"
        )
    return f"the link {target!r} leads nowhere: mend it, or write the chapter or file it names"
