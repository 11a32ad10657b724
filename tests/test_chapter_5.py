"""Chapter 5 says what the numbers say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.running import shown
from tests.test_chapters import prose

STEM = "ch05_logits_to_loss"
RIGHT = "[0.200, 0.221, 0.156, 0.423]"


def says(cell: str) -> str:
    return prose(STEM, cell)


def results() -> dict[str, Any]:
    return shown(STEM, "interop-losses")


def test_the_scores_are_those_of_chapter_4() -> None:
    scores = results()["scores-shown"]
    assert list(scores.values()) == [-0.24, -0.14, -0.49, 0.51]
    assert round(sum(scores.values()), 9) == -0.36
    assert "to −0.36" in says("scores-not-probabilities")


def test_the_softmax_is_right_and_the_circulating_one_is_refuted_by_adding() -> None:
    powers, q, total = results()["worked-softmax"]
    assert powers.tolist() == [0.787, 0.869, 0.613, 1.665]
    assert f"[{', '.join(f'{share:.3f}' for share in q)}]" == RIGHT
    assert RIGHT in says("wrong-softmax")
    assert round(total, 12) == 1
    assert round(sum([0.19, 0.21, 0.15, 0.40]), 9) == 0.95
    assert abs(0.95 - 1) > 4 * 0.005
    assert f"{np.exp([-0.24, -0.14, -0.49, 0.51]).sum():.3f}" == "3.934"
    assert "3.934" in says("worked")


def test_powers_become_infinite_where_it_is_said() -> None:
    assert results()["shift-limits"] == {"float64": 709.78, "float32": 88.72}
    assert "A score of 89 has an infinite power in `float32`, and one of 710 in `float64`" in says("shift-limits-read")
    careless, careful = results()["shift-overflow"]
    assert np.isnan(careless).all()
    assert careful.tolist() == [0.665, 0.245, 0.09]


def test_a_square_batch_hides_lost_axes() -> None:
    wrong, right = results()["softmax-batches-silent"]
    assert (right == 1).all()
    assert not np.isclose(wrong, 1).any()
    assert results()["softmax-batches-shapes"] == ((3,), (3, 1))


def test_the_table_of_losses_is_right() -> None:
    text = says("loss-definition")
    for probability, loss in ((0.5, "0.69"), (0.1, "2.30"), (0.01, "4.61")):
        assert f"{-np.log(probability):.2f}" == loss
        assert f"| {probability} | {loss} |" in text
    assert f"{np.log(10):.2f}" == "2.30"
    assert f"{1 / np.log(2):.2f}" == "1.44"


def test_losses_differ_as_scores_do() -> None:
    losses = results()["loss-worked-numbers"]
    assert losses["ran"] == 0.86
    assert losses["the"] == 1.86
    assert "costs 0.860" in says("loss-worked-read")
    assert "costs 1.860" in says("loss-worked-read")


def test_the_opening_programs_end_as_option_c() -> None:
    assert results()["log-sum-exp-programs"] == (np.inf, 2000)
    assert "**C.** Program 1 returns `inf`, Program 2 returns 2000." in says("question")
    assert "The answer is **C**" in says("log-sum-exp-read")
    assert f"{-np.log(1e-12):.1f}" == "27.6"


def test_the_logarithm_comes_before_the_mean() -> None:
    assert [float(loss) for loss in results()["mean-loss-order"]] == [1.204, 0.693]
    assert "1.204" in says("mean-loss-read")
    assert "0.693" in says("mean-loss-read")


def test_pairs_and_columns_are_told_apart() -> None:
    pairs, columns = results()["pick-one-shapes"]
    assert pairs.tolist() == [13, 20, 32]
    assert columns.shape == (3, 3)


def test_one_hot_labels_fail_where_integer_labels_do_not() -> None:
    dense, picked = results()["one-hot-labels-nan"]
    assert np.isnan(dense)
    assert picked == 0
    assert f"{8192 * 50_257 * 4 / 1e9:.1f} GB" in says("one-hot-labels")
    assert f"{8192 * 8 / 1e3:.1f} kB" in says("one-hot-labels")
    assert "1.6 GB" in says("gradient-dense")


def test_the_first_loss_is_ln_v_for_small_scores() -> None:
    losses = results()["loss-at-start-numbers"]
    assert f"{np.log(50_257):.3f}" == "10.825"
    assert "10.825" in says("loss-at-start")
    assert f"{np.log(4):.3f}" in says("loss-at-start")
    assert abs(losses[0.1] - np.log(50_257)) < 0.05 < abs(losses[0.5] - np.log(50_257)) < 0.5
    assert 1.8 < losses[5.0] / np.log(50_257) < 2.2


def test_the_gradient_is_the_slope_and_adds_up_to_zero() -> None:
    slopes, gradient = results()["gradient-nudge"]
    np.testing.assert_array_equal(slopes, gradient)
    assert gradient.tolist() == [0.2, 0.221, 0.156, -0.577]
    assert round(gradient.sum(), 9) == 0
    assert "−0.577" in results()["gradient-figure"].alt


def test_training_begins_at_ln_4() -> None:
    (first, tenth, last), scores = results()["descent-steps"]
    assert first == round(np.log(4), 3) > tenth > last > 0
    assert scores.argmax(axis=1).tolist() == [3, 0, 3]
    assert "1.386" in says("descent-read")


def test_the_example_of_the_exercise_is_right() -> None:
    assert f"{np.log(2):.3f}" == "0.693"
    assert "`[[0.5, -0.5]]`" in says("cross-entropy-from-logits-exercise")


def test_the_libraries_agree_where_they_are_installed() -> None:
    pytest.importorskip("torch")
    (loss, grad), (torch_loss, torch_grad) = (shown(STEM)["interop-losses"][name] for name in ("numpy", "torch"))
    assert loss == pytest.approx(torch_loss)
    np.testing.assert_allclose(grad, torch_grad, atol=2e-4)


def test_the_quiz_counts_right() -> None:
    assert [round(sum(option), 2) for option in ([0.70, 0.25, 0.10], [0.62, 0.31, 0.07], [0.90, 0.20, -0.10])] == [
        1.05,
        1,
        1,
    ]
    assert f"{np.log(10_000):.1f}" == "9.2"
    assert f"{np.exp(-100):.0e}" == "4e-44"
    assert -np.log(np.exp(-100)) == 100
    assert round(-np.log(np.exp(-100) + 1e-12), 1) == 27.6
