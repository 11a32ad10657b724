"""Chapter 3: averages forget order, and padding lies."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike


def masked_mean(embeddings: np.ndarray, mask: ArrayLike) -> np.ndarray:
    """Return the mean of the real tokens of each text.

    Parameters
    ----------
    embeddings : ndarray of float, shape (B, T, d)
        One vector for each position of each text.
    mask : array_like of bool, or of int 0 and 1, shape (B, T)
        1 or True where there is a real token, 0 or False where there is padding. The mask alone decides: a real token
        may have a vector of zeros.

    Returns
    -------
    ndarray, shape (B, d)
        One vector for each text, in the dtype of the embeddings; zeros for a text without any real token.

    Raises
    ------
    ValueError
        If the shape of the mask is not (B, T).
    """
    mask = np.asarray(mask)
    if mask.shape != embeddings.shape[:2]:
        raise ValueError(f"the mask has shape {mask.shape}, but it needs {embeddings.shape[:2]}")
    real = mask.astype(embeddings.dtype)[:, :, None]
    total = (embeddings * real).sum(axis=1)
    count = real.sum(axis=1)
    mean: np.ndarray = total / np.maximum(count, 1)
    return mean
