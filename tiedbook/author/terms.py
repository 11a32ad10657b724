"""Terms of the glossary: where the English has one, its translation has the edition's word for it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from tiedbook.author.finder import Finder
from tiedbook.author.findings import Finding
from tiedbook.author.markup import markup
from tiedbook.author.po import CatalogFile
from tiedbook.author.texts import read_rows
from tiedbook.author.wording import GLOSSARY
from tiedbook.course import Course

TERMS = "terms.csv"
_EVERYWHERE = "*"
_LETTERS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Term:
    """One concept of the glossary.

    Parameters
    ----------
    english : str
        The English term, in the singular.
    translation : str
        What the edition writes.
    excused : frozenset of str
        Contexts whose translation says it in other words; ``*`` for all.
    """

    english: str
    translation: str
    excused: frozenset[str] = frozenset()

    def forms(self) -> set[str]:
        """Return the English term in the singular and in the plurals it may have."""
        return _forms(self.english)

    def is_excused(self, context: str) -> bool:
        """Say whether the translation of a unit need not have the term."""
        return bool(self.excused & {context, _EVERYWHERE})

    def is_kept(self, text: str) -> bool:
        """Say whether a translation has the edition's word, as a noun or as the verb that belongs to it."""
        stems = _stems(self.translation)
        return any(word.startswith(stems) for word in _words(text)) or any(
            form in text
            for form in _forms(self.translation)  # a loan has its English plural: axes
        )


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of one edition, to be found in English: of two that overlap, the longer.

    Parameters
    ----------
    by_form : mapping of str to Term
        Each term by its forms, in lower case.
    finder : Finder
        Finds the forms.
    """

    by_form: Mapping[str, Term]
    finder: Finder

    def found(self, english: str) -> dict[Term, str]:
        """Return the terms in a text, each with the form it has there."""
        return {self.by_form[form.lower()]: form for form in self.finder.find(english)}


def terms(course: Course, edition: str) -> Terms:
    """Return the terms of an edition.

    They come from the columns ``term`` and ``<edition>`` of ``locales/glossary.csv``, alternatives separated by
    semicolons. ``locales/<edition>/terms.csv`` says where a term is not needed: ``term`` and ``unit``, which is ``*``
    for a word that English uses in other senses too.
    """
    excused: dict[str, set[str]] = {}
    for row in read_rows(course.locales / edition / TERMS, f"locales/{edition}/{TERMS}", "term", "unit"):
        excused.setdefault(row["term"], set()).add(row["unit"])
    known = [
        Term(english, row[edition], frozenset(excused.get(english, ())))
        for row in read_rows(course.locales / GLOSSARY, f"locales/{GLOSSARY}", "term")
        if _stems(row.get(edition, ""))
        for english in (part.strip() for part in row["term"].split(";"))
        if english
    ]
    by_form = {form.lower(): term for term in known for form in term.forms()}
    return Terms(by_form, Finder(by_form, joins="-"))


def term_findings(where: str, catalog: CatalogFile, edition: str, known: Terms) -> Iterator[Finding]:
    """Warn of every reviewed translation that lacks the edition's word for a term of its English."""
    for entry in catalog.entries:
        if not entry.reviewed:
            continue
        text = _prose(entry.text)
        for term, form in known.found(_prose(entry.unit.english)).items():
            if not term.is_excused(entry.unit.context) and not term.is_kept(text):
                yield Finding(
                    f"{where}: [{entry.unit.context}]",
                    f"the English has {form!r}, the glossary {term.translation!r} for it: use that, or list "
                    f"'{term.english},{entry.unit.context}' in locales/{edition}/{TERMS}",
                    warns=True,
                )


@cache
def _forms(term: str) -> set[str]:
    # rows, losses, entries, axes, matrices
    swaps = (("$", "s"), ("$", "es"), ("y$", "ies"), ("is$", "es"), ("[ei]x$", "ices"))
    return {term, *(re.sub(ending, plural, term) for ending, plural in swaps)}


def _prose(text: str) -> str:
    return " ".join(markup(text).words.replace("*", "").split())


@cache
def _stems(translation: str) -> tuple[str, ...]:
    """Return the beginning of the first word of each alternative: puntuación and puntúa are one term."""
    firsts = (_words(part)[:1] for part in re.split("[;()]", translation))
    return tuple(dict.fromkeys(word[: max(3, len(word) // 2 - 1)] for first in firsts for word in first))


@lru_cache(maxsize=1)  # each term of a unit looks at the same translation
def _words(text: str) -> list[str]:
    if not text.isascii():
        text = "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))
    return _LETTERS.findall(text.lower())
