"""The check of `train_step`, the capstone.

The answer takes and returns a dictionary. `tiedbook.drivers.train_step` makes it from arrays and gives back one result
of the step, so each result has an oracle of its own: first the loss, then the new arrays, those first whose gradient
has the shortest way.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from tiedbook.checks import draws
from tiedbook.checks.bad_ids import Bad, Reading, out_of_range, wrong_types
from tiedbook.checks.contract import Probe, array, findings, first_calls, manners, valid
from tiedbook.checks.core import core
from tiedbook.checks.ids import integers_of_shape
from tiedbook.checks.misfits import Misfit, refuses_misfits
from tiedbook.checks.oracle import Args
from tiedbook.checks.refusals import refuses_range, refuses_types
from tiedbook.checks.steps import CONTEXT, ORACLES, ORDER, SEE, complete, drawn, vary
from tiedbook.checks.trial import Bench, Trial
from tiedbook.checks.variations import any_layout, stateless
from tiedbook.diagnosis import Diagnosis
from tiedbook.exercise import exercise
from tiedbook.outcome import Subject
from tiedbook.probes import Probes
from tiedbook.spelling import Given, given


def _bench(subject: Subject, probes: Probes, how: str) -> Bench:
    return Bench(ORACLES[how], partial(subject, how=how), probes.rng)


def cases(probes: Probes, how: str) -> Iterator[Args]:
    """Yield ordinary calls: two tables and one, all lengths equal, then chance."""
    rng = probes.rng
    for tied in (False, True):
        if not (tied and how == "U"):
            yield drawn(rng, 4, 5, tied=tied)
            yield drawn(rng, 3, 3, tied=tied, sizes=(3, 3))
    for tied in (False, True)[: 1 if how == "U" else 2] * max(1, probes.rounds // 2):
        count, vocab_size, width, hidden = (int(n) for n in rng.integers(3, 7, size=4))
        dtype = str(rng.choice(["float32", "float64"]))
        yield drawn(rng, count, vocab_size, tied=tied, sizes=(width, hidden), dtype=dtype)


def _core(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    for how in ORDER:
        found = list(core(_bench(subject, probes, how), cases(probes, how)))
        yield from found
        if found:
            return


def _contract(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    rng, bench = probes.rng, partial(_bench, subject, probes)
    bad_manners: list[Diagnosis] = []
    for how in ORDER:
        trials = first_calls(bench(how), _first(rng, how))
        if isinstance(trials, Diagnosis):
            yield trials
            return
        for trial in trials:
            bad_manners += manners(trial, _number if how == "loss" else array)
    batch = drawn(rng, 3, 4, tied=True)
    moved = _moved_in_place(bad_manners)
    found = findings(
        moved,
        bad_manners,
        valid(bench("keywords"), [Probe(batch, _KEYWORDS)], _number),
        valid(bench("kept"), [Probe(drawn(rng, 3, 4, tied=tied), _REBOUND) for tied in (True, False)], _number),
        stateless(bench("E"), batch, vary(rng, batch)),
        stateless(bench("loss"), batch, vary(rng, batch)),
        valid(bench("E"), _other_sizes(rng)),
        valid(bench("loss"), _steep(rng), _number),
        valid(bench("E"), _integers(rng)),
        any_layout(bench("E"), batch),
        any_layout(bench("U"), drawn(rng, 3, 4, tied=False)),
        refuses_types(bench("loss"), partial(_around_ids, rng), "ids", _wrong_types),
        refuses_types(bench("loss"), partial(_around_targets, rng), "targets", partial(_wrong_types, shape=(6,))),
        refuses_misfits(bench("loss"), _misfits(rng)),
        refuses_range(bench("loss"), partial(_around_ids, rng), "ids", _out_of_range),
        refuses_range(bench("loss"), partial(_around_targets, rng), "targets", partial(_out_of_range, shape=(6,))),
    )
    yield from (each for each in found if not moved or each.code not in _IN_PLACE)


def _first(rng: np.random.Generator, how: str) -> Iterator[Args]:
    """Yield calls of both kinds, and in both float types."""
    for dtype, tied in (("float32", False), ("float64", how != "U"), *([("float32", True)] * (how == "E"))):
        yield drawn(rng, 3, 5, tied=tied, dtype=dtype)


def _moved_in_place(manners: list[Diagnosis]) -> list[Diagnosis]:
    """Tell that the new arrays are the old ones, changed: one fault, though it shows in two ways."""
    views = [each for each in manners if each.code == "contract.view"]
    if not views or all(each.code != "contract.changed" for each in manners):
        return []
    shown = {name: value for name, value in views[0].values.items() if name != "see"}
    return [Diagnosis(_MOVED.code, _MOVED.message, {**shown, **_MOVED.values})]


def _number(trial: Trial) -> Diagnosis | None:
    """Tell that the loss is no single float: an array of one number counts as one, a list does not."""
    value = trial.seen.value
    if isinstance(value, float) or (isinstance(value, np.ndarray) and not value.ndim and value.dtype.kind == "f"):
        return None
    return trial.found(
        Diagnosis(
            "train_step.loss_type",
            "The loss has the right value, but another type than it should: a float of Python or NumPy.",
        )
    )


def _other_sizes(rng: np.random.Generator) -> Iterator[Probe]:
    for tied in (False, True):
        yield Probe(drawn(rng, 1, 4, tied=tied), _SINGLE)
        yield Probe(drawn(rng, 3, 4, tied=tied, context=2), _OTHER_CONTEXT)
        yield Probe(drawn(rng, 3, 4, tied=tied, context=5), _OTHER_CONTEXT)


def _steep(rng: np.random.Generator) -> Iterator[Probe]:
    for height in (1000.0, -1000.0):
        args = drawn(rng, 3, 4, tied=True)
        bias = np.array([height, 0, 0, 1], np.float32)
        yield Probe((*args[:5], given(bias, "bias"), *args[6:]), _STEEP)


def _integers(rng: np.random.Generator) -> Iterator[Probe]:
    def as_ids(ids: Given, vocab_size: int) -> Args:
        return complete(rng, ids, draws.ids(rng, (2,), vocab_size), vocab_size, tied=True, sizes=(2, 2))

    def as_targets(targets: Given, vocab_size: int) -> Args:
        ids = draws.ids(rng, (2, CONTEXT), vocab_size)
        return complete(rng, ids, targets, vocab_size, tied=True, sizes=(2, 2))

    yield from integers_of_shape(as_ids, rng, (2, CONTEXT), 130, SEE)
    yield from integers_of_shape(as_targets, rng, (2,), 130, SEE)


def _around_ids(rng: np.random.Generator, ids: Given, vocab_size: int) -> Args:
    return complete(rng, ids, draws.ids(rng, (2,), vocab_size), vocab_size, tied=True)


def _around_targets(rng: np.random.Generator, targets: Given, vocab_size: int) -> Args:
    return complete(rng, draws.ids(rng, (6, CONTEXT), vocab_size), targets, vocab_size, tied=True)


def _wrong_types(shape: tuple[int, ...] = (2, CONTEXT)) -> Iterator[Bad]:
    """Yield what is no integer in the one shape that this function takes."""
    for bad in wrong_types():
        values = np.asarray(bad.ids)
        if values.size:
            repeated = np.resize(values, shape)
            yield Bad(repeated if values.dtype.kind in "bf" else repeated.tolist(), bad.accepted)


def _out_of_range(rng: np.random.Generator, shape: tuple[int, ...] = (2, CONTEXT)) -> Iterator[Bad]:
    for bad in out_of_range(rng):
        readings = (Reading(each.diagnosis, np.resize(each.ids, shape)) for each in bad.readings if each.zeroed is None)
        yield Bad(np.resize(np.asarray(bad.ids), shape), bad.accepted, tuple(readings), bad.id)


def _misfits(rng: np.random.Generator) -> Iterator[Misfit]:
    for ids_shape, count in (((3, CONTEXT), 2), ((3, CONTEXT), 1), ((1, CONTEXT), 3), ((3, 2), 3), ((3, 4), 3)):
        ids, targets = draws.ids(rng, ids_shape, 4), draws.ids(rng, (count,), 4)
        yield Misfit(complete(rng, ids, targets, 4, tied=True), _MISFIT)


_KEYWORDS = Diagnosis(
    "contract.keywords",
    "The function should also work when it is called with keywords, so its parameters must be named {names}.",
    {"names": "`params`, `ids`, `targets`, `lr`, `tied`"},
)
_IN_PLACE = {"contract.view", "contract.changed", "contract.writes"}
_MOVED = Diagnosis(
    "train_step.moved_in_place",
    "The step changed the arrays that were passed, and returned those. `dict(params)` makes a new dictionary with the "
    "same arrays in it, and `-=` writes into them. Make new ones: `new[name] = params[name] - lr * grads[name]`.",
    {"see": "model-step"},
)
_REBOUND = Diagnosis(
    "train_step.rebound",
    "After the call the dictionary that was passed holds other arrays than before. Put the new ones into a dictionary "
    "of their own: whoever called still needs the old parameters, for example to try another rate.",
    {"see": "model-step", "got": "", "wanted": ""},
)
_SINGLE = Diagnosis(
    "train_step.one_example",
    "The batch has a single example here, and that is enough for a step.",
    {"see": SEE},
)
_OTHER_CONTEXT = Diagnosis(
    "train_step.other_context",
    "The context has another length here: ids of shape {ids_shape}, and a `W1` of shape {W1_shape} that fits. Take the "
    "length from the arguments instead of writing 3 into the code.",
    {"see": "model-names"},
)
_STEEP = Diagnosis(
    "train_step.steep",
    "One score is far from the others here, by about 1000, and `np.exp` cannot say that. Subtract the largest score of "
    "each row first; no probability changes.",
    {"see": "model-loss"},
)
_MISFIT = Diagnosis(
    "train_step.shapes_accepted",
    "Ids of shape {ids_shape}, targets of shape {targets_shape} and a `W1` of shape {W1_shape} do not belong together: "
    "there is one context for each target, and `W1` has C · d rows. This should be a ValueError.",
    {"see": "model-names"},
)

TRAIN_STEP = exercise("train_step", core=(16, _core), contract=(4, _contract), driver="train_step")
