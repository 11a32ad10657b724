"""How `gather` is misunderstood, in the numbers that arrive and in what stops on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from tiedbook.checks.definitions import rows
from tiedbook.checks.oracle import Failure, Misconception
from tiedbook.checks.scatter import counted, scattered, survivors
from tiedbook.checks.trial import Trial
from tiedbook.diagnosis import Diagnosis


def _counts(table: np.ndarray, ids: np.ndarray) -> np.ndarray:
    return np.broadcast_to(counted(ids, len(table)), table.shape)


def _columns(table: np.ndarray, ids: np.ndarray) -> Iterator[np.ndarray]:
    yield from (table.T[ids], table[:, ids])


def _remembered(table: np.ndarray, ids: np.ndarray, grad: np.ndarray, other: np.ndarray) -> Iterator[np.ndarray]:
    first, second = scattered(ids, grad, len(table)), scattered(ids, other, len(table))
    yield from (first + first + second, first + first)


_ROWS = (
    Misconception(
        Diagnosis(
            "gather.columns",
            "These are columns of the table. The first axis counts the tokens: `table.data[ids]` takes rows.",
            {"see": "gather-hints"},
        ),
        _columns,
    ),
    Misconception(
        Diagnosis(
            "gather.flattened",
            "The rows are right, but the axes of the ids are lost. Ids of shape {ids_shape} give data of shape "
            "{wanted_shape}.",
            {"see": "gather-exercise"},
        ),
        lambda table, ids: (rows(ids, table).reshape(-1, table.shape[1]),),
    ),
)

_BACKWARD = (
    Misconception(
        Diagnosis(
            "gather.last_survives",
            "The rows are right. On the way back only the last gradient of each id has survived. The rule has to "
            "scatter-add, as `embed_backward` does; `+=` with repeated ids keeps the last of them.",
            {"see": "silent"},
        ),
        lambda table, ids, grad: (survivors(ids, grad, len(table)),),
    ),
    Misconception(
        Diagnosis(
            "gather.averaged",
            "The rows are right. On the way back the gradients of each id were averaged. They have to be added.",
            {"see": "nudge"},
        ),
        lambda table, ids, grad: (scattered(ids, grad, len(table)) / np.maximum(counted(ids, len(table)), 1),),
    ),
    Misconception(
        Diagnosis(
            "gather.divided",
            "The rows are right. On the way back the sums were divided by the number of positions. If the loss is a "
            "mean, the gradient that comes in has been divided already; the rule only adds.",
            {"see": "nudge"},
        ),
        lambda table, ids, grad: (scattered(ids, grad, len(table)) / ids.size,),
    ),
    Misconception(
        Diagnosis(
            "gather.stepped",
            "The rows are right. On the way back the gradient was added to the table, or subtracted from something: "
            "that is a training step. The rule returns the gradient itself, with its own sign, begun with zeros.",
            {"see": "autograd-rules"},
        ),
        lambda table, ids, grad: (
            start + sign * scattered(ids, grad, len(table))
            for start, sign in ((table, 1), (table, -1), (np.zeros_like(table), -1), (np.ones_like(table), 1))
        ),
    ),
    Misconception(
        Diagnosis(
            "gather.ignores_gradient",
            "The rows are right. On the way back the rule counts how often each id occurs, and ignores the gradient "
            "that it is given. What comes in from above has to be passed on.",
            {"see": "autograd-rules"},
        ),
        lambda table, ids, grad: (_counts(table, ids), np.sign(_counts(table, ids))),  # noqa: ARG005
    ),
    Misconception(
        Diagnosis(
            "gather.counted_twice",
            "The rows are right. Every gradient arrives twice: the rule stores it in `table.grad` and returns it as "
            "well. A rule only returns; `backward` does the adding.",
            {"see": "autograd-rules"},
        ),
        lambda table, ids, grad: (2 * scattered(ids, grad, len(table)),),
    ),
)

_TWICE = (
    Misconception(
        Diagnosis(
            "gather.use_lost",
            "The table is used twice in one sum here, and the gradient of one use is lost: what arrived before was "
            "replaced. A rule only returns; `backward` does the adding.",
            {"see": "autograd-rules"},
        ),
        lambda table, ids, grad, other: (scattered(ids, grad, len(table)), scattered(other, grad, len(table))),
    ),
)

_AGAIN = (
    Misconception(
        Diagnosis(
            "gather.call_lost",
            "`backward` was called twice, and only the second gradient is there: the first was replaced. A rule only "
            "returns; `backward` does the adding.",
            {"see": "autograd-rules"},
        ),
        lambda table, ids, grad, other: (scattered(ids, other, len(table)),),  # noqa: ARG005
    ),
    Misconception(
        Diagnosis(
            "gather.rule_remembers",
            "`backward` was called twice, and the first gradient was counted again in the second call. The rule keeps "
            "an array from call to call; it should make a new one each time.",
            {"see": "autograd-rules"},
        ),
        _remembered,
    ),
)

MISCONCEPTIONS: Mapping[str, tuple[Misconception, ...]] = {
    "rows": _ROWS,
    "backward": _BACKWARD,
    "twice": _TWICE,
    "again": _AGAIN,
}


def _says(*parts: str) -> Callable[[Trial], bool]:
    """Recognise an exception by pieces of its kinds and message."""

    def shows(trial: Trial) -> bool:
        raised = trial.seen.raised
        return raised is not None and all(part in f"{raised.kinds[0]}: {raised.message}" for part in parts)

    return shows


FAILURES = (
    Failure(
        Diagnosis(
            "gather.array",
            "The answer returned an array. It has to return a `Tensor`: an array has no parents and no rule, so no "
            "gradient could find its way back.",
            {"see": "autograd-own", "got": "numpy.ndarray", "wanted": "Tensor"},
        ),
        _says("NotATensor", "ndarray"),
    ),
    Failure(
        Diagnosis(
            "gather.not_a_tensor",
            "The answer did not return a `Tensor` of `tiedbook.autograd`.",
            {"see": "autograd-own", "wanted": "Tensor"},
        ),
        _says("NotATensor"),
    ),
    Failure(
        Diagnosis(
            "gather.unreached",
            "The rows are right, and `backward` has not reached the table: its `grad` is still None. The result must "
            "name the very `table` that was passed as its parent: not its data, and not a new tensor.",
            {"see": "autograd", "got": "None"},
        ),
        _says("NoGradient"),
    ),
    Failure(
        Diagnosis(
            "gather.no_rule",
            "The result has a parent and no rule. The rule is the third argument of `Tensor`: a function that takes "
            "the gradient of the result and returns the gradient of the table, in a tuple.",
            {"see": "autograd-own"},
        ),
        _says("needs a rule"),
    ),
    Failure(
        Diagnosis(
            "gather.parents_tuple",
            "The parents have to be a tuple, also where there is only one: `(table,)`. Without the comma, `(table)` is "
            "the table itself.",
            {"see": "autograd-own"},
        ),
        _says("TypeError", "'Tensor' object is not iterable"),
    ),
    Failure(
        Diagnosis(
            "gather.array_as_parent",
            "One of the parents is an array. Parents are tensors that a gradient can flow to. Ids are labels and get "
            "none, and `table.data` is only the inside of the parent, `table`.",
            {"see": "autograd"},
        ),
        _says("TypeError", "unhashable type: 'numpy.ndarray'"),
    ),
    Failure(
        Diagnosis(
            "gather.rule_tuple",
            "The rule has to return a tuple with one gradient for each parent: `return (gradient,)`, with the comma. A "
            "bare array, or a rule without `return`, is not one.",
            {"see": "autograd-rules"},
        ),
        _says("a rule must return a tuple"),
    ),
    Failure(
        Diagnosis(
            "gather.rule_shape",
            "The rule returned a gradient in another shape than that of the table. It receives one row for each "
            "position and returns one row for each token: what lies between is `embed_backward`.",
            {"see": "gather-exercise"},
        ),
        _says("cannot have a gradient of shape"),
    ),
    Failure(
        Diagnosis(
            "gather.tensor_indexed",
            "A `Tensor` was used as if it were an array. The numbers are in `table.data`; look them up there.",
            {"see": "autograd"},
        ),
        _says("TypeError", "'Tensor' object is not subscriptable"),
    ),
    Failure(
        Diagnosis(
            "gather.tensor_length",
            "A `Tensor` has no length. The number of rows is that of its array, `len(table.data)`.",
            {"see": "autograd"},
        ),
        _says("TypeError", "object of type 'Tensor' has no len()"),
    ),
    Failure(
        Diagnosis(
            "gather.stores",
            "The rule works on `table.grad`, which is None until a gradient has arrived. It need not store anything: "
            "it returns the gradient of the table, and `backward` adds it to what is there.",
            {"see": "autograd-rules"},
        ),
        _says("'NoneType'"),
    ),
)
