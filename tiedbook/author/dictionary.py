"""Spelling by hunspell, for editions that name a dictionary; a list allows names, loans and code words."""

from __future__ import annotations

import re
import shutil
import subprocess
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from tiedbook.author.findings import Finding, refuse
from tiedbook.author.markup import markup
from tiedbook.author.po import CatalogFile
from tiedbook.author.texts import read_text
from tiedbook.course import Course

ALLOWED = "words.txt"
_WORD = re.compile(r"[^\W\d_]{2,}")  # a single letter is a quantity, or Spanish y, o, a
_NAME = re.compile(r"<code>.*?</code>|\w*_\w*")  # code in HTML, and names of code wherever they stand
_PATIENCE = 60  # seconds; it takes one


@dataclass(frozen=True, slots=True)
class Allowed:
    """What an edition may write though no dictionary has it.

    Parameters
    ----------
    words : frozenset of str
        Single words; in lower case they may begin a sentence too.
    phrases : re.Pattern or None
        Names and titles of several words, which allow their words nowhere else.
    """

    words: frozenset[str]
    phrases: re.Pattern[str] | None

    def has(self, word: str) -> bool:
        """Say whether a word is on the list."""
        return word in self.words or word[:1].lower() + word[1:] in self.words


def allowed(course: Course, edition: str) -> Allowed:
    """Read ``locales/<edition>/words.txt``: a word or a phrase a line; what follows a ``#`` is a remark.

    Raises
    ------
    TiedbookError
        If the file cannot be read.
    """
    path = course.locales / edition / ALLOWED
    text, faults = read_text(path, f"locales/{edition}/{ALLOWED}") if path.exists() else ("", ())
    refuse(faults)
    entries = [entry for line in text.splitlines() if (entry := _composed(line.partition("#")[0]))]
    phrases = sorted((entry for entry in entries if not _WORD.fullmatch(entry)), key=len, reverse=True)
    choice = "|".join(map(re.escape, phrases))
    return Allowed(
        frozenset(entry for entry in entries if _WORD.fullmatch(entry)),
        re.compile(rf"(?<!\w)(?:{choice})(?![^\W\d_])") if phrases else None,
    )


def words_of(catalog: CatalogFile, allows: Allowed) -> Iterator[tuple[str, str]]:
    """Yield the context and the words of each reviewed translation that the list does not allow."""
    for entry in catalog.entries:
        if entry.reviewed:
            text = _composed(markup(_NAME.sub(" ", entry.text)).words.replace("*", ""))
            text = allows.phrases.sub(" ", text) if allows.phrases else text
            for word in dict.fromkeys(_WORD.findall(text)):
                if not allows.has(word):
                    yield entry.unit.context, word


def misspelt(words: Iterable[str], dictionary: str) -> frozenset[str] | None:
    """Return the words that hunspell does not know; None where it, or the dictionary, is not installed."""
    program = shutil.which("hunspell")
    if program is None:
        return None
    done = subprocess.run(  # noqa: S603  # the words are on its standard input
        [program, "-i", "utf-8", "-d", dictionary, "-l"],
        input="\n".join(sorted(set(words))),
        capture_output=True,
        encoding="utf-8",
        timeout=_PATIENCE,
        check=False,
    )
    return frozenset(done.stdout.split()) if done.returncode == 0 else None


def spelling_findings(
    course: Course, edition: str, dictionary: str, catalogs: Collection[tuple[str, CatalogFile]]
) -> Iterator[Finding]:
    """Warn of every word that hunspell does not know and the list does not allow.

    Parameters
    ----------
    course : Course
        Whose list counts.
    edition : str
        Tag of the edition.
    dictionary : str
        Name of the dictionary, such as ``"es_ES"``.
    catalogs : collection of (str, CatalogFile)
        The edition's catalogs, each with its path from the course's root.
    """
    allows = allowed(course, edition)
    written = [(where, *pair) for where, catalog in catalogs for pair in words_of(catalog, allows)]
    wrong = misspelt((word for _, _, word in written), dictionary)
    if wrong is None:
        what = (
            f"the spelling is not checked, since hunspell with the dictionary {dictionary} is not installed here. "
            f"On Debian: apt install hunspell hunspell-{dictionary.partition('_')[0]}"
        )
        yield Finding(f"locales/{edition}", what, warns=True)
        return
    for where, context, word in written:
        if word in wrong:
            what = f"{word!r} is in no dictionary ({dictionary}): mend it, or allow it in locales/{edition}/{ALLOWED}"
            yield Finding(f"{where}: [{context}]", what, warns=True)


def _composed(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())
