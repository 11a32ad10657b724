"""Quiz items are read from the built chapters, with a reason for each option."""

from __future__ import annotations

import re

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


OPTIONS = "- **A.** this\n- **B.** that\n"
WHY = "**B.** So.\n\n- **A:** not so.\n"


@pytest.mark.parametrize(
    ("options", "why", "fault"),
    [
        (OPTIONS, "**B.** So.", "does not say why for option A"),
        ("- **A.** this\n- **B.** that\n- **C:** third\n", WHY, "its options are not"),
        ("- **A.** this\n- **B.** that\n- **G.** third\n", WHY, "its options are not"),
        ("- **A.** this\n- **A.** that\n", WHY, "its options are not"),
        ("- **B.** this\n- **A.** that\n", WHY, "its options are not"),
        ("- **B.** that\n", WHY, "its options are not"),
        (OPTIONS, "**C.** So.\n\n- **A:** not so.\n- **B:** nor so.", "there is no such option"),
        (OPTIONS, "**B.**\n\n- **A:** not so.", "stands alone"),
        (OPTIONS, WHY + "- **B:** why B is wrong.\n", "stands alone"),
        (OPTIONS, WHY + "- **D:** not so.\n", "reason for D"),
    ],
)
def test_an_item_that_is_not_written_as_items_are_names_its_cell_and_what_is_wrong(
    options: str, why: str, fault: str
) -> None:
    source = f"**1.** Which?\n\n{options}\n<details><summary>Answer</summary>\n\n{why}\n\n</details>"
    with pytest.raises(TiedbookError, match=f"'quiz-which'.*{fault}"):
        quizzes.read_item("quiz-which", source, "ch01.ipynb")


def test_an_item_as_items_are_is_read() -> None:
    source = f"**1.** Which?\n\n{OPTIONS}\n<details><summary>Answer</summary>\n\n{WHY}\nAnd more.\n\n</details>"
    item = quizzes.read_item("quiz-which", source, "ch01.ipynb")
    assert [(option.text, option.why) for option in item.options] == [("this", "**A:** not so."), ("that", "So.")]
    assert (item.right, item.after) == ("B", "And more.")


def test_a_chapter_that_is_not_there_is_named() -> None:
    with pytest.raises(LearnerError, match="ch99"):
        quizzes.quiz("ch99_nowhere", "en")
