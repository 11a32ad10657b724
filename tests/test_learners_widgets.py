"""Whatever a learner's function does, the widget that asks it stays, and says what it did."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.display import display

from tiedbook import session
from tiedbook.widgets import dot_explorer, learners, story
from tiedbook.widgets.silence import silence


class _Sly:
    @property
    def shape(self) -> Any:
        raise RuntimeError("no")

    def __array__(self, *_args: object) -> Any:
        raise RuntimeError("no array")


class _MuteError(Exception):
    def __str__(self) -> str:
        raise ValueError("not even this")


class _Slow:
    def __array__(self, *_args: object) -> Any:
        _never_returns()


def _never_returns(*_args: object) -> None:
    while True:
        pass


def _holds_on(*_args: object) -> None:
    for _ in range(3):
        try:
            _never_returns()
        except BaseException:  # as a learner may write it
            continue
    _never_returns()


def _leaves(*_args: object) -> None:
    sys.exit(3)


def _interrupted(*_args: object) -> None:
    raise KeyboardInterrupt


def _mute(*_args: object) -> None:
    raise _MuteError


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "_told", "en")
    monkeypatch.setattr(learners, "SECONDS", 0.05)
    monkeypatch.setattr(learners, "_given_up", {})


@pytest.mark.parametrize(
    ("function", "state"),
    [
        (_leaves, "raised"),
        (_interrupted, "late"),
        (_never_returns, "late"),
        (_holds_on, "late"),
        (lambda *_: _Slow(), "late"),
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


def test_a_function_that_was_too_slow_is_asked_again_once_it_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def slow(*_args: object) -> None:
        calls.append("slow")
        _never_returns()

    monkeypatch.setattr(sys.modules["__main__"], "tied_lm_head", slow, raising=False)
    widgets = [dot_explorer([3, 2], [[1, 2], [2, 1]], ["a", "b"]) for _ in range(2)]
    for widget in widgets:
        widget.h = [2.0, 2.0]
        widget.look_again()
        assert widget.theirs["state"] == "late"
        assert "run its cell again" in widget.theirs["text"]
    assert calls == ["slow"]
    monkeypatch.setattr(sys.modules["__main__"], "tied_lm_head", lambda hidden, table: table @ hidden)
    for widget in widgets:
        widget.look_again()
        assert widget.theirs["state"] == "same"


def test_the_story_waits_once_for_its_three_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def slow(*_args: object) -> None:
        calls.append("slow")
        _never_returns()

    monkeypatch.setattr(sys.modules["__main__"], "nearest_token", slow, raising=False)
    assert story([6, -1], {"a": [5, -2], "b": [6, -1.5]}).theirs["state"] == "late"
    assert calls == ["slow"]


def test_what_a_function_writes_or_warns_of_stays_out_of_the_notebook(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def loud(hidden: Any, table: Any) -> Any:
        sys.stdout.write("written")
        sys.stderr.write("an error")
        warnings.warn("beware", stacklevel=1)
        np.log(np.zeros(1))
        return table @ hidden

    monkeypatch.setattr(sys.modules["__main__"], "tied_lm_head", loud, raising=False)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert dot_explorer([3, 2], [[1, 2], [2, 1]], ["a", "b"]).theirs["state"] == "same"
    assert capsys.readouterr() == ("", "")
    assert [str(each.message) for each in caught] == []


def test_what_a_function_displays_stays_out_of_the_notebook(capsys: pytest.CaptureFixture[str]) -> None:
    InteractiveShell.instance()
    try:
        with silence():
            display("shown")  # type: ignore[no-untyped-call]
        assert capsys.readouterr().out == ""
        display("shown")  # type: ignore[no-untyped-call]
        assert "shown" in capsys.readouterr().out
    finally:
        InteractiveShell.clear_instance()


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
