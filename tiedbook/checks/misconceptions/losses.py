"""How `cross_entropy_from_logits` is misunderstood in the loss that it returns."""

from __future__ import annotations

import numpy as np

from tiedbook.checks.misconceptions.loss_forms import (
    binary,
    careless,
    careless_sum,
    dense,
    each,
    loss,
    losses,
    of_targets,
    rounded_to_zero,
    wanted,
    whole_columns,
    with_epsilon,
)
from tiedbook.checks.misconceptions.softmaxes import along, careful, naive, powers
from tiedbook.checks.probabilities import gradient
from tiedbook.diagnosis import Diagnosis


def _shifted(logits: np.ndarray) -> np.ndarray:
    return np.asarray(logits - logits.max(axis=1, keepdims=True))


OVERFLOW = Diagnosis(
    "cross_entropy.overflow",
    "These scores are large, and `exp` of them is infinite or zero. Subtract the largest score of each row before you "
    "take powers: the loss and the gradient stay the same.",
    {"see": "log-sum-exp"},
)

ONE_SHIFT = Diagnosis(
    "cross_entropy.one_shift_for_all",
    "One number was subtracted from all rows, the largest of the whole array. A row whose scores all lie far below it "
    "has nothing but powers of zero, and neither 0 / 0 nor the logarithm of 0 is a number. Each row needs its own "
    "largest score: `axis=-1`, with `keepdims=True`.",
    {"see": "shift-read"},
)

