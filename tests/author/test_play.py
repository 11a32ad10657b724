"""What a widget could not play is found when the course is checked, not by a learner."""

from __future__ import annotations

import pytest

from tiedbook.author.play import doubled_cards, play_findings
from tiedbook.author.source import Chapter, chapter_of, read_chapters
from tiedbook.course import course

ITEM = (
    "**1.** Which?\n#\n# - **A.** this\n# - **B.** that\n#\n"
    "# <details><summary>Answer</summary>\n#\n# **B.** So.\n#\n{why}# </details>"
)
CARD = '<details id="why"><summary>Why?</summary>\n#\n# Because.\n#\n# </details>'


def _found(kind: str, text: str) -> list[str]:
    chapter, _ = chapter_of("ch01_small", f'# %% [markdown] id="one" kind="{kind}"\n# {text}\n')
    return [finding.what for finding in play_findings(chapter)]


def test_the_course_itself_can_be_played() -> None:
    assert [finding for chapter in read_chapters(course()) for finding in play_findings(chapter)] == []


def test_an_item_without_a_reason_is_found_with_its_cell() -> None:
    (found,) = _found("quiz", ITEM.format(why=""))
    assert "cell 'one'" in found
    assert "option A" in found
    assert _found("quiz", ITEM.format(why="# - **A:** not so.\n#\n")) == []


@pytest.mark.parametrize(
    "text",
    [
        "## Flashcards",
        CARD.replace("<details ", "<details open ", 1),
        CARD.replace("<summary>Why?</summary>", ""),
        CARD.replace("Because.", ""),
        CARD.replace("# </details>", "#") + "\n#\n# " + CARD,
    ],
)
def test_cards_that_would_be_lost_are_found(text: str) -> None:
    assert len(_found("flashcards", text)) == 1


def test_a_card_without_an_id_is_found_by_its_line() -> None:
    text = CARD + "\n#\n# " + CARD.replace(' id="why"', "")
    chapter, _ = chapter_of("ch01_small", f'# %% [markdown] id="one" kind="flashcards"\n# {text}\n')
    (found,) = play_findings(chapter)
    assert found.where == "chapters/ch01_small.py:8"
    assert "the card 'Why?' has no id" in found.what


@pytest.mark.parametrize("id_", ["Why", "why not", "why_not", "-why", "por-qué"])
def test_an_id_is_written_in_lower_case_letters_digits_and_hyphens(id_: str) -> None:
    assert _found("flashcards", CARD) == []
    assert len(_found("flashcards", CARD.replace("why", id_))) == 1


def test_an_id_that_two_cards_share_is_found_across_chapters_and_within_a_cell() -> None:
    def chapter(stem: str, text: str) -> Chapter:
        return chapter_of(stem, f'# %% [markdown] id="one" kind="flashcards"\n# {text}\n')[0]

    one, other = chapter("ch01_one", CARD), chapter("ch02_other", CARD.replace("Why?", "Why not?"))
    (found,) = doubled_cards([one, other])
    assert found.where == "chapters/ch02_other.py:2"
    assert "chapters/ch01_one.py:2" in found.what
    assert len(list(doubled_cards([chapter("ch01_one", f"{CARD}\n#\n# {CARD}")]))) == 1
    assert list(doubled_cards([one, chapter("ch02_other", CARD.replace("why", "why-not"))])) == []


def test_a_folded_cell_is_one_heading() -> None:
    assert _found("folded", "### To read") == []
    assert len(_found("folded", "To read")) == 1
    assert len(_found("folded", "### To read\n#\n# ### And more")) == 1
