"""Random arguments that keep misconceptions apart: distinct numbers, fractions, repeated and unused ids."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tiedbook.spelling import Given, given

_QUARTERS = np.concatenate([np.arange(-120, 0), np.arange(1, 121)]) / 4


def table(rng: np.random.Generator, vocab_size: int, width: int, dtype: str = "float32", name: str = "table") -> Given:
    """Draw a table of quarters from −30 to 30, without zeros; all distinct where there are not more than 240.

    Parameters
    ----------
    rng : numpy.random.Generator
        Source of the numbers. Quarters are exact in every float type, and short to write.
    vocab_size, width : int
        V and d.
    dtype : str
        Type of the table.
    name : str
        What it is called in the call that a learner sees.
    """
    count = vocab_size * width
    numbers = rng.choice(_QUARTERS, size=count, replace=count > _QUARTERS.size)
    return given(numbers.reshape(vocab_size, width).astype(dtype), name)


def ids(rng: np.random.Generator, shape: tuple[int, ...], vocab_size: int) -> Given:
    """Draw ids from 0 to V - 1; some repeat, some are not used."""
    return given(rng.integers(vocab_size, size=shape))


def batches(rng: np.random.Generator, rounds: int, sizes: tuple[int, int] = (3, 8)) -> Iterator[tuple[Given, int]]:
    """Draw ids with one axis and with two, in turn, and a vocabulary for each; no two alike.

    A core is never asked for the same ids twice: what a function keeps between calls is a matter of its contract.

    Parameters
    ----------
    rng : numpy.random.Generator
        Source.
    rounds : int
        How many of each.
    sizes : tuple of int
        The smallest vocabulary, and the first that is too large.
    """
    drawn: set[str] = set()
    for axes in (1, 2) * rounds:
        vocab_size, found = _batch(rng, axes, sizes)
        while (key := str(found.value.tolist())) in drawn:
            vocab_size, found = _batch(rng, axes, sizes)
        drawn.add(key)
        yield found, vocab_size


def _batch(rng: np.random.Generator, axes: int, sizes: tuple[int, int]) -> tuple[int, Given]:
    vocab_size = int(rng.integers(*sizes))
    return vocab_size, ids(rng, tuple(int(n) for n in rng.integers(1, 6, size=axes)), vocab_size)
