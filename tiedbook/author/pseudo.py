"""A pseudo-language: English with accents and some length, which shows what no catalog reaches and what has no room."""

from __future__ import annotations

import re
from dataclasses import replace
from math import ceil

from tiedbook.author.extract import catalog_path, place, sources
from tiedbook.author.findings import refuse
from tiedbook.author.markup import markup
from tiedbook.author.merging import merged
from tiedbook.author.po import CatalogFile, Entry, po_text, read_catalog_file
from tiedbook.course import Course
from tiedbook.editions import SOURCE, editions_of
from tiedbook.errors import TiedbookError
from tiedbook.files import write_if_changed

TAG = "en-XA"  # what Android and Chromium call accented English
GROWTH = 0.4  # of the letters, as a long translation

_ACCENTS = str.maketrans("AaCcDdEeGgIiKkLlNnOoRrSsTtUuYyZz", "ÂâČčĎďÊêĜĝÎîĶķĹĺÑñÔôŔŕŠšŤťÛûÝýŽž")
_VOWEL = re.compile("[âêîôûÂÊÎÔÛ]")
_NOT_WORDS = re.compile(
    r"""
      \\[!-/:-@\[-`{-~]                                   # an escaped sign
    | (?<!`)(`+)(?!`).+?(?<!`)\1(?!`)                     # code
    | \$\$.+?\$\$ | \$[^$]+?\$                            # math
    | <code>.*?</code> | </?[A-Za-z][\w-]*(?:\s[^<>]*)?/?>  # HTML
    | \]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)             # where a link leads
    | https?://[^\s)>\]]+
    | \{\{ | \}\} | \{[A-Za-z_][\w.]*(?:![rsa])?(?::[^{}]*)?\}  # holes
    | (?<![^\W_])[A-Za-z](?![^\W_])                       # a letter alone: a quantity, or the option of a quiz
    | \n
    """,
    re.VERBOSE | re.DOTALL,
)


def pseudo(english: str) -> str:
    """Return a sentence in the pseudo-language; math, code, links, tags, holes and lone letters stay as they are."""
    parts: list[str] = []
    done = 0
    for match in _NOT_WORDS.finditer(english):
        parts += [_accented(english[done : match.start()]), match[0]]
        done = match.end()
    return "".join([*parts, _accented(english[done:])])


def is_pseudo(text: str) -> bool:
    """Say whether no word of a text is plain English: two letters or more, one of which could have an accent."""
    words = re.findall(r"[^\W\d_]{2,}", markup(_NOT_WORDS.sub(" ", text)).words)
    return not any(word.isascii() and word != word.translate(_ACCENTS) for word in words)


def write_pseudo(course: Course, tag: str = TAG) -> tuple[str, ...]:
    """Fill the catalogs of a pseudo-language, every unit reviewed; return the paths of those that were written.

    Raises
    ------
    TiedbookError
        If ``editions.toml`` does not list the tag, if it is the tag of a real language, or a chapter is faulty.
    """
    if not tag.endswith("-XA"):
        raise TiedbookError(
            f"'{tag}' is the tag of a real language, whose catalogs are for translators. A pseudo-language is called "
            f"{TAG}.",
            status=2,
        )
    if tag not in editions_of(course) or tag == SOURCE:
        raise TiedbookError(
            f'locales/editions.toml: no [{tag}]. Add it with name = "Pseudo", in a scratch copy of the course.',
            status=2,
        )
    written = []
    for name, units in sources(course).items():
        path = catalog_path(course, tag, name)
        where = place(course, path)
        old, faults = read_catalog_file(path, where) if path.exists() else (CatalogFile(), ())
        refuse(faults)
        catalog = merged(old, units)
        filled = replace(
            catalog, entries=tuple(Entry(entry.unit, pseudo(entry.unit.english)) for entry in catalog.entries)
        )
        if write_if_changed(path, po_text(filled, tag)):
            written.append(where)
    return tuple(written)


def _accented(text: str) -> str:
    words = text.translate(_ACCENTS)
    wanted = ceil(GROWTH * sum(letter.isalpha() for letter in words))
    return _VOWEL.sub(lambda match: match[0] * 2 if _takes(wanted, words, match) else match[0], words)


def _takes(wanted: int, words: str, match: re.Match[str]) -> bool:
    """Say whether a vowel is written twice: the first ones, until the text is long enough."""
    return len(_VOWEL.findall(words, 0, match.start())) < wanted
