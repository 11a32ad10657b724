"""A tiny exercise for tests of the judge: ``double(x)`` returns a new array of twice the numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from autograde.judge.judge import Judge, Judged, Source
from tiedbook.diagnosis import Diagnosis
from tiedbook.exercise import exercise
from tiedbook.outcome import Outcome, Subject
from tiedbook.probes import Probes

RIGHT = "def double(x):\n    return 2 * x\n"
SEED = b"a secret"


def core(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    for _ in range(probes.rounds):
        x = probes.rng.normal(size=(4, 6))
        if not right(subject(x), x):
            yield Diagnosis("double.wrong", "Not twice the numbers.")
            return


def contract(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    x = probes.rng.normal(size=(4, 6))
    for layout in (x, x.T, x[:, ::2], x[::-1], np.asfortranarray(x)):
        seen = subject(layout)
        if not right(seen, layout) or seen.changed or seen.shared or seen.warnings or not seen.writable:
            yield Diagnosis("double.careless", "Not a new array, or not the argument as it was.")
            return


def right(seen: Outcome, x: np.ndarray) -> bool:
    got = seen.value
    return type(got) is np.ndarray and got.dtype == x.dtype and got.shape == x.shape and bool((got == 2 * x).all())


DOUBLE = exercise("double", core=(3, core), contract=(2, contract))


def grade(judge: Judge, *codes: str) -> Judged:
    """Judge cells named ``first``, ``second``, … and last the answer's own."""
    names = ["first", "second", "third", "fourth"][: len(codes) - 1]
    return judge.grade(sources([*names, "double"], codes), [DOUBLE], SEED)


def sources(names: Sequence[str], codes: Sequence[str]) -> list[Source]:
    return [Source(name, code) for name, code in zip(names, codes, strict=True)]


def points(judged: Judged) -> tuple[float, ...]:
    return tuple(verdict.earned for verdict in judged.verdicts)


def codes_of(judged: Judged) -> list[list[str]]:
    return [[diagnosis.code for diagnosis in verdict.diagnoses] for verdict in judged.verdicts]
