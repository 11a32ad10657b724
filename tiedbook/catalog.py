"""The sentences of one edition that code shows: diagnoses, labels, messages."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tiedbook.course import course
from tiedbook.diagnosis import Diagnosis
from tiedbook.editions import SOURCE
from tiedbook.errors import TiedbookError
from tiedbook.phrases import Phrase, filled
from tiedbook.sentences import translated


@dataclass(frozen=True, slots=True)
class Catalog:
    """Reviewed sentences of one edition, by context and English text.

    A sentence that is missing, empty or fuzzy falls back to English: a learner is better served by an English sentence
    than by none. ``tiedbook status --require-complete`` keeps such a sentence out of a release.
    """

    edition: str
    sentences: Mapping[tuple[str, str], str]

    def text(self, code: str, english: str, **values: object) -> str:
        """Return the sentence that this edition uses for `english`, its holes filled with `values`.

        A translation with a hole that the English does not have falls back to English too, rather than show nothing.
        """
        values = {name: self._said(value) for name, value in values.items()}
        translated = self.sentences.get((code, english))
        if translated:
            with suppress(KeyError, IndexError, ValueError):
                return filled(translated, values)
        return filled(english, values)

    def _said(self, value: object) -> object:
        return self.text(value.code, value.english, **value.values) if isinstance(value, Phrase) else value

    def render(self, diagnosis: Diagnosis) -> str:
        """Put one diagnosis into this edition's words."""
        return self.text(diagnosis.code, diagnosis.message, **diagnosis.values)


def read_catalog(path: Path, edition: str) -> Catalog:
    """Read the runtime catalog of an edition, leaving out what is untranslated, fuzzy or obsolete.

    Raises
    ------
    TiedbookError
        If the file is missing, or is not a PO file; the message names the line.
    """
    if not path.is_file():
        raise TiedbookError(f"{path}: the catalog is missing. `tiedbook extract` makes it.")
    with suppress(OSError, ValueError):
        if sentences := translated(path.read_text(encoding="utf-8")):
            return Catalog(edition, sentences)
    import polib  # heavier than everything else here

    try:
        entries = polib.pofile(str(path), encoding="utf-8")
    except (OSError, ValueError) as fault:
        raise TiedbookError(f"{path}: not a PO file ({fault}). Mend the line it names, or restore the file.") from fault
    return Catalog(
        edition, {(entry.msgctxt or "", entry.msgid): entry.msgstr for entry in entries if entry.translated()}
    )


@cache
def runtime(edition: str) -> Catalog:
    """Return the runtime catalog of an edition; English needs none."""
    if edition == SOURCE:
        return Catalog(SOURCE, {})
    return read_catalog(course().locales / edition / "runtime.po", edition)
