"""The check of `gather`.

The answer deals in tensors. `tiedbook.drivers.gather` builds them from arrays, goes backward in one of several ways,
and gives arrays back, so each way has an oracle of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

import numpy as np

from tiedbook.checks import draws
from tiedbook.checks.contract import Probe, core_first, findings, valid
from tiedbook.checks.core import core
from tiedbook.checks.definitions import rows
from tiedbook.checks.ids import valid_ids
from tiedbook.checks.misconceptions.gather import FAILURES, MISCONCEPTIONS
from tiedbook.checks.oracle import Args, Oracle
from tiedbook.checks.refusals import refuses_range, refuses_types
from tiedbook.checks.scatter import gradient, scattered
from tiedbook.checks.trial import Bench
from tiedbook.checks.variations import STATE, layouts, stateless
from tiedbook.diagnosis import Diagnosis
from tiedbook.exercise import exercise
from tiedbook.outcome import Subject
from tiedbook.probes import Probes
from tiedbook.spelling import Given, given

_SEE = "gather-exercise"


def _arrived(table: np.ndarray, ids: np.ndarray, grad: np.ndarray) -> np.ndarray:
    return scattered(ids, grad, len(table))


def _sum(*arrays: np.ndarray) -> np.ndarray:
    return np.asarray(np.sum(arrays, axis=0, dtype=arrays[0].dtype))


def _arrived_again(table: np.ndarray, ids: np.ndarray, grad: np.ndarray, other: np.ndarray) -> np.ndarray:
    return _sum(_arrived(table, ids, grad), _arrived(table, ids, other))


def _arrived_twice(table: np.ndarray, ids: np.ndarray, grad: np.ndarray, other: np.ndarray) -> np.ndarray:
    return _sum(_arrived(table, ids, grad), _arrived(table, other, grad))


def _passed_on(table: np.ndarray, ids: np.ndarray, grad: np.ndarray) -> np.ndarray:
    return _sum(_arrived(table, ids, grad), _arrived(table, ids, grad))


# What `tiedbook.drivers.gather` does in each way, as a learner would write it, and what should come of it.
_WAYS: Mapping[str, tuple[str, Callable[..., np.ndarray]]] = {
    "rows": ("gather(Tensor({table}), {ids}).data", lambda table, ids: rows(ids, table)),
    "keywords": ("gather(table=Tensor({table}), ids={ids}).data", lambda table, ids: rows(ids, table)),
    "backward": ("table = Tensor({table})\ngather(table, {ids}).backward({grad})\ntable.grad", _arrived),
    "again": (
        "table = Tensor({table})\nx = gather(table, {ids})\nx.backward({grad})\nx.backward({other})\ntable.grad",
        _arrived_again,
    ),
    "twice": (
        "table = Tensor({table})\n(gather(table, {ids}) + gather(table, {other})).backward({grad})\ntable.grad",
        _arrived_twice,
    ),
    "through": ("start = Tensor({table})\ngather(start + start, {ids}).backward({grad})\nstart.grad", _passed_on),
}
_PARAMETERS = ("table", "ids", "grad", "other")


def _written(code: str, args: Args, kwargs: Mapping[str, Given]) -> str:  # noqa: ARG001  # its driver passes those
    """Spell one way of using the answer, with the lines that its arguments need before it."""
    lines = dict.fromkeys(line for each in args for line in each.lines)
    named = dict(zip(_PARAMETERS, (each.expression for each in args), strict=False))
    return "\n".join([*lines, code.format(**named)])


def _complete(
    rng: np.random.Generator, ids: Given, vocab_size: int, how: str = "rows", width: int = 3, dtype: str = "float32"
) -> Args:
    table = draws.table(rng, vocab_size, width, dtype, "E")
    shape = (*np.asarray(ids.value).shape, width)
    if how in ("rows", "keywords"):
        return (table, ids)
    grad = gradient(rng, shape, dtype, "g")
    if how == "again":
        return (table, ids, grad, gradient(rng, shape, dtype, "g2"))
    if how == "twice":
        return (table, ids, grad, draws.ids(rng, shape[:-1], vocab_size))
    return (table, ids, grad)


def _vary(how: str, rng: np.random.Generator, args: Args) -> Args:
    table, ids = args[0].value, args[1].value
    shown = draws.ids(rng, ids.shape, len(table)) if how in ("rows", "keywords") else args[1]
    return _complete(rng, shown, len(table), how, table.shape[1], str(table.dtype))


def _oracle(how: str) -> Oracle:
    code, answer = _WAYS[how]
    return Oracle(
        name="gather",
        parameters=_PARAMETERS[:2] if how in ("rows", "keywords") else _PARAMETERS,
        answer=answer,
        vary=partial(_vary, how),
        see=_SEE,
        misconceptions=MISCONCEPTIONS.get(how, ()),
        failures=FAILURES,
        places={"errors": "embed-backward-exercise"},
        written=partial(_written, code),
    )


ORACLES = {how: _oracle(how) for how in _WAYS}


def _bench(subject: Subject, probes: Probes, how: str) -> Bench:
    return Bench(ORACLES[how], partial(subject, how=how), probes.rng)


_ORDINARY = ("rows", "backward", "twice", "again")


def cases(probes: Probes, how: str, asked: set[str]) -> Iterator[Args]:
    """Yield ordinary calls, none with ids that were asked for: repeats, unused ids, equal lengths, two axes, chance."""
    rng, number = probes.rng, _ORDINARY.index(how)
    fixed = (([2, 2, 0, 2], 5), ([1, 3, 1, 0], 4), ([[2, 0, 2], [1, 3, 0]], 6), ([[1, 2, 1], [1, 1, 0], [0, 1, 0]], 3))
    moved = [(given((np.array(ids) + number) % vocab_size), vocab_size) for ids, vocab_size in fixed]
    for ids, vocab_size in (*moved, *draws.batches(rng, probes.rounds)):
        if (key := str(ids.value.tolist())) not in asked:
            asked.add(key)
            dtype = str(rng.choice(["float32", "float64"]))
            width = vocab_size if vocab_size < 5 else int(rng.integers(1, 8))
            yield _complete(rng, ids, vocab_size, how, width, dtype)


def _core(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    asked: set[str] = set()
    for how in _ORDINARY:
        found = list(core(_bench(subject, probes, how), cases(probes, how, asked)))
        yield from found
        if found:
            return


def _contract(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    rng = probes.rng
    forward, backward = _bench(subject, probes, "rows"), _bench(subject, probes, "backward")
    ids = given(np.array([[2, 0, 2], [3, 2, 0]]))
    ordinary = {
        how: _complete(rng, given(np.array([3, 1, 3]) + number), 7, how) for number, how in enumerate(_ORDINARY)
    }
    for how, args in ordinary.items():
        if stop := core_first(_bench(subject, probes, how), (args, _complete(rng, ids, 5, how))):
            yield stop
            return
    there, back = partial(_complete, rng), partial(_complete, rng, how="backward")
    batch, grads = there(ids, 4), back(ids, 4)
    yield from findings(
        valid(forward, [Probe(ordinary["rows"], STATE), Probe(there(ids, 6, dtype="float64"), _double())]),
        stateless(forward, batch, there(ids, 4)),
        stateless(backward, grads, back(ids, 4)),
        valid(_bench(subject, probes, "keywords"), [Probe(there(ids, 5), _keywords())]),
        valid(forward, valid_ids(there, rng, _SEE)),
        valid(backward, valid_ids(back, rng, _SEE)),
        valid(_bench(subject, probes, "through"), [Probe(back(ids, 5), _stops())]),
        valid(forward, layouts(ORACLES["rows"], batch)),
        valid(backward, layouts(ORACLES["backward"], grads)),
        refuses_types(forward, there),
        refuses_range(forward, there),
    )


def _double() -> Diagnosis:
    return Diagnosis(
        "gather.double",
        "The table is float64 here, and the result is not right. A table may be float32 or float64.",
        {"see": _SEE},
    )


def _keywords() -> Diagnosis:
    return Diagnosis(
        "contract.keywords",
        "The function should also work when it is called with keywords, so its parameters must be named {names}.",
        {"names": "`table`, `ids`"},
    )


def _stops() -> Diagnosis:
    return Diagnosis(
        "gather.stops",
        "Here the table was itself made from another tensor, and the gradient does not go on to that one. Name the "
        "table as the parent, and let the rule return its gradient: `backward` takes care of everything before it.",
        {"see": "autograd-rules"},
    )


GATHER = exercise("gather", core=(8, _core), contract=(2, _contract), driver="gather")
