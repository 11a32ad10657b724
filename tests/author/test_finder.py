"""Words and phrases are found as one long regular expression would find them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiedbook.author.finder import Finder


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The Row of a row", ["Row", "row"]),
        ("rows, arrow, row-wise", ["row"]),
        ("weight tying ties weights", ["weight tying"]),
        ("weight", ["weight"]),
        ("a (note) is noted", ["(note)"]),
        ("", []),
    ],
)
def test_whole_words_in_any_case_and_the_longest_first(text: str, found: list[str]) -> None:
    assert list(Finder(["row", "weight", "weight tying", "(note)", ""]).find(text)) == found


def test_what_joins_words_makes_a_form_a_part_of_one() -> None:
    assert list(Finder(["row"], joins="-").find("row-wise, a row")) == ["row"]


WORDS = st.lists(st.sampled_from(["a", "ab", "b", "Ab", "á"]), min_size=1, max_size=3)
FORMS = st.builds(lambda words, sign: sign.join(words), WORDS, st.sampled_from([" ", "-", ", "]))
TEXTS = st.builds(lambda words, sign: sign.join(words), st.lists(FORMS, max_size=6), st.sampled_from([" ", "-", "; "]))


@given(forms=st.lists(FORMS, min_size=1, max_size=5), text=TEXTS, joins=st.sampled_from(["", "-"]))
def test_it_finds_what_one_pattern_of_all_forms_finds(forms: list[str], text: str, joins: str) -> None:
    inside = rf"[\w{re.escape(joins)}]"
    choice = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
    whole = re.compile(rf"(?<!{inside})(?:{choice})(?!{inside})", re.IGNORECASE)
    assert list(Finder(forms, joins).find(text)) == [match[0] for match in whole.finditer(text)]
