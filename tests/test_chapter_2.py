"""Chapter 2 says what the numbers say."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from tests.running import CHAPTERS, shown
from tests.test_chapters import prose

STEM = "ch02_gradients_scatter"
SLOW = ("race-narrow", "race-wide", "interop-gradients")  # times, and libraries that take seconds to load


def says(cell: str) -> str:
    return prose(STEM, cell)


def results() -> dict[str, Any]:
    return shown(STEM, *SLOW)


def test_the_product_the_nudges_and_the_autograd_agree() -> None:
    by_hand = [[0, 0, 0], [0.5, -1, 0], [4, 1, 1], [0, 0, 0]]
    for cell in ("worked-product", "nudge-table", "autograd-lamps"):
        np.testing.assert_array_equal(results()[cell], by_hand)
    assert "[4, 1, 1]" in says("worked")
    assert "[0.5, -1, 0]" in says("worked")


def test_the_opening_program_ends_as_option_b() -> None:
    assert str(results()["silent-line"].astype(int).tolist()) == "[0, 0, 3, 0, 0, 5]"
    assert "**B.** `[0, 0, 3, 0, 0, 5]`" in says("question")
    assert "The answer is **B**" in says("silent-why")


def test_the_share_of_repeats_is_as_stated() -> None:
    rows, share, repeats = results()["sparse-zipf"][4096]
    assert rows / 50_257 < 0.04
    assert (share, repeats) == ("3.8%", "53%")
    assert "fewer than 4%" in says("sparse-read")
    assert "more than half" in says("sparse-read")


def test_plus_equals_fails_the_adjoint_test_and_scatter_add_passes() -> None:
    left, right, with_plus_equals = results()["transpose-test"]
    assert left == right != with_plus_equals


def test_scattering_back_counts_occurrences() -> None:
    back, counts = results()["not-inverse-counts"]
    np.testing.assert_array_equal(counts, np.diag([0, 1, 2, 0]))
    np.testing.assert_allclose(back[2], 2 * np.array([-0.9, 0.1, 0.2]), rtol=1e-6)
    assert "came back doubled" in says("not-inverse-read")


def test_tokens_are_counted_by_the_gradient() -> None:
    assert results()["module-embedding"] == ((3, 8), (2, 3, 8))
    assert results()["module-twice"] == {1: 3, 3: 2, 4: 2, 5: 1, 9: 1}
    assert "Token 1 was used three times" in says("module-twice-read")


def test_adam_goes_on_without_a_gradient() -> None:
    path = results()["optimisers-adam"]
    assert len(path) == 5
    assert all(later < earlier for earlier, later in pairwise(path))
    assert "four more steps" in says("optimisers-adam-read")


def test_a_row_of_adagrad_is_as_stated() -> None:
    by_number, by_row = results()["optimisers-adagrad-steps"]
    assert by_number.tolist() == [1, 1]
    np.testing.assert_allclose(by_row[1] / by_row[0], 10, rtol=0.01)
    assert "ten times as far" in says("optimisers-adagrad-read")


def test_lookup_reaches_two_rows_and_the_head_all() -> None:
    assert results()["tied-end-rows"] == ([2, 12], [12, 12])
    assert "By lookup, 2 of the 12 rows get a gradient" in says("tied-end-read")


def test_the_first_loss_is_near_ln_v_for_small_scales_only() -> None:
    losses, wanted = results()["initial-loss"], np.log(5000)
    assert f"{wanted:.2f}" == "8.52"
    assert "8.52" in says("initial")
    assert abs(losses[0.02] - wanted) < 0.2
    assert abs(losses[0.002] - wanted) < 0.2
    assert losses[1.0] > 10 * wanted
    assert f"{np.sqrt(768):.0f}" == "28"
    assert f"{0.02 * np.sqrt(768):.2f}" == "0.55"


def test_the_autograd_is_as_short_as_it_is_said_to_be() -> None:
    lines = (CHAPTERS.parent / "tiedbook" / "autograd.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) < 200
    assert "fewer than 200 lines" in says("autograd-example-read")


def test_the_quiz_counts_right() -> None:
    assert 2 - 1 + 5 == 6
    assert 2 - 2 + 5 == 5
    for number in (1_000 * 768, 50_000 * 768):
        assert f"{number:,}" in says("quiz-zeros")
