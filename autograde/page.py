"""One feedback page: what it says, in the words of its edition."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from autograde.graded import Graded
from autograde.judge.notes import Note
from autograde.listing import Listing, listing
from autograde.score import State, points, state
from autograde.standing import Standing
from autograde.text import defines, inline, plain
from autograde.written import WrittenView, written_view
from tiedbook import telling
from tiedbook.catalog import Catalog
from tiedbook.diagnosis import Part, Verdict
from tiedbook.headings import plain_words
from tiedbook.notebook import Cell, Notebook, answers, chapter_of, is_pristine, mark, role
from tiedbook.telling import tell

NARROW = 52  # characters of a line in half of the page
_SUMMARY = re.compile(r"<summary>(.*?)</summary>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Finding:
    """One diagnosis: a sentence, labelled code that shows it (the call first), and a line on the section to read."""

    sentence: Markup
    shown: tuple[tuple[str, str], ...] = ()
    read: Markup | None = None

    @property
    def narrow(self) -> bool:
        """Whether what came back and what should have fit beside each other."""
        return all(len(line) <= NARROW for _, code in self.shown[1:] for line in code.split("\n"))


@dataclass(frozen=True, slots=True)
class PartView:
    """One graded part: its name, its points and what was found."""

    name: str
    points: str
    state: State
    result: str
    findings: tuple[Finding, ...]
    more: str


@dataclass(frozen=True, slots=True)
class CellView:
    """One of the learner's cells: its code, what it printed, and why it stopped, if that is not told elsewhere."""

    code: Listing
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
    title : Markup
        Title of the chapter.
    learner, points, late : str
        Whose, how many points of how many, and what lateness cost; the last is empty if nothing.
    exercises : tuple of ExerciseView
        In the order of the chapter.
    written : tuple of WrittenView
        In the order of the chapter.
    others : tuple of CellView
        The learner's own cells that stopped.
    words : mapping of str to str
        Labels of the page.
    """

    edition: str
    title: Markup
    learner: str
    points: str
    late: str
    exercises: tuple[ExerciseView, ...]
    written: tuple[WrittenView, ...]
    others: tuple[CellView, ...]
    words: Mapping[str, str]


def make_page(notebook: Notebook, graded: Graded, standing: Standing, catalog: Catalog) -> Page:
    """Put the verdicts on one submission into the words of an edition.

    Parameters
    ----------
    notebook : Notebook
        The graded notebook.
    graded : Graded
        The verdicts in it.
    standing : Standing
        What the gradebook says.
    catalog : Catalog
        The words.
    """
    notes = {note.cell: note for note in graded.notes}
    own = [cell for cell in notebook["cells"] if cell["cell_type"] == "code" and role(cell) is None]
    cells = [_cell(cell["source"], notes.get(cell["id"]), catalog) for cell in own]
    titles = [place.title for place in telling.places(chapter_of(notebook) or "", catalog.edition).values()]
    late = catalog.text("feedback.late", "{points:g} points off for lateness", points=standing.penalty)
    return Page(
        catalog.edition,
        inline(titles[0], math=True) if titles else Markup(),
        plain(standing.learner),
        points(standing.total, graded.most, catalog),
        late if standing.penalty else "",
        tuple(
            _exercise(name, notebook, graded, standing, catalog)
            for name in dict.fromkeys(verdict.exercise for verdict in graded.verdicts)
        ),
        tuple(written_view(each, chapter_of(notebook) or "", standing, catalog) for each in graded.written),
        tuple(cell for cell in cells if cell.stopped),
        labels(catalog),
    )


def labels(catalog: Catalog) -> dict[str, str]:
    """Return the labels of a page, under the names by which the template asks for them."""
    return {
        "feedback": catalog.text("feedback.title", "Feedback"),
        "summary": catalog.text("feedback.summary", "Points for each part"),
        "exercise": catalog.text("feedback.exercise", "Exercise"),
        "part": catalog.text("feedback.part", "Part"),
        "points": catalog.text("feedback.column", "Points"),
        "result": catalog.text("feedback.result", "Result"),
        "total": catalog.text("feedback.total", "Total"),
        "next": catalog.text("feedback.next", "Next step"),
        "answer": catalog.text("feedback.answer", "Your answer"),
        "printed": catalog.text("feedback.printed", "What this cell printed"),
        "comment": catalog.text("feedback.comment", "Comment of your instructor"),
        "written": catalog.text("feedback.written", "In words"),
        "others": catalog.text("feedback.others", "Cells of your own that stopped"),
    }


def _part_name(part: Part, catalog: Catalog) -> str:
    if part == "core":
        return catalog.text("feedback.core", "Core")
    return catalog.text("feedback.contract", "Contract")


def _exercise(name: str, notebook: Notebook, graded: Graded, standing: Standing, catalog: Catalog) -> ExerciseView:
    verdicts = [verdict for verdict in graded.verdicts if verdict.exercise == name]
    told: set[str] = set()
    parts = tuple(_part(verdict, standing, catalog, told) for verdict in verdicts)
    earned = sum(standing.points.get(_cell_name(verdict), verdict.earned) for verdict in verdicts)
    source, answer = _answer(name, notebook)
    note = next((note for note in graded.notes if note.cell == answer), None)
    return ExerciseView(
        name,
        points(earned, sum(verdict.points for verdict in verdicts), catalog),
        parts,
        None if all(verdict.passed for verdict in verdicts) else _hint(name, notebook, catalog),
        _cell(source, note, catalog, told=told, function=name),
        plain(standing.comments.get(name, "")),
    )


def _answer(name: str, notebook: Notebook) -> tuple[str, str]:
    """Return the code that answers an exercise, and the id of its cell: another one's where its own is the starter."""
    own = next((cell for cell in notebook["cells"] if role(cell) == "answer" and _belongs(cell, name)), None)
    if own is None or is_pristine(own):
        code = [cell for cell in notebook["cells"] if role(cell) in ("answer", None) and cell["cell_type"] == "code"]
        astray = [cell for cell in code if not is_pristine(cell) and defines(name, cell["source"])]
        if astray:
            return astray[-1]["source"], astray[-1]["id"]
    return answers(notebook).get(name, ""), own["id"] if own else ""


