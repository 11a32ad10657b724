"""How `masked_mean` is misunderstood."""

from __future__ import annotations

import numpy as np

from tiedbook.checks.misconceptions.mispooled import (
    count,
    fractions_lost,
    largest,
    of_first_positions,
    of_nonzero,
    of_padding,
    of_whole_batch,
    on_columns,
    one_number,
    one_token,
    over_columns,
    over_texts,
    total,
    weights,
    with_mask_as_index,
)
from tiedbook.checks.oracle import Failure, Misconception
from tiedbook.checks.pooling import pooled
from tiedbook.checks.trial import Trial
from tiedbook.diagnosis import Diagnosis

MASK_AXIS = Diagnosis(
    "masked_mean.mask_axis",
    "The mask, of shape {mask_shape}, has met the embeddings, of shape {embeddings_shape}, along the wrong axes: NumPy "
    "lines shapes up at their ends, so the positions of the mask met the columns of the vectors. Give the mask a third "
    "axis of length 1, for instance with `mask[:, :, None]`.",
    {"see": "mask-shapes"},
)
COUNT_AXIS = Diagnosis(
    "masked_mean.count_axis",
    "The sums have the shape (B, d) and the counts the shape (B,), so NumPy divides columns by the counts of texts. "
    "Each text has one count, for all of its columns: keep its axis with `keepdims=True`, or add one.",
    {"see": "mask-shapes"},
)


COUNT_OF_POSITIONS = Diagnosis(
    "masked_mean.count_of_positions",
    "The mask was added up along its first axis: that counts, for each position, the texts that have a token there. "
    "Each text needs the number of its own tokens, along axis 1.",
    {"see": "mask-shapes"},
)

