"""Everything that code shows, gathered in the edition of the process: run as a program, it prints JSON.

It is run in a scratch copy of the course whose edition is a pseudo-language; English that it prints is in no catalog.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np

Text = tuple[str, str]  # where it is shown, and the text

LONG = ("race-narrow", "race-wide", "interop-", "pytorch-ties", "independent-torch", "run-", "finding-", "paths-")
CODE = ("call", "got", "wanted", "see")  # values of a diagnosis that are Python, or the id of a cell


def of_checks() -> Iterator[Text]:
    """Yield the words of every verdict on the wrong answers, its values set as code."""
    from tests.checks.test_answers import EXERCISES, PARTS, found, wrong_answers
    from tiedbook.catalog import runtime
    from tiedbook.diagnosis import Diagnosis, Verdict
    from tiedbook.exercise import find_exercise
    from tiedbook.session import current_edition
    from tiedbook.telling import tell

    catalog = runtime(current_edition().tag)
    for stem, name in EXERCISES:
        exercise = find_exercise(name)
        for each, wrong in wrong_answers(stem, name).items():
            for part in PARTS:
                diagnoses = []
                for item in found(exercise, part, wrong.function, rounds=1):
                    spoken = {key: value for key, value in item.values.items() if key not in CODE}
                    where = f"{name}-{each}: {item.code}"
                    yield from ((f"{where} {key}", str(value)) for key, value in spoken.items() if is_phrase(value))
                    diagnoses.append(Diagnosis(item.code, item.message, {k: as_code(v) for k, v in spoken.items()}))
                told = tell(Verdict(name, part, 2.0, tuple(diagnoses)), catalog, calls=3)
                texts = [told.title, told.detail, told.more, *(finding.sentence for finding in told.findings)]
                labels = [getattr(told.words, field.name) for field in fields(told.words)]
                yield from ((f"{name}-{each}", text) for text in (*texts, *labels))


def of_chapters() -> Iterator[Text]:
    """Yield the words in figures, tables and widgets that the chapters show, but for cells that take long."""
    from tests.running import CHAPTERS, shown
    from tests.test_chapters import cells

    for path in sorted(CHAPTERS.glob("ch*.py")):
        names = [name for name, _ in cells(path, "code")]
        left_out = [name for name in names if name.startswith(LONG)]
        for name, value in shown(path.stem, *left_out).items():
            yield from ((f"{path.stem} {name}", text) for text in texts_of(value))


def of_widgets() -> Iterator[Text]:
    """Yield the labels of every widget that can be made without arguments; stand-ins are in the chapters."""
    import tiedbook.widgets
    from tiedbook.widgets.widget import Widget

    for module in pkgutil.iter_modules(tiedbook.widgets.__path__):
        for kind in vars(importlib.import_module(f"tiedbook.widgets.{module.name}")).values():
            if inspect.isclass(kind) and issubclass(kind, Widget) and hasattr(kind, "module"):
                try:
                    labels = kind().labels
                except TypeError:  # it needs arguments: a chapter that shows it gives them
                    continue
                yield from ((kind.__name__, text) for text in labels.values())


def texts_of(value: object) -> Iterator[str]:
    """Yield the words that a value shows as the result of a cell."""
    from matplotlib.figure import Figure
    from matplotlib.text import Text as Drawn

    figure = value if isinstance(value, Figure) else getattr(value, "figure", None)
    if isinstance(figure, Figure):
        yield from (text.get_text() for text in figure.findobj(Drawn) if text.get_visible())
        return
    if hasattr(value, "labels") and hasattr(value, "stand_in"):
        yield from value.labels.values()
        yield from words_of(value.stand_in())
    elif hasattr(value, "_repr_html_"):
        yield from words_of(value._repr_html_() or "")
    elif is_dataclass(value):
        yield repr(value)


def words_of(html: str) -> Iterator[str]:
    """Yield the text between the tags of HTML, without code, and what a screen reader is told."""
    html = re.sub(
        r"<(code|pre|style|script)\b.*?</\1>|<\w+[^>]*translate=.no.[^>]*>.*?</\w+>", " ", html, flags=re.DOTALL
    )
    yield from map(unescape, re.findall(r'(?:alt|aria-label|title)="([^"]*)"', html))
    yield from (unescape(text).strip() for text in re.sub(r"<[^>]*>", "\0", html).split("\0"))


def is_phrase(value: object) -> bool:
    """Say whether a value reads like words and not like code, shapes or numbers."""
    return isinstance(value, str) and re.search(r"[a-z]{2,} [a-z]{2,}", value) is not None


def as_code(value: Any) -> Any:
    """Return what stands for a text in a hole, so that it is not taken for words: phrases are told apart above."""
    return "0" if isinstance(value, str) else value


PARTS = {"checks": of_checks, "chapters": of_chapters, "widgets": of_widgets}

if __name__ == "__main__":
    np.seterr(all="ignore")  # wrong answers overflow
    found = list(dict.fromkeys(PARTS[sys.argv[1]]()))
    Path(sys.argv[2]).write_text(json.dumps(found), encoding="utf-8")
