"""The check of `tied_grad`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tiedbook.checks.contract import Probe
from tiedbook.checks.core import core
from tiedbook.checks.misconceptions.tied_grad import LAYOUTS_DIFFER, MISCONCEPTIONS
from tiedbook.checks.misfits import Misfit
from tiedbook.checks.oracle import Args, Failure, Oracle
from tiedbook.checks.paths import looked_up, scored, tied
from tiedbook.checks.scatter import gradient
from tiedbook.checks.scatter_check import contract, integer_zeros, ordinary
from tiedbook.checks.trial import Bench, Trial
from tiedbook.compare import close
from tiedbook.diagnosis import Diagnosis
from tiedbook.exercise import exercise
from tiedbook.outcome import Subject
from tiedbook.probes import Probes
from tiedbook.spelling import Given, given

_NAMES = ("grad_embedded", "hidden", "grad_logits")
_Dtypes = tuple[str, str, str]


def _complete(rng: np.random.Generator, ids: Given, vocab_size: int, width: int = 3, dtype: str = "float32") -> Args:
    return _mixed(rng, ids, vocab_size, width, (dtype, dtype, dtype))


def _mixed(rng: np.random.Generator, ids: Given, vocab_size: int, width: int, dtypes: _Dtypes) -> Args:
    shape = np.asarray(ids.value).shape
    widths = (width, width, vocab_size)
    drawn = zip(_NAMES, widths, dtypes, strict=True)
    return (ids, *(gradient(rng, (*shape, last), dtype, name) for name, last, dtype in drawn))


def _vary(rng: np.random.Generator, args: Args) -> Args:
    arrays = zip(_NAMES, (each.value for each in args[1:]), strict=True)
    return (args[0], *(gradient(rng, array.shape, str(array.dtype), name) for name, array in arrays))


def _without_largest(trial: Trial) -> bool:
    """Say whether a call that raised works once the last id of the vocabulary is among the ids."""
    ids, last = trial.args[0].value, trial.args[3].value.shape[-1] - 1
    if ids.max() == last:
        return False
    largest = ids.copy()
    largest.flat[0] = last
    return trial.bench.right((given(largest), *trial.args[1:]))


def _one_axis_only(trial: Trial) -> bool:
    """Say whether a call that raised works when all positions stand in one axis."""
    ids, *arrays = (each.value for each in trial.args)
    if ids.ndim != 2:
        return False
    flat = (given(array.reshape(ids.size, -1), name) for name, array in zip(_NAMES, arrays, strict=True))
    return trial.bench.right((given(ids.ravel()), *flat))


def _layouts_differ(trial: Trial) -> bool:
    """Say whether a call that raised adds the head's part the wrong way round, which goes through where V = d."""
    raised = trial.seen.raised
    if raised is None or "ValueError" not in raised.kinds:
        return False
    square = trial.bench.trial(_complete(trial.bench.rng, given(np.array([1, 3, 1])), 4, 4))
    ids, grad_embedded, hidden, grad_logits = square.values
    lookup, head = looked_up(ids, grad_embedded, grad_logits), scored(hidden, grad_logits)  # type: ignore[arg-type]
    return square.got is not None and any(
        close(square.got, wrong.astype(square.wanted.dtype)) for wrong in (lookup + head.T, lookup.T + head)
    )


ORACLE = Oracle(
    name="tied_grad",
    parameters=("ids", *_NAMES),
    answer=lambda ids, grad_embedded, hidden, grad_logits: tied(np.asarray(ids), grad_embedded, hidden, grad_logits),
    vary=_vary,
    see="tied-grad-exercise",
    misconceptions=MISCONCEPTIONS,
    failures=(
        Failure(
            Diagnosis(
                "tied_grad.integer_zeros",
                "The sums were begun as integers, and NumPy refuses to add fractions to them. Begin with zeros in the "
                "dtype of `grad_logits`.",
                {"see": "tied-grad-hints"},
            ),
            integer_zeros,
        ),
        Failure(
            LAYOUTS_DIFFER,
            _layouts_differ,
        ),
        Failure(
            Diagnosis(
                "tied_grad.last_id_needed",
                "It works when the last id of the vocabulary is among the ids, and stops when it is not. The number of "
                "rows is V, the last axis of `grad_logits`, whichever ids were looked up.",
                {"see": "untied-shapes"},
            ),
            _without_largest,
        ),
        Failure(
            Diagnosis(
                "tied_grad.one_axis_only",
                "It works for positions in one axis, and stops at two. The ids of a batch of texts have the shape "
                "(B, T), the hidden states (B, T, d), the scores (B, T, V). The result is {wanted_shape} here: the "
                "positions disappear, however many axes they have.",
                {"see": "untied-shapes"},
            ),
            _one_axis_only,
        ),
    ),
    places={"shapes": "untied-shapes", "errors": "tied-grad-exercise", "dtype": "tied-grad-exercise"},
)


