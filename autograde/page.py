"""One feedback page: what it says, in the words of its edition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from autograde.graded import Graded
from autograde.standing import Standing
from autograde.text import first_summary, heading, inline, plain
from tiedbook.catalog import Catalog
from tiedbook.diagnosis import Diagnosis, Part, Verdict
from tiedbook.notebook import Notebook, answers, mark, role


@dataclass(frozen=True, slots=True)
class Finding:
    """One diagnosis in words, the call that shows it, and the title of the section to read."""

    sentence: Markup
    call: str
    got: str
    wanted: str
    read: str | None


@dataclass(frozen=True, slots=True)
class PartView:
    """One graded part: its name, its points and what was found."""

    name: str
    points: str
    full: bool
    result: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class CellView:
    """One of the learner's cells: its code, what it printed, and why it stopped, if it did."""

    code: str
    printed: str
    stopped: Markup | None


@dataclass(frozen=True, slots=True)
class ExerciseView:
    """One exercise: its points, its parts, the hint to open next, the answer and the instructor's comment."""

    name: str
    points: str
    parts: tuple[PartView, ...]
    hint: Markup | None
    answer: CellView
    comment: str


@dataclass(frozen=True, slots=True)
class Page:
    """One feedback page.

    Parameters
    ----------
    edition : str
        Language tag.
    title : str
        Title of the chapter.
    learner, points, late : str
        Whose, how many points of how many, and what lateness cost; the last is empty if nothing.
    exercises : tuple of ExerciseView
        In the order of the chapter.
    others : tuple of CellView
        The learner's own cells that stopped.
    words : mapping of str to str
        Labels of the page.
    """

    edition: str
    title: str
    learner: str
    points: str
    late: str
    exercises: tuple[ExerciseView, ...]
    others: tuple[CellView, ...]
    words: Mapping[str, str]


def make_page(notebook: Notebook, graded: Graded, standing: Standing, catalog: Catalog) -> Page:
    """Put the verdicts on one submission into the words of an edition.

    Parameters
    ----------
    notebook : Notebook
        The graded notebook, in that edition.
    graded : Graded
        The verdicts in it.
    standing : Standing
        What the gradebook says.
    catalog : Catalog
        The words.
    """
    names = list(dict.fromkeys(verdict.exercise for verdict in graded.verdicts))
    own = {cell["id"] for cell in notebook["cells"] if cell["cell_type"] == "code" and role(cell) is None}
    most = sum(verdict.points for verdict in graded.verdicts)
    late = catalog.text("feedback.late", "{points:g} points off for lateness", points=standing.penalty)
    return Page(
        catalog.edition,
        next((title for title in (heading(notebook, cell["id"]) for cell in notebook["cells"]) if title), ""),
        plain(standing.learner),
        points(standing.total, most, catalog),
        late if standing.penalty else "",
        tuple(_exercise(name, notebook, graded, standing, catalog) for name in names),
        tuple(view for id_, view in _cells(notebook, graded, catalog) if id_ in own and view.stopped),
        labels(catalog),
    )


def points(earned: float, most: float, catalog: Catalog) -> str:
    """Say how many points of how many."""
    return catalog.text("feedback.points", "{earned:g} of {most:g} points", earned=earned, most=most)


def part_name(part: Part, catalog: Catalog) -> str:
    """Name a graded part."""
    if part == "core":
        return catalog.text("feedback.core", "The idea")
    return catalog.text("feedback.contract", "The contract")


def labels(catalog: Catalog) -> dict[str, str]:
    """Return what a page calls its parts."""
    return {
        "feedback": catalog.text("feedback.title", "Feedback"),
        "summary": catalog.text("feedback.summary", "Points for each part"),
        "exercise": catalog.text("feedback.exercise", "Exercise"),
        "part": catalog.text("feedback.part", "Part"),
        "points": catalog.text("feedback.column", "Points"),
        "result": catalog.text("feedback.result", "Result"),
        "total": catalog.text("feedback.total", "Total"),
        "call": catalog.text("feedback.call", "A call that shows it"),
        "got": catalog.text("feedback.got", "What came back"),
        "wanted": catalog.text("feedback.wanted", "What should come back"),
        "read": catalog.text("feedback.read", "Read again"),
        "next": catalog.text("feedback.next", "Next step"),
        "answer": catalog.text("feedback.answer", "Your answer"),
        "printed": catalog.text("feedback.printed", "What this cell printed"),
        "comment": catalog.text("feedback.comment", "Comment of your instructor"),
        "others": catalog.text("feedback.others", "Cells of your own that stopped"),
    }


