"""What in a Markdown sentence is not words: math, code, links, tags, holes, numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

_MARKUP = re.compile(
    r"""
      (?P<escape> \\[!-/:-@\[-`{-~] )                                  # an escaped sign opens nothing
    | (?P<code>   (?<!`)(?P<ticks>`+)(?!`) .+? (?<!`)(?P=ticks)(?!`) )
    | (?P<math>   \$\$.+?\$\$ | \$[^$]+?\$ )
    | (?P<tag>    </?[A-Za-z][\w-]*(?:\s[^<>]*)?/?> )
    | (?P<image>  !(?=\[) )                                            # no exclamation mark
    | \]\(\s*<?(?P<link> (?:[^\s()<>]|\([^\s()]*\))* )>?
    | (?P<url>    https?://[^\s)>\]]+ )
    | (?P<hole>   \{[A-Za-z_][\w.]*(?:![rsa])?(?::[^{}]*)?\} )
    """,
    re.VERBOSE | re.DOTALL,
)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class Markup:
    """A sentence taken apart.

    Parameters
    ----------
    parts : mapping of str to tuple of str
        What is the same in every edition, sorted, under ``"math"``, ``"code"``, ``"tag"``, ``"link"``, ``"hole"`` and
        ``"number"``.
    words : str
        The rest, with a space in place of each part but numbers.
    """

    parts: Mapping[str, tuple[str, ...]]
    words: str

    @property
    def speaks(self) -> bool:
        """Whether anything is left to translate."""
        return any(letter.isalpha() for letter in self.words)


@lru_cache(maxsize=8192)
def markup(text: str) -> Markup:
    """Take a sentence apart."""
    found: dict[str, list[str]] = {name: [] for name in ("math", "code", "tag", "link", "hole", "number")}

    def note(match: re.Match[str]) -> str:
        kind = match.lastgroup or ""
        kind = "link" if kind == "url" else kind
        if kind in found:
            found[kind].append(" ".join((match["link"] if match["link"] is not None else match[0]).split()))
        return " "

    words = _MARKUP.sub(note, text)
    found["number"] = _NUMBER.findall(words)
    return Markup({name: tuple(sorted(items)) for name, items in found.items()}, words)
