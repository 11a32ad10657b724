"""The small model begins alike, tied or not, and says what it should."""

from __future__ import annotations

import numpy as np
import pytest

from tests.checks.test_small_model import case, params
from tiedbook.checks import small_model
from tiedbook.model import count, loss, scores, start


def test_a_tied_model_and_an_untied_one_begin_with_the_same_numbers() -> None:
    tied, untied = (start(50, tied=which, seed=3) for which in (True, False))
    assert set(untied) - set(tied) == {"U"}
    for name, array in tied.items():
        np.testing.assert_array_equal(array, untied[name])
    assert not np.array_equal(untied["U"], untied["E"])


def test_everything_is_float32_and_of_the_shapes_that_the_chapter_states() -> None:
    found = start(50, tied=False, seed=0, width=4, hidden=6)
    assert {name: array.shape for name, array in found.items()} == {
        "E": (50, 4),
        "W1": (12, 6),
        "b1": (6,),
        "W2": (6, 4),
        "b2": (4,),
        "bias": (50,),
        "U": (50, 4),
    }
    assert {str(array.dtype) for array in found.values()} == {"float32"}


def test_tying_saves_one_table() -> None:
    assert count(start(192, tied=False, seed=0)) - count(start(192, tied=True, seed=0)) == 192 * 32


@pytest.mark.parametrize("tied", [True, False])
def test_loss_and_scores_are_those_of_the_definition(tied: bool) -> None:
    call = case(1, tied=tied)
    np.testing.assert_allclose(scores(params(call), call.ids), small_model.scores(call), rtol=1e-12)
    assert loss(params(call), call.ids, call.targets) == pytest.approx(small_model.loss(call))


def test_an_untrained_model_is_as_unsure_as_the_logarithm_of_its_vocabulary() -> None:
    rng = np.random.default_rng(0)
    ids, targets = rng.integers(192, size=(500, 3)), rng.integers(192, size=500)
    assert loss(start(192, tied=True, seed=0), ids, targets) == pytest.approx(np.log(192), abs=0.05)
