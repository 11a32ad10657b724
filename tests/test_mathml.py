"""Formulas become MathML and nothing else, whatever stands in them."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiedbook.mathml import mathml


@pytest.mark.parametrize(
    "formula", [r"E^\top", r"\frac{a}{b}", r"a < b", r"q_j = \frac{e^{z_j}}{\sum_k e^{z_k}}", r"\lVert h \rVert"]
)
def test_a_formula_of_the_course_is_one_element_of_mathml(formula: str) -> None:
    assert ElementTree.fromstring(mathml(formula)).tag.endswith("math")


def test_a_formula_on_its_own_line_says_so() -> None:
    assert 'display="block"' in mathml("z = h", block=True)


@pytest.mark.parametrize(
    "formula",
    [
        r"\text{<script>alert(1)</script>}",
        r"\text{<img src=x onerror=y>}",
        r"\text{</math><script>}",
        r"\text{a & b}",
        "<b>",
        "]]>",
    ],
)
def test_html_in_a_formula_is_text(formula: str) -> None:
    made = mathml(formula)
    assert "<script" not in made
    assert "<img" not in made
    assert "<b>" not in made


@given(st.text(max_size=40))
def test_any_text_at_all_gives_mathml_or_plain_text(formula: str) -> None:
    made = mathml(formula)
    if made.startswith("<math"):
        ElementTree.fromstring(made)
    else:
        assert "<" not in made


@pytest.mark.parametrize(("formula", "name"), [(r"\mathrm{softmax}(z)", "softmax"), (r"\mathrm{ids}_p", "ids")])
def test_a_name_is_one_word_and_not_letters(formula: str, name: str) -> None:
    assert name in [element.text for element in ElementTree.fromstring(mathml(formula)).iter()]


def test_letters_that_stand_for_themselves_stay_apart() -> None:
    assert "Vd" not in [element.text for element in ElementTree.fromstring(mathml("Vd")).iter()]
