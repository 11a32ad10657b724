"""The quiz items of a chapter, as its Markdown cells hold them: options, the right one, and why for each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tiedbook.built import no_such_chapter
from tiedbook.course import course
from tiedbook.editions import edition
from tiedbook.errors import TiedbookError
from tiedbook.notebook import mark, read_notebook

_ITEM = re.compile(
    r"\*\*\d+\.\*\*\s+(?P<asked>.*?)\n\n(?P<options>(?:- .*?\n)+)\s*"
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
    cells = (cell for cell in read_notebook(path)["cells"] if mark(cell).get("kind") == "quiz")
    return tuple(read_item(cell["id"], cell["source"], str(path)) for cell in cells)


def read_item(cell: str, source: str, place: str) -> Item:
    """Return the item that a cell holds.

    Parameters
    ----------
    cell : str
        Id of the cell.
    source : str
        Its Markdown.
    place : str
        The file, for messages.

    Raises
    ------
    TiedbookError
        If it is not written as items are; the message names the cell and what is wrong.
    """
    found = _ITEM.fullmatch(source.strip())
    if found is None:
        raise TiedbookError(
            f"{place}: cell '{cell}' does not read as a quiz item. Write it as chapters/README.md shows."
        )
    whys, after = _reasons(found["why"])
    letters = [option["letter"] for option in _OPTION.finditer(found["options"])]
    first = found["why"].split("\n\n")[0].strip()
    fault = _fault(found, letters, whys, first, after)
    if fault:
        raise TiedbookError(f"{place}: cell '{cell}': {fault}. chapters/README.md shows how an item is written.")
    whys[found["right"]] = first
    options = tuple(
        Option(option["letter"], option["text"].strip(), whys[option["letter"]])
        for option in _OPTION.finditer(found["options"])
    )
    return Item(cell, found["asked"].strip(), options, found["right"], after)


def _fault(found: re.Match[str], letters: list[str], whys: Mapping[str, str], first: str, after: str) -> str | None:
    """Return what is wrong with an item, as the beginning of a sentence; None where nothing is."""
    bullets = re.findall(r"^- ", found["options"], re.MULTILINE)
    right = found["right"]
    silent = [letter for letter in letters if letter not in whys and letter != right]
    unknown = sorted(set(whys) - set(letters))
    if len(letters) < 2 or letters != list("ABCDEF"[: len(letters)]) or len(bullets) != len(letters):
        return "its options are not '- **A.** …', '- **B.** …' and so on, each letter once"
    if right not in letters:
        return f"the right answer is {right}, and there is no such option"
    if not first or first.startswith("- ") or right in whys:
        return f"the reason for the right answer stands alone, right after '**{right}.**'"
    if silent:
        return f"it does not say why for option {', '.join(silent)}"
    if unknown:
        return f"it gives a reason for {', '.join(unknown)}, and there is no such option"
    return "it has more than one fold" if "details>" in after else None


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
