"""What a run of the experiment allows one to say, and what it does not."""

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
    for permuted in _conditions(results):
        for rate in _rates(results, permuted=permuted):
            differences = results.differences(permuted=permuted, rate=rate)
            rows.append(
                (
                    _condition(permuted=permuted),
                    f"{rate:g}",
                    *(_range(results.best(tied=tied, permuted=permuted, rate=rate)) for tied in (True, False)),
                    _signed(float(np.mean(differences))),
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


def reading(results: Results) -> Table:
    """Return what a run shows in sentences, each made from its numbers, and what no run like this can show."""
    return Table(
        say("claims.reading", "What this run shows, and what it does not"),
        (say("claims.about", "about"), say("claims.sentence", "what may be said")),
        [
            (say("claims.about_learning", "learning at all"), _learning(results)),
            (say("claims.about_size", "size"), _size(results)),
            (say("claims.about_tying", "tying"), _tying(results, permuted=False)),
            (say("claims.about_best", "each at its best"), _best(results)),
            (say("claims.about_control", "the control"), _tying(results, permuted=True)),
            (say("claims.about_price", "price of renumbering"), _price(results)),
            (say("claims.about_limits", "not shown"), _limits(results)),
        ],
    )


def _learning(results: Results) -> str:
    worst = max(run.best for run in results.runs)
    if worst < results.unigram:
        return say(
            "claims.learnt",
            "Every run did better than guessing by frequency alone ({unigram:.3f} nats). The worst reached "
            "{worst:.3f}.",
            unigram=results.unigram,
            worst=worst,
        )
    return say(
        "claims.not_learnt",
        "Not every run did better than guessing by frequency alone ({unigram:.3f} nats). Train longer, or with another "
        "learning rate, before you compare anything.",
        unigram=results.unigram,
    )


def _size(results: Results) -> str:
    tied, untied = results.parameters
    return say(
        "claims.size",
        "The tied model has {tied:,} parameters, the untied one {untied:,}: {saved:,} or {share:.0%} fewer.",
        tied=tied,
        untied=untied,
        saved=untied - tied,
        share=1 - tied / untied,
    )


def _tying(results: Results, *, permuted: bool) -> str:
    rates = _rates(results, permuted=permuted)
    found = {rate: finding(results.differences(permuted=permuted, rate=rate)) for rate in rates}
    better, worse, none, lost = (
        [f"{rate:g}" for rate, what in found.items() if what == kind] for kind in ("better", "worse", "none", "lost")
    )
    sentences = []
    if better:
        sentences.append(
            say("claims.better", "Learning rate {rates}: the tied model was better.", rates=", ".join(better))
        )
    if worse:
        sentences.append(
            say("claims.worse", "Learning rate {rates}: the tied model was worse.", rates=", ".join(worse))
        )
    if none:
        sentences.append(
            say(
                "claims.none",
                "Learning rate {rates}: the seeds differ too much to tell the two models apart. That is not the same "
                "as showing that they are equal.",
                rates=", ".join(none),
            )
        )
    if lost:
        sentences.append(
            say(
                "claims.lost",
                "Learning rate {rates}: a run went out of bounds, so there is nothing to compare.",
                rates=", ".join(lost),
            )
        )
    return " ".join(sentences) or say("claims.absent", "It was not run.")


def _best(results: Results) -> str:
    means = {
        tied: {
            rate: float(results.best(tied=tied, permuted=False, rate=rate).mean())
            for rate in _rates(results, permuted=False)
        }
        for tied in (True, False)
    }
    tied, untied = (min(means[which], key=means[which].__getitem__) for which in (True, False))
    return say(
        "claims.best",
        "The tied model's mean is {tied} nats at its better rate, {tied_rate:g}; the untied model's is {untied} at "
        "its own, {untied_rate:g}.",
        tied=_number(means[True][tied]),
        tied_rate=tied,
        untied=_number(means[False][untied]),
        untied_rate=untied,
    )


def _price(results: Results) -> str:
    both = [rate for rate in _rates(results, permuted=True) if rate in _rates(results, permuted=False)]
    if not both:
        return say("claims.absent", "It was not run.")
    prices = []
    for tied in (True, False):
        change = [
            results.best(tied=tied, permuted=True, rate=rate) - results.best(tied=tied, permuted=False, rate=rate)
            for rate in both
        ]
        prices.append(_signed(float(np.mean(change))))
    return say(
        "claims.price",
        "Renumbering the targets changed the loss by {tied} nats in the tied model and by {untied} in the untied one, "
        "on the mean over all rates and seeds.",
        tied=prices[0],
        untied=prices[1],
    )


def _limits(results: Results) -> str:
    comparisons = sum(len(_rates(results, permuted=permuted)) for permuted in _conditions(results))
    return say(
        "claims.limits",
        "One small model, one text made by a grammar, {seeds} seeds. Nothing here speaks of other sizes or of real "
        "text. The two models have equal widths, not equal numbers of parameters. And of {comparisons} comparisons "
        "like these, at least one would be called a finding by chance in about {chance:.0%} of all experiments.",
        seeds=len(results.seeds),
        comparisons=comparisons,
        chance=1 - (1 - CHANCE) ** comparisons,
    )


def _conditions(results: Results) -> tuple[bool, ...]:
    return tuple(dict.fromkeys(run.permuted for run in results.runs))


def _rates(results: Results, *, permuted: bool) -> tuple[float, ...]:
    return tuple(rate for rate in results.rates if results.of(tied=True, permuted=permuted, rate=rate))


def _condition(*, permuted: bool) -> str:
    return say("claims.permuted", "renumbered (control)") if permuted else say("claims.ordinary", "as they are")


def _verdict(found: str) -> str:
    return {
        "better": say("claims.finding_better", "tied is better"),
        "worse": say("claims.finding_worse", "tied is worse"),
        "none": say("claims.finding_none", "no finding"),
        "lost": say("claims.finding_lost", "a run went out of bounds"),
    }[found]


def _range(losses: np.ndarray) -> str:
    return f"{_number(float(losses.mean()))} ({_number(float(losses.min()))} – {_number(float(losses.max()))})"


def _spread(differences: np.ndarray) -> str:
    if len(differences) < 2 or not np.all(np.isfinite(differences)):
        return "–"
    return _number(float(np.std(differences, ddof=1)))


def _number(value: float) -> str:
    return f"{value:.3f}" if np.isfinite(value) else "∞"


def _signed(value: float) -> str:
    return f"{value:+.3f}".replace("-", "−") if np.isfinite(value) else "–"
