from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.author.scratch import CHAPTER, SOLUTIONS, STEM
from tiedbook.author.blocks import Block, document, parser
from tiedbook.author.source import chapter_of, read_chapters
from tiedbook.course import course

REAL = [cell for chapter in read_chapters(course()) for cell in chapter.cells if cell.role == "prose"]


def own(block: Block) -> str:
    return block.text


def html(source: str) -> str:
    """Render as JupyterLab would, but for white space outside code: joining lines changes no more than that."""
    parts = re.split(r"(<pre>.*?</pre>)", parser().render(source), flags=re.DOTALL)
    return "".join(part if part.startswith("<pre>") else " ".join(part.split()) for part in parts)


words = st.lists(
    st.sampled_from(
        ["row", "Two", "`a  b`", "$x$", "**bold**", "[link](x.ipynb)", "É", "3", "a|b", "_it_", "\\*", "100."]
    ),
    min_size=1,
    max_size=6,
).map(" ".join)
lines = st.lists(st.tuples(words, st.sampled_from(["", "", "  ", "\\"])), min_size=1, max_size=3)


def wrapped(content: list[tuple[str, str]], hang: str) -> str:
    return f"\n{hang}".join(
        text + (end if number + 1 < len(content) else "") for number, (text, end) in enumerate(content)
    )


paragraphs = lines.map(lambda content: wrapped(content, ""))
headings = st.tuples(st.integers(1, 4), words, st.sampled_from(["", " ##"])).map(lambda t: f"{'#' * t[0]} {t[1]}{t[2]}")
setext = st.tuples(words, st.sampled_from(["===", "---"])).map("\n".join)
quotes = lines.map(lambda content: "> " + wrapped(content, "> "))
items = st.tuples(st.sampled_from(["- ", "* ", "1. ", "10. "]), lines).map(
    lambda pair: pair[0] + wrapped(pair[1], " " * len(pair[0]))
)
nested = st.tuples(items, items).map(lambda pair: pair[0] + "\n" + re.sub("^", "    ", pair[1], flags=re.MULTILINE))
cells_of_row = st.sampled_from(["a", "`b`", "$c$", "two words", "4", "x \\| y"])
tables = st.lists(st.tuples(cells_of_row, cells_of_row), min_size=1, max_size=3).map(
    lambda rows: "\n".join(["| h | i |", "|---|--:|", *(f"| {a} | {b} |" for a, b in rows)])
)
folds = st.tuples(words, paragraphs).map(
    lambda pair: f"<details><summary>{pair[0]}</summary>\n\n{pair[1]}\n\n</details>"
)
verbatim = st.sampled_from(
    ["```python\nx = 1\n\n\ny = 2\n```", "$$\nx = y\n$$", "    indented\n     code", "---", "[ref]: http://x.y"]
)
texts = st.lists(
    st.one_of(paragraphs, headings, setext, quotes, items, nested, tables, folds, verbatim), min_size=1, max_size=6
).map("\n\n".join)


@given(texts)
def test_a_cell_put_together_from_its_own_blocks_renders_as_before(source: str) -> None:
    assert html(document(source).text(own)) == html(source)


@given(texts)
def test_taking_apart_what_was_put_together_gives_the_same_blocks(source: str) -> None:
    again = document(source).text(own)
    assert document(again).blocks() == document(source).blocks()
    assert document(again).text(own) == again


@given(texts)
def test_other_words_leave_the_structure_alone(source: str) -> None:
    def kinds(text: str) -> list[tuple[str, str]]:
        return [(token.type, token.tag) for token in parser().parse(text)]

    def spanish(block: Block) -> str:
        return block.text if block.text.startswith("|") else f"ñ{block.text}"

    assert kinds(document(source).text(spanish)) == kinds(document(source).text(own))


@given(texts)
def test_two_blocks_of_a_cell_share_a_key_only_with_their_text(source: str) -> None:
    texts_of: dict[str, str] = {}
    for block in document(source).blocks():
        assert texts_of.setdefault(block.key, block.text) == block.text


@pytest.mark.parametrize("cell", REAL, ids=[cell.id for cell in REAL])
def test_every_real_cell_renders_as_before(cell: object) -> None:
    source = next(item.source for item in REAL if item is cell)
    assert html(document(source).text(own)) == html(source)


def blocks(source: str) -> list[tuple[str, str]]:
    return [(block.role, block.text) for block in document(source).blocks()]


CASES: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "a paragraph on one line": ("one\ntwo", [("text", "one two")]),
    "breaks that are meant": ("one  \ntwo\\\nthree", [("text", "one  \ntwo\\\nthree")]),
    "a heading without its signs": ("## One ##", [("heading", "One")]),
    "a heading that holds a sign": ("# C# and #", [("heading", "C# and")]),
    "list items one by one": (
        "1. one\n   more\n2. two\n   - three",
        [("item", "one more"), ("item", "two"), ("item", "three")],
    ),
    "a paragraph in an item": ("- one\n\n  two", [("item", "one"), ("item", "two")]),
    "a quotation": ("> **Note.** One\n> two\n>\n> three", [("quote", "**Note.** One two"), ("quote", "three")]),
    "rows of a table": ("| a | b |\n|---|---|\n| c | 1 |\n| 2 | 3 |", [("header", "| a | b |"), ("row", "| c | 1 |")]),
    "a summary and what it folds": (
        "<details><summary>A\nhint</summary>\n\nText.\n\n</details>",
        [("summary", "A hint"), ("text", "Text.")],
    ),
    "no code": ("```python\nx = 1  # words\n```\n\n    indented words", []),
    "no display math": ("$$\n\\text{words}\n$$", []),
    "nothing but numbers, math and code": ("1. $x$\n2. `y`\n3. 124,439,808\n\n[ref]: http://x.y", []),
}


@pytest.mark.parametrize(("source", "expected"), CASES.values(), ids=CASES.keys())
def test_blocks_are(source: str, expected: list[tuple[str, str]]) -> None:
    assert blocks(source) == expected


def test_a_translation_with_a_break_keeps_the_signs_of_its_place() -> None:
    source = "> - one\\\n>   two"
    assert document(source).text(lambda _: "uno\\\ndos") == "> - uno\\\n>   dos"


def test_the_level_of_a_heading_is_known() -> None:
    chapter, _ = chapter_of(STEM, CHAPTER, SOLUTIONS)
    found = [block.level for cell in chapter.cells if cell.role == "prose" for block in document(cell.source).blocks()]
    assert [level for level in found if level] == [1, 2]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("<details><summary>A</summary>\nlost words\n</details>", "empty line after the tag"),
        ('<img src="x.svg" alt="A lamp">', "![alt text](path)"),
        ("Words\n$$x$$", "display math"),
    ],
)
def test_text_that_no_translation_could_reach_is_a_fault(source: str, said: str) -> None:
    [(line, what)] = document(source).faults
    assert line == 0
    assert said in what
