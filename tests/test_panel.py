"""What a check shows: the same in HTML and in plain text, safe, and readable without colours."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from tiedbook.panel import Panel
from tiedbook.telling import Finding, Place, Told, Words

WORDS = Words("A call", "Came back", "Wanted", "Read")
FOUND = Finding("embed.columns", "Columns of `E`.", "embed([1], E)", "[1]", "[2]", Place("The end", "the-end"))
HOSTILE = Finding(
    "a.b", "x <script>alert(1)</script>", "<img src=x onerror=y>", "</code></pre>", '"', Place("<b>", '"><b>')
)


def told(*findings: Finding, more: str = "", detail: str = "") -> Told:
    return Told("hi-Latn", not findings, "`embed`: title", detail, findings, more, WORDS)


class Reader(HTMLParser):
    """Collects tags and text, and sees to it that every element is closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(panel: Panel) -> Reader:
    return Reader(panel._repr_html_())


def test_text_and_html_say_the_same() -> None:
    panel = Panel(told(FOUND, FOUND, more="More."))
    shown, plain = read(panel).text, repr(panel)
    for part in ("title", "Columns of", "embed([1], E)", "Came back", "[1]", "Wanted", "[2]", "The end", "More."):
        assert part in shown
        assert part in plain


def test_the_first_finding_is_open_and_the_others_are_folded() -> None:
    tags = [tag for tag, _ in read(Panel(told(FOUND, FOUND, FOUND))).tags]
    assert tags.count("details") == 2
    assert tags.index("pre") < tags.index("details")
    assert "details" not in [tag for tag, _ in read(Panel(told(FOUND))).tags]


@pytest.mark.parametrize(("panel", "mark"), [(Panel(told(detail="12 calls")), "✓"), (Panel(told(FOUND)), "✗")])
def test_the_outcome_can_be_seen_without_colours(panel: Panel, mark: str) -> None:
    assert mark in read(panel).text
    assert repr(panel).startswith(f"{mark} ")


def test_the_language_is_marked_and_code_is_kept_from_translation() -> None:
    tags = read(Panel(told(FOUND))).tags
    assert tags[0][1]["lang"] == "hi-Latn"
    assert all(attributes["translate"] == "no" for tag, attributes in tags if tag == "pre")


def test_colours_come_from_the_theme_and_have_fallbacks() -> None:
    styles = [attributes["style"] or "" for _, attributes in read(Panel(told(FOUND))).tags if "style" in attributes]
    colours = [part for style in styles for part in style.split("var(")[1:]]
    assert colours
    assert all(part.startswith("--jp-") and "," in part.partition(")")[0] for part in colours)


def test_what_stands_between_backticks_is_code() -> None:
    assert '<code translate="no">E</code>' in Panel(told(FOUND))._repr_html_()


def test_the_cell_is_linked_as_jupyterlab_names_it() -> None:
    links = [attributes["href"] for tag, attributes in read(Panel(told(FOUND))).tags if tag == "a"]
    assert links == ["#cell-id=the-end"]


def test_nothing_in_a_finding_becomes_markup() -> None:
    shown = read(Panel(told(HOSTILE, HOSTILE)))
    assert {tag for tag, _ in shown.tags} <= {"div", "p", "span", "strong", "code", "pre", "a", "details", "summary"}
    assert not any(name.startswith("on") for _, attributes in shown.tags for name in attributes)
    assert "<script>alert(1)</script>" in shown.text
