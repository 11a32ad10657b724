"""What widgets play of a chapter, its quiz items and its cards: each must read as they are read at run time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tiedbook.author.findings import Finding
from tiedbook.author.source import Cell, Chapter
from tiedbook.cards import Card, cards_in
from tiedbook.errors import TiedbookError
from tiedbook.quizzes import read_item

_CARD_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def play_findings(chapter: Chapter) -> Iterator[Finding]:
    """Yield every quiz item and every cell of cards in a chapter that a widget could not play, or not in full."""
    where = chapter.path
    for cell in chapter.cells:
        place = f"{where}:{cell.line}"
        if cell.kind == "quiz":
            try:
                read_item(cell.id, cell.source, where)
            except TiedbookError as fault:
                yield Finding(place, fault.message.removeprefix(f"{where}: "))
        elif cell.kind == "flashcards":
            yield from _card_findings(chapter, cell)
        elif cell.kind == "folded" and len(re.findall(r"^#+ ", cell.source, re.MULTILINE)) != 1:
            yield Finding(place, f"cell '{cell.id}': a cell of kind 'folded' is one heading, whose section is folded")


def doubled_cards(chapters: Iterable[Chapter]) -> Iterator[Finding]:
    """Yield every card whose id another card of the course has: a schedule could not tell the two apart."""
    first: dict[str, str] = {}
    for chapter in chapters:
        for cell in chapter.cells:
            for place, card in _placed(chapter, cell) if cell.kind == "flashcards" else ():
                if card.key and first.setdefault(card.key, place) != place:
                    yield Finding(
                        place, f"the card's id '{card.key}' is also in {first[card.key]}: give this one another"
                    )


def _card_findings(chapter: Chapter, cell: Cell) -> Iterator[Finding]:
    folds = len(re.findall(r"<details\b", cell.source))
    found = _placed(chapter, cell)
    whole = len(found) == folds and folds == cell.source.count("</details>")
    if not whole or not found or not all(card.question and card.answer for _, card in found):
        yield Finding(
            f"{chapter.path}:{cell.line}",
            f"cell '{cell.id}': write each card as '<details id=\"a-short-name\"><summary>question</summary>', an "
            "empty line, the answer, an empty line, '</details>'",
        )
        return
    for place, card in found:
        if not _CARD_ID.fullmatch(card.key):
            lack = f"has the id '{card.key}'" if card.key else "has no id"
            yield Finding(
                place,
                f"the card '{card.question}' {lack}: write <details id=\"a-short-name\">, in lower-case letters, "
                "digits and hyphens, unique in the course and never changed again",
            )


def _placed(chapter: Chapter, cell: Cell) -> list[tuple[str, Card]]:
    starts = [fold.start() for fold in re.finditer(r"<details\b", cell.source)]
    lines = [cell.line + 1 + cell.source.count("\n", 0, start) for start in starts]
    cards = cards_in(cell.source, chapter.stem)
    return [(f"{chapter.path}:{line}", card) for line, card in zip(lines, cards, strict=False)]
