"""The capstone's model by its definition, and its derivatives by theirs.

Nothing is derived by hand here. A derivative says how the loss answers to a tiny change, so a tiny change is made: to
one number at a time, in the imaginary direction, where no rounding error meets it. The imaginary part of the loss,
divided by the change, is the derivative, to all digits (J. N. Lyness and C. B. Moler, 1967). This also makes it easy to
say what comes of a wrong rule: bend the way on which the change travels, and leave the values alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

NAMES = ("E", "W1", "b1", "W2", "b2", "bias", "U")
_TINY = 1e-30

Slope = Callable[[np.ndarray, np.ndarray], np.ndarray]


class Case(NamedTuple):
    """The arguments of a call, the arrays of the model one by one; `U` is None if it is tied."""

    E: np.ndarray
    W1: np.ndarray
    b1: np.ndarray
    W2: np.ndarray
    b2: np.ndarray
    bias: np.ndarray
    U: np.ndarray | None
    ids: np.ndarray
    targets: np.ndarray
    lr: float
    tied: bool


@dataclass(frozen=True, slots=True)
class Bend:
    """What is wrong on the way.

    Parameters
    ----------
    slope : callable
        Derivative of tanh; takes its argument and its value.
    targets : bool
        Whether the score of the target counts in the loss.
    back : mapping of str to ndarray
        Arrays that a change on its way to the loss is multiplied with, instead of those that the values are.
    """

    slope: Slope = lambda before, after: 1 - after**2  # noqa: ARG005  # both are offered
    targets: bool = True
    back: Mapping[str, np.ndarray] = field(default_factory=dict)


RIGHT = Bend()


def loss(case: Case) -> float:
    """Return the mean cross-entropy in nats."""
    return float(_loss(case, {}, RIGHT).real)


def scores(case: Case) -> np.ndarray:
    """Return the score of every token for every example, shape (B, V)."""
    return np.asarray(_scores(case, {}, RIGHT).real)


def gradient(case: Case, name: str, bend: Bend = RIGHT) -> np.ndarray:
    """Return the derivative of the loss with respect to every number of one array.

    Parameters
    ----------
    case : Case
        The call.
    name : str
        One of `NAMES`, or one of the two uses of a table: ``"lookup"`` or ``"head"``.
    bend : Bend
        What is wrong, if anything.
    """
    uses = {"E": ("lookup", "head") if case.tied else ("lookup",), "U": ("head",)}.get(name, (name,))
    array = _arrays(case)[uses[0]]
    nudges = 1j * _TINY * np.eye(array.size).reshape(array.size, *array.shape)
    answers = _loss(case, dict.fromkeys(uses, array + nudges), bend)
    return np.asarray(answers.imag / _TINY).reshape(array.shape)


def stepped(case: Case, name: str, bend: Bend = RIGHT) -> np.ndarray:
    """Return what one array is after a step of gradient descent, in the dtype of the model."""
    array = _arrays(case)[{"E": "lookup", "U": "head"}.get(name, name)]
    return np.asarray(array - case.lr * gradient(case, name, bend), case.E.dtype)


def _arrays(case: Case) -> dict[str, np.ndarray]:
    head = case.E if case.U is None else case.U
    found = {"lookup": case.E, "head": head, **{name: getattr(case, name) for name in NAMES[1:-1]}}
    return {name: np.asarray(array, np.float64) for name, array in found.items()}


def _loss(case: Case, nudged: Mapping[str, np.ndarray], bend: Bend) -> np.ndarray:
    logits = _scores(case, nudged, bend)
    top = logits.real.max(axis=-1, keepdims=True)
    each = (top + np.log(np.exp(logits - top).sum(axis=-1, keepdims=True)))[..., 0]
    if bend.targets:
        each = each - logits[..., np.arange(len(case.targets)), np.asarray(case.targets)]
    return np.asarray(each.mean(axis=-1))


def _scores(case: Case, nudged: Mapping[str, np.ndarray], bend: Bend) -> np.ndarray:
    arrays = {**_arrays(case), **nudged}
    ids = np.asarray(case.ids)

    def times(x: np.ndarray, name: str, *, flipped: bool = False) -> np.ndarray:
        through = arrays[name]
        back = bend.back.get(name, through.real)
        if flipped:
            through, back = (np.swapaxes(each, -1, -2) for each in (through, back))
        return np.asarray(x.real @ through.real + 1j * (x.imag @ back + x.real @ through.imag))

    rows = arrays["lookup"][..., ids, :]
    before = times(rows.reshape(*rows.shape[:-2], -1), "W1") + arrays["b1"][..., None, :]
    after = np.tanh(before.real)
    hidden = times(after + 1j * bend.slope(before.real, after) * before.imag, "W2") + arrays["b2"][..., None, :]
    return np.asarray(times(hidden, "head", flipped=True) + arrays["bias"][..., None, :])