LOSSES = (
    *each(OVERFLOW, careless, careless_sum, dense(naive)),
    *each(
        ONE_SHIFT,
        lambda z, t: careless(z - z.max(), t),
        lambda z, t: careless_sum(z - z.max(), t),
    ),
    *each(
        Diagnosis(
            "cross_entropy.half_shifted",
            "The largest score was subtracted in one of the two terms, and not in the other, so it is left over in the "
            "loss. Take the sum of powers and the score of the right token both from the shifted scores.",
            {"see": "log-sum-exp"},
        ),
        lambda z, t: np.mean(np.log(np.exp(_shifted(z)).sum(axis=1)) - of_targets(z, t)),
        lambda z, t: np.mean(np.log(powers(z).sum(axis=1)) - of_targets(_shifted(z), t)),
    ),
    *each(
        Diagnosis(
            "cross_entropy.underflow",
            "The right token's probability is so small that a float holds zero in its place, and the logarithm of zero "
            "is −∞. Do not take the logarithm of a probability: compute log q from the scores, as the score minus the "
            "logarithm of the sum of powers.",
            {"see": "log-sum-exp"},
        ),
        lambda z, t: -np.log(of_targets(rounded_to_zero(z), t)).mean(),
    ),
    *each(
        Diagnosis(
            "cross_entropy.zero_times_infinity",
            "The loss is `nan`: some probability is zero as a float, and in the sum over all tokens its logarithm is "
            "multiplied by zero. 0 · ∞ is `nan`. Pick the right token of each row by its id; then the others do not "
            "matter.",
            {"see": "one-hot-labels"},
        ),
        dense(rounded_to_zero),
    ),
    *each(
        Diagnosis(
            "cross_entropy.epsilon",
            "A small number was added to the probability, or the probability was kept away from zero, so that its "
            "logarithm exists. That makes a true loss of 2000 look like 28, and changes the others a little. Compute "
            "log q from the scores instead; then nothing needs to be added.",
            {"see": "log-sum-exp"},
        ),
        *(form for exponent in range(3, 17) for form in with_epsilon(10.0**-exponent)),
        *(form for epsilon in (1e-20, 1e-30, 1e-38, 1e-45, 1e-300) for form in with_epsilon(epsilon)),
        *(form for dtype in (np.float32, np.float64) for form in with_epsilon(float(np.finfo(dtype).eps))),
        *(form for dtype in (np.float32, np.float64) for form in with_epsilon(float(np.finfo(dtype).tiny))),
    ),
    *each(
        Diagnosis(
            "cross_entropy.summed",
            "The losses of the rows are added up. The loss of a batch is their mean, so that it does not depend on the "
            "size of the batch.",
            {"see": "mean-loss"},
        ),
        lambda z, t: losses(z, t).sum(),
    ),
    *each(
        Diagnosis(
            "cross_entropy.divided_by_all",
            "The sum was divided by B · V, the number of all scores. Each row has one right token and one loss, so it "
            "is divided by B.",
            {"see": "mean-loss"},
        ),
        lambda z, t: np.asarray(loss(z, t) / z.shape[1]),
    ),
    *each(
        Diagnosis(
            "cross_entropy.negative",
            "The sign is turned round. The logarithm of a probability is negative, and the loss is minus that.",
            {"see": "loss-definition"},
        ),
        lambda z, t: np.asarray(-loss(z, t)),
    ),
    *each(
        Diagnosis(
            "cross_entropy.other_logarithm",
            "The logarithm has another base than e: 2 counts in bits, 10 in digits. This course counts in nats, with "
            "`np.log`.",
            {"see": "loss-definition"},
        ),
        lambda z, t: np.asarray(loss(z, t) / np.log(2)),
        lambda z, t: np.asarray(loss(z, t) / np.log(10)),
    ),
    *each(
        Diagnosis(
            "cross_entropy.no_logarithm",
            "This is made of the probabilities of the right tokens without a logarithm.",
            {"see": "loss-definition"},
        ),
        lambda z, t: of_targets(careful(z), t).mean(),
        lambda z, t: -of_targets(careful(z), t).mean(),
        lambda z, t: 1 - of_targets(careful(z), t).mean(),
    ),
    *each(
        Diagnosis(
            "cross_entropy.log_of_mean",
            "The probabilities were averaged first, and the logarithm was taken of their mean. Each row has a loss of "
            "its own, and the mean comes last.",
            {"see": "mean-loss"},
        ),
        lambda z, t: -np.log(of_targets(careful(z), t).mean()),
    ),
    *each(
        Diagnosis(
            "cross_entropy.scores_only",
            "The scores of the right tokens alone do not make a loss: a score is high or low only beside the others. "
            "The logarithm of the sum of powers is missing.",
            {"see": "log-sum-exp"},
        ),
        lambda z, t: -of_targets(z, t).mean(dtype=np.float64),
        lambda z, t: of_targets(z, t).mean(dtype=np.float64),
        lambda z, t: np.asarray(np.mean(z.max(axis=1) - of_targets(z, t), dtype=np.float64)),
    ),
    *each(
        Diagnosis(
            "cross_entropy.not_averaged",
            "The loss has one number for each row. Training needs a single number: their mean.",
            {"see": "mean-loss"},
        ),
        losses,
        lambda z, t: losses(z, t)[:, None],
    ),
    *each(
        Diagnosis(
            "cross_entropy.one_row",
            "Only the first row, or only the last one, was counted.",
            {"see": "mean-loss"},
        ),
        lambda z, t: losses(z, t)[0],
        lambda z, t: losses(z, t)[-1],
        lambda z, t: losses(z, t)[0] / len(t),
        lambda z, t: losses(z, t)[-1] / len(t),
    ),
    *each(
        Diagnosis(
            "cross_entropy.of_the_winner",
            "This is the loss of the tokens with the largest scores. The targets say which tokens are right.",
            {"see": "loss-definition"},
        ),
        lambda z, t: np.asarray(loss(z, z.argmax(axis=1))),  # noqa: ARG005
    ),
    *each(
        Diagnosis(
            "cross_entropy.perplexity",
            "This is e to the power of the loss, which is called the perplexity. The loss is the exponent.",
            {"see": "loss-definition"},
        ),
        lambda z, t: np.exp(loss(z, t)),
    ),
    *each(
        Diagnosis(
            "cross_entropy.squared_error",
            "This is the squared distance of the probabilities from the one-hot vectors, another loss.",
            {"see": "loss-definition"},
        ),
        lambda z, t: np.asarray(((careful(z) - wanted(z, t)) ** 2).mean()),
        lambda z, t: ((careful(z) - wanted(z, t)) ** 2).sum(axis=1).mean(),
        lambda z, t: np.asarray(((careful(z) - wanted(z, t)) ** 2).sum(axis=1).mean() / 2),
    ),
    *each(
        Diagnosis(
            "cross_entropy.binary",
            "Every token was treated as a yes-or-no choice of its own. Exactly one token is right, so only its "
            "logarithm counts.",
            {"see": "loss-definition"},
        ),
        binary,
        lambda z, t: binary(z, t) / z.shape[1],
    ),
    *each(
        Diagnosis(
            "cross_entropy.softmax_twice",
            "The softmax was taken twice: probabilities went in where scores belong.",
            {"see": "log-sum-exp"},
        ),
        lambda z, t: np.asarray(loss(careful(z), t)),
    ),
    *each(
        Diagnosis(
            "cross_entropy.other_axis",
            "The probabilities do not add up to 1 along the last axis. The tokens of one row compete with each other, "
            "and with no other row.",
            {"see": "softmax-batches"},
        ),
        lambda z, t: -np.log(of_targets(along(z, 0), t)).mean(),
        lambda z, t: -np.log(of_targets(careful(z.ravel()).reshape(z.shape), t)).mean(),
    ),
    *each(
        Diagnosis(
            "cross_entropy.whole_columns",
            "`log_q[:, targets]` takes whole columns, for every row those of all targets. Each row needs the number "
            "of its own target: pair row numbers with targets.",
            {"see": "pick-one"},
        ),
        whole_columns,
        lambda z, t: whole_columns(z, t) * len(t),
    ),
    *each(
        Diagnosis(
            "cross_entropy.entropy",
            "This is the entropy of the probabilities. It does not depend on the targets, and they say what was right.",
            {"see": "loss-definition"},
        ),
        lambda z, t: -(careful(z) * np.log(careful(z))).sum(axis=1).mean(),  # noqa: ARG005
    ),
    *each(
        Diagnosis(
            "cross_entropy.swapped",
            "The gradient came first. The loss should, then the gradient: `return loss, grad_logits`.",
            {"see": "cross-entropy-from-logits-exercise"},
        ),
        gradient,
        lambda z, t: gradient(z, t) * len(t),
    ),
)
