"""The definitions of softmax and cross-entropy agree with SciPy, with nudges, and with exact values far from zero."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as nps
from scipy import special

from tiedbook.checks.probabilities import gradient, mean_loss, probabilities, scores, steep

LOGITS = nps.arrays(np.float64, st.tuples(st.integers(1, 3), st.integers(1, 4)), elements=st.floats(-30, 30))


@given(LOGITS)
def test_probabilities_are_those_of_scipy(logits: np.ndarray) -> None:
    np.testing.assert_allclose(probabilities(logits), special.softmax(logits, axis=-1), rtol=1e-12, atol=1e-300)


@given(LOGITS, st.integers(0, 3))
def test_the_gradient_is_the_slope_of_the_loss(logits: np.ndarray, target: int) -> None:
    targets = np.minimum(np.arange(len(logits)) + target, logits.shape[1] - 1)
    slopes, step = np.zeros(logits.shape), 1e-4
    for place in np.ndindex(logits.shape):
        nudge = np.zeros(logits.shape)
        nudge[place] = step
        slopes[place] = (mean_loss(logits + nudge, targets) - mean_loss(logits - nudge, targets)) / (2 * step)
    np.testing.assert_allclose(gradient(logits, targets), slopes, atol=1e-6)


def test_a_true_loss_of_2000_is_2000() -> None:
    assert mean_loss(np.array([[1000.0, -1000.0]]), np.array([1])) == 2000
    assert mean_loss(np.array([[1000.0, -1000.0]]), np.array([0])) == 0
    np.testing.assert_array_equal(probabilities(np.array([1000.0, -1000.0, 1000.0])), [0.5, 0, 0.5])


def test_the_dtype_of_the_scores_is_kept() -> None:
    logits = np.array([[1, 2]], np.float32)
    for result in (probabilities(logits), mean_loss(logits, np.array([0])), gradient(logits, np.array([0]))):
        assert result.dtype == np.float32


@pytest.mark.parametrize("shape", [(4,), (3, 5), (2, 3, 4)])
def test_steep_scores_have_both_ends_in_each_row(shape: tuple[int, ...]) -> None:
    drawn = steep(np.random.default_rng(0), shape).value
    assert (drawn.max(axis=-1) > 990).all()
    assert (drawn.min(axis=-1) < -990).all()


def test_scores_are_distinct_and_exact() -> None:
    drawn = scores(np.random.default_rng(0), (4, 8)).value
    assert len(np.unique(drawn)) == 32
    assert (drawn * 4 == np.round(drawn * 4)).all()
