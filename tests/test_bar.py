"""A bar shows every item done, and passes the items on."""

from __future__ import annotations

import pytest

from tiedbook.bar import bar


def test_items_come_through_in_order_and_each_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(bar(["a", "b", "c"])) == ["a", "b", "c"]
    shown = capsys.readouterr().out
    assert [f"{done}/3" in shown for done in range(4)] == [True] * 4


def test_nothing_to_do_is_no_trouble(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(bar([])) == []
    assert "0/0" in capsys.readouterr().out
