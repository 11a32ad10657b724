from __future__ import annotations

from pathlib import Path

import pytest

from tests.author.scratch import CHAPTER, SOLUTIONS, STEM, edit
from tiedbook.author.source import chapter_of, read_chapters
from tiedbook.course import Course, course
from tiedbook.errors import TiedbookError


def faults(text: str, solutions: str = SOLUTIONS) -> list[str]:
    return [str(finding) for finding in chapter_of(STEM, text, solutions)[1]]


def line_of(text: str) -> int:
    return CHAPTER[: CHAPTER.index(text)].count("\n") + 1


def test_the_scratch_chapter_has_no_fault() -> None:
    assert faults(CHAPTER) == []


def test_the_real_chapters_have_no_fault() -> None:
    assert read_chapters(course())


def test_cells_say_what_they_are_for() -> None:
    chapter, _ = chapter_of(STEM, CHAPTER, SOLUTIONS)
    assert [(cell.id, cell.role, cell.kind, cell.exercise, cell.part) for cell in chapter.cells] == [
        ("title", "prose", None, None, None),
        ("numbers", "data", None, None, None),
        ("rule", "prose", None, None, None),
        ("pair_sum", "answer", None, "pair_sum", None),
        ("pair-hints", "prose", "hints", "pair_sum", None),
        ("pair_sum-core", "check", None, "pair_sum", "core"),
        ("pair_sum-contract", "check", None, "pair_sum", "contract"),
        ("pair-solution", "prose", "reveal", "pair_sum", None),
        ("drawing", "show", None, None, None),
    ]
    assert chapter.exercises() == ("pair_sum",)


CASES = {
    "an id is missing": ('# %% id="drawing" role', "# %% role", "no id"),
    "an id is malformed": ('id="drawing"', 'id="Drawing"', "malformed"),
    "only an exercise's id has underscores": ('id="drawing"', 'id="draw_ing"', "malformed"),
    "an id is too long": ('id="drawing"', f'id="{"d" * 65}"', "malformed"),
    "an id is the builder's": ('id="drawing"', 'id="editions"', "builder"),
    "a metadata key is unknown": ('id="drawing" role="show"', 'id="drawing" role="show" tags="x"', "'tags'"),
    "a role is unknown": ('role="show"', 'role="figure"', "'figure'"),
    "a role is missing": ('id="drawing" role="show"', 'id="drawing"', 'role="show"'),
    "a kind is unknown": ('id="rule"', 'id="rule" kind="tip"', "'tip'"),
    "a kind is on code": ('id="drawing" role="show"', 'id="drawing" role="show" kind="quiz"', "'kind'"),
    "hints are for nothing": (' kind="hints" exercise="pair_sum"', ' kind="hints"', "which exercise"),
    "prose has an exercise": (' kind="hints" exercise="pair_sum"', ' exercise="pair_sum"', "kind="),
    "a role and an exercise": ('id="pair_sum" exercise', 'id="pair_sum" role="data" exercise', "not both"),
    "code is no Python": ("np.arange(3)", "%matplotlib inline", "magics"),
    "a cell is empty": ("np.arange(3)", "", "empty"),
    "Devanagari": ("Look at the rule.", "नियम देखें.", "Devanagari"),
    "a slot outside a reveal": ("# Look at the rule.", "# {solution}", "outside a reveal"),
    "a reveal without a slot": ("# {solution}", "# Look it up.", "once"),
    "a slot with company": ("# {solution}", "# It is {solution}", "alone"),
    "words inside HTML": ("nudge</summary>\n#\n", "nudge</summary>\n", "empty line"),
    "glued display math": ("# its sum is 3.", "# its sum is\n# $$3$$", "display math"),
    "code before the first cell": ("# ---\n\n", "# ---\n\nimport os\n", "marker"),
}


@pytest.mark.parametrize(("old", "new", "said"), CASES.values(), ids=CASES.keys())
def test_a_fault_in_one_cell_is_named_once_with_its_remedy(old: str, new: str, said: str) -> None:
    assert CHAPTER.count(old) == 1
    [found] = faults(CHAPTER.replace(old, new))
    assert found.startswith(f"chapters/{STEM}.py:")
    assert said in found


def test_a_fault_carries_the_line_it_is_in() -> None:
    [found] = faults(CHAPTER.replace("Look at the rule.", "नियम देखें."))
    assert found.startswith(f"chapters/{STEM}.py:{line_of('Look at the rule.')}: ")


def test_a_syntax_error_carries_its_own_line() -> None:
    [found] = faults(CHAPTER.replace("np.arange(3)", "x = 1\nx = = 2"))
    assert found.startswith(f"chapters/{STEM}.py:{line_of('np.arange(3)') + 1}: ")


def test_all_faults_of_all_chapters_come_at_once(scratch: Course) -> None:
    edit(scratch.chapters / f"{STEM}.py", 'id="drawing" role', "role")
    edit(scratch.chapters / f"{STEM}.py", 'id="rule"', 'id="Rule"')
    (scratch.chapters / "ch02_more.py").write_text('# %% [markdown] id="title"\n', encoding="utf-8")
    with pytest.raises(TiedbookError) as told:
        read_chapters(scratch)
    lines = told.value.message.split("\n")
    assert [line.partition(":")[0] for line in lines] == [f"chapters/{STEM}.py"] * 2 + ["chapters/ch02_more.py"]
    assert told.value.status == 1


def test_a_chapter_needs_a_name_of_its_pattern() -> None:
    _, [found] = chapter_of("chapter1", CHAPTER.replace(STEM, "chapter1"), SOLUTIONS)
    assert "chNN_slug.py" in str(found)


def test_an_installed_package_has_no_source_chapters(tmp_path: Path) -> None:
    with pytest.raises(TiedbookError, match="checkout"):
        read_chapters(Course(tmp_path))