def _part(verdict: Verdict, standing: Standing, catalog: Catalog, before: set[str]) -> PartView:
    """Show one part, leaving out what was told of an earlier part of the exercise."""
    earned = standing.points.get(_cell_name(verdict), verdict.earned)
    if _cell_name(verdict) in standing.manual:
        result = catalog.text("feedback.manual", "points given by your instructor")
    elif verdict.passed:
        result = catalog.text("feedback.passed", "all correct")
    else:
        result = catalog.text("feedback.failed", "not yet")
    told = tell(verdict, catalog)
    findings = tuple(_finding(item, told.words) for item in told.findings if item.sentence not in before)
    if told.findings and not findings:
        findings = (Finding(inline(catalog.text("feedback.same", "For the same reason."))),)
    before.update(item.sentence for item in told.findings)
    return PartView(
        _part_name(verdict.part, catalog),
        points(earned, verdict.points, catalog),
        state(earned, verdict.points),
        result,
        findings,
        told.more,
    )


def _finding(found: telling.Finding, words: telling.Words) -> Finding:
    shown = ((words.call, found.call), (words.got, found.got), (words.wanted, found.wanted))
    return Finding(
        inline(found.sentence),
        tuple((label, plain(code)) for label, code in shown if code),
        inline(f"{words.read}: {found.place.title}", math=True) if found.place else None,
    )


def _hint(exercise: str, notebook: Notebook, catalog: Catalog) -> Markup | None:
    places = telling.places(chapter_of(notebook) or "", catalog.edition)
    for cell in notebook["cells"]:
        summary = _SUMMARY.search(cell["source"])
        place = places.get(cell["id"])
        if mark(cell).get("kind") == "hints" and _belongs(cell, exercise) and summary and place:
            return inline(
                catalog.text(
                    "feedback.hint",
                    "Open the hints under “{section}”, first “{hint}”, mend your answer and run its checks.",
                    section=place.title,
                    hint=plain_words(summary[1]),
                ),
                math=True,
            )
    return None


def _cell(
    source: str, note: Note | None, catalog: Catalog, *, told: Collection[str] = (), function: str = ""
) -> CellView:
    """Show a cell; `told` is what was said already."""
    stopped = note.diagnosis() if note else None
    sentence = catalog.render(stopped) if stopped else ""
    return CellView(
        listing(source, function, note.line if note else None),
        plain(note.output) if note else "",
        inline(sentence) if sentence and sentence not in told else None,
    )


def _belongs(cell: Cell, exercise: str) -> bool:
    return mark(cell).get("exercise") == exercise


def _cell_name(verdict: Verdict) -> str:
    return f"{verdict.exercise}-{verdict.part}"
