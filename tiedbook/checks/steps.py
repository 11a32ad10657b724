"""Calls of `train_step`: how they are drawn, how they are spelt, and what each result should be."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np

from tiedbook.checks import draws
from tiedbook.checks.misconceptions.train_step import arrays
from tiedbook.checks.misconceptions.train_step_loss import LOSS
from tiedbook.checks.misconceptions.train_step_returns import FAILURES
from tiedbook.checks.oracle import Args, Oracle
from tiedbook.checks.small_model import NAMES, Case, loss, stepped
from tiedbook.spelling import Given, given

SEE = "train-step-exercise"
CONTEXT = 3
ORDER = ("loss", "bias", "U", "W2", "b2", "W1", "b1", "E")  # the way back through the model
LOSSES = ("loss", "keywords", "kept")
_PARAMETERS = (*NAMES, "ids", "targets", "lr", "tied")
_EIGHTHS = np.concatenate([np.arange(-8, 0), np.arange(1, 9)]) / 8  # exact in every float type, and short to write


def _answer(how: str, *values: object) -> np.ndarray:
    case = Case(*values)  # type: ignore[arg-type]
    return np.array(loss(case), case.E.dtype) if how in LOSSES else stepped(case, how)


def _written(how: str, args: Args, kwargs: Mapping[str, Given]) -> str:  # noqa: ARG001  # its driver passes those
    """Spell a call: the arrays, the dictionary, the step, and the result that is looked at."""
    lines = dict.fromkeys(line for each in args for line in each.lines)
    held = ", ".join(
        f'"{name}": {each.expression}' for name, each in zip(NAMES, args, strict=False) if each.value is not None
    )
    rest = [each.expression for each in args[len(NAMES) :]]
    if how == "keywords":
        names = ("params", *_PARAMETERS[len(NAMES) :])
        rest = [f"{name}={code}" for name, code in zip(names, ("params", *rest), strict=True)]
        step = f"train_step({', '.join(rest)})"
    else:
        step = f"train_step(params, {', '.join(rest)})"
    result = {"loss": "loss", "keywords": "loss", "kept": "params"}.get(how, f'new["{how}"]')
    return "\n".join([*lines, f"params = {{{held}}}", f"new, loss = {step}", result])


def complete(
    rng: np.random.Generator,
    ids: Given,
    targets: Given,
    vocab_size: int,
    *,
    tied: bool,
    sizes: tuple[int, int] = (2, 3),
    context: int = CONTEXT,
    dtype: str = "float32",
) -> Args:
    """Draw a model around ids and targets; `sizes` are d and m."""
    width, hidden = sizes

    def draw(name: str, *shape: int) -> Given:
        return given(_EIGHTHS[rng.integers(len(_EIGHTHS), size=shape)].astype(dtype), name)

    return (
        draw("E", vocab_size, width),
        draw("W1", context * width, hidden),
        draw("b1", hidden),
        draw("W2", hidden, width),
        draw("b2", width),
        draw("bias", vocab_size),
        given(None) if tied else draw("U", vocab_size, width),
        ids,
        targets,
        given(float(rng.choice([0.5, 0.25, 2.0]))),
        given(tied),
    )


def drawn(
    rng: np.random.Generator,
    count: int,
    vocab_size: int,
    *,
    tied: bool,
    sizes: tuple[int, int] = (2, 3),
    context: int = CONTEXT,
    dtype: str = "float32",
) -> Args:
    """Draw a batch of so many examples, with a repeated id in it, and a model around it."""
    ids = np.asarray(draws.ids(rng, (count, context), vocab_size).value)
    ids[-1, -1] = ids[0, 0]
    targets = draws.ids(rng, (count,), vocab_size)
    return complete(rng, given(ids), targets, vocab_size, tied=tied, sizes=sizes, context=context, dtype=dtype)


def vary(rng: np.random.Generator, args: Args) -> Args:
    """Draw another model around the ids and targets of a call."""
    case = Case(*(each.value for each in args))
    (vocab_size, width), hidden = case.E.shape, len(case.b1)
    return complete(
        rng,
        args[7],
        args[8],
        vocab_size,
        tied=case.tied,
        sizes=(width, hidden),
        context=case.ids.shape[1],
        dtype=str(case.E.dtype),
    )


def _oracle(how: str) -> Oracle:
    return Oracle(
        name="train_step",
        parameters=_PARAMETERS,
        answer=partial(_answer, how),
        vary=vary,
        see=SEE,
        misconceptions=LOSS if how in LOSSES else arrays(how),
        failures=FAILURES,
        places={"shapes": "model-names", "copies": "model-step"},
        written=partial(_written, how),
    )


ORACLES = {how: _oracle(how) for how in (*ORDER, *LOSSES)}
