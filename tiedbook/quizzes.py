"""The quiz items of a chapter, as its Markdown cells hold them: options, the right one, and why for each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tiedbook.built import no_such_chapter
from tiedbook.course import course
from tiedbook.editions import edition
from tiedbook.errors import TiedbookError
from tiedbook.notebook import Cell, mark, read_notebook

_ITEM = re.compile(
    r"\*\*\d+\.\*\*\s+(?P<asked>.*?)\n\n(?P<options>(?:- \*\*[A-F]\.\*\*.*?\n)+)\s*"
    r"<details><summary>.*?</summary>\s*\*\*(?P<right>[A-F])\.\*\*\s*(?P<why>.*?)\s*</details>",
    re.DOTALL,
)
_OPTION = re.compile(r"^- \*\*(?P<letter>[A-F])\.\*\*\s*(?P<text>.*?)(?=\n- \*\*[A-F]|\Z)", re.MULTILINE | re.DOTALL)
_REASON = re.compile(r"^- (?P<text>\*\*[A-F]:?\*\*.*?)(?=\n- |\n\n|\Z)", re.MULTILINE | re.DOTALL)
_LETTERS = re.compile(r"\*\*(?P<letter>[A-F]):?\*\*(?P<more>,?\s+(?:\w{1,3}\s+)?(?=\*\*[A-F]))?")


@dataclass(frozen=True, slots=True)
class Option:
    """One option of an item.

    Parameters
    ----------
    letter : str
        "A" and so on.
    text, why : str
        What it claims, and why that is right or wrong, in Markdown.
    """

    letter: str
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a quiz.

    Parameters
    ----------
    cell : str
        Id of its cell, the same in every edition.
    asked : str
        What is asked, in Markdown.
    options : tuple of Option
        The options, in order.
    right : str
        Letter of the right one.
    after : str
        What the answer says after the reasons, in Markdown; often nothing.
    """

    cell: str
    asked: str
    options: tuple[Option, ...]
    right: str
    after: str


def quiz(stem: str, tag: str) -> tuple[Item, ...]:
    """Return the items of a chapter in an edition, in order.

    Raises
    ------
    LearnerError
        If there is no such edition, or it does not have this chapter.
    TiedbookError
        If an item is not written as items are; the message names its cell.
    """
    path = course().built(edition(tag).tag) / f"{stem}.ipynb"
    if not path.is_file():
        raise no_such_chapter(stem, tag)
    return tuple(_item(cell, str(path)) for cell in read_notebook(path)["cells"] if mark(cell).get("kind") == "quiz")


def _item(cell: Cell, place: str) -> Item:
    found = _ITEM.fullmatch(cell["source"].strip())
    if found is None:
        raise TiedbookError(
            f"{place}: cell '{cell['id']}' does not read as a quiz item. Write it as chapters/README.md shows."
        )
    whys, after = _reasons(found["why"])
    whys[found["right"]] = found["why"].split("\n\n")[0].strip()
    options = tuple(
        Option(option["letter"], option["text"].strip(), whys.get(option["letter"], ""))
        for option in _OPTION.finditer(found["options"])
    )
    silent = [option.letter for option in options if not option.why]
    if silent or found["right"] not in {option.letter for option in options}:
        raise TiedbookError(
            f"{place}: cell '{cell['id']}' does not say why for option {', '.join(silent) or found['right']}. "
            "Each option has its reason under the answer."
        )
    return Item(cell["id"], found["asked"].strip(), options, found["right"], after)


def _reasons(why: str) -> tuple[dict[str, str], str]:
    """Return the reason of each option that is named at the beginning of a list item, and what follows the list."""
    reasons: dict[str, str] = {}
    end = 0
    for reason in _REASON.finditer(why):
        end = reason.end()
        for letter in _named(reason["text"]):
            reasons[letter] = reason["text"].strip()
    return reasons, why[end:].strip() if end else ""


def _named(reason: str) -> Iterator[str]:
    """Yield the letters that a reason begins with: one, or several that share it ("**B** and **C:** …")."""
    at = 0
    while found := _LETTERS.match(reason, at):
        yield found["letter"]
        if found["more"] is None:
            return
        at = found.end()
