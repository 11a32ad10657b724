"""What becomes of a masked mean when something about it is misunderstood."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tiedbook.checks.pooling import pooled


def weights(x: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Return the mask as weights of shape (B, T, 1)."""
    return np.asarray(mask, x.dtype)[:, :, None]


def total(x: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Return the sum over real tokens, shape (B, d)."""
    return np.asarray((x * weights(x, mask)).sum(axis=1))


def count(x: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Return the number of real tokens, shape (B, 1)."""
    return np.asarray(weights(x, mask).sum(axis=1))


def of_padding(x: np.ndarray, mask: np.ndarray) -> Iterator[np.ndarray]:
    """Average what is padding."""
    padding = np.asarray(mask) == 0
    yield pooled(x, padding)
    yield np.where(padding.any(axis=1)[:, None], pooled(x, padding), np.nan)


def of_nonzero(x: np.ndarray, mask: np.ndarray) -> Iterator[np.ndarray]:
    """Take the mask from the vectors that are not zero."""
    nonzero = np.any(x != 0, axis=-1)
    yield from (pooled(x, nonzero), pooled(x, nonzero & (np.asarray(mask) != 0)))
    yield total(x, mask) / np.maximum(nonzero.sum(axis=1), 1)[:, None]


def of_first_positions(x: np.ndarray, mask: np.ndarray) -> Iterator[np.ndarray]:
    """Take as many tokens from the beginning as there are real ones."""
    lengths = np.count_nonzero(mask, axis=1)
    yield pooled(x, np.arange(x.shape[1]) < lengths[:, None])


def with_mask_as_index(x: np.ndarray, mask: np.ndarray) -> Iterator[np.ndarray]:
    """Use a mask of integers as positions."""
    marks = np.asarray(mask)
    if marks.dtype == bool:
        yield pooled(x, marks)
    else:
        yield np.stack([vectors[row].mean(axis=0) for vectors, row in zip(x, marks, strict=True)])


def of_whole_batch(x: np.ndarray, mask: np.ndarray) -> Iterator[np.ndarray]:
    """Average all texts into one."""
    mean = x[np.asarray(mask) != 0].mean(axis=0)
    yield from (mean, np.broadcast_to(mean, (len(x), x.shape[2])))


def over_texts(x: np.ndarray, mask: np.ndarray) -> Iterator[np.ndarray]:
    """Reduce the axis of the texts."""
    real = weights(x, mask)
    yield from (x.mean(axis=0), (x * real).mean(axis=0), (x * real).sum(axis=0))
    yield (x * real).sum(axis=0) / np.maximum(real.sum(axis=0), 1)


def over_columns(x: np.ndarray, mask: np.ndarray) -> Iterator[np.ndarray]:
    """Reduce the axis of the columns."""
    yield from (x.mean(axis=-1), x.mean(axis=-1) * np.asarray(mask), x.sum(axis=-1) * np.asarray(mask))
    yield x.sum(axis=-1) * np.asarray(mask) / count(x, mask)


def one_number(x: np.ndarray, mask: np.ndarray) -> Iterator[np.ndarray]:
    """Average all numbers of each text, or of the batch."""
    yield from (pooled(x, mask).mean(axis=1), pooled(x, mask).mean(axis=1, keepdims=True), x.mean(axis=(1, 2)))
    yield (x * weights(x, mask)).mean(axis=(1, 2))
    yield from (np.asarray(x.mean()), np.asarray((x * weights(x, mask)).mean()), x[np.asarray(mask) != 0].mean())


def one_token(x: np.ndarray, mask: np.ndarray) -> Iterator[np.ndarray]:
    """Take the last or the first token."""
    texts, marks = np.arange(len(x)), np.asarray(mask) != 0
    last = x.shape[1] - 1 - np.argmax(marks[:, ::-1], axis=1)
    yield from (x[texts, last], x[:, -1], x[:, 0], x[texts, np.argmax(marks, axis=1)])


def largest(x: np.ndarray, mask: np.ndarray) -> Iterator[np.ndarray]:
    """Take the largest number of each column."""
    real = weights(x, mask)
    yield from (np.where(real != 0, x, -np.inf).max(axis=1), (x * real).max(axis=1), x.max(axis=1))


def on_columns(x: np.ndarray, mask: np.ndarray) -> Iterator[np.ndarray]:
    """Let the positions of the mask meet the columns of the vectors."""
    marks = np.asarray(mask, x.dtype)
    sums = (x * marks).sum(axis=1)
    counts = marks.sum(axis=1)
    yield from (sums / counts[:, None], sums / counts, sums / x.shape[1], sums)


def fractions_lost(x: np.ndarray, mask: np.ndarray) -> Iterator[np.ndarray]:
    """Round the means."""
    mean = pooled(x, mask)
    yield from (np.trunc(mean), np.floor(mean), np.rint(mean))
