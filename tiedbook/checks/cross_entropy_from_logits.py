"""The check of `cross_entropy_from_logits`.

The answer returns two things. `tiedbook.drivers.cross_entropy_from_logits` gives one of them, so each has an oracle of
its own: first the loss, then its gradient.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice

import numpy as np

from tiedbook.checks.bad_ids import Bad, Reading, out_of_range, wrong_types
from tiedbook.checks.contract import Probe, array, core_first, findings, valid
from tiedbook.checks.core import core
from tiedbook.checks.ids import integers_of_shape
from tiedbook.checks.misconceptions.loss_failures import FAILURES
from tiedbook.checks.misconceptions.loss_gradients import GRADIENTS
from tiedbook.checks.misconceptions.losses import LOSSES
from tiedbook.checks.misfits import Misfit, refuses_misfits
from tiedbook.checks.not_floats import refuses_non_floats
from tiedbook.checks.oracle import Args, Misconception, Oracle
from tiedbook.checks.probabilities import gradient, mean_loss, scores, steep
from tiedbook.checks.refusals import refuses_range, refuses_types
from tiedbook.checks.trial import Bench, Trial
from tiedbook.checks.variations import STATE, keywords, layouts, stateless
from tiedbook.diagnosis import Diagnosis
from tiedbook.exercise import exercise
from tiedbook.outcome import Subject
from tiedbook.probes import Probes
from tiedbook.spelling import Given, call, given

_NAME = "cross_entropy_from_logits"
_SEE = "cross-entropy-from-logits-exercise"
_ITEMS = ("loss", "gradient")
_ANSWERS: Mapping[str, Callable[..., np.ndarray]] = {"loss": mean_loss, "gradient": gradient, "tuple": mean_loss}
_MISCONCEPTIONS: Mapping[str, tuple[Misconception, ...]] = {"loss": LOSSES, "gradient": GRADIENTS}


def _vary(rng: np.random.Generator, args: Args) -> Args:
    logits = args[0].value
    draw = steep if np.abs(logits).max(initial=0) > 100 else scores
    return (draw(rng, logits.shape, str(logits.dtype)), _targets(rng, *logits.shape))


def _targets(rng: np.random.Generator, batch: int, vocab_size: int) -> Given:
    return given(rng.integers(vocab_size, size=batch))


def _drawn(rng: np.random.Generator, batch: int, vocab_size: int, dtype: str = "float32") -> Args:
    return (scores(rng, (batch, vocab_size), dtype), _targets(rng, batch, vocab_size))


def _written(item: str, args: Args, kwargs: Mapping[str, Given]) -> str:
    *lines, called = call(_NAME, args, kwargs).split("\n")
    return "\n".join([*lines, f"loss, grad_logits = {called}", "grad_logits" if item == "gradient" else "loss"])


def _oracle(item: str) -> Oracle:
    return Oracle(
        name=_NAME,
        parameters=("logits", "targets"),
        answer=_ANSWERS[item],
        vary=_vary,
        see=_SEE,
        misconceptions=_MISCONCEPTIONS.get(item, ()),
        failures=FAILURES,
        places={"shapes": _SEE, "errors": _SEE},
        written=partial(_written, item),
    )


ORACLES = {item: _oracle(item) for item in _ANSWERS}


def _bench(subject: Subject, probes: Probes, item: str) -> Bench:
    return Bench(ORACLES[item], partial(subject, how=item), probes.rng)


_LEVEL = np.array([[1000, 999, 997, 998], [-1000, -999, -998.5, -997], [1000, 1002, 1001, 999]])
_CERTAIN = np.array([[1000.0, -1000, 0], [0, 1000, -1000], [1000, 2, -1]])


def _far(item: str) -> Iterator[Args]:
    """Yield scores far from zero: with the right token far ahead; close together; and with it far behind."""
    shift = 0.5 * (item == "loss")  # no call is made twice
    yield (given(_CERTAIN + shift, "logits"), given(np.array([0, 1, 0])))
    yield (given(_LEVEL + shift, "logits"), given(np.array([2, 0, 1])))
    yield (given(np.array([[1000, -1000, 4 * shift]], np.float32), "logits"), given(np.array([1])))


def cases(probes: Probes, item: str) -> Iterator[Args]:
    """Yield ordinary calls: repeated and unused targets, all lengths equal, scores of ±1000, then chance."""
    rng = probes.rng
    yield (scores(rng, (3, 5)), given(np.array([1, 3, 1] if item == "loss" else [3, 1, 3])))
    yield (scores(rng, (4, 4), "float64"), given(np.array([2, 0, 2, 1] if item == "loss" else [1, 2, 0, 0])))
    yield _drawn(rng, 4, 3)
    yield from _far(item)
    yield (steep(rng, (3, 4)), _targets(rng, 3, 4))
    yield (steep(rng, (3, 3), "float64"), _targets(rng, 3, 3))
    for _ in range(2 * probes.rounds):
        batch, vocab_size = (int(n) for n in rng.integers(2, 6, size=2))
        yield _drawn(rng, batch, vocab_size, str(rng.choice(["float32", "float64"])))


def _core(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    for item in _ITEMS:
        found = list(core(_bench(subject, probes, item), cases(probes, item)))
        yield from found
        if found:
            return


def _contract(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    rng = probes.rng
    benches = {item: _bench(subject, probes, item) for item in _ANSWERS}
    ordinary, double = _drawn(rng, 3, 4), _drawn(rng, 4, 4, "float64")
    for item in _ITEMS:
        first = (ordinary, double, _drawn(rng, 2, 5), *_far(item))
        if stop := core_first(benches[item], first):
            yield stop
            return
    loss, grad = benches["loss"], benches["gradient"]
    yield from findings(
        valid(loss, [Probe(ordinary, STATE), Probe(double, STATE), keywords(loss.oracle, ordinary)], _number),
        valid(grad, [Probe(ordinary, STATE), Probe(double, STATE)], array),
        valid(benches["tuple"], [Probe(ordinary, _LISTED)], _number),
        *(stateless(bench, ordinary, other) for bench in (loss, grad) for other in _alike(rng, ordinary)),
        valid(loss, _small(rng), _number),
        valid(grad, _small(rng), array),
        valid(grad, islice(integers_of_shape(partial(_around, rng), rng, (3,), 140, _SEE), 1, None), array),
        valid(grad, layouts(grad.oracle, ordinary), array),
        refuses_non_floats(grad, ordinary, (0,)),
        refuses_types(grad, partial(_around, rng), "targets", _wrong_types),
        refuses_misfits(grad, _misfits(rng)),
        refuses_range(grad, partial(_around, rng), "targets", _out_of_range),
    )


def _number(trial: Trial) -> Diagnosis | None:
    """Tell that a right loss is no single float: Python's own, one of NumPy's, or a 0-d array of those."""
    value = trial.seen.value
    if isinstance(value, float) or (isinstance(value, np.ndarray) and value.dtype.kind == "f"):
        return None
    return trial.found(
        Diagnosis(
            "cross_entropy.loss_type",
            "The loss has the right value, but another type than it should: a float of Python or NumPy.",
        )
    )


def _alike(rng: np.random.Generator, args: Args) -> Iterator[Args]:
    """Yield the same targets with other scores, and the same scores with other targets."""
    logits, targets = args
    yield (scores(rng, logits.value.shape), targets)
    yield (logits, given((targets.value + 1) % logits.value.shape[1]))


def _small(rng: np.random.Generator) -> Iterator[Probe]:
    yield Probe(_drawn(rng, 1, 5), _SINGLE)
    yield Probe(_drawn(rng, 3, 1), _ONE_TOKEN)


def _around(rng: np.random.Generator, targets: Given, vocab_size: int) -> Args:
    return (scores(rng, (len(targets.value), vocab_size)), targets)


def _wrong_types() -> Iterator[Bad]:
    """Yield arrays with one axis that hold no integers."""
    for bad in wrong_types():
        values = np.asarray(bad.ids)
        if values.ndim == 1 and values.size and values.dtype.kind in "bfU":
            yield Bad(values, bad.accepted, bad.readings)


def _out_of_range(rng: np.random.Generator) -> Iterator[Bad]:
    for bad in out_of_range(rng):
        readings = (Reading(each.diagnosis, each.ids.ravel()) for each in bad.readings if each.zeroed is None)
        yield Bad(np.ravel(np.asarray(bad.ids)), bad.accepted, tuple(readings), bad.id)


_ACCEPTED = Diagnosis(
    "cross_entropy.shapes_accepted",
    "Scores of shape {logits_shape} and targets of shape {targets_shape} do not belong together: there must be exactly "
    "one target for each row. This should be a ValueError.",
)
_STRETCHED = Diagnosis(
    "cross_entropy.stretched",
    "One target was used for several rows. NumPy stretches targets of shape {targets_shape} without a word, and "
    "whoever sent them has lost some. There must be one for each row, so this should be a ValueError.",
)
_EMPTY = Diagnosis(
    "cross_entropy.empty_accepted",
    "There are no rows here, and a loss came back. A mean over nothing does not exist (NumPy makes it `nan`, with a "
    "warning), so this should be a ValueError.",
)
_MISFITS = (
    ((3, 4), (2,)),
    ((3, 4), (4,)),
    ((3, 4), (1,)),
    ((3, 4), ()),
    ((3, 4), (3, 1)),
    ((2, 4), (2, 4)),
    ((1, 4), (3,)),
)


def _misfits(rng: np.random.Generator) -> Iterator[Misfit]:
    for shape, targets_shape in _MISFITS:
        logits, targets = scores(rng, shape), rng.integers(4, size=targets_shape)
        readings: tuple[tuple[Diagnosis, np.ndarray], ...] = ()
        if targets.size == 1:
            readings = ((_STRETCHED, gradient(logits.value, np.full(len(logits.value), targets.flat[0]))),)
        yield Misfit((logits, given(targets)), _ACCEPTED, readings)
    yield Misfit((scores(rng, (0, 4)), given(np.empty(0, np.int64))), _EMPTY)


_LISTED = Diagnosis(
    "cross_entropy.listed",
    "Loss and gradient come as a list. Return them as a tuple: `return loss, grad_logits`. A list is for things of one "
    "kind, and may grow.",
    {"got": "list", "wanted": "tuple"},
)
_SINGLE = Diagnosis(
    "cross_entropy.single_row",
    "There is a single row of scores here, and that is enough for a loss.",
    {"see": _SEE},
)
_ONE_TOKEN = Diagnosis(
    "cross_entropy.single_token",
    "The vocabulary has a single token here. Its probability is 1, so the loss is 0, and so is the gradient.",
    {"see": _SEE},
)

CROSS_ENTROPY_FROM_LOGITS = exercise(_NAME, core=(10, _core), contract=(4, _contract), driver=_NAME)
