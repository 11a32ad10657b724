"""Whatever a learner's function does, the widget that asks it stays, and says what it did."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tiedbook import session
from tiedbook.widgets import dot_explorer


class _Sly:
    @property
    def shape(self) -> Any:
        raise RuntimeError("no")

    def __array__(self, *_args: object) -> Any:
        raise RuntimeError("no array")


class _MuteError(Exception):
    def __str__(self) -> str:
        raise ValueError("not even this")


def _leaves(*_args: object) -> None:
    sys.exit(3)


def _interrupted(*_args: object) -> None:
    raise KeyboardInterrupt


def _mute(*_args: object) -> None:
    raise _MuteError


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "_told", "en")


@pytest.mark.parametrize(
    ("function", "state"),
    [
        (_leaves, "raised"),
        (_interrupted, "raised"),
        (_mute, "raised"),
        (lambda *_: _Sly(), "raised"),
        (lambda *_: [10**400] * 2, "differs"),
        (lambda *_: object(), "differs"),
        (lambda *_: "two words", "differs"),
        (lambda *_: np.array([np.nan, np.inf]), "differs"),
    ],
)
def test_no_function_ends_the_kernel_or_the_widget(
    monkeypatch: pytest.MonkeyPatch, function: Callable[..., Any], state: str
) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "tied_lm_head", function, raising=False)
    widget = dot_explorer([3, 2], [[1, 2], [2, 1]], ["a", "b"])
    assert widget.theirs["state"] == state
    assert "`tied_lm_head`" in widget.theirs["text"]


def test_a_widget_that_cannot_change_its_edition_keeps_no_other_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = dot_explorer([3, 2], [[1, 2], [2, 1]], ["a", "b"])
    sound = dot_explorer([3, 2], [[1, 2], [2, 1]], ["a", "b"])
    monkeypatch.setattr(type(broken), "words", lambda self: 1 / 0 if self is broken else {"title": "Explorador"})
    session.set_edition("es")
    assert sound.lang == "es"


def test_state_that_cannot_be_drawn_takes_only_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    widget = dot_explorer([3, 2], [[1, 2], [2, 1]], ["a", "b"])
    widget.rows = []
    data, _ = widget._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "Dot-product explorer" in data["text/html"]


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_no_page_can_show_is_refused_in_words(number: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        dot_explorer([number, 2], [[1, 2]], ["a"])
