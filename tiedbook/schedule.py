"""When a flashcard is due: the Leitner system, in which a card that is known waits twice as long each time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from tiedbook.study import Turn

FIRST = timedelta(days=1)  # how long a card waits that was known once; then 2, 4, 8 … days
LONGEST = timedelta(days=64)


def due(keys: Sequence[str], turns: Iterable[Turn], now: datetime) -> list[str]:
    """Return the cards that are due, those not known last time first, then new ones, then known ones.

    Parameters
    ----------
    keys : sequence of str
        Cards, in the order of the course.
    turns : iterable of Turn
        Every time a card was turned, oldest first.
    now : datetime
        The time, with a time zone.
    """
    boxes = {key: (0, _never()) for key in keys}
    for turn in turns:
        if turn.card in boxes:
            box = boxes[turn.card][0] + 1 if turn.knew else 0
            at = turn.at if turn.at <= now else now - LONGEST  # a clock that was ahead must hide no card
            boxes[turn.card] = (box, at + wait(box) if turn.knew else at)
    ready = [key for key in keys if boxes[key][1] <= now]

    def order(key: str) -> int:
        box, at = boxes[key]
        return 0 if box == 0 and at > _never() else 1 if box == 0 else 2

    return sorted(ready, key=order)


def wait(times: int) -> timedelta:
    """Return how long a card waits that was known so many times in a row: 1, 2, 4 … days, never over 64."""
    return min(2.0 ** min(times - 1, 10) * FIRST, LONGEST)


def _never() -> datetime:
    return datetime.min.replace(tzinfo=UTC)
