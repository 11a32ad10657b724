"""Plurals of words, so that a form which an edition avoids is found in the plural as well."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

_ACUTE = str.maketrans("áéíóú", "aeiou")


def inflected(form: str, edition: str) -> tuple[str, ...]:
    """Return a form of one or more words, then the same with each choice of its words in the plural.

    Some plurals that are made are no words; nobody writes those. Of an edition whose plurals are not known here, only
    the form itself is returned.

    Parameters
    ----------
    form : str
        In the singular, such as ``"símbolo léxico"``.
    edition : str
        Tag of the edition.
    """
    plurals = _PLURALS.get(edition)
    words = [(word, *dict.fromkeys(plurals(word))) if plurals else (word,) for word in form.split()]
    return tuple(" ".join(choice) for choice in itertools.product(*words))


def _spanish(word: str) -> Iterator[str]:
    """Yield the plurals of a Spanish word: fichas, rubíes, matrices, inmersiones, renglones, warnings."""
    last = word[-1].lower()
    if last not in "zs":
        yield f"{word}s"
    if last == "z":
        yield f"{word[:-1]}ces"
    elif last in "íú":
        yield f"{word}es"
    elif last not in "aeiouáéós":  # what ends in s is a plural already
        yield f"{word[:-2]}{word[-2:].translate(_ACUTE)}es"


def _hinglish(word: str) -> Iterator[str]:
    """Yield the plurals of a Hindi word in Latin letters: aakaaron, sambhavnaein, panktiyan."""
    last = word[-1].lower()
    if last == "i":
        yield from (f"{word}yan", f"{word}yaan", f"{word}yon")
    elif last == "a":
        stem = word.rstrip("a")
        yield from (f"{stem}e", f"{stem}on", f"{word}on", f"{word}ein", f"{word}yein")
    elif last not in "eou":
        yield from (f"{word}on", f"{word}ein", f"{word}en", f"{word}s")


_PLURALS: dict[str, Callable[[str], Iterator[str]]] = {"es": _spanish, "hi-Latn": _hinglish}
