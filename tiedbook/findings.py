"""What a run of the timing lab shows, and what it does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tiedbook.session import say
from tiedbook.tables import Table
from tiedbook.timing import readable

LIMIT = 3.0  # two runs on a busy computer differ by less; a larger ratio means something

Times = Sequence[Mapping[str, float]]
Predictions = Mapping[str, Sequence[float | None]]


def findings(
    factors: Sequence[float],
    over_V: Times,  # noqa: N803  # the letters of the course
    over_d: Times,
    predicted: Predictions,
) -> Table:
    """Return what each operation's time did in both sweeps, beside what the learner predicted.

    Parameters
    ----------
    factors : sequence of float
        How much larger the table is at each step than at the first.
    over_V, over_d : sequence of mapping of str to float
        Seconds of each operation at each step, as V grows and as d grows.
    predicted : mapping of str to pair
        For each operation 0 (stays flat) or 1 (grows in proportion), as V grows and as d grows; None if open.
    """
    names = operations()
    rows = []
    for position, (axis, times) in enumerate((("V", over_V), ("d", over_d))):
        for operation in times[0]:
            first, last = times[0][operation], times[-1][operation]
            rows.append(
                (
                    names.get(operation, operation),
                    axis,
                    readable(first),
                    readable(last),
                    f"×{last / first:.2g}" if last < 100 * first else f"×{last / first:,.0f}",
                    verdict(last / first),
                    agreement(_prediction(predicted, operation, position), last / first),
                )
            )
    return Table(
        say(
            "findings.caption",
            "Time of one call, from the smallest table to one {factor} times larger",
            factor=factors[-1],
        ),
        (
            say("findings.operation", "operation"),
            say("findings.axis", "what grew"),
            say("findings.first", "smallest table"),
            say("findings.last", "largest table"),
            say("findings.ratio", "ratio"),
            say("findings.finding", "finding"),
            say("findings.prediction", "your prediction"),
        ),
        rows,
    )


def operations() -> dict[str, str]:
    """Return what the current edition calls each operation of the lab."""
    return {
        "view": say("lab.view", "view, E[3]"),
        "row_copy": say("lab.row_copy", "copy of one row"),
        "batch_gather": say("lab.batch_gather", "gather of 64 rows"),
        "one_hot_product": say("lab.one_hot_product", "one-hot product"),
    }


def verdict(ratio: float) -> str:
    """Put into words what a ratio of times allows one to say.

    Parameters
    ----------
    ratio : float
        Time at the end of the sweep over time at its start.
    """
    if ratio > LIMIT:
        return say("findings.grows", "grows")
    if ratio < 1 / LIMIT:
        return say("findings.shrinks", "fell, which no count of operations explains: run the lab again")
    return say("findings.none", "no finding: not more than a factor of {limit}", limit=f"{LIMIT:g}")


def agreement(guess: float | None, ratio: float) -> str:
    """Compare a prediction with a ratio of times.

    Parameters
    ----------
    guess : float or None
        0 for flat, 1 for growth, None for no prediction yet.
    ratio : float
        Time at the end of the sweep over time at its start.
    """
    if guess is None:
        return say("findings.open", "none yet")
    if guess not in (0, 1):
        return say("findings.unreadable", "{guess}: write 0 or 1", guess=guess)
    if ratio < 1 / LIMIT:
        return f"{guess:g}"
    if (guess == 1) == (ratio > LIMIT):
        return say("findings.agrees", "{guess:g}: agrees", guess=guess)
    return say("findings.differs", "{guess:g}: differs", guess=guess)


def _prediction(predicted: Predictions, operation: str, position: int) -> float | None:
    try:
        return predicted[operation][position]
    except (KeyError, IndexError, TypeError):
        return None  # a learner may have deleted a line; the rest is still worth showing
