"""Make a course folder: chapters with solutions, chapters to release, nbgrader's configuration and gradebook."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from autograde.course import CONFIG, CourseFolder
from autograde.gradebook import create_gradebook, open_gradebook
from autograde.register import locked, register
from tiedbook.author.starter import SolutionError, bound_names, solution
from tiedbook.course import course as built_course
from tiedbook.editions import edition as find_edition
from tiedbook.errors import TiedbookError
from tiedbook.exercise import exercises_of
from tiedbook.files import write_if_changed
from tiedbook.notebook import Cell, Notebook, mark, read_notebook, role, write_notebook
from tiedbook.written import STUB

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
_FOLD = re.compile(r"</?details>|<summary>.*?</summary>")
_STUB = "    raise NotImplementedError"


@dataclass(frozen=True, slots=True)
class Assigned:
    """One chapter that is now an assignment.

    Parameters
    ----------
    stem : str
        The chapter.
    changed : bool
        Whether a file of it was written; False where everything already stood as it should.
    """

    stem: str
    changed: bool


def assign(
    course: CourseFolder,
    edition: str,
    stems: Sequence[str] = (),
    *,
    tell: Callable[[int, int], None] = lambda _done, _all: None,
) -> tuple[Assigned, ...]:
    """Make every chapter with exercises, or those named, an assignment of the course.

    Grades, comments and an edited configuration stay as they are. A run that is killed leaves whole files, and the next
    one finishes the rest.

    Parameters
    ----------
    course : CourseFolder
        Where; made if it is not there.
    edition : str
        Tag of the edition that is released. Learners can switch to any other.
    stems : sequence of str
        Chapters; all that have exercises if empty.
    tell : callable
        Called with the number of chapters done and of all, after each.

    Raises
    ------
    TiedbookError
        If there is no such edition or chapter, or the chapter was not built, or has no solutions.
    """
    tag = find_edition(edition).tag
    made = [(stem, *_notebooks(stem, tag)) for stem in stems or _with_exercises(tag)]
    if not made:
        raise TiedbookError(f"{built_course().built(tag)}: no chapter has exercises. `tiedbook build` makes them.")
    course.root.mkdir(parents=True, exist_ok=True)
    with course.at_work():
        course.seed_secret()
        if not course.config.exists():
            write_if_changed(course.config, CONFIG)
        create_gradebook(course)
        assigned = []
        with open_gradebook(course) as gradebook:
            for stem, source, release in made:
                # The gradebook first: it alone can refuse, and then nothing of this chapter has changed.
                register(gradebook, stem, release)
                written = write_notebook(course.source(stem), source), write_notebook(course.release(stem), release)
                assigned.append(Assigned(stem, any(written)))
                tell(len(assigned), len(made))
        return tuple(assigned)


def _with_exercises(edition: str) -> tuple[str, ...]:
    return tuple(stem for stem in built_course().stems(edition) if exercises_of(stem))


def _notebooks(stem: str, edition: str) -> tuple[Notebook, Notebook]:
    """Return the source and the release of one chapter."""
    path = built_course().built(edition) / f"{stem}.ipynb"
    if not path.is_file():
        known = ", ".join(_with_exercises(edition))
        raise TiedbookError(f"There is no chapter '{stem}'. Those with exercises are: {known}.", status=2)
    if not exercises_of(stem):
        raise TiedbookError(f"{stem} has no exercises, so there is nothing to assign.", status=2)
    built = read_notebook(path)
    rubrics = {str(mark(cell).get("written")): cell["source"] for cell in built["cells"] if _kind(cell) == "rubric"}
    release = _without_answers(built)
    cells = [_with_rubric(cell, rubrics) for cell in _solved(release["cells"], stem)]
    return {**release, "cells": cells}, locked(release)


def _kind(cell: Cell) -> object:
    return mark(cell).get("kind")


def _without_answers(notebook: Notebook) -> Notebook:
    cells = [cell for cell in notebook["cells"] if _kind(cell) not in ("reveal", "rubric")]
    marks = {**mark(notebook), "cells": [cell["id"] for cell in cells]}
    return {**notebook, "cells": cells, "metadata": {**notebook["metadata"], "tiedbook": marks}}


def _solved(cells: list[Cell], stem: str) -> list[Cell]:
    path = built_course().solutions / f"{stem}.py"
    if not path.is_file():
        raise TiedbookError(f"{path}: the solutions of this chapter are missing. Install the whole package.")
    text = path.read_text(encoding="utf-8")
    solved = []
    for position, cell in enumerate(cells):
        if role(cell) == "answer":
            before = [item["source"] for item in cells[:position] if item["cell_type"] == "code"]
            try:
                answer = solution(text, mark(cell)["exercise"], bound_names(before))
            except SolutionError as fault:
                raise TiedbookError(f"{path}: {fault}.") from fault
            cell = {**cell, "source": between_marks(cell["source"], answer)}  # noqa: PLW2901  # the cell, solved
        solved.append(cell)
    return solved


def _with_rubric(cell: Cell, rubrics: Mapping[str, str]) -> Cell:
    """Return the cell of a written answer with its rubric where the answer belongs; any other cell as it is."""
    if role(cell) != "written":
        return cell
    told = _FOLD.sub("", rubrics.get(mark(cell)["written"], STUB)).strip()
    return {**cell, "source": f"{cell['source'].removesuffix(STUB)}{BEGIN}\n{told}\n{END}"}


def between_marks(starter: str, answer: str) -> str:
    """Return an answer cell that nbgrader cuts back to the starter.

    Parameters
    ----------
    starter : str
        Signature, docstring and ``raise NotImplementedError``, imports before them.
    answer : str
        The solution with the imports and helpers it needs. Those that the starter lacks go behind the function, inside
        the marks, where they are defined before anybody calls it.
    """
    given = {ast.dump(statement) for statement in ast.parse(starter).body}
    *others, function = ast.parse(answer).body
    if not isinstance(function, ast.FunctionDef):
        raise TypeError("an answer ends with its function")
    extra = [ast.get_source_segment(answer, item, padded=True) or "" for item in others if ast.dump(item) not in given]
    body = "\n".join(answer.splitlines()[function.body[0].end_lineno : function.end_lineno])
    marked = "\n\n\n".join([f"    {BEGIN}\n{body}", *extra])
    return starter.removesuffix(_STUB) + f"{marked}\n{'' if extra else '    '}{END}"
