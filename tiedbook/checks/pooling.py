"""The mean over real tokens by its definition, and texts with padding to try it on."""

from __future__ import annotations

import numpy as np

from tiedbook.checks import draws
from tiedbook.checks.oracle import Args
from tiedbook.spelling import Given, given


def pooled(embeddings: np.ndarray, mask: object) -> np.ndarray:
    """Average by the definition: token by token, those that the mask calls real; zeros where there is none."""
    marks = np.asarray(mask)
    texts, positions, width = embeddings.shape
    result = np.zeros((texts, width))
    for text in range(texts):
        real = [position for position in range(positions) if marks[text, position]]
        for column in range(width if real else 0):
            result[text, column] = sum(float(embeddings[text, position, column]) for position in real) / len(real)
    return result.astype(embeddings.dtype)


def texts(rng: np.random.Generator, mask: Given, width: int, dtype: str = "float32", *, zeros: bool = True) -> Args:
    """Draw embeddings for a mask: fractions, no two alike, padding that is not zero.

    Parameters
    ----------
    rng : numpy.random.Generator
        Source of the numbers.
    mask : Given
        Mask of shape (B, T).
    width : int
        d.
    dtype : str
        Type of the embeddings.
    zeros : bool
        Whether in some texts a real token has a vector of zeros, and in some a padded position.
    """
    marks = np.asarray(mask.value)
    numbers = draws.table(rng, max(marks.size, 1), width, dtype).value[: marks.size]
    embeddings = np.asarray(numbers).reshape(*marks.shape, width)
    if zeros:
        for text, real in enumerate(marks):
            if text % 2 == 0 and np.count_nonzero(real) > 1:
                embeddings[text, rng.choice(np.flatnonzero(real))] = 0
            if text % 2 == 1 and not np.all(real):
                embeddings[text, rng.choice(np.flatnonzero(np.asarray(real) == 0))] = 0
    return (given(embeddings, "x"), mask)


def mask(rng: np.random.Generator, shape: tuple[int, int], dtype: str = "bool", *, empty: bool = False) -> Given:
    """Draw a mask in which padding may stand anywhere, and every text has a real token unless `empty`."""
    marks = rng.random(shape) < 0.6
    if not empty:
        for text in marks:
            text[rng.integers(shape[1])] = True
    return given(marks.astype(dtype), "mask")
