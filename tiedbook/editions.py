"""The editions of the course, as ``locales/editions.toml`` lists them."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tiedbook.course import Course, course
from tiedbook.errors import LearnerError, TiedbookError

SOURCE = "en"
_TAG = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?")  # BCP 47: language, script, region


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
    dictionary : str or None
        Hunspell dictionary that fits, such as ``"es_ES"``; None where there is none.
    unfinished : tuple of str
        Chapters whose translation is still being written; what they lack is shown in English, with a mark.
    """

    tag: str
    name: str
    lab_locale: str | None = None
    unfinished: tuple[str, ...] = ()
    dictionary: str | None = None


@cache
def editions() -> dict[str, Edition]:
    """Return every edition by its tag, in the order of the file; English, the source, first."""
    return editions_of(course())


def editions_of(course: Course) -> dict[str, Edition]:
    """Return the editions that another course lists, such as a translator's scratch copy.

    Raises
    ------
    TiedbookError
        If the file is not TOML, or a table in it does not describe an edition; the message names the table.
    """
    path = course.locales / "editions.toml"
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as fault:
        raise TiedbookError(f"{path}: not TOML ({fault}). Mend the line it names.") from fault
    return {tag: _edition(path, tag, entry) for tag, entry in tables.items()}


def _edition(path: Path, tag: str, entry: object) -> Edition:
    if not _TAG.fullmatch(tag):
        raise TiedbookError(f"{path}: [{tag}] is no language tag. Write it like [pt], [pt-BR] or [sr-Latn].")
    match entry:
        case {"name": str(name), **others}:
            locale, unfinished = others.get("lab_locale"), others.get("unfinished", [])
            dictionary = others.get("dictionary")
            if isinstance(unfinished, list) and isinstance(locale, str | None) and isinstance(dictionary, str | None):
                return Edition(tag, name, locale, tuple(map(str, unfinished)), dictionary)
            raise TiedbookError(
                f"{path}: [{tag}] needs text as lab_locale and dictionary, and a list of chapters as unfinished."
            )
    raise TiedbookError(f'{path}: [{tag}] has no name. Add what the edition calls itself: name = "Português".')


def tag_of(text: str) -> str:
    """Return the tag of the edition that a person names, by tag or name in any case; else the text as it is."""
    wanted = text.casefold()
    return next((tag for tag, item in editions().items() if wanted in (tag.casefold(), item.name.casefold())), text)


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
