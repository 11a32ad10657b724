"""Taken apart, the two gradients of a tied table are those that `train_step` adds."""

from __future__ import annotations

import numpy as np
import pytest

import tiedbook.session
from solutions.ch02_gradients_scatter import gather
from solutions.ch08_does_tying_help import train_step
from tiedbook.contributions import (
    PATHS,
    Contributions,
    Moment,
    contributions,
    gradients,
    losses_table,
    moments_table,
)
from tiedbook.model import start


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", "en")


def test_both_paths_together_are_the_gradient_of_the_table() -> None:
    params = {name: array.astype(np.float64) for name, array in start(7, tied=True, seed=1, width=4, hidden=5).items()}
    rng = np.random.default_rng(0)
    ids, targets = rng.integers(7, size=(6, 3)), rng.integers(7, size=6)
    grads = gradients(gather, params, ids, targets)
    new, _ = train_step(params, ids, targets, 1.0, True)
    np.testing.assert_allclose(params["E"] - new["E"], grads["lookup"] + grads["head"], rtol=1e-9, atol=1e-12)
    for name in params.keys() - {"E"}:
        np.testing.assert_allclose(params[name] - new[name], grads[name], rtol=1e-9, atol=1e-12)


def test_the_lookup_reaches_the_words_of_the_batch_and_the_head_all() -> None:
    params = start(9, tied=True, seed=1)
    grads = gradients(gather, params, np.array([[1, 2, 1], [4, 4, 4]]), np.array([0, 8]))
    assert np.flatnonzero(np.any(grads["lookup"], axis=1)).tolist() == [1, 2, 4]
    assert np.all(np.any(grads["head"], axis=1))


def test_a_short_run_has_a_loss_for_each_path_and_seed() -> None:
    found = contributions(gather, seeds=(0, 1), steps=2)
    assert {path: len(losses) for path, losses in found.losses.items()} == dict.fromkeys(PATHS, 2)
    assert len({losses[0] for losses in found.losses.values()}) == 3
    (moment,) = found.moments
    assert moment.step == 0
    assert moment.rows[0] < moment.rows[1] == found.vocab_size
    assert -1 <= moment.cosine <= 1


def test_tables_say_what_was_measured() -> None:
    found = Contributions(
        (Moment(100, (0.2, 0.5), -0.01, (110, 192)),),
        {"both": (1.6, 1.7), "lookup": (1.5, 1.9), "head": (1.8, 1.8)},
        192,
    )
    assert moments_table(found).rows == [("100", "0.200", "0.500", "2.5", "−0.010", "110 / 192", "192 / 192")]
    assert [row[-1] for row in losses_table(found).rows] == ["", "with 1 of 2 seeds", "with 2 of 2 seeds"]
