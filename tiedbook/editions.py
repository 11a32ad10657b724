"""The editions of the course, as ``locales/editions.toml`` lists them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from tiedbook.course import Course, course
from tiedbook.errors import LearnerError

SOURCE = "en"


@dataclass(frozen=True, slots=True)
class Edition:
    """One language's whole course.

    Parameters
    ----------
    tag : str
        BCP 47 language tag, such as ``"hi-Latn"``.
    name : str
        What the edition calls itself, such as ``"Español"``.
    lab_locale : str or None
        Locale of the JupyterLab language pack, such as ``"es_ES"``; None where there is none.
    unfinished : tuple of str
        Chapters whose translation is still being written; what they lack is shown in English, with a mark.
    """

    tag: str
    name: str
    lab_locale: str | None = None
    unfinished: tuple[str, ...] = ()


@cache
def editions() -> dict[str, Edition]:
    """Return every edition by its tag, in the order of the file; English, the source, first."""
    return editions_of(course())


def editions_of(course: Course) -> dict[str, Edition]:
    """Return the editions that another course lists, such as a translator's scratch copy."""
    text = (course.locales / "editions.toml").read_text(encoding="utf-8")
    return {
        tag: Edition(tag, entry["name"], entry.get("lab_locale"), tuple(entry.get("unfinished", ())))
        for tag, entry in tomllib.loads(text).items()
    }


def edition(tag: str) -> Edition:
    """Return the edition with this tag.

    Raises
    ------
    LearnerError
        If there is none; the message lists those there are.
    """
    try:
        return editions()[tag]
    except KeyError:
        raise LearnerError(
            "edition.unknown",
            "There is no edition '{tag}'. The editions are: {known}.",
            status=2,
            tag=tag,
            known=", ".join(editions()),
        ) from None
