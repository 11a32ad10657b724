"""Everything that code shows, gathered in the edition of the process: run as a program, it prints JSON.

It is run in a scratch copy of the course whose edition is a pseudo-language; English that it prints is in no catalog.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields, is_dataclass
from functools import partial
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import numpy as np

Text = tuple[str, str]  # where it is shown, and the text

LONG = ("race-narrow", "race-wide", "interop-", "pytorch-ties", "independent-torch", "run-", "finding-", "paths-")
CODE = ("call", "got", "wanted", "see")  # values of a diagnosis that are Python, or the id of a cell


def of_checks() -> Iterator[Text]:
    """Yield the words of verdicts on wrong answers, values set as code; of each exercise those with a new diagnosis."""
    from tests.checks.test_answers import EXERCISES, PARTS, found, wrong_answers
    from tiedbook.catalog import runtime
    from tiedbook.diagnosis import Diagnosis, Verdict
    from tiedbook.exercise import find_exercise
    from tiedbook.session import current_edition
    from tiedbook.telling import tell

    catalog = runtime(current_edition().tag)
    for stem, name in EXERCISES:
        exercise = find_exercise(name)
        seen: set[str] = set()
        for each, wrong in wrong_answers(stem, name).items():
            for part in PARTS:
                if wrong.codes(part) <= seen:
                    continue
                diagnoses = []
                for item in found(exercise, part, wrong.function, rounds=1):
                    spoken = {key: value for key, value in item.values.items() if key not in CODE}
                    seen.add(item.code)
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


def of_feedback() -> Iterator[Text]:
    """Yield the words of feedback pages on submissions that came to all kinds of ends, but for what learners wrote."""
    from autograde.judge.judge import Judge, Limits

    limits = Limits(seconds=1, cell_seconds=0.3, call_seconds=0.5, memory_mb=400)
    with TemporaryDirectory() as folder, mock.patch("autograde.pool.Judge", partial(Judge, limits=limits)):
        yield from _on_pages(Path(folder))


SLEEPY = "{right}\nimport time\n_right = embed\ndef embed(*a, **k): time.sleep(0.6); return _right(*a, **k)"
NOISE = "for n in range(3, 64):\n        try: os.write(n, b'\\xff' * 8)\n        except OSError: pass"
ENDS = {  # of calls and of cells: an answer to each exercise of the first chapter, a cell, and what is to be told
    "a1": ("one_hot = 3", "def embed(*_):\n    while True: pass", "raise ValueError('7')",
           "answer.not_callable judge.time cell.raised_at"),
    "a2": ("import os\ndef one_hot(*_): os._exit(3)", "import os\ndef embed(*_): os.abort()", "import os; os._exit(0)",
           "judge.ended judge.crashed cell.ended"),
    "a3": ("def one_hot(*_): return np.zeros(1 << 22)", "def embed(*_): return bytearray(2 << 30)", "while True: pass",
           "judge.large judge.memory cell.late"),
    "a4": (f"import os\ndef one_hot(*_):\n    {NOISE}", "0", "print('7' * 10_000_000)",
           "judge.reply answer.missing"),
    "a5": ("raise ValueError('7')", SLEEPY, "", "answer.stopped judge.slow"),
}  # fmt: skip


def _on_pages(folder: Path) -> Iterator[Text]:
    """Grade, answer, and read the pages."""
    from autograde.assign import assign
    from autograde.course import CourseFolder
    from autograde.feedback import write_feedback
    from autograde.grade import grade
    from autograde.graded import read_graded
    from tests.autograde.classroom import STEM, half_right, notebook, own, right, submit
    from tiedbook.session import current_edition

    tag = current_edition().tag
    course = CourseFolder(folder / "course")
    assign(course, tag, [STEM])
    with course.config.open("a", encoding="utf-8") as file:
        file.write('\nc.LateSubmissionPlugin.penalty_method = "zero"\n')
    for learner, (one_hot, embed, code, _) in ENDS.items():
        work = notebook(tag, {"one_hot": one_hot, "embed": embed.replace("{right}", right("embed"))})
        work["cells"].append(own(code))
        submit(course, learner, work)
    submit(course, "b1", {**half_right(), "metadata": notebook(tag)["metadata"]}, stamp="2026-05-04 12:00:00 UTC")
    submit(course, "b2", notebook(tag))
    with closing(sqlite3.connect(course.gradebook)) as database:
        database.execute("UPDATE assignment SET duedate = '2026-05-03 12:00:00.000000'")
        database.commit()
    grade(course, workers=1)
    write_feedback(course)
    for learner, (*_, wanted) in ENDS.items():
        _, graded = read_graded(course.autograded(learner, STEM)) or (None, None)
        assert graded
        told = [item.code for verdict in graded.verdicts for item in verdict.diagnoses]
        told += [found.code for note in graded.notes if (found := note.diagnosis())]
        assert set(wanted.split()) <= set(told), (learner, told)
    for path in sorted(course.root.glob("feedback/*/*/*.html")):
        html = path.read_text(encoding="utf-8")
        assert f'<html lang="{tag}"' in html
        html = re.sub(r'(<div class="listing"[^>]*>).*?</div>', r"\1", html, flags=re.DOTALL)  # the learner's code
        yield from ((f"feedback {path.parents[1].name}", text) for text in words_of(html))


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


PARTS = {"checks": of_checks, "chapters": of_chapters, "widgets": of_widgets, "feedback": of_feedback}

if __name__ == "__main__":
    np.seterr(all="ignore")  # wrong answers overflow
    found = list(dict.fromkeys(PARTS[sys.argv[1]]()))
    Path(sys.argv[2]).write_text(json.dumps(found), encoding="utf-8")