MISCONCEPTIONS = (
    Misconception(
        Diagnosis(
            "masked_mean.mask_ignored",
            "This is the mean over all positions, padding included. The mask says which positions hold a real token; "
            "the others must not count, neither in the sum nor in the number that it is divided by.",
            {"see": "padding"},
        ),
        lambda x, mask: (x.mean(axis=1),),  # noqa: ARG005
    ),
    Misconception(
        Diagnosis(
            "masked_mean.divided_by_length",
            "Only real tokens were added, and then the sum was divided by the number of all positions. That pulls "
            "every vector towards zero. Divide by the number of real tokens of each text.",
            {"see": "both-halves"},
        ),
        lambda x, mask: (total(x, mask) / x.shape[1],),
    ),
    Misconception(
        Diagnosis(
            "masked_mean.padding_in_sum",
            "The sum was divided by the number of real tokens, as it should be, but the vectors at padded positions "
            "are in the sum as well. Padding has vectors, too, and they need not be zero.",
            {"see": "both-halves"},
        ),
        lambda x, mask: (x.sum(axis=1) / count(x, mask),),
    ),
    Misconception(
        Diagnosis(
            "masked_mean.sum_only",
            "This is the sum of the real tokens. The mean divides it by their number, so that long texts do not get "
            "long vectors.",
            {"see": "pooling"},
        ),
        lambda x, mask: (total(x, mask), x.sum(axis=1)),
    ),
    Misconception(
        Diagnosis(
            "masked_mean.inverted",
            "This is the mean of the padding. In the mask, 1 or True stands for a real token. (Some libraries have it "
            "the other way round.)",
            {"see": "mask"},
        ),
        of_padding,
    ),
    Misconception(
        Diagnosis(
            "masked_mean.zeros_are_padding",
            "Vectors of zeros were taken for padding. A real token may have such a vector, and padding may have "
            "another one: only the mask knows which is which.",
            {"see": "mask-decides"},
        ),
        of_nonzero,
    ),
    Misconception(
        Diagnosis(
            "masked_mean.first_positions",
            "The real tokens were counted, and then that many were taken from the beginning of each text. Padding need "
            "not stand at the end: the mask says for each position whether it counts.",
            {"see": "mask"},
        ),
        of_first_positions,
    ),
    Misconception(
        Diagnosis(
            "masked_mean.mask_as_index",
            "A mask of integers was used as an index, so that 0 and 1 were read as the positions 0 and 1. Only a mask "
            "of booleans picks the positions where it is True; `mask.astype(bool)` makes one.",
            {"see": "mask-types"},
        ),
        with_mask_as_index,
    ),
    Misconception(
        Diagnosis(
            "masked_mean.whole_batch",
            "All texts were averaged into one vector. Each text has a mean of its own, and what stands beside it in "
            "the batch has no part in it.",
            {"see": "pooling"},
        ),
        of_whole_batch,
    ),
    Misconception(
        Diagnosis(
            "masked_mean.divided_by_batch",
            "Each sum was divided by a number that belongs to the whole batch. A text is divided by the number of its "
            "own real tokens.",
            {"see": "mask-shapes"},
        ),
        lambda x, mask: (total(x, mask) / by for by in (max(np.count_nonzero(mask), 1), len(x), np.size(mask))),
    ),
    Misconception(
        Diagnosis(
            "masked_mean.divided_twice",
            "The sum was divided twice: by the number of all positions, as `mean` does, and then by the number of real "
            "tokens. Take `sum`, and divide once.",
            {"see": "both-halves"},
        ),
        lambda x, mask: (total(x, mask) / x.shape[1] / count(x, mask), total(x, mask) / count(x, mask) ** 2),
    ),
    Misconception(
        Diagnosis(
            "masked_mean.numbers_counted",
            "The sum was divided by a number of columns or of single numbers. What is counted is tokens: each of them "
            "is one row of d numbers, and each column has a sum of its own.",
            {"see": "both-halves"},
        ),
        lambda x, mask: (total(x, mask) / by for by in (x.shape[2], count(x, mask) * x.shape[2], x.size)),
    ),
    Misconception(
        Diagnosis(
            "masked_mean.one_number",
            "All numbers were averaged into one, of each text or of the whole batch. The columns stay apart: a text of "
            "d columns has a mean of d numbers. Name the axis of the tokens, `axis=1`.",
            {"see": "pooling"},
        ),
        one_number,
    ),
    Misconception(
        Diagnosis(
            "masked_mean.over_texts",
            "The mean was taken over the texts, position by position. The axes are (B, T, d); the tokens of a text lie "
            "along the second, which is axis 1.",
            {"see": "pooling"},
        ),
        over_texts,
    ),
    Misconception(
        Diagnosis(
            "masked_mean.over_columns",
            "The numbers of each vector were averaged, and the tokens kept apart. It is the other way round: the "
            "columns stay, and the tokens of a text become one. They lie along axis 1.",
            {"see": "pooling"},
        ),
        over_columns,
    ),
    Misconception(MASK_AXIS, on_columns),
    Misconception(COUNT_AXIS, lambda x, mask: (total(x, mask) / count(x, mask)[:, 0],)),
    Misconception(
        Diagnosis(
            "masked_mean.one_token",
            "Each text is represented by one of its tokens. A mean takes all of the real ones.",
            {"see": "pooling"},
        ),
        one_token,
    ),
    Misconception(
        Diagnosis(
            "masked_mean.largest",
            "This is the largest number of each column, not the mean. It is called max pooling, and is another way to "
            "make one vector of many.",
            {"see": "pooling"},
        ),
        largest,
    ),
    Misconception(
        Diagnosis(
            "masked_mean.count_off",
            "The sums are right, and were divided by one token too many or too few. To be safe from a division by "
            "zero, use `np.maximum(count, 1)`; adding 1 to every count changes all the means.",
            {"see": "no-token"},
        ),
        lambda x, mask: (total(x, mask) / (count(x, mask) + 1), total(x, mask) / np.maximum(count(x, mask) - 1, 1)),
    ),
    Misconception(
        Diagnosis(
            "masked_mean.root",
            "The sums were divided by the square root of the count. The mean divides by the count itself.",
            {"see": "pooling"},
        ),
        lambda x, mask: (total(x, mask) / np.sqrt(count(x, mask)),),
    ),
    Misconception(
        Diagnosis(
            "masked_mean.not_averaged",
            "The padding was set to zero, and the tokens are still apart. Now add up the tokens of each text, along "
            "axis 1, and divide.",
            {"see": "both-halves"},
        ),
        lambda x, mask: (x * weights(x, mask),),
    ),
    Misconception(
        Diagnosis(
            "masked_mean.one_text",
            "Only one text of the batch came back. The result has a row for every text; a `return` inside a loop, for "
            "instance, ends the loop in its first round.",
            {"see": "masked-mean-hints"},
        ),
        lambda x, mask: (pooled(x, mask)[0], pooled(x, mask)[-1], pooled(x, mask)[:1], pooled(x, mask)[-1:]),
    ),
    Misconception(
        Diagnosis(
            "masked_mean.fractions_lost",
            "The means have lost their fractions. `//` cuts them off, and so does an array made of integers, such as "
            "`np.zeros_like(mask)`.",
            {"see": "masked-mean-exercise"},
        ),
        fractions_lost,
    ),
)


def _mask_axis(trial: Trial) -> bool:
    x, mask = trial.values[:2]
    return _says(trial, x.shape, np.asarray(mask).shape) if isinstance(x, np.ndarray) else False


def _count_axis(trial: Trial) -> bool:
    x = trial.values[0]
    return _says(trial, (len(x), x.shape[2]), (len(x),)) if isinstance(x, np.ndarray) else False


def _says(trial: Trial, *shapes: tuple[int, ...]) -> bool:
    """Say whether NumPy refused to bring these shapes together."""
    raised = trial.seen.raised
    told = " ".join(str(shape).replace(" ", "") for shape in shapes)
    return raised is not None and "broadcast" in raised.message and told in raised.message


def _count_of_positions(trial: Trial) -> bool:
    x = trial.values[0]
    if not isinstance(x, np.ndarray):
        return False
    sums = (len(x), x.shape[2])
    return any(_says(trial, sums, counts) for counts in ((x.shape[1], 1), (x.shape[1],)))


FAILURES = (
    Failure(MASK_AXIS, _mask_axis),
    Failure(COUNT_AXIS, _count_axis),
    Failure(COUNT_OF_POSITIONS, _count_of_positions),
)
