"""How `embed_backward` is misunderstood."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tiedbook.checks.oracle import Misconception
from tiedbook.checks.scatter import counted, last_in_each_text, scattered, survivors
from tiedbook.diagnosis import Diagnosis


def _used(ids: np.ndarray, grad_output: np.ndarray, vocab_size: int) -> Iterator[np.ndarray]:
    total, found = scattered(ids, grad_output, vocab_size), np.unique(ids)
    if found.size < vocab_size:
        yield total[found]


def _sized_by_ids(ids: np.ndarray, grad_output: np.ndarray, vocab_size: int) -> Iterator[np.ndarray]:
    if ids.max() + 1 < vocab_size:
        yield scattered(ids, grad_output, vocab_size)[: ids.max() + 1]


def _looked_up(ids: np.ndarray, grad_output: np.ndarray, vocab_size: int) -> Iterator[np.ndarray]:
    del vocab_size
    rows = grad_output.reshape(-1, grad_output.shape[-1])
    yield from (rows[ids], grad_output[ids], rows[ids.ravel()])


def _columns_added(ids: np.ndarray, grad_output: np.ndarray, vocab_size: int) -> Iterator[np.ndarray]:
    total = scattered(ids, grad_output, vocab_size).sum(axis=-1)
    yield from (total, total[:, None], np.broadcast_to(total[:, None], (vocab_size, grad_output.shape[-1])))


def _ids_sorted(ids: np.ndarray, grad_output: np.ndarray, vocab_size: int) -> Iterator[np.ndarray]:
    rows = grad_output.reshape(-1, grad_output.shape[-1])
    yield scattered(np.sort(ids, axis=None), rows, vocab_size)


def _largest(ids: np.ndarray, grad_output: np.ndarray, vocab_size: int) -> Iterator[np.ndarray]:
    for start in (0.0, -np.inf):
        kept = np.full((vocab_size, grad_output.shape[-1]), start)
        np.maximum.at(kept, ids, grad_output)
        yield np.where(np.isinf(kept), 0, kept)


def _from_ones(ids: np.ndarray, grad_output: np.ndarray, vocab_size: int) -> Iterator[np.ndarray]:
    yield scattered(ids, grad_output, vocab_size) + 1


def _fractions_lost(ids: np.ndarray, grad_output: np.ndarray, vocab_size: int) -> Iterator[np.ndarray]:
    for whole in (np.trunc, np.floor, np.rint):
        yield whole(scattered(ids, grad_output, vocab_size))
        yield scattered(ids, whole(grad_output), vocab_size)
    running = np.zeros((vocab_size, grad_output.shape[-1]), np.int64)
    for row, each in zip(ids.ravel(), grad_output.reshape(-1, grad_output.shape[-1]), strict=True):
        running[row] = running[row] + each
    yield running


MISCONCEPTIONS = (
    Misconception(
        Diagnosis(
            "embed_backward.last_survives",
            "Of each id's gradients only the last has survived. `grad[ids] += g` reads all old rows first and then "
            "writes once for each position, so a later write replaces an earlier one. What meets in a row must be "
            "added.",
            {"see": "silent"},
        ),
        lambda ids, grad, vocab_size: (survivors(ids, grad, vocab_size),),
    ),
    Misconception(
        Diagnosis(
            "embed_backward.first_survives",
            "Of each id's gradients only the first has survived. Every position that holds the id used the row, so "
            "all of their gradients are added.",
            {"see": "reading"},
        ),
        lambda ids, grad, vocab_size: (survivors(ids, grad, vocab_size, first=True),),
    ),
    Misconception(
        Diagnosis(
            "embed_backward.last_in_each_text",
            "Within one text only the last gradient of an id has survived; between texts they were added. A loop over "
            "the first axis of the ids takes a whole row of them at once, and `+=` with several ids keeps the last of "
            "those that repeat.",
            {"see": "silent"},
        ),
        last_in_each_text,
    ),
    Misconception(
        Diagnosis(
            "embed_backward.averaged",
            "The gradients of each id were averaged. Two uses of a row are two ways to change the loss, and the chain "
            "rule adds them. Nothing divides by their number.",
            {"see": "nudge"},
        ),
        lambda ids, grad, vocab_size: (
            scattered(ids, grad, vocab_size) / np.maximum(counted(ids, vocab_size), 1),
            scattered(ids, grad, vocab_size) / (counted(ids, vocab_size) + 1),
        ),
    ),
    Misconception(
        Diagnosis(
            "embed_backward.divided",
            "Everything was divided by the number of positions. If the loss is a mean, that division is already in "
            "`grad_output`; here the rows are only added.",
            {"see": "reading"},
        ),
        lambda ids, grad, vocab_size: (
            scattered(ids, grad, vocab_size) / ids.size,
            scattered(ids, grad, vocab_size) / len(ids),
            scattered(ids, grad, vocab_size) / ids.shape[-1],
        ),
    ),
    Misconception(
        Diagnosis(
            "embed_backward.sized_by_ids",
            "The result ends at the largest id of this call. The gradient has a row for every row of the table, "
            "`vocab_size` of them, whichever ids were looked up.",
            {"see": "given"},
        ),
        _sized_by_ids,
    ),
    Misconception(
        Diagnosis(
            "embed_backward.used_rows_only",
            "The result has one row for each id that occurs, and none for the others. The gradient has the shape of "
            "the table: ids that do not occur have a row of zeros.",
            {"see": "reading"},
        ),
        _used,
    ),
    Misconception(
        Diagnosis(
            "embed_backward.transposed",
            "The numbers are right, but rows and columns are exchanged. The gradient has the shape of the table, "
            "{wanted_shape} here: one row for each token.",
            {"see": "derivation"},
        ),
        lambda ids, grad, vocab_size: (scattered(ids, grad, vocab_size).T,),
    ),
    Misconception(
        Diagnosis(
            "embed_backward.counts",
            "These are counts: how often each id occurs. Each position should add its own row of `grad_output`, not a "
            "row of ones.",
            {"see": "reading"},
        ),
        lambda ids, grad, vocab_size: (
            np.broadcast_to(counted(ids, vocab_size), (vocab_size, grad.shape[-1])),
            counted(ids, vocab_size)[:, 0],
            np.broadcast_to(counted(ids, vocab_size) > 0, (vocab_size, grad.shape[-1])),
        ),
    ),
    Misconception(
        Diagnosis(
            "embed_backward.looked_up",
            "Rows of `grad_output` were looked up at the ids. That is the forward step once more. Backward, the row at "
            "each *position* goes to the row of the result that its id names.",
            {"see": "transpose"},
        ),
        _looked_up,
    ),
    Misconception(
        Diagnosis(
            "embed_backward.untouched",
            "`grad_output` came back as it was, one row for each position. The result has one row for each token of "
            "the vocabulary.",
            {"see": "given"},
        ),
        lambda ids, grad, vocab_size: (grad, grad.reshape(-1, grad.shape[-1])),  # noqa: ARG005
    ),
    Misconception(
        Diagnosis(
            "embed_backward.columns_added",
            "The columns of each row were added into one number. Columns stay apart: column k of the gradient is the "
            "sum of column k at the positions of the id.",
            {"see": "derivation"},
        ),
        _columns_added,
    ),
    Misconception(
        Diagnosis(
            "embed_backward.ids_sorted",
            "The ids were sorted and the rows of `grad_output` were not, so rows went to other tokens. Whatever moves "
            "an id has to move its row with it.",
            {"see": "race"},
        ),
        _ids_sorted,
    ),
    Misconception(
        Diagnosis(
            "embed_backward.largest",
            "Where several gradients meet in a row, only the largest number of each column is left. They have to be "
            "added.",
            {"see": "reading"},
        ),
        _largest,
    ),
    Misconception(
        Diagnosis(
            "embed_backward.negative",
            "The sign is turned round. This is the gradient itself; the minus belongs to the training step that uses "
            "it.",
            {"see": "given"},
        ),
        lambda ids, grad, vocab_size: (-scattered(ids, grad, vocab_size),),
    ),
    Misconception(
        Diagnosis(
            "embed_backward.from_ones",
            "Every number is too large by 1: the sums were begun with ones. A row that nothing arrives in has the "
            "gradient zero.",
            {"see": "reading"},
        ),
        _from_ones,
    ),
    Misconception(
        Diagnosis(
            "embed_backward.zero_is_padding",
            "Row 0 was left at zero. Here id 0 is an ordinary token; padding is the subject of the next chapter.",
            {"see": "reading"},
        ),
        lambda ids, grad, vocab_size: (scattered(ids, grad, vocab_size) * (np.arange(vocab_size) != 0)[:, None],),
    ),
    Misconception(
        Diagnosis(
            "embed_backward.fractions_lost",
            "The numbers have lost their fractions. An array made of integers, such as `np.zeros_like(ids)`, cuts "
            "what is stored in it; the result needs the dtype of `grad_output`.",
            {"see": "embed-backward-exercise"},
        ),
        _fractions_lost,
    ),
)
