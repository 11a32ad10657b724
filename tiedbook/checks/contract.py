"""The check of a contract, first half: what holds for every call on valid input."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

import numpy as np

from tiedbook.checks.answers import unusable
from tiedbook.checks.oracle import Args
from tiedbook.checks.trial import Bench, Trial
from tiedbook.diagnosis import Diagnosis
from tiedbook.outcome import Foreign
from tiedbook.spelling import Given

TENSORS = {"Tensor", "Parameter", "ArrayImpl", "EagerTensor"}  # PyTorch, JAX, TensorFlow

LAST = {"contract.stale", "contract.state", "answer.late"}  # what follows may come from the calls before

Returns = Callable[[Trial], Diagnosis | None]


@dataclass(frozen=True, slots=True)
class Probe:
    """One call on valid input that goes beyond the ordinary.

    Parameters
    ----------
    args : Args
        Arguments by position.
    trap : Diagnosis
        What to say, with ``see``, if this call raises or returns wrong numbers.
    kwargs : mapping of str to Given
        Arguments by keyword.
    refused : Diagnosis, optional
        What to say instead, with ``see``, if the function itself refuses this call, by a TypeError or an assertion.
    """

    args: Args
    trap: Diagnosis
    kwargs: Mapping[str, Given] = field(default_factory=dict)
    refused: Diagnosis | None = None


def core_first(bench: Bench, cases: Iterable[Args]) -> Diagnosis | None:
    """Tell that a contract is not looked at yet, because an ordinary call is wrong; None where they are right."""
    found = first_calls(bench, cases)
    return found if isinstance(found, Diagnosis) else None


def first_calls(bench: Bench, cases: Iterable[Args]) -> tuple[Trial, ...] | Diagnosis:
    """Return the right calls with which a contract begins, or what `core_first` tells of the first that is not."""
    trials: list[Trial] = []
    for args in cases:
        trial = bench.trial(args)
        if stop := unusable(trial, first=not trials):
            return stop
        if not trial.right:
            return trial.found(
                Diagnosis(
                    "contract.core_first",
                    "The contract comes after the core: on this ordinary call `{name}` does not return the right "
                    "numbers yet. Once the check of the core passes, run this one again.",
                ),
                name=bench.oracle.name,
            )
        trials.append(trial)
    return tuple(trials)


def array(trial: Trial) -> Diagnosis | None:
    """Tell that the right numbers do not come as a plain array of the right dtype."""
    return _kind(trial) or _dtype(trial)


def valid(bench: Bench, probes: Iterable[Probe], returns: Returns = array) -> Iterator[Diagnosis]:
    """Make each call and yield what it breaks: its numbers, its type and dtype, memory, arguments, silence.

    Parameters
    ----------
    bench : Bench
        Oracle, subject and random numbers.
    probes : iterable of Probe
        The calls.
    returns : callable
        Tells what is wrong with the type of a result whose numbers are right.
    """
    for probe in bench.ahead(probes, lambda each: (each.args, each.kwargs)):
        trial = bench.trial(probe.args, probe.kwargs)
        if trial.seen.late and (stop := unusable(trial, first=False)):
            yield stop
        elif trial.right:
            yield from manners(trial, returns)
        else:
            trap = probe.refused if probe.refused and _refused(trial) else probe.trap
            yield trial.found(trap, **trial.shapes)


def _refused(trial: Trial) -> bool:
    """Say whether a call was turned away, rather than stopped by NumPy at a cast that it does not make."""
    raised = trial.seen.raised
    return raised is not None and raised.kinds[0] in {"TypeError", "AssertionError"} and "cast" not in raised.message


def manners(trial: Trial, returns: Returns = array) -> Iterator[Diagnosis]:
    """Yield what a call with the right numbers does wrong besides."""
    found = (returns(trial), _shared(trial), _read_only(trial), _changed(trial), _warned(trial))
    yield from (each for each in found if each)


def findings(*groups: Iterable[Diagnosis]) -> Iterator[Diagnosis]:
    """Yield what groups of calls find, each code once; nothing more once later calls cannot be trusted."""
    seen: set[str] = set()
    for diagnosis in chain.from_iterable(groups):
        if diagnosis.code not in seen:
            seen.add(diagnosis.code)
            yield diagnosis
        if diagnosis.code in LAST:
            return


def _kind(trial: Trial) -> Diagnosis | None:
    value = trial.seen.value
    if isinstance(value, np.ndarray):
        return None
    kind = value.kind if isinstance(value, Foreign) else type(value).__name__
    if kind in {"list", "tuple"}:
        return trial.found(
            Diagnosis(
                "contract.list",
                "The numbers are right, but they come as a {kind} and not as an array. A {kind} has no shape and no "
                "dtype, so the next step of the model cannot work with it.",
            ),
            kind=kind,
        )
    if kind in TENSORS:
        return trial.found(
            Diagnosis(
                "contract.tensor",
                "The numbers are right, but they come as a `{kind}` of another library. Turn it back into a NumPy "
                "array before you return it.",
            ),
            kind=kind,
        )
    return trial.found(
        Diagnosis(
            "contract.kind", "The numbers are right, but their type is `{kind}`. Return a plain `numpy.ndarray`."
        ),
        kind=kind,
    )


def _dtype(trial: Trial) -> Diagnosis | None:
    got, wanted = trial.got, trial.wanted.dtype
    if got is None or got.dtype == wanted:
        return None
    return trial.found(
        _dtype_found(got.dtype, wanted),
        got_dtype=str(got.dtype),
        wanted_dtype=str(wanted),
        see=trial.bench.oracle.place("dtype"),
    )


def _dtype_found(got: np.dtype, wanted: np.dtype) -> Diagnosis:
    if (got.name, wanted.name) == ("float64", "float32"):
        return Diagnosis(
            "contract.float64",
            "The result is float64, and it should be float32. `np.zeros`, `np.ones` and `np.eye` make float64 unless "
            "you say otherwise, and a calculation with both types gives float64.",
        )
    if (got.name, wanted.name) == ("float32", "float64"):
        return Diagnosis(
            "contract.float32",
            "The result is float32, and it should be float64: half of the digits are lost. Take the dtype from the "
            "argument instead of writing one into the code.",
        )
    if got.kind == "b":
        return Diagnosis(
            "contract.bool",
            "The result holds True and False, and it should hold numbers of type {wanted_dtype}. A comparison makes "
            "booleans; `astype` turns them into numbers.",
        )
    if got.kind in "iu":
        return Diagnosis(
            "contract.integers",
            "The result holds integers ({got_dtype}), and it should hold numbers of type {wanted_dtype}, so that it "
            "can be multiplied and trained like the rest of the model.",
        )
    return Diagnosis("contract.dtype", "The result has the type {got_dtype}, and it should have {wanted_dtype}.")


def _shared(trial: Trial) -> Diagnosis | None:
    oracle = trial.bench.oracle
    names = [_name(trial, each) for each in trial.seen.shared if each != "earlier"]
    if names:
        return trial.found(
            Diagnosis(
                "contract.view",
                "The result is a window onto `{argument}`: both share memory, so whoever changes one of them changes "
                "the other. Return a copy. (NumPy gives such a view for a single integer index, a slice, or a "
                "reshape.)",
            ),
            argument=names[0],
            got=f"np.shares_memory(result, {names[0]}) == True",
            wanted=f"np.shares_memory(result, {names[0]}) == False",
            see=oracle.place("copies"),
        )
    if "earlier" in trial.seen.shared:
        return trial.found(
            Diagnosis(
                "contract.reused",
                "This result shares memory with the result of an earlier call: whoever still holds that one sees it "
                "change. Make a new array in every call.",
            ),
            see=oracle.place("copies"),
        )
    return None


def _read_only(trial: Trial) -> Diagnosis | None:
    if trial.seen.writable or trial.seen.shared:
        return None
    return trial.found(
        Diagnosis(
            "contract.read_only",
            "The result cannot be written to. Return an array of its own, so that whoever called `{name}` can go on "
            "working with it.",
        ),
        name=trial.bench.oracle.name,
        got="result.flags.writeable == False",
        wanted="result.flags.writeable == True",
        see=trial.bench.oracle.place("copies"),
    )


def _changed(trial: Trial) -> Diagnosis | None:
    if not trial.seen.changed:
        return None
    return trial.found(
        Diagnosis(
            "contract.changed",
            "The call modified `{argument}`, which belongs to whoever called `{name}`. Work on a copy, or on a new "
            "array.",
        ),
        argument=_name(trial, trial.seen.changed[0]),
        got="",
        wanted="",
        name=trial.bench.oracle.name,
        see=trial.bench.oracle.place("copies"),
    )


def _warned(trial: Trial) -> Diagnosis | None:
    if not trial.seen.warnings:
        return None
    return trial.found(
        Diagnosis(
            "contract.warning",
            "The result is right, but there was a warning on the way, although the input is valid. Find the step it "
            "comes from and mend it, rather than silencing the warning.",
        ),
        got="\n".join(trial.seen.warnings[:3]),
        wanted="",
    )


def _name(trial: Trial, argument: str) -> str:
    """Name an argument as the signature does."""
    return trial.bench.oracle.parameters[int(argument)] if argument.isdigit() else argument
