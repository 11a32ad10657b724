"""Chapter 3 says what the numbers say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.running import CHAPTERS, shown
from tests.test_chapters import cells, prose

STEM = "ch03_pooling_and_padding"
SOURCE = CHAPTERS / f"{STEM}.py"


def says(cell: str) -> str:
    return prose(STEM, cell)


def results() -> dict[str, Any]:
    return shown(STEM)


def test_the_opening_answer_is_c() -> None:
    padded = np.array([[1, -2], [3, -4], [0, 0]]).mean(axis=0)
    assert padded == pytest.approx([1.33, -2], abs=0.01)
    assert padded[0] < 2
    assert padded[1] > -3
    assert "The answer is **C**" in says("pull")
    assert "[1.33, -2]" in says("pull")


def test_two_tokens_are_equal_and_a_hundred_nearly() -> None:
    two, hundred, nearly, largest = results()["order-compare"]
    assert (two, hundred, nearly) == (True, False, True)
    assert 0 < largest < 1e-7
    assert "less than one ten-millionth" in says("order-read")


def test_four_cats_turn_a_dog_into_a_cat() -> None:
    _, with_zero, with_minus_one = results()["padding-ids-means"]
    table = np.array([[0.2, -0.5, 0.8], [0.3, -0.4, 0.7], [-0.9, 0.1, 0.2], [0.6, 0.3, -0.5]])

    def cosine(one: Any, other: Any) -> float:
        return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))

    assert cosine(with_zero, table[0]) > 0.95
    assert cosine(with_minus_one, table[3]) > 0.95
    assert "nearly parallel to the row of `cat`" in says("padding-ids-read")


def test_the_four_programs_give_the_lines_of_the_table() -> None:
    lines = [line for line in dict(cells(SOURCE, "markdown"))["both-halves-read"].splitlines() if "$[" in line]
    for line, (first, second) in zip(lines, results()["both-halves-four"], strict=True):
        assert f"$[{first:g}, {second:g}]$" in line


def test_the_square_product_keeps_columns_and_the_right_one_a_row() -> None:
    wrong, right = results()["mask-shapes-square"]
    assert right.tolist() == [[1, 2, 3], [0, 0, 0], [0, 0, 0]]
    assert wrong[:, 0].tolist() == [1, 4, 7]


def test_small_integers_overflow_as_stated() -> None:
    assert results()["mask-types-narrow"] == (200, -56)
    assert np.iinfo(np.int8).max == 127
    assert "127" in says("mask-types-narrow-read")


def test_alone_and_in_company_a_text_is_the_same() -> None:
    alone, beside = results()["alone-or-not-same"]
    np.testing.assert_array_equal(alone, beside)


def test_padding_gets_no_gradient() -> None:
    average, gradient = results()["backward-weights"]
    assert average.tolist() == [[2, -3]]
    assert gradient.tolist() == [[0.5, 5], [0.5, 5], [0, 0]]


def test_pytorch_does_what_the_text_says() -> None:
    pytest.importorskip("torch")
    averages = results()["interop-torch"]
    assert averages["nn.EmbeddingBag"] == averages["masked_mean"]
    assert averages["nn.Embedding"] != averages["masked_mean"]


def test_the_quiz_counts_right() -> None:
    assert (np.array([-6, 4]) / 2).tolist() == [-3, 2]
    assert "**A.** Half of the positions" in says("quiz-zero")
