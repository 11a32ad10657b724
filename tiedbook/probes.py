"""What a check may draw on: random numbers, and how many cases to try."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np  # not where a page of feedback is made, which has no use for it


@dataclass(frozen=True, slots=True)
class Probes:
    """The source of a check's random cases.

    Parameters
    ----------
    rng : numpy.random.Generator
        Fixed seed in the notebook, secret seed in the judge.
    rounds : int
        How many random cases each property is tried on: few in the notebook, more in the judge.
    """

    rng: np.random.Generator
    rounds: int = 3
