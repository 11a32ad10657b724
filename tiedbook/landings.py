"""What assigning, ``+=`` and ``np.add.at`` make of gradients whose ids repeat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Landing:
    """What one statement does with the gradients.

    Parameters
    ----------
    statement : str
        The code.
    kept : tuple of bool
        For each gradient whether it is in the result.
    after : tuple of float
        What each row holds in the end.
    adds : bool
        Whether what the rows held before is in the result as well.
    """

    statement: str
    kept: tuple[bool, ...]
    after: tuple[float, ...]
    adds: bool = True


def landings(
    ids: Sequence[int], gradients: Sequence[float], before: Sequence[float]
) -> tuple[Landing, Landing, Landing]:
    """Work out what assigning, ``+=`` and ``np.add.at`` make of gradients whose ids repeat.

    Parameters
    ----------
    ids : sequence of int, length B
        The row of each gradient.
    gradients : sequence of float, length B
        One number for each position.
    before : sequence of float, length V
        What the rows hold before.
    """
    last = {row: position for position, row in enumerate(ids)}
    kept = tuple(last[row] == position for position, row in enumerate(ids))
    assigned, increased, added = list(before), list(before), list(before)
    for row, position in last.items():
        assigned[row] = gradients[position]
        increased[row] = before[row] + gradients[position]
    for row, gradient in zip(ids, gradients, strict=True):
        added[row] += gradient
    return (
        Landing("grad[ids] = g", kept, tuple(assigned), adds=False),
        Landing("grad[ids] += g", kept, tuple(increased)),
        Landing("np.add.at(grad, ids, g)", (True,) * len(ids), tuple(added)),
    )