def _exercise(name: str, notebook: Notebook, graded: Graded, standing: Standing, catalog: Catalog) -> ExerciseView:
    verdicts = [verdict for verdict in graded.verdicts if verdict.exercise == name]
    told: set[str] = set()
    parts = tuple(_part(verdict, notebook, standing, catalog, told) for verdict in verdicts)
    earned = sum(standing.points.get(_cell_name(verdict), verdict.earned) for verdict in verdicts)
    cells = dict(_cells(notebook, graded, catalog))
    code = plain(answers(notebook).get(name, ""))
    answer = next((cells[cell["id"]] for cell in notebook["cells"] if _is_answer(cell, name)), CellView(code, "", None))
    comment = plain(standing.comments.get(name, ""))
    hint = None if all(verdict.passed for verdict in verdicts) else _hint(name, notebook, catalog)
    return ExerciseView(
        name, points(earned, sum(verdict.points for verdict in verdicts), catalog), parts, hint, answer, comment
    )


def _part(verdict: Verdict, notebook: Notebook, standing: Standing, catalog: Catalog, told: set[str]) -> PartView:
    """Show one part, leaving out what was told of an earlier part of the exercise."""
    earned = standing.points.get(_cell_name(verdict), verdict.earned)
    if _cell_name(verdict) in standing.manual:
        result = catalog.text("feedback.manual", "points given by your instructor")
    elif verdict.passed:
        result = catalog.text("feedback.passed", "all correct")
    else:
        result = catalog.text("feedback.failed", "not yet")
    findings = [_finding(item, notebook, catalog) for item in verdict.diagnoses if catalog.render(item) not in told]
    if verdict.diagnoses and not findings:
        findings = [Finding(inline(catalog.text("feedback.same", "For the same reason.")), "", "", "", None)]
    told.update(catalog.render(diagnosis) for diagnosis in verdict.diagnoses)
    return PartView(
        part_name(verdict.part, catalog),
        points(earned, verdict.points, catalog),
        earned >= verdict.points,
        result,
        tuple(findings),
    )


def _finding(diagnosis: Diagnosis, notebook: Notebook, catalog: Catalog) -> Finding:
    call, got, wanted = (plain(str(diagnosis.values.get(name, ""))) for name in ("call", "got", "wanted"))
    see = diagnosis.values.get("see")
    read = heading(notebook, str(see)) if see else None
    return Finding(inline(catalog.render(diagnosis)), call, got, wanted, read)


def _hint(exercise: str, notebook: Notebook, catalog: Catalog) -> Markup | None:
    for cell in notebook["cells"]:
        if mark(cell).get("kind") == "hints" and mark(cell).get("exercise") == exercise:
            hint, section = first_summary(cell), heading(notebook, cell["id"])
            if hint and section:
                return inline(
                    catalog.text(
                        "feedback.hint",
                        "Open the hints under “{section}”, first “{hint}”, mend your answer and run its checks.",
                        section=section,
                        hint=hint,
                    )
                )
    return None


def _cells(notebook: Notebook, graded: Graded, catalog: Catalog) -> Iterator[tuple[str, CellView]]:
    notes = {note.cell: note for note in graded.notes}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            note = notes.get(cell["id"])
            stopped = note.diagnosis() if note else None
            yield (
                cell["id"],
                CellView(
                    plain(cell["source"]),
                    plain(note.output) if note else "",
                    inline(catalog.render(stopped)) if stopped else None,
                ),
            )


def _is_answer(cell: Mapping[str, object], exercise: str) -> bool:
    return role(cell) == "answer" and mark(cell).get("exercise") == exercise


def _cell_name(verdict: Verdict) -> str:
    return f"{verdict.exercise}-{verdict.part}"
