"""The sentences that code shows to learners: calls with a literal code and literal English.

The syntax tree, unlike a gettext extractor, tells Matplotlib's ``text`` from ours and can name the line of a sentence
that is no literal. One code may have several wordings: a function that is not there is the same finding in the notebook
and in the judge, and asks for something else.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tiedbook.author.findings import Finding
from tiedbook.author.texts import python_tree, read_text

CODE = re.compile(r"[a-z][a-z0-9_]*(?:\.[A-Za-z0-9_]+)+")
LABEL = "message or label"
CALLS = {"Diagnosis": "diagnosis", "LearnerError": "error", "Phrase": "part of a message", "say": LABEL, "text": LABEL}
FOLDERS = ("tiedbook", "autograde")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence where code shows it.

    Parameters
    ----------
    place : str
        File, from the course's root.
    line : int
        Line of the call.
    code : str
        Stable code.
    english : str
        The sentence.
    kind : str
        What it is to a learner, in a word for translators.
    """

    place: str
    line: int
    code: str
    english: str
    kind: str


def sentences(root: Path) -> tuple[tuple[Sentence, ...], tuple[Finding, ...]]:
    """Read every sentence in the packages' code, together with what cannot be extracted."""
    found: list[Sentence] = []
    faults: list[Finding] = []
    for path in sorted(path for folder in FOLDERS for path in (root / folder).rglob("*.py")):
        if "author" in path.relative_to(root).parts:
            continue
        place = path.relative_to(root).as_posix()
        text, unread = read_text(path, place)
        items = _items(text, place)
        faults += unread
        found += [item for item in items if isinstance(item, Sentence)]
        faults += [item for item in items if isinstance(item, Finding)]
    return tuple(found), tuple(faults)


@cache  # a command may ask for the same file twice
def _items(text: str, place: str) -> tuple[Sentence | Finding, ...]:
    tree, faults = python_tree(text, place)
    return (*faults, *_calls(tree, place))


def _calls(tree: ast.AST, place: str) -> Iterator[Sentence | Finding]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or len(node.args) < 2:
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        code, english = (_literal(argument) for argument in node.args[:2])
        if name not in CALLS or code is None:
            continue
        if english is None:
            yield Finding(
                f"{place}:{node.lineno}", f"the sentence of {code!r} is no literal: write it out, with named {{holes}}"
            )
        elif CODE.fullmatch(code):
            yield Sentence(place, node.lineno, code, english, CALLS[name])
        else:
            yield Finding(f"{place}:{node.lineno}", f"the code {code!r} is malformed: write it like embed.one_row_only")


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
