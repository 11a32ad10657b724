"""How `train_step` is misunderstood on the way back, in each of the new arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from tiedbook.checks.misconceptions.train_step_loss import Results, misconception
from tiedbook.checks.oracle import Misconception
from tiedbook.checks.small_model import Bend, Case, gradient, stepped
from tiedbook.diagnosis import Diagnosis


def _head(case: Case) -> np.ndarray:
    return case.E if case.U is None else case.U


def _moved(case: Case, name: str, grad: np.ndarray) -> np.ndarray:
    return np.asarray(_old(case, name) - case.lr * grad)


def _old(case: Case, name: str) -> np.ndarray:
    return np.asarray(getattr(case, name), np.float64)


def _batch_summed(case: Case, grad: np.ndarray) -> np.ndarray:
    return grad * len(case.targets)


def arrays(name: str) -> tuple[Misconception, ...]:
    """Return what the new array of a name may have become.

    Parameters
    ----------
    name : str
        One of ``small_model.NAMES``.
    """

    def bent(bend: Bend) -> Results:
        return lambda case: iter((stepped(case, name, bend),))

    def of_gradient(change: Callable[[Case, np.ndarray], np.ndarray]) -> Results:
        return lambda case: iter((change(case, gradient(case, name)),))

    common = (
        misconception(
            Diagnosis(
                "train_step.uphill",
                "The step goes uphill: the gradient was added. It points to where the loss grows, so it is subtracted.",
                {"see": "model-step"},
            ),
            of_gradient(lambda case, grad: _moved(case, name, -grad)),
        ),
        misconception(
            Diagnosis(
                "train_step.without_rate",
                "The whole gradient was subtracted. It is multiplied by `lr` first.",
                {"see": "model-step"},
            ),
            of_gradient(lambda case, grad: _moved(case, name, grad / case.lr)),
        ),
        misconception(
            Diagnosis(
                "train_step.only_gradient",
                "This is the gradient, or the gradient times the rate. The new array is the old one minus that.",
                {"see": "model-step"},
            ),
            lambda case: iter((gradient(case, name), *(sign * case.lr * gradient(case, name) for sign in (1, -1)))),
        ),
        misconception(
            Diagnosis(
                "train_step.not_moved",
                "`{array}` came back as it was. Every array of the model takes part in the step.",
                {"see": "model-step"},
            ),
            lambda case: iter((_old(case, name),)),
        ),
        misconception(
            Diagnosis(
                "train_step.batch_summed",
                "The gradient is too large by the number of examples. The loss is a mean over the batch, so the "
                "gradient of the scores is divided by B once.",
                {"see": "model-backward"},
            ),
            of_gradient(lambda case, grad: _moved(case, name, _batch_summed(case, grad))),
        ),
        misconception(
            Diagnosis(
                "train_step.divided_twice",
                "The gradient is too small by the number of examples: it was divided by B twice. The division is "
                "already in the gradient of the scores; everything below it only adds.",
                {"see": "model-backward"},
            ),
            of_gradient(lambda case, grad: _moved(case, name, grad / len(case.targets))),
        ),
        misconception(
            Diagnosis(
                "train_step.one_hot_missing",
                "The gradient of the scores is the softmax itself, as it seems. The one-hot vector of the target has "
                "to be subtracted: that is what pulls the right token up.",
                {"see": "model-backward"},
            ),
            bent(Bend(targets=False)),
        ),
    )
    found = (*common, *_SPECIAL.get(name, lambda: ())(), *(_inside(name) if name in ("W1", "b1", "E") else ()))
    return tuple(
        Misconception(
            Diagnosis(each.diagnosis.code, each.diagnosis.message, {**each.diagnosis.values, "array": name}),
            each.results,
        )
        for each in found
    )


def _inside(name: str) -> tuple[Misconception, ...]:
    """Return what goes wrong on the way back through tanh and W2."""

    def slopes(*formulas: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> Results:
        return lambda case: iter([stepped(case, name, Bend(slope=each)) for each in formulas])

    return (
        misconception(
            Diagnosis(
                "train_step.tanh_passed",
                "On the way back the gradient went through tanh unchanged. It has to be multiplied by the slope "
                "there, `1 - a**2`, where `a` is what tanh returned.",
                {"see": "model-backward"},
            ),
            slopes(lambda before, after: np.ones_like(after)),  # noqa: ARG005
        ),
        misconception(
            Diagnosis(
                "train_step.tanh_slope",
                "The slope of tanh is another one: `1 - a**2`, where `a` is what tanh returned. What you have is the "
                "slope of a sigmoid, or lacks the square, or is taken at the argument of tanh.",
                {"see": "model-backward"},
            ),
            slopes(
                lambda before, after: after * (1 - after),  # noqa: ARG005
                lambda before, after: 1 - after,  # noqa: ARG005
                lambda before, after: 1 - before**2,  # noqa: ARG005
                lambda before, after: 1 - np.tanh(after) ** 2,  # noqa: ARG005
            ),
        ),
        _updated(name),
    )


def _updated(name: str) -> Misconception:
    def results(case: Case) -> Iterator[np.ndarray]:
        new = {each: np.asarray(stepped(case, each), np.float64) for each in ("W1", "W2")}
        heads = [np.asarray(stepped(case, "E" if case.tied else "U"), np.float64)]
        if case.tied:
            heads.append(_moved(case, "E", gradient(case, "head")))
        for head in heads:
            for names in (("head",), ("W1",), ("W2",), ("head", "W2"), ("W1", "W2"), ("head", "W1", "W2")):
                yield stepped(case, name, Bend(back={each: {**new, "head": head}[each] for each in names}))

    return misconception(
        Diagnosis(
            "train_step.updated_first",
            "An array was changed before the gradient had passed through it. All gradients belong to the old "
            "parameters: first compute all of them, then change anything.",
            {"see": "model-step"},
        ),
        results,
    )


def _survivors(case: Case, *, head: bool) -> np.ndarray:
    """Return the gradient of E with only the last contribution of each repeated id."""
    positions = case._replace(E=np.asarray(case.E, np.float64)[case.ids].reshape(-1, case.E.shape[1]))
    apart = positions._replace(ids=np.arange(case.ids.size).reshape(case.ids.shape), U=_head(case), tied=False)
    each = gradient(apart, "lookup")
    total = np.zeros(case.E.shape)
    for position, row in enumerate(case.ids.ravel()):
        total[row] = each[position]
    return np.asarray(total + gradient(case, "head")) if head else total


def _on_lookup_table() -> tuple[Misconception, ...]:
    def other_path(case: Case) -> Iterator[np.ndarray]:
        if not case.tied:
            yield _moved(case, "E", gradient(case, "lookup") + gradient(case, "head"))

    def lookup_only(case: Case) -> Iterator[np.ndarray]:
        yield _moved(case, "E", gradient(case, "lookup"))

    def head_only(case: Case) -> Iterator[np.ndarray]:
        yield _moved(case, "E", gradient(case, "head") if case.tied else gradient(case, "lookup"))
        if not case.tied:
            yield _old(case, "E")

    def averaged(case: Case) -> Iterator[np.ndarray]:
        parts = (gradient(case, "lookup"), gradient(case, "head")) if case.tied else (gradient(case, "lookup"),)
        yield _moved(case, "E", np.mean(parts, axis=0))

    def last(case: Case) -> Iterator[np.ndarray]:
        yield _moved(case, "E", _survivors(case, head=case.tied))

    return (
        misconception(
            Diagnosis(
                "train_step.lookup_only",
                "The table was moved by the lookup's gradient alone. In a tied model the same table makes the scores "
                "as well, and the gradient that arrives there belongs to it too: both are added.",
                {"see": "model-tied"},
            ),
            lookup_only,
        ),
        misconception(
            Diagnosis(
                "train_step.head_only",
                "The table was moved by the gradient of the scores alone. It was looked up as well, three times in "
                "each example, and the gradient that arrives there belongs to it too: both are added.",
                {"see": "model-tied"},
            ),
            head_only,
        ),
        misconception(
            Diagnosis(
                "train_step.averaged",
                "The two gradients of the table were averaged. Two uses are two ways to change the loss, and the "
                "chain rule adds them up.",
                {"see": "model-tied"},
            ),
            averaged,
        ),
        misconception(
            Diagnosis(
                "train_step.last_survives",
                "Of the gradients of a repeated id only the last has survived. What meets in one row of the table "
                "must be added: `embed_backward` does it.",
                {"see": "model-backward"},
            ),
            last,
        ),
        misconception(
            Diagnosis(
                "train_step.both_in_one",
                "The gradient of the scores went into `E`. Here the model is not tied: `E` is only looked up, and "
                "what the scores send back belongs to `U`.",
                {"see": "model-tied"},
            ),
            other_path,
        ),
    )


def _on_scoring_table() -> tuple[Misconception, ...]:
    def other_path(case: Case) -> Iterator[np.ndarray]:
        yield _moved(case, "U", gradient(case, "lookup") + gradient(case, "head"))

    return (
        misconception(
            Diagnosis(
                "train_step.lookup_in_scoring_table",
                "The gradient of the lookup went into `U`. Here the model is not tied: `U` only makes the scores, "
                "and what the lookup sends back belongs to `E`.",
                {"see": "model-tied"},
            ),
            other_path,
        ),
    )


_SPECIAL = {"E": _on_lookup_table, "U": _on_scoring_table}
