"""The quiz of a chapter: one item after the other, and for every option why it is right or wrong."""

from __future__ import annotations

from html import escape
from typing import Any

from traitlets import Dict, Int, List, Unicode

from tiedbook import drawable, quizzes
from tiedbook.markdown import html, inline
from tiedbook.session import current_edition, workspace
from tiedbook.study import Reply, note, read_log
from tiedbook.widgets.widget import Widget, text


class Quiz(Widget):
    """The items of a chapter's quiz, to be answered.

    Attributes
    ----------
    chapter : str
        Stem of the chapter.
    items : list of dict
        The items in the current edition, as HTML.
    at : int
        Index of the item that is shown.
    chosen : dict of str to str
        The option that is ticked, by the item's cell.
    answered : dict of str to str
        The option that was given as the answer, by the item's cell. It is kept in the workspace.
    """

    module = "quiz"
    spoken = Widget.spoken | {"items"}

    chapter = Unicode().tag(sync=True)
    items: List[dict[str, Any]] = List(Dict()).tag(sync=True)
    at = Int().tag(sync=True)
    chosen = Dict().tag(sync=True)
    answered = Dict().tag(sync=True)

    def __init__(self, **state: Any) -> None:
        super().__init__(**state)
        self.observe(self._keep, names="answered")

    def words(self) -> dict[str, str]:
        """Return every text of this widget in the current edition."""
        return {
            "title": text("widget.quiz.title", "Quiz"),
            "item": text("widget.quiz.item", "Item {number} of {count}"),
            "options": text("widget.quiz.options", "Options"),
            "answer": text("widget.quiz.answer", "Answer"),
            "choose": text("widget.quiz.choose", "Choose an option, then press Answer."),
            "right": text("widget.quiz.right", "{letter} is right."),
            "wrong": text("widget.quiz.wrong", "It is not {letter}. {right} is right."),
            "tally": text("widget.quiz.tally", "{answered} of {count} answered, {right} right."),
            "yours": text("widget.quiz.yours", "your answer"),
            "correct": text("widget.quiz.correct", "right"),
            "others": text("widget.quiz.others", "Why not the others?"),
            "again": text("widget.quiz.again", "Answer again"),
            "next": text("widget.quiz.next", "Next item"),
            "previous": text("widget.quiz.previous", "Previous item"),
        }

    def stand_in(self) -> str:
        """Return the items with folded answers."""
        words = self.labels
        parts = [
            f"<li>{item['asked']}<ul>{''.join(_line(option) for option in item['options'])}</ul>"
            f"<details><summary>{escape(words['answer'])}</summary>{_reasons(item)}</details></li>"
            for item in self.items
        ]
        return f'<section lang="{self.lang}"><p><b>{escape(words["title"])}</b></p><ol>{"".join(parts)}</ol></section>'

    def edition_changed(self) -> None:
        """Ask in the edition that has been chosen meanwhile; what was answered stays."""
        with self.hold_sync():
            self.items = _items(self.chapter)
            super().edition_changed()

    def _keep(self, change: dict[str, Any]) -> None:
        right = {item["cell"]: item["right"] for item in self.items}
        for cell, letter in change["new"].items():
            if change["old"].get(cell) != letter and cell in right:
                note(Reply(self.chapter, cell, letter, letter == right[cell]))


def quiz(chapter: str) -> Quiz:
    """Show the quiz of a chapter, where it was left.

    Parameters
    ----------
    chapter : str
        Stem of the chapter, such as ``"ch01_lookup_is_matmul"``.

    Raises
    ------
    TypeError, ValueError
        If it is no name, or the current edition does not have this chapter.
    """
    chapter = drawable.chapter(chapter)
    items = _items(chapter)
    replies = [event for event in read_log(workspace()) if isinstance(event, Reply) and event.chapter == chapter]
    known = {(item["cell"], option["letter"]) for item in items for option in item["options"]}
    answered = {reply.cell: reply.letter for reply in replies if (reply.cell, reply.letter) in known}
    at = next((index for index, item in enumerate(items) if item["cell"] not in answered), 0)
    return Quiz(chapter=chapter, items=items, at=at, answered=answered, chosen=dict(answered))


def _items(chapter: str) -> list[dict[str, Any]]:
    return [
        {
            "cell": item.cell,
            "asked": html(item.asked),
            "right": item.right,
            "after": html(item.after),
            "options": [
                {"letter": option.letter, "text": inline(option.text), "why": html(option.why)}
                for option in item.options
            ],
        }
        for item in quizzes.quiz(chapter, current_edition().tag)
    ]


def _line(option: dict[str, str]) -> str:
    return f"<li><b>{option['letter']}.</b> {option['text']}</li>"


def _reasons(item: dict[str, Any]) -> str:
    first = next(option for option in item["options"] if option["letter"] == item["right"])
    reasons = dict.fromkeys(option["why"] for option in item["options"] if option is not first)
    return f"<p><b>{first['letter']}.</b></p>{first['why']}{''.join(reasons)}{item['after']}"
