"""Quiz items are read from the built chapters, with a reason for each option."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tiedbook import quizzes
from tiedbook.course import course
from tiedbook.editions import editions
from tiedbook.errors import LearnerError, TiedbookError

CHAPTERS = course().stems("en")
EVERYWHERE = [(stem, tag) for stem in CHAPTERS for tag in editions()]


@pytest.mark.parametrize(("stem", "tag"), EVERYWHERE)
def test_every_chapter_has_a_quiz_of_four_to_six_items_in_every_edition(stem: str, tag: str) -> None:
    assert 4 <= len(quizzes.quiz(stem, tag)) <= 6


@pytest.mark.parametrize(("stem", "tag"), EVERYWHERE)
def test_every_option_has_a_reason(stem: str, tag: str) -> None:
    for item in quizzes.quiz(stem, tag):
        assert len(item.options) >= 3
        assert all(option.text and option.why for option in item.options)


@pytest.mark.parametrize("stem", CHAPTERS)
def test_the_right_option_is_the_same_in_every_edition(stem: str) -> None:
    def key(tag: str) -> list[tuple[str, str, list[str]]]:
        return [(item.cell, item.right, [option.letter for option in item.options]) for item in quizzes.quiz(stem, tag)]

    assert key("es") == key("hi-Latn") == key("en")


def test_nothing_of_an_item_is_lost_on_the_way() -> None:
    from tiedbook.notebook import mark, read_notebook

    for stem in CHAPTERS:
        cells = read_notebook(course().built("en") / f"{stem}.ipynb")["cells"]
        sources = [cell["source"] for cell in cells if mark(cell).get("kind") == "quiz"]
        for source, item in zip(sources, quizzes.quiz(stem, "en"), strict=True):
            parts = [item.asked, item.after, *(part for option in item.options for part in (option.text, option.why))]
            kept = set(re.findall(r"\w+", " ".join(parts)))
            summary = re.sub(r"<summary>.*?</summary>", "", source)
            assert set(re.findall(r"\w+", summary)) - kept <= {"details", *"123456"} | set("ABCDEF")


def test_the_right_options_do_not_stand_in_one_place() -> None:
    rights = [item.right for stem in CHAPTERS for item in quizzes.quiz(stem, "en")]
    assert max(rights.count(letter) for letter in "ABC") < len(rights) / 2


def test_an_item_without_a_reason_names_its_cell(tmp_path: Path) -> None:
    asked = "**1.** Which?\n\n- **A.** this\n- **B.** that\n\n"
    source = f"{asked}<details><summary>Answer</summary>\n\n**B.** So.\n\n</details>"
    cell = {"id": "quiz-which", "cell_type": "markdown", "metadata": {}, "source": source}
    with pytest.raises(TiedbookError, match="'quiz-which' does not say why for option A"):
        quizzes._item(cell, "ch01.ipynb")


def test_a_chapter_that_is_not_there_is_named() -> None:
    with pytest.raises(LearnerError, match="ch99"):
        quizzes.quiz("ch99_nowhere", "en")
