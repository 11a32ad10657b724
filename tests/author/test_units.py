from __future__ import annotations

from tests.author.scratch import CHAPTER, SOLUTIONS, STEM
from tiedbook.author.source import Chapter, chapter_of
from tiedbook.author.units import chapter_units, runtime_units
from tiedbook.course import Course, course


def chapter(text: str = CHAPTER) -> Chapter:
    return chapter_of(STEM, text, SOLUTIONS)[0]


def test_units_come_in_reading_order_with_the_cell_in_their_context() -> None:
    assert [unit.context for unit in chapter_units(chapter())] == [
        "title/heading-pairs-of-numbers",
        "title/text-a-pair-holds-two",
        "title/header-name-meaning",
        "title/row-a-the-first",
        "rule/heading-the-rule",
        "rule/item-add-the-first-to",
        "rule/item-what-is-1-plus",
        "pair-hints/summary-hint-1-a-nudge",
        "pair-hints/text-look-at-the-rule",
        "pair-hints/summary-hint-2-the-idea",
        "pair-hints/text-addition",
        "pair-hints/summary-hint-3-almost-the",
        "pair-solution/summary-the-solution",
    ]


def test_a_unit_tells_its_role_its_headings_and_its_neighbours() -> None:
    unit = next(unit for unit in chapter_units(chapter()) if unit.context == "rule/item-add-the-first-to")
    assert unit.notes == (
        "list item in cell rule",
        "under: Pairs of numbers › The rule",
        "before: The rule",
        "after: What is 1 plus 2?",
    )
    assert unit.places == (f"chapters/{STEM}.py",)


def test_a_unit_in_a_special_cell_says_so() -> None:
    unit = next(unit for unit in chapter_units(chapter()) if unit.cell == "pair-hints")
    assert unit.notes[0] == "summary in cell pair-hints (hints)"


def test_a_heading_is_not_under_itself_nor_under_its_equals() -> None:
    text = CHAPTER + '\n# %% [markdown] id="more"\n# ## More\n#\n# Words.\n'
    unit = chapter_units(chapter(text))[-1]
    assert "under: Pairs of numbers › More" in unit.notes


def test_an_inserted_paragraph_changes_no_other_context() -> None:
    text = CHAPTER.replace("# - Add the first", "# A sentence in between.\n#\n# - Add the first")
    before, after = chapter_units(chapter()), chapter_units(chapter(text))
    assert [unit.context for unit in after if unit.context != "rule/text-a-sentence-in-between"] == [
        unit.context for unit in before
    ]


def test_a_text_that_a_cell_repeats_is_one_unit() -> None:
    text = CHAPTER.replace("# Addition.", "# Look at the rule.")
    contexts = [unit.context for unit in chapter_units(chapter(text))]
    assert contexts.count("pair-hints/text-look-at-the-rule") == 1


def test_runtime_units_have_code_sentence_file_and_holes(bare: Course) -> None:
    [unit] = runtime_units(bare.root)
    assert unit.context == "pair_sum.first_only"
    assert unit.english == "Only the first number came back: {got}. Add the second."
    assert unit.places == ("tiedbook/found.py",)
    assert unit.notes == ("diagnosis",)
    assert unit.flags == ("python-brace-format",)
    assert unit.cell == "pair_sum"


def test_one_code_with_two_wordings_is_two_units(bare: Course) -> None:
    (bare.root / "tiedbook" / "more.py").write_text('say("pair_sum.first_only", "Add.")\n', encoding="utf-8")
    units = runtime_units(bare.root)
    assert [unit.context for unit in units] == ["pair_sum.first_only"] * 2
    assert units[0].english == "Add."


def test_runtime_units_of_the_real_course_are_sorted_and_unique() -> None:
    units = [(unit.context, unit.english) for unit in runtime_units(course().root)]
    assert units == sorted(set(units))
