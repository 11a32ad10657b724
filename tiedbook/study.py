"""The workspace's study log: hints opened, quiz items answered and cards turned, one JSON line each.

It stays in the workspace and is counted, never judged: whoever opens three hints has learned with three hints.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from tiedbook.log import Line, Log, append
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
        moment = event.at if isinstance(event, Turn) else datetime.now(UTC)
        at = {"at": moment.isoformat(timespec="seconds")}  # first, where a log is read fastest
        append(folder / LOG, json.dumps({**at, "what": type(event).__name__.lower(), **asdict(event), **at}))


def hint(exercise: str, number: int) -> None:
    """Note that a hint was opened; the JupyterLab extension calls it."""
    note(Hint(exercise, number))


def read_log(folder: Path | None) -> tuple[Hint | Reply | Turn, ...]:
    """Return the events of a workspace, oldest first."""
    return _STUDY.events(folder / LOG) if folder else ()


def _event(line: Line) -> Hint | Reply | Turn | None:
    match line:
        case {"what": "hint", "exercise": str(exercise), "number": int(number)}:
            return Hint(exercise, number)
        case {"what": "reply", "chapter": str(chapter), "cell": str(cell), "letter": str(letter), "right": bool(right)}:
            return Reply(chapter, cell, letter, right)
        case {"what": "turn", "card": str(card), "knew": bool(knew)}:
            at = line.get("at", _UNDATED)
            moment = _moment(at) if isinstance(at, str) else None
            return Turn(card, knew, moment) if moment else None
    return None


def _dated(event: Hint | Reply | Turn, at: str) -> Hint | Reply | Turn | None:
    if not isinstance(event, Turn):
        return event
    moment = _moment(at)
    return Turn(event.card, event.knew, moment) if moment else None


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


_UNDATED = datetime.min.replace(tzinfo=UTC).isoformat()
_STUDY: Log[Hint | Reply | Turn] = Log(_event, _dated)
