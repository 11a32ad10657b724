"""Flashcards in the notebook: those that are due today, one after the other."""

from __future__ import annotations

from datetime import UTC, datetime
from html import escape
from typing import Any

from traitlets import Bool, Dict, List, Unicode

from tiedbook import cards, drawable
from tiedbook.markdown import html, inline
from tiedbook.schedule import due
from tiedbook.session import current_edition, workspace
from tiedbook.study import Turn, note, read_log
from tiedbook.widgets.widget import Widget, text


class Flashcards(Widget):
    """Cards to turn.

    Attributes
    ----------
    chapter : str
        Stem of the chapter whose cards these are; empty for the whole course.
    cards : dict of str to dict
        Question and answer of each card as HTML, in the current edition.
    queue : list of str
        Keys of the cards that wait, the one that is shown first.
    turned : bool
        Whether the answer is shown.
    marks : list of dict
        What the learner said of each card that was turned here: ``{"card": key, "knew": bool}``, oldest first.
    kept : bool
        Whether the schedule is kept in a workspace.
    """

    module = "flashcards"
    spoken = Widget.spoken | {"cards"}

    chapter = Unicode().tag(sync=True)
    cards = Dict().tag(sync=True)
    queue: List[str] = List(Unicode()).tag(sync=True)
    turned = Bool().tag(sync=True)
    marks: List[dict[str, Any]] = List(Dict()).tag(sync=True)
    kept = Bool().tag(sync=True)

    def __init__(self, **state: Any) -> None:
        super().__init__(**state)
        self.observe(self._keep, names="marks")

    def words(self) -> dict[str, str]:
        """Return every text of this widget in the current edition."""
        return {
            "title": text("widget.cards.title", "Flashcards"),
            "left": text("widget.cards.left", "Cards left today: {count}."),
            "show": text("widget.cards.show", "Show the answer"),
            "knew": text("widget.cards.knew", "I knew it"),
            "again": text("widget.cards.again", "Not yet"),
            "answer": text("widget.cards.answer", "Answer"),
            "think": text("widget.cards.think", "Say the answer to yourself, then look."),
            "done": text("widget.cards.done", "That was all for today. Cards waiting for a later day: {count}"),
            "more": text("widget.cards.more", "Go through all cards"),
            "kept": text(
                "widget.cards.kept",
                "A card that you knew comes back after 1, 2, 4, 8 … days, one that you did not know at once. "
                "The dates are a file in your workspace.",
            ),
            "not_kept": text(
                "widget.cards.not_kept",
                "This notebook is not in a workspace, so the dates are not kept: all cards are due each time.",
            ),
        }

    def stand_in(self) -> str:
        """Return the cards with folded answers."""
        folds = [
            f"<details><summary>{card['question']}</summary>{card['answer']}</details>" for card in self.cards.values()
        ]
        title = escape(self.labels["title"])
        # A table, since nothing else keeps its caption on every page that shows notebooks.
        return f'<table lang="{self.lang}"><caption>{title}</caption><tr><td>{"".join(folds)}</td></tr></table>'

    def edition_changed(self) -> None:
        """Show the cards in the edition that has been chosen meanwhile; the schedule is the same in all."""
        with self.hold_sync():
            self.cards = _faces(self.chapter)
            super().edition_changed()

    def _keep(self, change: dict[str, Any]) -> None:
        for mark in change["new"][len(change["old"]) :]:
            note(Turn(mark["card"], mark["knew"], datetime.now(UTC)))


def flashcards(chapter: str = "") -> Flashcards:
    """Show the flashcards that are due today.

    Parameters
    ----------
    chapter : str
        Stem of the chapter, such as ``"ch01_lookup_is_matmul"``; without it, the cards of the whole course.

    Raises
    ------
    TypeError, ValueError
        If it is no name, or the current edition does not have this chapter.
    """
    chapter = drawable.chapter(chapter) if chapter != "" else ""
    faces, folder = _faces(chapter), workspace()
    turns = [event for event in read_log(folder) if isinstance(event, Turn)]
    queue = due(list(faces), turns, datetime.now(UTC))
    return Flashcards(chapter=chapter, cards=faces, queue=queue, kept=folder is not None)


def _faces(chapter: str) -> dict[str, dict[str, str]]:
    return {
        card.key: {"question": inline(card.question), "answer": html(card.answer)}
        for card in cards.cards(current_edition().tag)
        if card.chapter == chapter or not chapter
    }
