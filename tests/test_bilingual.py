"""Two languages in one chapter: folded, and taken out again to the last byte."""

from __future__ import annotations

import itertools
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.small import SECOND, TAGS, built
from tiedbook.bilingual import bilingual, both, is_html, passages, second_of, unfolded
from tiedbook.course import course
from tiedbook.editions import Edition, editions
from tiedbook.notebook import Notebook, is_pristine, read_notebook, role

ENGLISH = Edition("en", "English")
FOLD = '<details class="tiedbook-second" lang="en"><summary><small>English</small></summary>\n\n{}\n\n</details>'
TABLE = "| a |\n|---|\n| one |"
PAIRS = list(itertools.permutations(editions(), 2))
STEMS = course().stems()

LINES = ["Words.", "# A heading", "- an item", "  of it", "1. first", "> a quote", "| a | b |", "```python", "```"]
LINES += [
    "<details><summary>A hint</summary>",
    "</details>",
    "![alt](a.svg)",
    "   ",
    "",
    "x < y",
    "**1. bold**",
    "$$x$$",
]
lines = st.sampled_from(LINES)
texts = st.lists(lines, max_size=12).map("\n".join)


def real(stem: str, tag: str) -> Notebook:
    return read_notebook(course().built(tag) / f"{stem}.ipynb")


def prose(notebook: Notebook) -> list[tuple[str, str]]:
    return [(cell["id"], cell["source"]) for cell in notebook["cells"] if role(cell) == "prose"]


@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [
        ("Uno.", "One.", "Uno.\n\n" + FOLD.format("One.")),
        ("Uno.\n\nDos.", "One.\n\nTwo.", f"Uno.\n\n{FOLD.format('One.')}\n\nDos.\n\n{FOLD.format('Two.')}"),
        ("## 1. Título", "## 1. Title", "## 1. Título\n\n" + FOLD.format("**1. Title**")),
        ("- uno\n- dos", "- one\n- two", "- uno\n- dos\n\n" + FOLD.format("- one\n- two")),
        ("- uno\n\n- dos", "- one\n\n- two", "- uno\n\n- dos\n\n" + FOLD.format("- one\n\n- two")),
        ("1. uno\n\n   más", "1. one\n\n   more", "1. uno\n\n   más\n\n" + FOLD.format("1. one\n\n   more")),
        (
            "| a |\n|---|\n| uno |",
            "| a |\n|---|\n| one |",
            "| a |\n|---|\n| uno |\n\n" + FOLD.format("| a |\n|---|\n| one |"),
        ),
        ("$$x$$", "$$x$$", "$$x$$"),
        ("```\na\n\nb\n```", "```\na\n\nb\n```", "```\na\n\nb\n```"),
        (
            "<details><summary>Pista</summary>\n\nMira.\n\n</details>",
            "<details><summary>Hint</summary>\n\nLook.\n\n</details>",
            '<details><summary>Pista <small class="tiedbook-second" lang="en">· Hint</small></summary>\n\nMira.\n\n'
            + FOLD.format("Look.")
            + "\n\n</details>",
        ),
    ],
    ids=lambda text: text[:18],
)
def test_each_passage_has_the_other_language_below_it(first: str, second: str, wanted: str) -> None:
    assert both(first, second, ENGLISH) == wanted


@given(texts, texts)
def test_whatever_is_folded_comes_out_again(first: str, second: str) -> None:
    assert unfolded(both(first, second, ENGLISH)) == first


@given(texts)
def test_passages_are_the_text(text: str) -> None:
    assert "".join(passage + gap for passage, gap in passages(text)) == text


@given(texts)
def test_a_text_beside_itself_stays_as_it_is(text: str) -> None:
    assert both(text, text, ENGLISH) == text


def test_texts_of_other_passages_lose_nothing() -> None:
    text = both("Uno.\n\nDos.", "One and\n\n<details><summary>a</summary>\n\ntwo.\n\n</details>", ENGLISH)
    assert text.startswith("Uno.\n\nDos.\n\n<details")
    assert "One and" in text
    assert "two." in text
    assert unfolded(text) == "Uno.\n\nDos."


@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
@pytest.mark.parametrize("stem", STEMS)
def test_the_editions_of_a_real_chapter_have_the_same_passages(stem: str, pair: tuple[str, str]) -> None:
    first, second = (real(stem, tag) for tag in pair)
    for (id_, mine), (_, other) in zip(prose(first)[1:], prose(second)[1:], strict=True):
        kinds = [[is_html(passage) for passage, _ in passages(text)] for text in (mine, other)]
        assert kinds[0] == kinds[1], id_


class Folds(HTMLParser):
    """The folds that are open, and those that were closed without one."""

    depth, faults = 0, 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.depth += tag == "details"

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag == "details"
        self.faults += self.depth < 0


@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
@pytest.mark.parametrize("stem", STEMS)
def test_a_real_chapter_in_two_languages_is_well_formed_and_comes_apart_again(stem: str, pair: tuple[str, str]) -> None:
    first, second = (real(stem, tag) for tag in pair)
    joined = bilingual(first, second, editions()[pair[1]])
    assert second_of(joined) == pair[1]
    assert [(id_, unfolded(text)) for id_, text in prose(joined)] == prose(first)
    assert [cell for cell in joined["cells"] if role(cell) != "prose"] == [
        cell for cell in first["cells"] if role(cell) != "prose"
    ]
    assert all(map(is_pristine, joined["cells"]))
    for id_, text in prose(joined):
        folds = Folds()
        folds.feed(text)
        assert (folds.depth, folds.faults) == (0, 0), id_


@pytest.mark.parametrize(("first", "second"), list(itertools.permutations(TAGS, 2)))
def test_the_first_cell_and_what_is_the_same_in_both_stand_once(first: str, second: str) -> None:
    joined = bilingual(built(SECOND, first), built(SECOND, second), editions()[second])
    sources = dict(prose(joined))
    assert sources["editions"] == f"links of {first}"
    assert ("tiedbook-second" in sources["cards"]) == ("es" in (first, second))
