"""Words that an edition does not use: forbidden variants of the glossary, and misspellings."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from tiedbook.author.finder import Finder
from tiedbook.author.findings import Finding
from tiedbook.author.inflection import inflected
from tiedbook.author.markup import markup
from tiedbook.author.po import CatalogFile
from tiedbook.author.texts import read_rows
from tiedbook.course import Course

GLOSSARY = "glossary.csv"
SPELLING = "spelling.csv"


@dataclass(frozen=True, slots=True)
class Avoided:
    """One form that an edition avoids, and what it writes instead."""

    form: str
    instead: str
    source: str


def avoided(course: Course, edition: str) -> tuple[Avoided, ...]:
    """Return the forms that an edition avoids.

    They come from the columns ``<edition>`` and ``<edition> avoid`` (forms separated by semicolons) of
    ``locales/glossary.csv``, in the plural as well, and from ``avoid`` and ``write`` of
    ``locales/<edition>/spelling.csv``, where there is one.
    """
    found = [
        Avoided(each, row.get(edition, ""), GLOSSARY)
        for row in read_rows(course.locales / GLOSSARY, f"locales/{GLOSSARY}", "term")
        for form in _forms(row.get(f"{edition} avoid", ""))
        for each in inflected(form, edition)
    ]
    found += [
        Avoided(form, row["write"], f"{edition}/{SPELLING}")
        for row in read_rows(course.locales / edition / SPELLING, f"locales/{edition}/{SPELLING}", "avoid", "write")
        for form in _forms(row["avoid"])
    ]
    return tuple(found)


def wording_findings(where: str, catalog: CatalogFile, forms: tuple[Avoided, ...]) -> Iterator[Finding]:
    """Yield every translation in a catalog that uses an avoided form, whole words only, in any case."""
    by_form = {_plain(form.form): form for form in reversed(forms)}  # of two rules for one form, the first
    finder = Finder(by_form)
    for entry in catalog.entries:
        for found in finder.find(_composed(" ".join(markup(entry.text).words.split()))):
            form = by_form[_plain(found)]
            yield Finding(
                f"{where}: [{entry.unit.context}]", f"{found!r}: write {form.instead!r} (locales/{form.source})"
            )


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)  # an accent may be a letter of its own


def _plain(form: str) -> str:
    return _composed(form).lower()


def _forms(text: str) -> list[str]:
    return [form.strip() for form in text.split(";") if form.strip()]
