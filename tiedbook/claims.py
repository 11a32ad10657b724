"""When a difference between two models is a finding, and the table that says so."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tiedbook.experiment import Results
from tiedbook.session import say
from tiedbook.tables import Table

CHANCE = 0.05  # how often a comparison is called a finding although nothing but chance is at work
_STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)  # t that is exceeded so often, 1 to 9 d.f.


def limit(count: int) -> float:
    """Return how many standard deviations the mean of so many differences must be from 0 to be a finding.

    This is Student's test for paired measurements. For three seeds it is about 2.5.

    Parameters
    ----------
    count : int
        Number of differences; from ten on, the value for ten, which is stricter than need be.
    """
    if count < 2:
        return np.inf
    return float(_STUDENT[min(count - 2, len(_STUDENT) - 1)] / np.sqrt(min(count, len(_STUDENT) + 1)))


def finding(differences: Sequence[float] | np.ndarray) -> str:
    """Say what differences of the same seeds show.

    Parameters
    ----------
    differences : sequence of float
        Loss of the tied model minus loss of the untied one, for each seed.

    Returns
    -------
    {"better", "worse", "none", "lost"}
        Whether the tied model was better or worse by more than the seeds differ, or neither; ``"lost"`` if a run went
        out of bounds.
    """
    values = np.asarray(differences, dtype=np.float64)
    if not np.all(np.isfinite(values)):
        return "lost"
    mean = float(values.mean())
    if values.size < 2 or abs(mean) <= limit(values.size) * float(values.std(ddof=1)):
        return "none"
    return "better" if mean < 0 else "worse"


def comparison(results: Results) -> Table:
    """Return both models side by side for every setting: losses, their difference, and whether it is a finding."""
    rows = []
    for permuted in conditions(results):
        for rate in rates(results, permuted=permuted):
            differences = results.differences(permuted=permuted, rate=rate)
            rows.append(
                (
                    condition(permuted=permuted),
                    f"{rate:g}",
                    *(_range(results.best(tied=tied, permuted=permuted, rate=rate)) for tied in (True, False)),
                    signed(float(np.mean(differences))),
                    _spread(differences),
                    _verdict(finding(differences)),
                )
            )
    return Table(
        say(
            "claims.caption",
            "Best loss on the validation text, in nats: mean of {count} seeds, and from the smallest to the largest",
            count=len(results.seeds),
        ),
        (
            say("claims.targets", "target ids"),
            say("claims.rate", "learning rate"),
            say("claims.tied", "tied"),
            say("claims.untied", "untied"),
            say("claims.difference", "tied − untied"),
            say("claims.spread", "standard deviation"),
            say("claims.finding", "finding"),
        ),
        rows,
    )


def conditions(results: Results) -> tuple[bool, ...]:
    """Return whether targets were as they are (False), renumbered (True), or both."""
    return tuple(dict.fromkeys(run.permuted for run in results.runs))


def rates(results: Results, *, permuted: bool) -> tuple[float, ...]:
    """Return the rates at which one condition was run."""
    return tuple(rate for rate in results.rates if results.of(tied=True, permuted=permuted, rate=rate))


def condition(*, permuted: bool) -> str:
    """Name a condition."""
    return say("claims.permuted", "renumbered (control)") if permuted else say("claims.ordinary", "as they are")


def _verdict(found: str) -> str:
    return {
        "better": say("claims.finding_better", "tied is better"),
        "worse": say("claims.finding_worse", "tied is worse"),
        "none": say("claims.finding_none", "no finding"),
        "lost": say("claims.finding_lost", "a run went out of bounds"),
    }[found]


def _range(losses: np.ndarray) -> str:
    return f"{number(float(losses.mean()))} ({number(float(losses.min()))} – {number(float(losses.max()))})"


def _spread(differences: np.ndarray) -> str:
    if len(differences) < 2 or not np.all(np.isfinite(differences)):
        return "–"
    return number(float(np.std(differences, ddof=1)))


def number(value: float) -> str:
    """Spell a loss."""
    return f"{value:.3f}" if np.isfinite(value) else "∞"


def signed(value: float) -> str:
    """Spell a difference of losses."""
    return f"{value:+.3f}".replace("-", "−") if np.isfinite(value) else "–"
