"""Does tying help? The same small model with one table and with two, several times, and with a control.

In the control the targets are renumbered: one permutation of the vocabulary is applied to every token that is to be
predicted, and to none that is read. Two tables do not mind, since each numbers its rows as it likes. One table does:
its row j now has to serve one word when it is read and another one when it is scored.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from threadpoolctl import threadpool_limits

from tiedbook import model
from tiedbook.corpus import Corpus, corpus, examples
from tiedbook.model import Params
from tiedbook.session import say

RATES = (0.3, 1.0)  # learning rates
SEEDS = (0, 1, 2)
STEPS, BATCH, EVERY = 800, 128, 100  # steps, examples in each, steps from one look at the validation text to the next
_CONTROL = 99  # seed of the permutation

Step = Callable[[Params, np.ndarray, np.ndarray, float, bool], tuple[Params, float]]
Bar = Callable[[Sequence[tuple[float, int, bool, bool]]], Iterable[tuple[float, int, bool, bool]]]


@dataclass(frozen=True, slots=True)
class Run:
    """One training run.

    Parameters
    ----------
    tied : bool
        Whether the model had one table.
    permuted : bool
        Whether it was the control.
    rate : float
        Learning rate.
    seed : int
        Decides on the start and on the batches; the same for all runs that are compared.
    losses : tuple of float
        Loss on the validation text, in nats, after every `EVERY` steps and before the first; infinite if it was not
        finite, and then the run ended.
    """

    tied: bool
    permuted: bool
    rate: float
    seed: int
    losses: tuple[float, ...]

    @property
    def best(self) -> float:
        """The smallest validation loss; infinite if the run went out of bounds."""
        return min(self.losses) if math.isfinite(self.losses[-1]) else math.inf


@dataclass(frozen=True, slots=True)
class Results:
    """What an experiment measured.

    Parameters
    ----------
    runs : tuple of Run
        Every combination of target ids, rate, seed and tying.
    every : int
        Steps between two losses of a run.
    parameters : tuple of int
        Number of parameters of the tied and of the untied model.
    vocab_size : int
        V.
    unigram : float
        Validation loss, in nats, of a model that knows nothing but how frequent each word is.
    """

    runs: tuple[Run, ...]
    every: int
    parameters: tuple[int, int]
    vocab_size: int
    unigram: float

    def __repr__(self) -> str:
        tied, untied = self.parameters
        return say(
            "experiment.shown",
            "{runs} trained models, V = {count:,}: {tied:,} parameters tied, {untied:,} untied",
            runs=len(self.runs),
            count=self.vocab_size,
            tied=tied,
            untied=untied,
        )

    @property
    def rates(self) -> tuple[float, ...]:
        """The learning rates."""
        return tuple(dict.fromkeys(run.rate for run in self.runs))

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds."""
        return tuple(dict.fromkeys(run.seed for run in self.runs))

    def of(self, *, tied: bool, permuted: bool, rate: float) -> tuple[Run, ...]:
        """Return the runs of one setting, one for each seed."""
        wanted = (tied, permuted, rate)
        return tuple(run for run in self.runs if (run.tied, run.permuted, run.rate) == wanted)

    def best(self, *, tied: bool, permuted: bool, rate: float) -> np.ndarray:
        """Return the best validation loss of each seed, shape (seeds,)."""
        return np.array([run.best for run in self.of(tied=tied, permuted=permuted, rate=rate)])

    def differences(self, *, permuted: bool, rate: float) -> np.ndarray:
        """Return tied minus untied for each seed, shape (seeds,): negative where the tied model was better."""
        tied, untied = (self.best(tied=which, permuted=permuted, rate=rate) for which in (True, False))
        with np.errstate(invalid="ignore"):  # two runs that went out of bounds
            return np.asarray(tied - untied)


def compare(
    step: Step,
    *,
    rates: Sequence[float] = RATES,
    seeds: Sequence[int] = SEEDS,
    steps: int = STEPS,
    bar: Bar | None = None,
) -> Results:
    """Train every combination of tied and untied, ordinary and permuted targets, rate and seed.

    Parameters
    ----------
    step : callable
        ``train_step(params, ids, targets, lr, tied)``: returns new parameters and the loss before the step.
    rates, seeds : sequence
        What is tried.
    steps : int
        Steps of each run.
    bar : callable, optional
        Goes through the combinations and shows how far they are; one that shows nothing for None.
    """
    text = corpus()
    settings = [
        (rate, seed, permuted, tied)
        for permuted, rate, seed, tied in product((False, True), rates, seeds, (True, False))
    ]
    with threadpool_limits(1):
        runs = tuple(
            Run(tied, permuted, rate, seed, _train(step, text, rate, seed, steps, permuted=permuted, tied=tied))
            for rate, seed, permuted, tied in (bar or iter)(settings)
        )
    size = len(text.words)
    parameters = (_size(size, tied=True), _size(size, tied=False))
    return Results(runs, EVERY, parameters, size, unigram_loss(text))


def unigram_loss(text: Corpus) -> float:
    """Return the validation loss, in nats, of guessing by the frequencies of the training text alone."""
    counts = np.bincount(text.training, minlength=len(text.words))
    return float(-np.mean(np.log(counts[text.validation] / counts.sum())))


def renumbering(vocab_size: int) -> np.ndarray:
    """Return the permutation of the control: the new id of each token, shape (V,)."""
    return np.random.default_rng(_CONTROL).permutation(vocab_size)


def _size(vocab_size: int, *, tied: bool) -> int:
    return model.count(model.start(vocab_size, tied=tied, seed=0))


def _train(
    step: Step, text: Corpus, rate: float, seed: int, steps: int, *, permuted: bool, tied: bool
) -> tuple[float, ...]:
    size = len(text.words)
    new_id = renumbering(size) if permuted else np.arange(size)
    ids, targets = examples(text.training)
    seen, wanted = examples(text.validation)
    targets, wanted = new_id[targets], new_id[wanted]
    params = model.start(size, tied=tied, seed=seed)
    batches = np.random.default_rng([seed, 1])
    losses = [model.loss(params, seen, wanted)]
    for number in range(1, steps + 1):
        batch = batches.integers(len(targets), size=BATCH)
        params, here = step(params, ids[batch], targets[batch], rate, tied)
        if not math.isfinite(here):
            return (*losses, math.inf)
        if number % EVERY == 0:
            with np.errstate(over="ignore", invalid="ignore"):
                after = model.loss(params, seen, wanted)
            losses.append(after if math.isfinite(after) else math.inf)
    return tuple(losses)
