"""Chapter 4 says what the numbers say."""

from __future__ import annotations

from typing import Any

import jupytext
import numpy as np
import pytest

from tests.running import CHAPTERS, shown
from tests.test_chapters import cells, prose
from tiedbook.figures.three_winners import contest

STEM = "ch04_tied_logits"
SOURCE = CHAPTERS / f"{STEM}.py"
THOUGHT, DOG, FAST = np.array([6, -1, 7]), np.array([5, -2, 8]), np.array([6, -1.5, 7.2])
E = np.array([[0.2, -0.5, 0.8], [0.3, -0.4, 0.7], [-0.9, 0.1, 0.2], [0.6, 0.3, -0.5]])


def says(cell: str) -> str:
    return prose(STEM, cell)


def results() -> dict[str, Any]:
    return shown(STEM)


def test_the_example_of_two_numbers_is_right() -> None:
    assert (np.array([[1, 0], [0, 1], [1, 1]]) @ [2, -1]).tolist() == [2, -1, 1]
    assert "[2, -1, 1]" in says("scores")


def test_the_four_scores_are_as_stated() -> None:
    assert results()["score-worked-four"] == {"cat": -0.24, "dog": -0.14, "the": -0.49, "ran": 0.51}
    assert f"{sum(results()['score-worked-four'].values()):.2f}" == "-0.36"
    assert "−0.36" in says("logits")
    assert "0.30 + 0.06 + 0.15 = 0.51" in says("score-worked")


def test_a_reshape_is_no_transpose() -> None:
    transposed, reshaped = results()["score-shapes-reshape"]
    assert transposed.shape == reshaped.shape
    assert not np.array_equal(transposed, reshaped)


def test_the_story_has_its_numbers() -> None:
    assert results()["story-measures"] == {"dog": (88.0, 0.984, 1.73), "fast": (87.9, 0.999, 0.54)}
    assert np.linalg.norm(THOUGHT - FAST) < np.linalg.norm(THOUGHT - DOG) / 3
    share = 1 / (1 + np.exp(THOUGHT @ FAST - THOUGHT @ DOG))
    assert f"{share:.1%}" == "52.5%"
    assert "52.5%" in says("story-read")
    assert "The answer is **B**" in says("story-read")


def test_with_one_digit_more_all_three_measures_agree() -> None:
    fast = np.array([6, -1.5, 7.3])
    assert THOUGHT @ fast == pytest.approx(88.6)
    assert "88.6" in says("story-read")
    assert THOUGHT @ fast / np.linalg.norm(fast) > THOUGHT @ DOG / np.linalg.norm(DOG)
    assert np.linalg.norm(THOUGHT - fast) < np.linalg.norm(THOUGHT - DOG)


def test_length_beats_alignment_by_a_hair() -> None:
    lengths = np.linalg.norm([DOG, FAST], axis=1)
    assert [f"{length:.2f}" for length in lengths] == ["9.64", "9.49"]
    assert f"{lengths[0] / lengths[1] - 1:.1%}" == "1.6%"
    cosines = np.array([THOUGHT @ DOG, THOUGHT @ FAST]) / lengths
    assert f"{cosines[1] / cosines[0] - 1:.1%}" == "1.5%"
    for number in ("9.64", "9.49", "1.6%", "1.5%"):
        assert number in says("anatomy")


def test_in_the_picture_all_three_disagree() -> None:
    explorer = results()["three-meanings-figure"]
    winners = contest(*explorer.arguments()).winners
    assert [explorer.tokens[row] for row in winners.values()] == ["a", "b", "c"]
    assert "In the picture all three disagree" in says("three-meanings")


def test_the_nearest_row_is_a_head_with_a_bias() -> None:
    rng = np.random.default_rng(0)
    rows, states = rng.normal(size=(50, 4)), rng.normal(size=(20, 4))
    biased = states @ rows.T - (rows**2).sum(axis=1) / 2
    nearest = np.linalg.norm(states[:, None] - rows, axis=-1)
    np.testing.assert_array_equal(biased.argmax(axis=1), nearest.argmin(axis=1))


def test_how_often_the_measures_agree_is_as_stated() -> None:
    found = {scale: [float(each.strip("%")) for each in pair] for scale, pair in results()["how-often-random"].items()}
    assert {pair[0] for pair in found.values()} == {found[1.0][0]}
    assert 55 <= found[1.0][0] <= 65
    assert 15 <= found[1.0][1] <= 25
    assert found[0.02][1] >= 95
    assert "six cases out of ten" in says("how-often-read")
    assert "one case out of five" in says("how-often-read")


def test_dog_comes_back_as_cat() -> None:
    scores = E @ E.T
    assert np.round(scores[1, :2], 2).tolist() == [0.82, 0.74]
    assert "0.82 against 0.74" in says("not-inverse-read")
    assert scores.argmax(axis=1).tolist() == [0, 0, 2, 3]
    assert np.linalg.norm(E[0]) > np.linalg.norm(E[1])
    assert results()["not-inverse-rank"] == (3, 4)


def test_wide_rows_come_back() -> None:
    shares = {width: float(share.strip("%")) for width, share in results()["not-inverse-widths"].items()}
    assert shares[3] < 5
    assert shares[64] == 100
    assert list(shares.values()) == sorted(shares.values())


def test_comparing_costs_what_is_stated() -> None:
    assert f"{2 * 50_257 * 768 / 1e6:.1f} million" == "77.2 million"
    assert "77.2 million" in says("shoes")


def test_a_scale_keeps_the_winner_and_a_bias_changes_it() -> None:
    shares = results()["bias-and-scale-shares"]
    assert [int(np.argmax(shares[kind])) for kind in ("bare", "scale", "bias")] == [3, 3, 2]
    assert max(shares["scale"]) < max(shares["bare"])
    assert shares["bare"] == [0.2, 0.221, 0.156, 0.423]


def test_pytorch_needs_no_transpose() -> None:
    pytest.importorskip("torch")
    assert results()["interop-linear"]["torch"] == ((2, 5, 4), True)


def test_the_written_answer_asks_for_what_its_rubric_rewards() -> None:
    notebook = jupytext.read(SOURCE, fmt="py:percent")
    [answer] = [cell for cell in notebook.cells if cell.metadata.get("points")]
    [rubric] = [cell for cell in notebook.cells if cell.metadata.get("kind") == "rubric"]
    assert answer.metadata["written"] == rubric.metadata["written"] == "closest"
    asked = [line for line in dict(cells(SOURCE, "markdown"))["closest"].splitlines() if line.startswith("- ")]
    rewarded = [line for line in rubric.source.splitlines() if line.startswith("- **")]
    assert len(asked) == len(rewarded) == int(answer.metadata["points"])
