"""Tables can be read by eye, by ear and as plain text."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import tiedbook.session
from tiedbook.tables import Table

TABLE = Table("Times", ("operation", "time"), [("view", "90 ns"), ("a < b & c", "1 µs")])


def test_plain_text_lines_up_under_its_headings() -> None:
    assert repr(TABLE).split("\n") == [
        "Times",
        "",
        "operation  time",
        "---------  -----",
        "view       90 ns",
        "a < b & c  1 µs",
    ]


def test_a_table_without_rows_keeps_its_headings() -> None:
    assert repr(Table("Nothing", ("what", "found"), [])).split("\n")[2] == "what  found"


def test_headings_say_what_they_head(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", "es")
    root = ElementTree.fromstring(TABLE._repr_html_())
    assert root.attrib["lang"] == "es"
    assert root.findtext("caption") == "Times"
    assert [head.attrib["scope"] for head in root.iter("th")] == ["col", "col", "row", "row"]
    assert [cell.text for cell in root.iter("td")] == ["90 ns", "1 µs"]


def test_text_is_never_taken_for_markup() -> None:
    assert "<td>" not in Table("<td>", ("<td>",), [("<td>",)])._repr_html_()
