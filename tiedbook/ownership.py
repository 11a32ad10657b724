"""``yours``, as it stands in the notebooks: functions that the learner wrote carry on in later chapters."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path

from tiedbook.built import frames, title
from tiedbook.checking import diagnose, unknown
from tiedbook.direct import Direct
from tiedbook.editions import SOURCE, editions
from tiedbook.errors import TiedbookError
from tiedbook.excerpt import Excerpt, Fault, excerpt
from tiedbook.exercise import Exercise, exercises, stem_of
from tiedbook.identify import restore
from tiedbook.notebook import Notebook, edition_of, read_notebook, role
from tiedbook.reference import Function, reference
from tiedbook.session import current_edition, say, workspace


@dataclass(frozen=True, slots=True, repr=False)
class Line:
    """One line of text, ready to be displayed."""

    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f'<p lang="{current_edition().tag}">{escape(self.text)}</p>'


@dataclass(frozen=True, slots=True)
class _Found:
    """The learner's function, if it may be used, and a sentence on that."""

    function: Function | None
    sentence: str


_sought: set[str] = set()  # whose answers are being run, so that one which asks for itself does not ask for ever


def yours(name: str) -> Function:
    """Return the learner's own function for an exercise if it passes its checks, otherwise the course's; say which.

    The answer is read from the workspace's notebook as it was last saved, and both of its checks run once more. What
    the journal remembers is not asked: an answer may have been changed since it passed, and a copied workspace may have
    lost its journal.

    Parameters
    ----------
    name : str
        Name of the exercise, such as ``"embed_backward"``.

    Returns
    -------
    callable
        A function that keeps the exercise's contract.

    Raises
    ------
    CheckError
        If there is no such exercise.
    RecursionError
        If the answer to this exercise asks for itself.

    Examples
    --------
    >>> embed_backward = yours("embed_backward")  # doctest: +SKIP
    """
    if name not in exercises():
        raise unknown(name)
    if name in _sought:
        raise RecursionError(f"{name} is made of itself")
    _sought.add(name)
    try:
        found = _find(exercises()[name])
    finally:
        _sought.remove(name)
    from IPython.display import display  # a kernel has loaded it; elsewhere it would take half a second

    display(Line(found.sentence))  # type: ignore[no-untyped-call]
    return found.function or reference(name)


def _find(exercise: Exercise) -> _Found:
    folder = workspace()
    if folder is None:
        sentence = say(
            "yours.no_workspace",
            "{name}: the course's function. This notebook is not in a workspace, where yours would be found.",
            name=exercise.name,
        )
        return _Found(None, sentence)
    stem = stem_of(exercise.name)
    chapter = title(stem, current_edition().tag)
    try:
        cells = _cells(_read(folder, stem))
    except TiedbookError:
        sentence = say(
            "yours.no_chapter",
            "{name}: the course's function. The notebook of “{chapter}” cannot be read in your workspace.",
            name=exercise.name,
            chapter=chapter,
        )
        return _Found(None, sentence)
    return _judge(exercise, excerpt(cells, exercise.name), chapter)


def _read(folder: Path, stem: str) -> Notebook:
    """Read a chapter of the workspace; cells that another editor has stripped are known again."""
    notebook = read_notebook(folder / f"{stem}.ipynb")
    tag = edition_of(notebook)
    return restore(notebook, frames(stem, tag if tag in editions() else SOURCE))


def _cells(notebook: Notebook) -> dict[str, str]:
    """Return the code cells that define something, as the judge sees them: answers, the course's data, own cells."""
    return {
        cell["id"]: cell["source"]
        for cell in notebook["cells"]
        if cell["cell_type"] == "code" and role(cell) in ("answer", "data", None)
    }


def _judge(exercise: Exercise, found: Excerpt, chapter: str) -> _Found:
    """Run both checks on an answer, and say what became of it."""
    name, function = exercise.name, found.value
    if not callable(function):
        fault = next((each for each in found.faults if each.cell == name), None)
        return _Found(None, _stopped(name, chapter, fault) if fault else _unwritten(name, chapter))
    for part in exercise.checks:
        subject = Direct(function, exercise.driver)
        diagnoses = diagnose(exercise, part, subject)
        if subject.interrupted:
            raise KeyboardInterrupt
        if diagnoses and diagnoses[0].code == "answer.unwritten":
            return _Found(None, _unwritten(name, chapter))
        if diagnoses:
            sentence = say(
                "yours.wrong",
                "{name}: the course's function. Yours, as it was last saved in “{chapter}”, does not pass the check of "
                "its part {part}.",
                name=name,
                chapter=chapter,
                part=part,
            )
            return _Found(None, sentence)
    return _Found(
        function, say("yours.own", "{name}: your own function, from “{chapter}”.", name=name, chapter=chapter)
    )


def _stopped(name: str, chapter: str, fault: Fault) -> str:
    return say(
        "yours.stopped",
        "{name}: the course's function. The cell of yours, as it was last saved in “{chapter}”, stops with {kind}: "
        "{text}",
        name=name,
        chapter=chapter,
        kind=fault.kind,
        text=fault.text,
    )


def _unwritten(name: str, chapter: str) -> str:
    return say(
        "yours.unwritten",
        "{name}: the course's function. In “{chapter}”, as it was last saved, yours is not written yet.",
        name=name,
        chapter=chapter,
    )
