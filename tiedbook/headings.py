"""Titles in built notebooks, as plain words."""

from __future__ import annotations

import html
import re

from tiedbook.editions import SOURCE

# What the builder puts before a block without a translation: small on every platform, and legible even where a platform
# drops the tag. In a title that is read it says nothing.
UNTRANSLATED = f"<small>[{SOURCE}]</small> "

_FENCED = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")


def heading(source: str) -> str:
    """Return the first heading of a Markdown text as plain words; empty where there is none."""
    found = _HEADING.search(_FENCED.sub("", source))
    return plain_words(found[1]) if found else ""


def plain_words(text: str) -> str:
    """Return a title without marks of Markdown, HTML and the builder."""
    text = _LINK.sub(r"\1", text.replace(UNTRANSLATED, ""))
    return html.unescape(re.sub("[`*]", "", _TAG.sub("", text))).strip()
