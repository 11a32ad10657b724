from __future__ import annotations

import pytest

from tests.author.scratch import CHAPTER, SOLUTIONS, STEM
from tiedbook.author.source import chapter_of

CORE = """\
# %% id="pair_sum-core" exercise="pair_sum" part="core"
check("pair_sum", pair_sum, part="core")

"""

CASES = {
    "an id twice": ('id="drawing"', 'id="rule"', ["'rule' is also in line"]),
    "no core check": (CORE, "", ['no check cell with part="core"']),
    "a check with two lines": (
        'check("pair_sum", pair_sum, part="core")',
        'check("pair_sum", pair_sum, part="core")\nprint()',
        ["one line: check("],
    ),
    "a check of another part": (
        'check("pair_sum", pair_sum, part="core")',
        'check("pair_sum", pair_sum, part="contract")',
        ['one line: check("pair_sum", pair_sum, part="core")'],
    ),
    "a check under another id": ('id="pair_sum-core"', 'id="sum-core"', ['needs id="pair_sum-core"']),
    "an answer under another id": ('id="pair_sum" exercise', 'id="sum" exercise', ['needs id="pair_sum"']),
    "an answer with code of its own": (f"from solutions.{STEM} import pair_sum", "pair_sum = sum", ["one line: from"]),
    "an unknown exercise": (
        '# %% [markdown] id="pair-hints" kind="hints" exercise="pair_sum"',
        '# %% [markdown] id="pair-hints" kind="hints" exercise="pair"',
        ["no exercise 'pair' before"],
    ),
    "a check before its exercise": (
        '# %% [markdown] id="rule"',
        CORE.replace("-core", "-early") + '# %% [markdown] id="rule"',
        ["before this cell", 'needs id="pair_sum-core"'],
    ),
}


@pytest.mark.parametrize(("old", "new", "said"), CASES.values(), ids=CASES.keys())
def test_what_cells_owe_each_other_is_named_with_its_remedy(old: str, new: str, said: list[str]) -> None:
    assert CHAPTER.count(old) == 1
    _, found = chapter_of(STEM, CHAPTER.replace(old, new), SOLUTIONS)
    assert len(found) == len(said), [*map(str, found)]
    for part in said:
        assert any(part in str(finding) for finding in found), [*map(str, found)]


@pytest.mark.parametrize(
    "math",
    [
        r"$e^{\text{loss}}$",
        r"$$2Vd \text{ FLOPs}$$",
        r"$\textit{new} = 1$",
        r"$\mathrm{loss}$",
        r"$\mathrm{grad}_{ij}$",
        r"$\mathrm{x_{new}}$",
        r"$\mathrm{x_new}$",
        r"$\mathrm{softmax of rows}$",
        r"$\mathbf {weights}$",
        r"$\mathit{señal}$",
        r"$\operatorname{lookup}(i)$",
        r"$\operatorname*{nearest}_j E_j$",
        r"${\rm total} = 3$",
        r"$$x = 1 \tag{sum}$$",
        r"$$x = 1 \tag*{see above}$$",
        r"$\text{$x$ is small}$",
    ],
)
def test_a_word_in_math_is_refused_since_no_translator_reaches_it(math: str) -> None:
    _, (finding,) = chapter_of(STEM, CHAPTER.replace("# its sum is 3.", f"# its sum is 3.\n#\n# {math}"), SOLUTIONS)
    assert f":{CHAPTER.split('# its sum is 3.')[0].count(chr(10)) + 3}: " in str(finding)
    assert "has a word in math" in str(finding)


def test_a_word_in_math_is_found_where_it_begins_also_over_two_lines() -> None:
    math = "$$\n# \\mathrm{one\n# two}\n# $$"
    _, (finding,) = chapter_of(STEM, CHAPTER.replace("# its sum is 3.", f"# its sum is 3.\n#\n# {math}"), SOLUTIONS)
    assert "{one two}" in str(finding)


@pytest.mark.parametrize(
    "math",
    [
        r"$x_\text{a}$",
        r"$\mathrm{ids}_p$",
        "$V d$",
        r"$\log \mathrm{softmax}(z)$",
        r"$\operatorname{max}_j z_j$",
        r"$\operatorname*{argmax}_j z_j$",
        r"$\mathrm{T}$",
        r"$\mathbf{\alpha}$",
        r"$$x = 1 \tag{1}$$",
        r"$$x = 1 \tag{2a}$$",
        r"$\textstyle\sum_j x_j$",
    ],
)
def test_letters_and_names_that_all_languages_share_are_no_words(math: str) -> None:
    _, found = chapter_of(STEM, CHAPTER.replace("# its sum is 3.", f"# its sum is 3.\n#\n# {math}"), SOLUTIONS)
    assert not found


@pytest.mark.parametrize(
    ("solutions", "said"),
    [
        ("", "there is no function 'pair_sum'"),
        ("def pair_sum(pair):\n    return 3\n", "docstring"),
        ('def pair_sum(pair):\n    """Sum."""\n', "body"),
    ],
)
def test_an_exercise_needs_a_solution_to_cut(solutions: str, said: str) -> None:
    _, found = chapter_of(STEM, CHAPTER, solutions)
    assert [said in str(finding) for finding in found] == [True]


def test_a_file_without_cells_says_how_to_begin() -> None:
    _, [finding] = chapter_of(STEM, "", "")
    assert str(finding).startswith(f"chapters/{STEM}.py:1: ")
    assert "# %%" in finding.what
