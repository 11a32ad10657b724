"""A picture that is too large is kept in words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tiedbook import large, session
from tiedbook.figures import Picture
from tiedbook.widgets import lamp_row
from tiedbook.widgets.lamp_row import LampRow

ROWS = [[0.5, -1.0], [2.0, 3.0]]


@pytest.fixture(autouse=True)
def spanish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "_told", "es")


def _kept(shown: Any) -> str:
    data, _ = shown._repr_mimebundle_()
    return str(data["text/html"])


def test_an_ordinary_picture_is_kept() -> None:
    assert "<img" in _kept(lamp_row(ROWS, ["a", "b"], lit=0))


def test_of_a_large_drawing_its_words_are_kept() -> None:
    html = Picture("<svg/>" * large.LARGEST, "what it <shows>")._repr_html_()
    assert "what it &lt;shows&gt;" in html
    assert "demasiado grande" in html
    assert len(html) < large.LARGEST


def test_words_without_end_are_cut() -> None:
    assert len(large.instead("a" * large.LARGEST)) < large.LARGEST / 10


def test_state_that_would_take_minutes_is_not_even_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    widget = lamp_row(ROWS, ["a", "b"], lit=0)
    drawn: list[LampRow] = []
    monkeypatch.setattr(LampRow, "stand_in", drawn.append)
    widget.table = [[0.5] * 100] * 100
    html = _kept(widget)
    assert "demasiado grande" in html
    assert str(widget.labels["title"]) in html
    assert drawn == []


def test_a_stand_in_that_has_become_too_large_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    widget = lamp_row(ROWS, ["a", "b"], lit=0)
    monkeypatch.setattr(LampRow, "stand_in", lambda _: "<i></i>" * large.LARGEST)
    assert re.fullmatch(r'(<p lang="es">[^<]+</p>){2}', _kept(widget))
