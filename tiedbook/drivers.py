"""Drivers: for exercises that deal in objects, what builds them from arrays, calls the answer, and returns arrays.

A check passes arrays and gets arrays, wherever the answer runs. So a driver runs beside the answer: in the notebook's
own process, or in the judge's sandbox, where this module lies beside `tiedbook.autograd` and knows nothing worth
finding.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tiedbook.autograd import Tensor

Answer = Callable[..., Any]


class DriverFinding(Exception):  # noqa: N818  # it is raised, and the answer has not raised anything
    """Something about what the answer returned, told by the name of the class; the message shows it in Python."""


class NotATensor(DriverFinding):
    """The answer returned something else than a `Tensor`; the message is its type."""


class NoGradient(DriverFinding):
    """`backward` has not reached the table."""


class NotAPair(DriverFinding):
    """Not two things came back; the message is the type of what did, of a tuple the types in it."""


class NotADict(DriverFinding):
    """The first of the two is no dictionary; the message is its type."""


class Missing(DriverFinding):
    """The dictionary lacks an array; the message says which."""


class Unknown(DriverFinding):
    """The dictionary has an array that the model does not have; the message says which."""


class Rebound(DriverFinding):
    """The dictionary that was passed holds other arrays after the call than before."""


def gather(
    answer: Answer,
    /,
    table: np.ndarray,
    ids: object,
    gradient: np.ndarray | None = None,
    other: Any = None,
    *,
    how: str,
) -> np.ndarray:
    """Look up rows, go backward in one of several ways, and return what arrived.

    Parameters
    ----------
    answer : callable
        The learner's ``gather(table, ids)``.
    table : ndarray of float, shape (V, d)
        Data of the table.
    ids : object
        What is looked up.
    gradient : ndarray of float, shape ids.shape + (d,)
        What to go backward with.
    other : object
        Further ids or a further gradient, where `how` needs them.
    how : {"rows", "keywords", "backward", "again", "twice", "through"}
        ``"rows"`` returns the data of the result; ``"keywords"`` too, after a call with keywords. All others return the
        gradient of the table: after one ``backward``; after a second one of the same result, with the gradient `other`;
        after one of the sum of two results, the second of the ids `other`; or, for ``"through"``, the gradient of a
        tensor whose double is the table.

    Raises
    ------
    NotATensor
        If the answer returns something else.
    NoGradient
        If the gradient has not arrived.
    """
    start = Tensor(table)
    looked_up_in = start + start if how == "through" else start
    if how == "keywords":
        return _tensor(answer(table=looked_up_in, ids=ids)).data
    rows = _tensor(answer(looked_up_in, ids))
    if how == "rows":
        return rows.data
    if how == "twice":
        rows = rows + _tensor(answer(looked_up_in, other))
    rows.backward(gradient)
    if how == "again":
        rows.backward(other)
    if start.grad is None:
        raise NoGradient("table.grad is None")
    return start.grad


def _tensor(value: object) -> Tensor:
    if not isinstance(value, Tensor):
        raise NotATensor(type(value).__name__)
    return value


def cross_entropy_from_logits(answer: Answer, /, *args: object, how: str, **kwargs: object) -> object:
    """Compute a loss and its gradient, and return one of them.

    Parameters
    ----------
    answer : callable
        The learner's ``cross_entropy_from_logits(logits, targets)``.
    *args, **kwargs : object
        Its arguments.
    how : {"loss", "gradient", "tuple"}
        What to return; ``"tuple"`` is the loss, out of a tuple and no other pair.

    Raises
    ------
    NotAPair
        If not two things came back.
    """
    value = answer(*args, **kwargs)
    if value is None:
        return None  # told as it is of any function
    pair = isinstance(value, tuple if how == "tuple" else tuple | list) and len(value) == 2
    if not pair or value[0] is None or value[1] is None:
        raise NotAPair(_types(value))
    return value[1] if how == "gradient" else value[0]


def train_step(
    answer: Answer,
    /,
    E: np.ndarray,  # noqa: N803  # the letters of the course
    W1: np.ndarray,  # noqa: N803
    b1: np.ndarray,
    W2: np.ndarray,  # noqa: N803
    b2: np.ndarray,
    bias: np.ndarray,
    U: np.ndarray | None,  # noqa: N803
    *rest: Any,
    how: str,
) -> object:
    """Make one training step on a dictionary of arrays, and return one of the results.

    Parameters
    ----------
    answer : callable
        The learner's ``train_step(params, ids, targets, lr, tied)``.
    E, W1, b1, W2, b2, bias, U : ndarray
        The arrays of `params`; None for `U` where the model is tied.
    *rest : object
        The other arguments, in order.
    how : str
        ``"loss"``, ``"keywords"`` for the loss after a call with keywords, ``"kept"`` for the loss after a look at the
        dictionary that was passed, or the name of one of the new arrays.

    Raises
    ------
    NotAPair, NotADict, Missing, Unknown
        If what came back is not a pair of a dictionary and a loss, or the dictionary has not the arrays it should have.
    Rebound
        If the dictionary that was passed is not as it was; what became of the arrays in it is seen by whoever calls.
    """
    named = {"E": E, "W1": W1, "b1": b1, "W2": W2, "b2": b2, "bias": bias, "U": U}
    before = {name: array for name, array in named.items() if array is not None}
    params: dict[str, Any] = dict(before)
    if how == "keywords":
        result = answer(params=params, **dict(zip(("ids", "targets", "lr", "tied"), rest, strict=True)))
    else:
        result = answer(params, *rest)
    if result is None:
        return None  # told as it is of any function
    if not isinstance(result, tuple | list) or len(result) != 2:
        raise NotAPair(_types(result))
    if how == "kept" and (params.keys() != before.keys() or any(params[name] is not before[name] for name in before)):
        raise Rebound
    new, loss = result
    if not isinstance(new, dict):
        raise NotADict(type(new).__name__)
    return loss if how in ("loss", "keywords", "kept") else _named(new, before, how)


def _named(new: dict[str, Any], before: Mapping[str, Any], how: str) -> object:
    for name in before:
        if name not in new:
            raise Missing(f"{name!r} not in new")
    for name in new:
        if name not in before:
            raise Unknown(f"{name!r} in new")
    return new[how]


def _types(value: object) -> str:
    """Spell the type of a value, or of each item of a short tuple."""
    if not isinstance(value, tuple) or len(value) > 8:
        return type(value).__name__
    return f"({', '.join('None' if each is None else type(each).__name__ for each in value)})"


DRIVERS: Mapping[str, Callable[..., object]] = {
    "gather": gather,
    "cross_entropy_from_logits": cross_entropy_from_logits,
    "train_step": train_step,
}
