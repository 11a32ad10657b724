"""Several programs for one task: which of them are right, and how long each takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from tiedbook.findings import LIMIT
from tiedbook.session import say
from tiedbook.tables import Table
from tiedbook.timing import best_time, readable

Program = Callable[[np.ndarray, np.ndarray, int], np.ndarray]


def race(programs: Sequence[Program], ids: np.ndarray, g: np.ndarray, vocab_size: int) -> Table:
    """Compare programs that add the rows of a gradient where they belong.

    Parameters
    ----------
    programs : sequence of callable
        Each takes ``(ids, g, vocab_size)`` and returns an array of shape (vocab_size, d). The first is what the times
        of the others are divided by.
    ids : ndarray of int, shape (B,)
        Token ids.
    g : ndarray of float, shape (B, d)
        One row for each position.
    vocab_size : int
        Rows of the result.

    Returns
    -------
    Table
        For each program: whether it is right, its time, the ratio to the first, and what the ratio allows one to say.
    """
    wanted = np.zeros((vocab_size, g.shape[1]))
    for token, row in zip(ids.tolist(), g.astype(np.float64), strict=True):
        wanted[token] += row
    results = [program(ids, g, vocab_size) for program in programs]
    times = [best_time(lambda program=program: program(ids, g, vocab_size)) for program in programs]  # type: ignore[misc]
    right, wrong = say("race.right", "yes"), say("race.wrong", "no")
    return Table(
        say(
            "race.caption",
            "{count} rows of width {width} into a table of {vocab_size} rows",
            count=len(ids),
            width=g.shape[1],
            vocab_size=vocab_size,
        ),
        (
            say("race.program", "program"),
            say("race.correct", "right"),
            say("race.time", "time"),
            say("race.ratio", "ratio to {first}", first=_name(programs[0])),
            say("race.finding", "finding"),
        ),
        [
            (
                _name(program),
                right if result.shape == wanted.shape and np.allclose(result, wanted, rtol=2e-4, atol=1e-4) else wrong,
                readable(time),
                f"{time / times[0]:.2g}",
                _finding(time / times[0]) if position else "",
            )
            for position, (program, result, time) in enumerate(zip(programs, results, times, strict=True))
        ],
    )


def _name(program: Program) -> str:
    return program.__name__


def _finding(ratio: float) -> str:
    if ratio > LIMIT:
        return say("race.slower", "slower")
    if ratio < 1 / LIMIT:
        return say("race.faster", "faster")
    return say("race.none", "no finding")
