"""What a run of the experiment allows one to say, in sentences made from its numbers, and what it does not."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tiedbook.claims import CHANCE, conditions, finding, number, rates, signed
from tiedbook.experiment import Results
from tiedbook.session import say
from tiedbook.tables import Table


def reading(results: Results) -> Table:
    """Return what a run shows in sentences, each made from its numbers, and what no run like this can show."""
    return Table(
        say("claims.reading", "What this run shows, and what it does not"),
        (say("claims.about", "about"), say("claims.sentence", "what may be said")),
        [
            (say("claims.about_learning", "learning at all"), _learning(results)),
            (say("claims.about_size", "size"), _size(results)),
            (say("claims.about_tying", "tying, targets as they are"), _tying(results, permuted=False)),
            (say("claims.about_best", "each at its best"), _best(results)),
            (say("claims.about_renumbered", "tying, targets renumbered"), _tying(results, permuted=True)),
            (say("claims.about_control", "the control"), _control(results)),
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
    found = {
        rate: finding(results.differences(permuted=permuted, rate=rate)) for rate in rates(results, permuted=permuted)
    }
    sentences = {
        "better": say(
            "claims.better", "Learning rate {rates}: the tied model was better.", rates=_listed(found, "better")
        ),
        "worse": say("claims.worse", "Learning rate {rates}: the tied model was worse.", rates=_listed(found, "worse")),
        "none": say(
            "claims.none",
            "Learning rate {rates}: the seeds differ too much to tell the two models apart. That is not the same as "
            "showing that they are equal.",
            rates=_listed(found, "none"),
        ),
    }
    return _told(found, sentences)


def _control(results: Results) -> str:
    found = {}
    for rate in _both(results):
        with np.errstate(invalid="ignore"):  # runs that went out of bounds
            extra = results.differences(permuted=True, rate=rate) - results.differences(permuted=False, rate=rate)
        found[rate] = finding(extra)
    sentences = {
        "worse": say(
            "claims.control_worse",
            "Learning rate {rates}: renumbering did more harm to the tied model than to the untied one.",
            rates=_listed(found, "worse"),
        ),
        "better": say(
            "claims.control_better",
            "Learning rate {rates}: renumbering did less harm to the tied model than to the untied one.",
            rates=_listed(found, "better"),
        ),
        "none": say(
            "claims.control_none",
            "Learning rate {rates}: the seeds differ too much to say whether renumbering did more harm to one of them.",
            rates=_listed(found, "none"),
        ),
    }
    return _told(found, sentences)


def _told(found: Mapping[float, str], sentences: Mapping[str, str]) -> str:
    """Join the sentences whose kind was found, those about runs that were lost at the end."""
    told = [sentence for kind, sentence in sentences.items() if kind in found.values()]
    if "lost" in found.values():
        told.append(
            say(
                "claims.lost",
                "Learning rate {rates}: a run went out of bounds, so there is nothing to compare.",
                rates=_listed(found, "lost"),
            )
        )
    return " ".join(told) or say("claims.absent", "It was not run.")


def _listed(found: Mapping[float, str], kind: str) -> str:
    return ", ".join(f"{rate:g}" for rate, what in found.items() if what == kind)


def _both(results: Results) -> tuple[float, ...]:
    return tuple(rate for rate in rates(results, permuted=True) if rate in rates(results, permuted=False))


def _best(results: Results) -> str:
    means = {
        tied: {
            rate: float(results.best(tied=tied, permuted=False, rate=rate).mean())
            for rate in rates(results, permuted=False)
        }
        for tied in (True, False)
    }
    tied, untied = (min(means[which], key=means[which].__getitem__) for which in (True, False))
    return say(
        "claims.best",
        "The tied model's mean is {tied} nats at its best rate, {tied_rate:g}; the untied model's is {untied} at "
        "its own, {untied_rate:g}.",
        tied=number(means[True][tied]),
        tied_rate=tied,
        untied=number(means[False][untied]),
        untied_rate=untied,
    )


def _price(results: Results) -> str:
    both = _both(results)
    if not both:
        return say("claims.absent", "It was not run.")
    prices = []
    for tied in (True, False):
        change = [
            results.best(tied=tied, permuted=True, rate=rate) - results.best(tied=tied, permuted=False, rate=rate)
            for rate in both
        ]
        prices.append(signed(float(np.mean(change))))
    return say(
        "claims.price",
        "Renumbering the targets changed the loss by {tied} nats in the tied model and by {untied} in the untied one, "
        "on the mean over all rates and seeds.",
        tied=prices[0],
        untied=prices[1],
    )


def _limits(results: Results) -> str:
    comparisons = sum(len(rates(results, permuted=permuted)) for permuted in conditions(results)) + len(_both(results))
    return say(
        "claims.limits",
        "One small model, one text made by a grammar, {seeds} seeds. Nothing here speaks of other sizes or of real "
        "text. The two models have equal widths, not equal numbers of parameters. And of {comparisons} comparisons "
        "like these, at least one would be called a finding by chance in about {chance:.0%} of all experiments.",
        seeds=len(results.seeds),
        comparisons=comparisons,
        chance=1 - (1 - CHANCE) ** comparisons,
    )
