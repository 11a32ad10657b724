"""When a submission was made, as nbgrader's ``timestamp.txt`` tells."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from autograde.gather import TIMESTAMP, read_plain
from autograde.gradebook import nbgrader_api
from tiedbook.errors import TiedbookError


@dataclass(frozen=True, slots=True)
class Timestamp:
    """A time, and the text that told it.

    Parameters
    ----------
    text : str
        As in the file.
    time : datetime
        In UTC, without a time zone, as the gradebook holds it.
    """

    text: str
    time: datetime


_USUAL = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{6})? UTC")  # nbgrader's own


def parse_timestamp(text: str) -> Timestamp:
    """Read a time as nbgrader does.

    Raises
    ------
    TiedbookError
        If it is no time.
    """
    if _USUAL.fullmatch(text.strip()):
        with suppress(ValueError):
            return Timestamp(text, datetime.fromisoformat(text.strip().removesuffix(" UTC")))
    api = nbgrader_api()
    try:
        return Timestamp(text, api.utils.parse_utc(text.strip()))
    except (ValueError, OverflowError) as fault:
        raise TiedbookError(f"'{text.strip()[:60]}' is not a time ({fault}).") from fault


def read_timestamp(folder: Path) -> Timestamp | None:
    """Return the time in a submission's folder; None where there is no ``timestamp.txt``.

    Raises
    ------
    TiedbookError
        If there is one and it tells no time.
    """
    path = folder / TIMESTAMP
    try:
        return parse_timestamp(read_plain(path, 1000).decode("utf-8", "replace"))
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise TiedbookError(f"{path}: cannot be read ({fault.strerror}). Mend it, or remove it.") from fault
    except TiedbookError as fault:
        raise TiedbookError(
            f"{path}: {fault.message} Write one such as 2026-05-04 12:00:00 UTC, or remove it."
        ) from fault
