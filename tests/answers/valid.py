"""Ids read and refused as the contracts ask, for answers whose fault lies elsewhere."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike


def valid(ids: ArrayLike, vocab_size: int) -> np.ndarray:
    """Return the ids as an array, or refuse them."""
    ids = np.asarray(ids)
    if ids.dtype.kind not in "iu":
        raise TypeError(f"ids are {ids.dtype}")
    for id_ in ids.ravel():
        if not 0 <= id_ < vocab_size:
            raise IndexError(f"{id_} is not in 0..{vocab_size - 1}")
    return ids
