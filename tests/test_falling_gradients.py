"""The picture of falling gradients shows what NumPy does."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tiedbook.session
from tiedbook.figures import falling_gradients
from tiedbook.landings import landings

rows = st.integers(0, 4)
numbers = st.integers(-9, 9).map(float)


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", "en")


@given(st.lists(st.tuples(rows, numbers), max_size=6), st.lists(numbers, min_size=5, max_size=5))
def test_each_panel_ends_as_its_statement_ends(pairs: list[tuple[int, float]], before: list[float]) -> None:
    ids = np.array([row for row, _ in pairs], dtype=int)
    g = np.array([gradient for _, gradient in pairs])
    for landing in landings(ids.tolist(), g.tolist(), before):
        grad = np.array(before)
        exec(landing.statement, {"grad": grad, "ids": ids, "g": g, "np": np})
        assert landing.after == tuple(grad)


@given(st.lists(st.tuples(rows, numbers), max_size=6), st.lists(numbers, min_size=5, max_size=5))
def test_what_is_shown_as_kept_adds_up_to_the_result(pairs: list[tuple[int, float]], before: list[float]) -> None:
    ids, g = [row for row, _ in pairs], [gradient for _, gradient in pairs]
    for landing in landings(ids, g, before):
        for row in set(ids):
            kept = [gradient for i, gradient, here in zip(ids, g, landing.kept, strict=True) if here and i == row]
            assert landing.after[row] == sum(kept) + landing.adds * before[row]


def test_the_picture_tells_its_numbers_in_words() -> None:
    shown = falling_gradients(ids=[2, 2, 5], gradients=[1, 3, -5], before=[0, 0, 10, 0, 0, 0])
    assert ElementTree.fromstring(shown.svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert "0, 0, 13, 0, 0, −5 with grad[ids] += g" in shown.alt
    assert shown == falling_gradients(ids=[2, 2, 5], gradients=[1, 3, -5], before=[0, 0, 10, 0, 0, 0])


def test_rows_and_gradients_that_do_not_fit_are_refused() -> None:
    with pytest.raises(IndexError, match="from 0 to 1"):
        falling_gradients(ids=[2], gradients=[1], before=[0, 0])
    with pytest.raises(ValueError, match="one gradient for each id"):
        falling_gradients(ids=[1], gradients=[], before=[0, 0])