def cases(probes: Probes) -> Iterator[Args]:
    """Yield ordinary calls, the first of them small."""
    yield _complete(probes.rng, given(np.array([2, 2, 4])), 6, 2)
    yield from ordinary(probes, _complete)


_ACCEPTED = Diagnosis(
    "tied_grad.shapes_accepted",
    "The shapes do not fit together: ids {ids_shape}, grad_embedded {grad_embedded_shape}, hidden {hidden_shape}, "
    "grad_logits {grad_logits_shape}. Without their last axes they must all be that of the ids, and the first two "
    "arrays must have one width. This should be a ValueError.",
)
_STRETCHED = Diagnosis(
    "tied_grad.stretched",
    "An axis of length 1 was stretched: ids {ids_shape}, grad_embedded {grad_embedded_shape}, hidden {hidden_shape}, "
    "grad_logits {grad_logits_shape}. NumPy broadcasts without a word, and whoever sent this has lost an axis. It "
    "should be a ValueError.",
)
_RESHAPED = Diagnosis(
    "tied_grad.reshaped",
    "The arrays have the same number of positions, but not the same axes: ids {ids_shape}, grad_embedded "
    "{grad_embedded_shape}, hidden {hidden_shape}, grad_logits {grad_logits_shape}. So nobody knows which belongs to "
    "which. Compare the shapes, not the sizes.",
)
_FITTING = ((2, 3), (2, 3, 2), (2, 3, 2), (2, 3, 5))  # shapes of ids and of the three arrays; V = 5, d = 2
_MISFITS = (  # one of them at a time is something else
    *((1, shape) for shape in ((1, 3, 2), (2, 1, 2), (3, 2), (6, 2), (3, 2, 2), (2, 4, 2), (2, 3, 1), (2, 3, 3))),
    *((2, shape) for shape in ((1, 3, 2), (2, 1, 2), (3, 2), (6, 2), (3, 2, 2), (2, 4, 2), (2, 3, 1), (2, 3, 3))),
    *((3, shape) for shape in ((1, 3, 5), (2, 1, 5), (3, 5), (6, 5), (3, 2, 5), (2, 4, 5))),
    *((0, shape) for shape in ((1, 3), (3,), (6,), (3, 2), (2, 4))),
)


def _misfits(rng: np.random.Generator) -> Iterator[Misfit]:
    for place, shape in _MISFITS:
        shapes = [*_FITTING[:place], shape, *_FITTING[place + 1 :]]
        ids = rng.integers(5, size=shapes[0])
        arrays = [gradient(rng, each, name=name) for each, name in zip(shapes[1:], _NAMES, strict=True)]
        yield Misfit((given(ids), *arrays), _ACCEPTED, tuple(_fitted(ids, [each.value for each in arrays])))


def _fitted(ids: np.ndarray, arrays: list[np.ndarray]) -> Iterator[tuple[Diagnosis, np.ndarray]]:
    """Make shapes fit that do not, in the ways that answers do it."""
    rows = [array.reshape(-1, array.shape[-1]) for array in arrays]
    if {len(each) for each in rows} == {ids.size} and rows[0].shape == rows[1].shape:
        yield _RESHAPED, tied(ids.ravel(), *rows)
    widest = max(rows[0].shape[-1], rows[1].shape[-1])
    wanted = ((2, 3), (2, 3, widest), (2, 3, widest), (2, 3, 5))
    try:
        yield _STRETCHED, tied(*(np.broadcast_to(each, to) for each, to in zip([ids, *arrays], wanted, strict=True)))
    except ValueError:
        return


def _core(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    return core(Bench(ORACLE, subject, probes.rng), cases(probes))


def _contract(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    rng = probes.rng
    yield from contract(
        ORACLE, subject, probes, _complete, types=_types(rng), misfits=_misfits(rng), see="tied-grad-exercise"
    )


def _types(rng: np.random.Generator) -> Iterator[Probe]:
    """Yield calls whose float types are not all float32: all float64, then one that differs from the others."""
    single, double = "float32", "float64"
    yield Probe(_complete(rng, given(np.array([1, 0, 1])), 3, 2, double), _double())
    for ids, dtypes in (  # other ids each time: what is kept between calls is found out later
        ([0, 2, 0], (single, single, double)),
        ([2, 2, 1], (double, single, single)),
        ([1, 0, 0], (single, double, single)),
    ):
        yield Probe(_mixed(rng, given(np.array(ids)), 3, 2, dtypes), _several_types())


def _double() -> Diagnosis:
    return Diagnosis(
        "tied_grad.double",
        "The arrays are float64 here, and the result is not right. They may be float32 or float64.",
        {"see": "tied-grad-exercise"},
    )


def _several_types() -> Diagnosis:
    return Diagnosis(
        "tied_grad.several_types",
        "One array is float64 here and the others are float32, or the other way round, and the result is not right. "
        "Such a mixture is allowed; the result has the type of `grad_logits`.",
        {"see": "tied-grad-exercise"},
    )


TIED_GRAD = exercise("tied_grad", core=(11, _core), contract=(3, _contract))
