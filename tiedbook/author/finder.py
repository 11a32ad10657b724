"""Many words and phrases looked for in one text, in time that does not grow with their number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_WORD = re.compile(r"\w+")


class Finder:
    """Finds whole words and phrases, in any case: of those that begin at the same word, the longest.

    Parameters
    ----------
    forms : iterable of str
        What to find.
    joins : str
        Signs that, before or after a form, make it a part of a longer word, as letters do.
    """

    def __init__(self, forms: Iterable[str], joins: str = "") -> None:
        by_first: dict[str, list[str]] = {}
        for form in sorted({*forms} - {""}, key=len, reverse=True):
            first = _WORD.match(form)
            by_first.setdefault(first[0].lower() if first else "", []).append(re.escape(form))
        inside = rf"[\w{re.escape(joins)}]"
        patterns = {
            first: re.compile(rf"(?<!{inside})(?:{'|'.join(same)})(?!{inside})", re.IGNORECASE)
            for first, same in by_first.items()
        }
        self._odd = patterns.pop("", None)  # forms that begin with a sign
        self._by_first = patterns

    def find(self, text: str) -> Iterator[str]:
        """Yield what is found, as it is written in the text; no two overlap, but for forms that begin with a sign."""
        end = 0
        for word in _WORD.finditer(text):
            pattern = self._by_first.get(word[0].lower())
            if pattern is None or word.start() < end:
                continue
            match = pattern.match(text, word.start())
            if match:
                end = match.end()
                yield match[0]
        if self._odd:
            yield from (match[0] for match in self._odd.finditer(text))
