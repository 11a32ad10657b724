from __future__ import annotations

import jupytext
import pytest

from tests.author.scratch import CHAPTER
from tiedbook.author.percent import percent_cells
from tiedbook.course import course

REAL = {path.stem: path.read_text(encoding="utf-8") for path in sorted(course().chapters.glob("*.py"))}
TEXTS = {"scratch": CHAPTER, **REAL}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_a_chapter_reads_as_jupytext_reads_it(text: str) -> None:
    ours = percent_cells(text)
    theirs = jupytext.reads(text, fmt="py:percent").cells
    for cell in theirs:
        cell.metadata.pop("lines_to_next_cell", None)  # its note on empty lines, which a formatter wants before a `def`
    assert [("markdown" if cell.markdown else "code", dict(cell.metadata), cell.source) for cell in ours] == [
        (cell.cell_type, dict(cell.metadata), cell.source) for cell in theirs
    ]


def test_each_cell_knows_the_line_of_its_marker() -> None:
    lines = CHAPTER.split("\n")
    for cell in percent_cells(CHAPTER):
        assert f'id="{cell.metadata["id"]}"' in lines[cell.line - 1]


def test_a_text_without_markers_has_no_cells() -> None:
    assert percent_cells("import numpy as np\n") == ()


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('# %% id="a" loose\nx = 1\n', 1, "'loose'"),
        ("# %% id='a'\nx = 1\n", 1, 'key="value"'),
        ('# %% id="a" id="b"\nx = 1\n', 1, "'id' twice"),
        ('# %% [markdown] id="a"\n# one\ntwo\n', 3, "'# '"),
        ('# %% [markdown] id="a"\n#one\n', 2, "'# '"),
        ('# %% id="a"\n\nx = 1\n', 2, "empty line"),
        ('# %% [markdown] id="a"\n#\n# one\n', 2, "empty line"),
    ],
)
def test_what_is_not_percent_format_is_named_with_its_line(text: str, line: int, said: str) -> None:
    [(found, what)] = percent_cells(text)[0].faults
    assert found == line
    assert said in what


def test_a_missing_last_newline_changes_nothing() -> None:
    assert percent_cells(CHAPTER.rstrip("\n"))[-1].source == percent_cells(CHAPTER)[-1].source
