"""The translated sentences of a PO file, read in one go; polib, which can do everything else, takes many times as long.

What this reader does not know, it does not guess: it gives the file back to whoever asked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_ESCAPED = re.compile(r"\\(.)")
_MEANT = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}
_TEXT = r'("(?:[^"\\\n]|\\[ntr"\\])*"(?:\n"(?:[^"\\\n]|\\[ntr"\\])*")*)\n'
_ENTRY = re.compile(rf"((?:#[^\n]*\n)*)(?:(?:msgctxt {_TEXT})?msgid {_TEXT}msgstr {_TEXT})?\n*")


def translated(text: str) -> Mapping[tuple[str, str], str] | None:
    """Return what is translated, and neither fuzzy nor obsolete, by context and English text.

    Parameters
    ----------
    text : str
        Of the PO file.

    Returns
    -------
    mapping of (str, str) to str, or None
        None where anything but comments and ``msgctxt``, ``msgid`` and ``msgstr``, in this order, is in it.
    """
    found: dict[tuple[str, str], str] = {}
    place = 0
    text = text.rstrip("\n") + "\n"
    while place < len(text):
        read = _ENTRY.match(text, place)
        if read is None or read.end() == place:
            return None
        place = read.end()
        comments, context, english, sentence = read.groups("")
        if len(english) > 2 and len(sentence) > 2 and not ("\n#," in f"\n{comments}" and "fuzzy" in comments):
            found[_plain(context), _plain(english)] = _plain(sentence)
    return found


def _plain(quoted: str) -> str:
    joined = quoted[1:-1].replace('"\n"', "")
    return _ESCAPED.sub(lambda each: _MEANT[each[1]], joined) if "\\" in joined else joined
