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


class NotATensor(Exception):  # noqa: N818  # a finding about the answer, told by its name
    """The answer returned something else than a `Tensor`; the message is its type."""


class NoGradient(Exception):  # noqa: N818
    """`backward` has not reached the table."""


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
        raise NoGradient
    return start.grad


def _tensor(value: object) -> Tensor:
    if not isinstance(value, Tensor):
        raise NotATensor(type(value).__name__)
    return value


DRIVERS: Mapping[str, Callable[..., object]] = {"gather": gather}
