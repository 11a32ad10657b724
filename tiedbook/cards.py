"""The flashcards of an edition, and the Anki deck made of them."""

from __future__ import annotations

import hashlib
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from tiedbook.course import Course, course
from tiedbook.editions import edition
from tiedbook.errors import LearnerError, TiedbookError
from tiedbook.files import write_bytes
from tiedbook.notebook import mark, read_notebook
from tiedbook.phrases import quoted, reason

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

NAME = "One Table, Two Jobs"
DECK = "one-table-two-jobs"  # how the name of its file begins
_MODEL = 1_607_392_319  # Anki knows a note type by its number; it must never change
_CARD = re.compile(
    r'<details(?: id="(?P<id>[^"]*)")?>\s*<summary>(?P<question>.*?)</summary>(?P<answer>.*?)</details>', re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Card:
    """One question and its answer.

    Parameters
    ----------
    key : str
        The id that its source gives it, the same in every edition and for ever: logs of workspaces name cards by it,
        and a deck in another language, or of a later release, updates the notes of the first and keeps their schedule.
    chapter : str
        Stem of the chapter.
    question, answer : str
        Markdown with ``$math$``.
    """

    key: str
    chapter: str
    question: str
    answer: str


def cards(tag: str) -> tuple[Card, ...]:
    """Return the cards of an edition, in the order of the course.

    Raises
    ------
    LearnerError
        If there is no such edition.
    TiedbookError
        If a card has no id, which `tiedbook doctor` finds before.
    """
    here = course()
    found = tuple(card for stem in here.stems(edition(tag).tag) for card in _cards_of(here, stem, tag))
    if nameless := next((card for card in found if not card.key), None):
        raise TiedbookError(
            f"{nameless.chapter}: the card '{nameless.question}' has no id. `tiedbook doctor` says more."
        )
    return found


def write_deck(tag: str, path: Path) -> int:
    """Write the cards of an edition as an Anki deck; return how many there are.

    Raises
    ------
    LearnerError
        If there is no such edition, the extra ``cards`` is not installed, `path` is a folder, or the file cannot be
        written.
    """
    found = cards(tag)
    if path.is_dir():
        raise LearnerError(
            "cards.folder",
            "{path}: a folder, and a file is wanted. `tiedbook cards -o {file}` writes one there.",
            path=path,
            file=path / f"{DECK}-{tag}.apkg",
            status=2,
        )
    try:
        content = _deck(found, tag)
    except ImportError as fault:
        raise LearnerError(
            "cards.missing_extra",
            "Making a deck takes packages that are not installed. Install them with: {python} -m pip install {extra}",
            python=quoted(sys.executable),
            extra="'tiedbook[cards]'",
        ) from fault
    try:
        write_bytes(path, content)
    except OSError as fault:
        raise LearnerError(
            "cards.unwritable", "{path}: cannot be written ({reason}).", path=path, reason=reason(fault)
        ) from fault
    return len(found)


def _deck(found: tuple[Card, ...], tag: str) -> bytes:
    import genanki

    fields, templates = [{"name": "Question"}, {"name": "Answer"}], [{"name": "Card", "qfmt": _FRONT, "afmt": _BACK}]
    model = genanki.Model(_MODEL, NAME, fields=fields, templates=templates, css=_CSS)
    deck = genanki.Deck(_number(tag), f"{NAME} · {edition(tag).name}")
    markdown = _markdown()
    for card in found:
        sides = [markdown.render(card.question), markdown.render(card.answer)]
        deck.add_note(genanki.Note(model=model, fields=sides, guid=f"tiedbook {card.key}", tags=[card.chapter]))
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "deck.apkg"
        genanki.Package(deck).write_to_file(str(whole))
        return whole.read_bytes()


_FRONT = "{{Question}}"
_BACK = "{{FrontSide}}<hr id=answer>{{Answer}}"
_CSS = ".card { font-family: sans-serif; font-size: 20px; text-align: center; } pre { text-align: left; }"


def _cards_of(here: Course, stem: str, tag: str) -> Iterator[Card]:
    for cell in read_notebook(here.built(tag) / f"{stem}.ipynb")["cells"]:
        if mark(cell).get("kind") == "flashcards":
            yield from cards_in(cell["source"], stem)


def cards_in(source: str, chapter: str) -> list[Card]:
    """Return the cards of a cell by its Markdown; the key of one without an id is empty."""
    return [
        Card(match["id"] or "", chapter, match["question"].strip(), match["answer"].strip())
        for match in _CARD.finditer(source)
    ]


def _number(tag: str) -> int:
    """Return the deck's number, by which Anki knows it: the same for an edition for ever."""
    return int(hashlib.sha256(f"tiedbook {tag}".encode()).hexdigest()[:8], 16)


def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    return MarkdownIt("commonmark").enable("table").use(dollarmath_plugin, double_inline=True, renderer=_math)


def _math(content: str, how: Mapping[str, bool]) -> str:
    left, right = (r"\[", r"\]") if how["display_mode"] else (r"\(", r"\)")  # what Anki's MathJax looks for
    return f"{left}{escape(content, quote=False)}{right}"
