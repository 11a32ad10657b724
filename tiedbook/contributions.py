"""What each of the two gradient paths contributes to a tied table: how large it is, and what is learnt without it.

The model is that of the capstone, written with the course's autograd. The table enters it as two parameters that hold
the same numbers, one that is looked up and one that scores: so each path ends in a gradient of its own, and the step
decides which of them the table gets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from threadpoolctl import threadpool_limits

from tiedbook import model
from tiedbook.autograd import Parameter, Tensor
from tiedbook.corpus import CONTEXT, corpus, examples
from tiedbook.experiment import BATCH, SEEDS
from tiedbook.model import Params
from tiedbook.session import say
from tiedbook.tables import Table

PATHS: Mapping[str, tuple[bool, bool]] = {"both": (True, True), "lookup": (True, False), "head": (False, True)}
RATE, STEPS, EVERY = 1.0, 400, 100

Gather = Callable[[Tensor, np.ndarray], Tensor]
Bar = Callable[[Sequence[tuple[str, int]]], Iterable[tuple[str, int]]]


@dataclass(frozen=True, slots=True)
class Moment:
    """The gradients of the table at one step of a run that follows both.

    Parameters
    ----------
    step : int
        Steps made before.
    norms : tuple of float
        Length of the gradient that came through the lookup, and of the one that came through the head, each taken as
        one long vector.
    cosine : float
        Of the angle between the two.
    rows : tuple of int
        How many rows of the table each of them reaches.
    """

    step: int
    norms: tuple[float, float]
    cosine: float
    rows: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Contributions:
    """What was measured.

    Parameters
    ----------
    moments : tuple of Moment
        The first batch after every `EVERY` steps, of the first seed.
    losses : mapping of str to tuple of float
        For ``"both"``, ``"lookup"`` and ``"head"``: validation loss in nats at the end, for each seed.
    vocab_size : int
        Rows of the table.
    """

    moments: tuple[Moment, ...]
    losses: Mapping[str, tuple[float, ...]]
    vocab_size: int

    def __repr__(self) -> str:
        return say(
            "contributions.shown",
            "{runs} trained models; the two parts of the gradient at {moments} moments of the first",
            runs=sum(map(len, self.losses.values())),
            moments=len(self.moments),
        )


def contributions(
    gather: Gather, *, seeds: Sequence[int] = SEEDS, steps: int = STEPS, bar: Bar | None = None
) -> Contributions:
    """Train the tied model on both paths of the gradient, and on each of them alone.

    Parameters
    ----------
    gather : callable
        ``gather(table, ids)`` for tensors, as in chapter 2.
    seeds : sequence of int
        One run for each.
    steps : int
        Steps of each run.
    bar : callable, optional
        Goes through the runs and shows how far they are.
    """
    text = corpus()
    ids, targets = examples(text.training)
    moments: list[Moment] = []
    losses: dict[str, list[float]] = {path: [] for path in PATHS}
    with threadpool_limits(1):
        for path, seed in (bar or iter)(list(product(PATHS, seeds))):
            params = model.start(len(text.words), tied=True, seed=seed)
            batches = np.random.default_rng([seed, 1])
            for number in range(steps):
                batch = batches.integers(len(targets), size=BATCH)
                grads = gradients(gather, params, ids[batch], targets[batch])
                if path == "both" and seed == seeds[0] and number % EVERY == 0:
                    moments.append(_moment(number, grads["lookup"], grads["head"]))
                params = _moved(params, grads, *PATHS[path])
            losses[path].append(model.loss(params, *examples(text.validation)))
    return Contributions(tuple(moments), {path: tuple(found) for path, found in losses.items()}, len(text.words))


def gradients(gather: Gather, params: Params, ids: np.ndarray, targets: np.ndarray) -> Params:
    """Return the gradient of every parameter of the tied model, that of the table as ``"lookup"`` and ``"head"``.

    Parameters
    ----------
    gather : callable
        ``gather(table, ids)`` for tensors.
    params : dict of str to ndarray
        As from `tiedbook.model.start`.
    ids : ndarray of int, shape (B, C)
        Contexts.
    targets : ndarray of int, shape (B,)
        The token that follows each.
    """
    lookup, head = Parameter(params["E"]), Parameter(params["E"])
    rest = {name: Parameter(array) for name, array in params.items() if name not in ("E", "W1")}
    width = params["E"].shape[1]
    blocks = [Parameter(params["W1"][place * width : (place + 1) * width]) for place in range(CONTEXT)]
    before: Tensor = rest[
        "b1"
    ]  # one product for each place of the context, instead of one with three rows side by side
    for place, block in enumerate(blocks):
        before = gather(lookup, ids[:, place]) @ block + before
    logits = (before.tanh() @ rest["W2"] + rest["b2"]) @ head.T + rest["bias"]
    shifted = np.exp(logits.data - logits.data.max(axis=1, keepdims=True))
    probabilities = shifted / shifted.sum(axis=1, keepdims=True)
    probabilities[np.arange(len(targets)), targets] -= 1
    logits.backward(probabilities / len(targets))
    grads = {name: _gradient(each) for name, each in {"lookup": lookup, "head": head, **rest}.items()}
    return {**grads, "W1": np.concatenate([_gradient(block) for block in blocks])}


def moments_table(found: Contributions) -> Table:
    """Return how large both gradients of the table are, how they lie to each other, and which rows they reach."""
    return Table(
        say("contributions.moments", "The two gradients of one table, on one batch each"),
        (
            say("contributions.step", "step"),
            say("contributions.lookup_norm", "length, lookup"),
            say("contributions.head_norm", "length, head"),
            say("contributions.ratio", "head ÷ lookup"),
            say("contributions.cosine", "cosine"),
            say("contributions.lookup_rows", "rows, lookup"),
            say("contributions.head_rows", "rows, head"),
        ),
        [
            (
                str(each.step),
                *(f"{norm:.3f}" for norm in each.norms),
                f"{each.norms[1] / each.norms[0]:.1f}",
                f"{each.cosine:+.3f}".replace("-", "−"),
                *(f"{rows} / {found.vocab_size}" for rows in each.rows),
            )
            for each in found.moments
        ],
    )


def losses_table(found: Contributions) -> Table:
    """Return what was learnt with both paths and with each of them alone."""
    names = {
        "both": say("contributions.both", "both"),
        "lookup": say("contributions.lookup", "lookup only"),
        "head": say("contributions.head", "head only"),
    }
    return Table(
        say("contributions.losses", "Validation loss in nats, when the table follows only some of its gradient"),
        (
            say("contributions.path", "the table follows"),
            say("contributions.mean", "mean"),
            say("contributions.seeds", "each seed"),
            say("contributions.worse", "worse than with both"),
        ),
        [
            (
                names[path],
                f"{np.mean(losses):.3f}",
                ", ".join(f"{loss:.3f}" for loss in losses),
                "" if path == "both" else _worse(losses, found.losses["both"]),
            )
            for path, losses in found.losses.items()
        ],
    )


def _worse(losses: Sequence[float], both: Sequence[float]) -> str:
    worse = sum(one > other for one, other in zip(losses, both, strict=True))
    return say("contributions.of", "with {worse} of {count} seeds", worse=worse, count=len(both))


def _gradient(parameter: Parameter) -> np.ndarray:
    return np.zeros_like(parameter.data) if parameter.grad is None else parameter.grad


def _moved(params: Params, grads: Params, lookup: bool, head: bool) -> Params:  # noqa: FBT001  # as PATHS lists them
    table = sum((grads[path] for path, used in (("lookup", lookup), ("head", head)) if used), np.float32(0))
    return {name: array - np.float32(RATE) * (table if name == "E" else grads[name]) for name, array in params.items()}


def _moment(step: int, lookup: np.ndarray, head: np.ndarray) -> Moment:
    norms = (float(np.linalg.norm(lookup)), float(np.linalg.norm(head)))
    cosine = float(np.sum(lookup * head)) / (norms[0] * norms[1])
    rows = [int(np.count_nonzero(np.any(each, axis=1))) for each in (lookup, head)]
    return Moment(step, norms, cosine, (rows[0], rows[1]))
