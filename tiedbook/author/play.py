"""What widgets play of a chapter, its quiz items and its cards: each must read as they are read at run time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tiedbook.author.findings import Finding
from tiedbook.author.source import Chapter
from tiedbook.cards import sides
from tiedbook.errors import TiedbookError
from tiedbook.quizzes import read_item


def play_findings(chapter: Chapter) -> Iterator[Finding]:
    """Yield every quiz item and every cell of cards in a chapter that a widget could not play, or not in full."""
    where = f"chapters/{chapter.stem}.py"
    for cell in chapter.cells:
        place = f"{where}:{cell.line}"
        if cell.kind == "quiz":
            try:
                read_item(cell.id, cell.source, where)
            except TiedbookError as fault:
                yield Finding(place, fault.message.removeprefix(f"{where}: "))
        elif cell.kind == "flashcards":
            folds = len(re.findall(r"<details\b", cell.source))
            found = sides(cell.source)
            whole = len(found) == folds and folds == cell.source.count("</details>")
            if not whole or not found or not all(question and answer for question, answer in found):
                yield Finding(
                    place,
                    f"cell '{cell.id}': write each card as '<details><summary>question</summary>', an empty line, the "
                    "answer, an empty line, '</details>'",
                )
        elif cell.kind == "folded" and len(re.findall(r"^#+ ", cell.source, re.MULTILINE)) != 1:
            yield Finding(place, f"cell '{cell.id}': a cell of kind 'folded' is one heading, whose section is folded")
