"""What the cells of a chapter owe to each other: unique ids, complete exercises, one reveal each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tiedbook.author.blocks import document
from tiedbook.author.starter import SolutionError, solution, starter
from tiedbook.diagnosis import Part
from tiedbook.written import STUB

if TYPE_CHECKING:
    from tiedbook.author.source import Cell, Chapter

Fault = tuple[int, str]

PARTS: tuple[Part, ...] = ("core", "contract")
SLOT = "{solution}"
NAMES_IN_MATH = frozenset(  # what code, or every language, calls so
    {
        *("argmax", "argmin", "cos", "diag", "exp", "gelu", "ids", "log", "max", "mean", "min", "onehot", "rank"),
        *("relu", "sigmoid", "sign", "sin", "softmax", "softplus", "std", "tanh", "tr", "var"),
    }
)
_SPELT = r"(?:text(?:rm|it|bf|sf|tt|sc|up|md|normal)?|mbox|hbox|math(?:rm|it|bf|sf|tt|normal)|operatorname|tag|label)"
_OPENED = re.compile(rf"\\{_SPELT}\*?\s*\{{|\{{\s*\\(?:rm|it|bf|sf|tt)(?![A-Za-z])")
_WORD = re.compile(r"(?<![^\W\d_])(?<!\\)[^\W\d_]{2,}")
WORDS = ("prose", "written")  # roles of the cells whose text is translated


def structure_faults(chapter: Chapter, text: str) -> list[Fault]:
    """List what is wrong between cells, as pairs of line and sentence."""
    found = [*_duplicates(chapter), *_exercises(chapter), *_written(chapter), *_slots(chapter), *_unreachable(chapter)]
    if not chapter.cells:
        found.append((1, 'there is no cell: begin with # %% [markdown] id="title"'))
    header = text.partition("# %%")[0].split("\n")
    for number, line in enumerate(header, 1):
        if line.strip() and not line.startswith("#"):
            found.append((number, "code before the first cell: give it a marker, # %% with an id and a role"))
    return found


def _duplicates(chapter: Chapter) -> Iterator[Fault]:
    first: dict[str, int] = {}
    for cell in chapter.cells:
        if cell.id and cell.id in first:
            yield cell.line, f"the id {cell.id!r} is also in line {first[cell.id]}: give one of the two another"
        first.setdefault(cell.id, cell.line)


def _exercises(chapter: Chapter) -> Iterator[Fault]:
    answers: dict[str, Cell] = {}
    checked: set[tuple[str, Part]] = set()
    for cell in chapter.cells:
        name = cell.exercise
        if name is None:
            continue
        if cell.role == "answer":
            yield from _answer(chapter, cell, name, answers)
            answers.setdefault(name, cell)
        elif name not in answers:
            yield cell.line, f"there is no exercise {name!r} before this cell: mend the name, or move the cell"
        if cell.role == "check" and cell.part:
            yield from _check(cell, name)
            checked.add((name, cell.part))
    for name, cell in answers.items():
        for part in PARTS:
            if (name, part) not in checked:
                yield cell.line, f'the exercise {name!r} has no check cell with part="{part}": add one'


def _answer(chapter: Chapter, cell: Cell, name: str, answers: dict[str, Cell]) -> Iterator[Fault]:
    if name in answers:
        yield cell.line, f"the exercise {name!r} has a cell already: an exercise is written in one place"
    if cell.id != name:
        yield cell.line, f'the cell of the exercise {name!r} needs id="{name}": nbgrader knows it by that name'
    wanted = f"from solutions.{chapter.stem} import {name}"
    if cell.source != wanted:
        yield cell.line + 1, f"the cell of an exercise holds one line: {wanted}"
    try:
        starter(chapter.solutions, name)
        solution(chapter.solutions, name)
    except SolutionError as fault:
        yield cell.line, f"solutions/{chapter.stem}.py: {fault}"


def _check(cell: Cell, name: str) -> Iterator[Fault]:
    if cell.id != f"{name}-{cell.part}":
        yield cell.line, f'this check cell needs id="{name}-{cell.part}": nbgrader knows it by that name'
    wanted = f'check("{name}", {name}, part="{cell.part}")'
    if cell.source != wanted:
        yield cell.line + 1, f"a check cell holds one line: {wanted}"


def _written(chapter: Chapter) -> Iterator[Fault]:
    asked: set[str] = set()
    for cell in chapter.cells:
        if cell.written is None:
            continue
        if cell.role == "prose":
            if cell.written not in asked:
                yield cell.line, f"there is no written answer {cell.written!r} before this cell: mend the name"
            continue
        asked.add(cell.written)
        if cell.id != f"{cell.written}-written":
            yield cell.line, f'this cell needs id="{cell.written}-written": nbgrader knows it by that name'
        if cell.source.split("\n")[-1] != STUB:
            yield cell.line + 1, f"the text before a written answer ends in a line {STUB}, which the answer replaces"


def _slots(chapter: Chapter) -> Iterator[Fault]:
    for cell in chapter.cells:
        if cell.role not in WORDS:
            continue
        lines = [number for number, line in enumerate(cell.source.split("\n"), cell.line + 1) if SLOT in line]
        if cell.kind == "reveal" and len(lines) != 1:
            yield cell.line, f"a reveal holds the line {SLOT} once: the builder puts the solution there"
        elif cell.kind == "reveal" and cell.source.split("\n")[lines[0] - cell.line - 1] != SLOT:
            yield lines[0], f"{SLOT} stands alone on its line, at the margin: remove what is around it"
        elif cell.kind != "reveal":
            for number in lines:
                yield number, f'{SLOT} outside a reveal: add kind="reveal" to the cell, or remove it'


def _unreachable(chapter: Chapter) -> Iterator[Fault]:
    for cell in chapter.cells:
        if cell.role in WORDS:
            for line, what in (*document(cell.source).faults, *_words_in_math(cell.source)):
                yield cell.line + 1 + line, what


def _words_in_math(source: str) -> Iterator[Fault]:
    """Find words in what math spells out, be it over several lines or with more math inside."""
    done = 0
    for opened in _OPENED.finditer(source):
        if opened.start() < done:
            continue  # inside one that was looked at
        done = _closed(source, opened.end())
        words = [word for word in _WORD.findall(source[opened.end() : done]) if word not in NAMES_IN_MATH]
        if words:
            shown = " ".join(source[opened.start() : done].split())
            what = f"{shown} has a word in math, which no translator reaches"
            remedy = "use a letter that the text explains, say it outside the math, or name what all languages call so"
            yield source.count("\n", 0, opened.start()), f"{what}: {remedy} ({', '.join(sorted(NAMES_IN_MATH))})"


def _closed(source: str, at: int) -> int:
    """Return the place after the brace that closes the one opened before `at`; the end where none does."""
    depth = 1
    for sign in re.finditer(r"\\.|[{}]", source[at:]):
        depth += {"{": 1, "}": -1}.get(sign[0], 0)
        if not depth:
            return at + sign.end()
    return len(source)
