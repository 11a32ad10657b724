"""Markdown of the course becomes HTML that needs no script: math as MathML, HTML as text."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from tiedbook.cards import cards
from tiedbook.course import course
from tiedbook.editions import editions
from tiedbook.markdown import html, inline
from tiedbook.quizzes import quiz


class _Words(HTMLParser):
    """The text outside of code."""

    def __init__(self) -> None:
        super().__init__()
        self.depth, self.words = 0, ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.depth += tag in {"code", "pre"}

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag in {"code", "pre"}

    def handle_data(self, data: str) -> None:
        self.words += "" if self.depth else data


def _sources(tag: str) -> list[str]:
    items = [item for stem in course().stems(tag) for item in quiz(stem, tag)]
    asked = [part for item in items for part in (item.asked, item.after)]
    options = [part for item in items for option in item.options for part in (option.text, option.why)]
    return [*asked, *options, *(side for card in cards(tag) for side in (card.question, card.answer))]


@pytest.mark.parametrize("tag", editions())
def test_no_math_is_left_as_it_was_typed_in_any_item_or_card(tag: str) -> None:
    for source in _sources(tag):
        words = _Words()
        words.feed(html(source))
        assert re.search(r"\\[a-z]|\$", words.words) is None, source


def test_math_is_mathml_inline_and_on_a_line_of_its_own() -> None:
    assert 'display="inline"' in html("so $E^\\top$ is")
    assert 'display="block"' in html("$$z = h E^\\top$$")


def test_html_in_the_source_is_text() -> None:
    assert html("<script>alert(1)</script> <img src=x onerror=y>").count("&lt;") == 3
    assert "<script" not in inline("a <script>b</script>")
