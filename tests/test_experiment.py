"""The experiment compares what it says it compares, and tells a run that went out of bounds from one that did not."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest

from solutions.ch08_does_tying_help import train_step
from tiedbook.corpus import corpus
from tiedbook.experiment import EVERY, Results, Run, compare, renumbering, unigram_loss


def short(step: Any = train_step, **changes: Any) -> Results:
    return compare(step, **{"rates": (1.0,), "seeds": (0,), "steps": EVERY, **changes})


def test_every_combination_is_run_once() -> None:
    seen: list[tuple[object, ...]] = []

    def bar(items: Sequence[Any]) -> Iterable[Any]:
        for item in items:
            seen.append(item)
            yield item

    results = short(lambda params, *rest: (params, 1.0), rates=(0.3, 1.0), seeds=(0, 1), bar=bar)
    combinations = {(run.tied, run.permuted, run.rate, run.seed) for run in results.runs}
    assert len(results.runs) == len(combinations) == len(seen) == 16
    assert results.rates == (0.3, 1.0)
    assert results.seeds == (0, 1)


def test_a_pair_begins_alike_and_sees_the_same_batches() -> None:
    seen: list[Any] = []

    def kept(params: Any, ids: Any, targets: Any, lr: float, tied: bool) -> Any:
        seen.append((tied, ids.copy(), targets.copy(), params["E"].copy()))
        return params, 1.0

    short(kept, steps=3)
    runs = [seen[start : start + 3] for start in range(0, 12, 3)]
    tied, untied, control_tied, control_untied = runs
    for one, other in ((tied, untied), (control_tied, control_untied)):
        assert one[0][0] is True
        assert other[0][0] is False
        for left, right in zip(one, other, strict=True):
            for a, b in zip(left[1:], right[1:], strict=True):
                np.testing.assert_array_equal(a, b)
    new_id = renumbering(len(corpus().words))
    for ordinary, control in zip(tied, control_tied, strict=True):
        np.testing.assert_array_equal(ordinary[1], control[1])
        np.testing.assert_array_equal(new_id[ordinary[2]], control[2])


def test_the_control_renumbers_every_word_once() -> None:
    assert sorted(renumbering(192).tolist()) == list(range(192))
    assert np.count_nonzero(renumbering(192) == np.arange(192)) < 10


def test_training_learns_more_than_frequencies() -> None:
    results = short(steps=2 * EVERY)
    assert all(run.best < results.unigram < run.losses[0] for run in results.runs)


def test_the_numbers_that_the_chapter_speaks_of_are_those_of_the_models() -> None:
    results = short(lambda params, *rest: (params, 1.0), steps=1)
    assert results.parameters[1] - results.parameters[0] == results.vocab_size * 32
    assert results.unigram == unigram_loss(corpus())
    assert results.unigram < math.log(results.vocab_size)


@pytest.mark.filterwarnings("error")
def test_a_run_that_goes_out_of_bounds_ends_and_counts_as_infinite() -> None:
    calls: list[int] = []

    def step(params: Any, *rest: Any) -> Any:
        calls.append(1)
        return params, math.nan

    results = short(step, steps=5)
    assert len(calls) == len(results.runs)
    assert all(run.best == math.inf for run in results.runs)
    assert not np.any(np.isfinite(results.differences(permuted=False, rate=1.0)))


def test_differences_pair_the_seeds() -> None:
    def run(tied: bool, seed: int, best: float) -> Run:
        return Run(tied, False, 1.0, seed, (5.0, best))

    runs = (run(True, 0, 2.0), run(False, 0, 2.5), run(True, 1, 2.2), run(False, 1, 2.1))
    results = Results(runs, EVERY, (1, 2), 10, 4.0)
    np.testing.assert_allclose(results.differences(permuted=False, rate=1.0), [-0.5, 0.1])
