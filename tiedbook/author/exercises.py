"""What an exercise needs around it: three hints, a reveal, wrong and right answers, places to read."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tiedbook.author.findings import Finding
from tiedbook.author.source import Cell, Chapter
from tiedbook.author.structure import SLOT
from tiedbook.author.texts import read_python
from tiedbook.course import Course

HINTS = 3


def exercise_findings(course: Course, chapter: Chapter) -> Iterator[Finding]:
    """Yield what the exercises of a chapter lack."""
    for cell in chapter.cells:
        if cell.role == "answer" and cell.exercise:
            yield from _hints(chapter, cell, cell.exercise)
            yield from _answers(course, chapter, cell.exercise)
        if cell.role == "written":
            yield from _rubric(chapter, cell)
    yield from _places(course, chapter)


def _hints(chapter: Chapter, cell: Cell, name: str) -> Iterator[Finding]:
    around = [other for other in chapter.cells if other.exercise == name]
    folds = sum(other.source.count("<details>") for other in around if other.kind == "hints")
    where = f"{chapter.path}:{cell.line}"
    if folds != HINTS:
        yield Finding(
            where,
            f"the exercise {name!r} has {folds} hints: it needs {HINTS}: nudge, idea, almost the code; each in "
            f'<details>, in a cell with kind="hints" exercise="{name}"',
        )
    if not any(other.kind == "reveal" for other in around):
        yield Finding(
            where,
            f'the exercise {name!r} has no reveal: add a cell with kind="reveal" exercise="{name}" and the line {SLOT}',
        )


def _rubric(chapter: Chapter, cell: Cell) -> Iterator[Finding]:
    rubrics = [other for other in chapter.cells if other.kind == "rubric" and other.written == cell.written]
    if len(rubrics) != 1:
        yield Finding(
            f"{chapter.path}:{cell.line}",
            f"the written answer {cell.written!r} has {len(rubrics)} rubrics: it needs one cell with "
            f'kind="rubric" written="{cell.written}" that says what earns its points',
        )


def _answers(course: Course, chapter: Chapter, name: str) -> Iterator[Finding]:
    for kind, purpose in (("wrong", "each tied to the diagnosis it must get"), ("right", "of different technique")):
        where = f"tests/answers/{chapter.stem}/{name}_{kind}.py"
        if not (course.root / where).is_file():
            yield Finding(where, f"missing: write {kind} implementations of {name!r} there, {purpose}")


def _places(course: Course, chapter: Chapter) -> Iterator[Finding]:
    """Yield the cells that diagnoses send a learner to and that are not there."""
    path = course.root / "tiedbook" / "checks" / f"{chapter.stem}.py"
    if not path.exists():
        return
    ids = {cell.id for cell in chapter.cells}
    where = path.relative_to(course.root).as_posix()
    tree, faults = read_python(path, where)
    yield from faults
    for line, name in _sees(tree):
        if name not in ids:
            yield Finding(
                f"{where}:{line}", f"sends the learner to a cell {name!r} that {chapter.path} lacks: mend the id"
            )


def _sees(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        pairs: list[tuple[object, ast.expr]] = []
        if isinstance(node, ast.Dict):
            keys = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
            pairs = list(zip(keys, node.values, strict=True))
        elif isinstance(node, ast.Call):
            pairs = [(keyword.arg, keyword.value) for keyword in node.keywords]
        for key, value in pairs:
            if key == "see" and isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield value.lineno, value.value
