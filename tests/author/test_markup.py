from __future__ import annotations

import pytest

from tiedbook.author.markup import markup


@pytest.mark.parametrize(
    ("text", "kind", "found"),
    [
        ("`a` and ``b ` c``", "code", ("``b ` c``", "`a`")),
        ("$x$ and $$y + 1$$", "math", ("$$y + 1$$", "$x$")),
        ("a price of \\$5 and \\$6", "math", ()),
        ("`$x$`", "math", ()),
        (
            "[a](b.ipynb) ![c](d.svg) <https://e.f> https://g.h",
            "link",
            ("b.ipynb", "d.svg", "https://e.f", "https://g.h"),
        ),
        ('[a](b_(c).html "title")', "link", ("b_(c).html",)),
        ("H<sub>2</sub>O<br>", "tag", ("</sub>", "<br>", "<sub>")),
        ("{got} and {wanted:.3f} in $\\frac{a}{b}$", "hole", ("{got}", "{wanted:.3f}")),
        ("124,439,808 or 0.02; 5, and `7`, $8$", "number", ("0.02", "124,439,808", "5")),
    ],
)
def test_parts_of_a_sentence(text: str, kind: str, found: tuple[str, ...]) -> None:
    assert markup(text).parts[kind] == found


@pytest.mark.parametrize("text", ["1, 2, 3", "`code`", "$math$", "| 1 | `a` |", "{hole}", "<br>", "—", "![](x.svg)"])
def test_nothing_is_left_to_translate(text: str) -> None:
    assert not markup(text).speaks


@pytest.mark.parametrize("text", ["a", "`a` b", "[word](x)", "![alt](x.svg)", "ñ"])
def test_words_are_left_to_translate(text: str) -> None:
    assert markup(text).speaks


def test_an_image_is_no_exclamation() -> None:
    assert "!" not in markup("![alt](x.svg)").words
