"""The workspace's study log: hints opened, quiz items answered and cards turned, one JSON line each.

It stays in the workspace and is counted, never judged: whoever opens three hints has learned with three hints.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from tiedbook.journal import append, lines_of
from tiedbook.session import workspace

LOG = Path(".tiedbook") / "study.jsonl"


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint that was opened.

    Parameters
    ----------
    exercise : str
        Whose.
    number : int
        Which one, from 1; the solution counts as the last.
    """

    exercise: str
    number: int


@dataclass(frozen=True, slots=True)
class Reply:
    """An option that was chosen in a quiz.

    Parameters
    ----------
    chapter, cell : str
        Stem of the chapter, and the cell of the item.
    letter : str
        The option.
    right : bool
        Whether it was the right one.
    """

    chapter: str
    cell: str
    letter: str
    right: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """A card that was turned.

    Parameters
    ----------
    card : str
        Its key, the same in every edition.
    knew : bool
        Whether the learner knew the answer.
    at : datetime
        When, in UTC.
    """

    card: str
    knew: bool
    at: datetime


def note(event: Hint | Reply | Turn) -> None:
    """Add an event to the log of the open notebook's workspace; without one, nothing is kept."""
    folder = workspace()
    if folder is not None:
        at = event.at if isinstance(event, Turn) else datetime.now(UTC)
        entry = {**asdict(event), "what": type(event).__name__.lower(), "at": at.isoformat(timespec="seconds")}
        append(folder / LOG, json.dumps(entry))


def hint(exercise: str, number: int) -> None:
    """Note that a hint was opened; the JupyterLab extension calls it."""
    note(Hint(exercise, number))


def read_log(folder: Path | None) -> Iterator[Hint | Reply | Turn]:
    """Yield the events of a workspace, oldest first; a line that is damaged is passed over."""
    if folder is None:
        return
    for line in lines_of(folder / LOG):
        event = _event(line)
        if event is not None:
            yield event


def _event(line: dict[str, object]) -> Hint | Reply | Turn | None:
    match line:
        case {"what": "hint", "exercise": str(exercise), "number": int(number)}:
            return Hint(exercise, number)
        case {"what": "reply", "chapter": str(chapter), "cell": str(cell), "letter": str(letter), "right": bool(right)}:
            return Reply(chapter, cell, letter, right)
        case {"what": "turn", "card": str(card), "knew": bool(knew), "at": str(at)}:
            moment = _moment(at)
            return Turn(card, knew, moment) if moment else None
    return None


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
