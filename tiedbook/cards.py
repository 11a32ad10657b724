"""The flashcards of an edition, and the Anki deck made of them."""

from __future__ import annotations

import hashlib
import re
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from tiedbook.course import Course, course
from tiedbook.editions import SOURCE, edition
from tiedbook.errors import LearnerError, TiedbookError
from tiedbook.files import write_bytes
from tiedbook.notebook import Cell, mark, read_notebook

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

NAME = "One Table, Two Jobs"
_MODEL = 1_607_392_319  # Anki knows a note type by its number; it must never change
_CARD = re.compile(r"<details>\s*<summary>(?P<question>.*?)</summary>(?P<answer>.*?)</details>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Card:
    """One question and its answer.

    Parameters
    ----------
    key : str
        Names the card in every edition: made of the chapter, the cell and the English question, so that it survives
        insertions, and a deck in another language updates the notes of the first and keeps their schedule.
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
        If a chapter of it has other cards than the English one.
    """
    here = course()
    return tuple(card for stem in here.stems(edition(tag).tag) for card in _cards_of(here, stem, tag))


def write_deck(tag: str, path: Path) -> int:
    """Write the cards of an edition as an Anki deck; return how many there are.

    Raises
    ------
    LearnerError
        If there is no such edition, the extra ``cards`` is not installed, or the file cannot be written.
    """
    found = cards(tag)
    try:
        content = _deck(found, tag)
    except ImportError as fault:
        raise LearnerError(
            "cards.missing_extra",
            "Making a deck takes packages that are not installed. Install them with: {python} -m pip install {extra}",
            python=sys.executable,
            extra="'tiedbook[cards]'",
        ) from fault
    try:
        write_bytes(path, content)
    except OSError as fault:
        raise LearnerError(
            "cards.unwritable", "{path}: cannot be written ({reason}).", path=path, reason=fault.strerror or fault
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
        deck.add_note(genanki.Note(model=model, fields=sides, guid=card.key, tags=[card.chapter]))
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "deck.apkg"
        genanki.Package(deck).write_to_file(str(whole))
        return whole.read_bytes()


_FRONT = "{{Question}}"
_BACK = "{{FrontSide}}<hr id=answer>{{Answer}}"
_CSS = ".card { font-family: sans-serif; font-size: 20px; text-align: center; } pre { text-align: left; }"


def _cards_of(here: Course, stem: str, tag: str) -> list[Card]:
    english = {cell["id"]: cell for cell in _flashcards(here.built(SOURCE) / f"{stem}.ipynb")}
    path = here.built(tag) / f"{stem}.ipynb"
    found: list[Card] = []
    for cell in _flashcards(path):
        faces = sides(cell["source"])
        originals = sides(english[cell["id"]]["source"]) if cell["id"] in english else []
        if len(faces) != len(originals):
            raise TiedbookError(
                f"{path}: cell '{cell['id']}' has {len(faces)} cards, the English one {len(originals)}. "
                "`tiedbook build` makes both from one source."
            )
        for (question, answer), (original, _) in zip(faces, originals, strict=True):
            found.append(Card(_key(stem, cell["id"], original, found), stem, question, answer))
    return found


def sides(source: str) -> list[tuple[str, str]]:
    """Return question and answer of each card in a cell's Markdown."""
    return [(match["question"].strip(), match["answer"].strip()) for match in _CARD.finditer(source)]


def _flashcards(path: Path) -> list[Cell]:
    return [cell for cell in read_notebook(path)["cells"] if mark(cell).get("kind") == "flashcards"]


def _key(stem: str, cell: str, question: str, before: list[Card]) -> str:
    taken = {card.key for card in before}
    for number in range(len(before) + 1):  # the same question twice in a cell makes two cards
        key = hashlib.sha256("\0".join((stem, cell, question, str(number))).encode()).hexdigest()[:20]
        if key not in taken:
            break
    return key


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
