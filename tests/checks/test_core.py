"""How a cause is told from a symptom, and what is told when there is no answer to speak of."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from solutions.ch01_lookup_is_matmul import embed as solution
from tiedbook.checks.answers import missing, not_callable
from tiedbook.checks.core import core
from tiedbook.checks.embed import ORACLE, cases
from tiedbook.checks.trial import Bench
from tiedbook.diagnosis import Diagnosis
from tiedbook.direct import Direct
from tiedbook.exercise import find_exercise
from tiedbook.outcome import Outcome, Raised
from tiedbook.probes import Probes

SOLUTION = Direct(solution)


def findings(function: Callable[..., object]) -> list[Diagnosis]:
    rng = np.random.default_rng(5)
    return list(core(Bench(ORACLE, Direct(function), rng), cases(Probes(rng))))


def codes(function: Callable[..., object]) -> list[str]:
    return [each.code for each in findings(function)]


def test_a_result_that_fits_a_misconception_by_chance_does_not_get_its_name() -> None:
    """In a table with one column, the largest number of a row is also the number of a flat table."""
    assert codes(lambda ids, embedding_matrix: embedding_matrix[ids].max(axis=-1)) == ["answer.shape"]


def test_a_constant_that_once_fits_a_misconception_is_told_to_be_constant() -> None:
    rng = np.random.default_rng(5)
    ids, table = next(cases(Probes(rng)))
    columns = table.value.T[ids.value]
    assert codes(lambda ids, embedding_matrix: columns) == ["answer.constant"]


def test_of_two_faults_on_different_shapes_the_first_is_told() -> None:
    def answer(ids: np.ndarray, embedding_matrix: np.ndarray) -> object:
        if ids.ndim == 1:
            return embedding_matrix[ids] * (ids != 0)[:, None]
        return embedding_matrix[ids.ravel()]

    assert codes(answer) == ["embed.zero_is_padding"]


def test_not_implemented_for_two_axes_is_not_taken_for_an_untouched_starter() -> None:
    def answer(ids: np.ndarray, embedding_matrix: np.ndarray) -> object:
        if ids.ndim > 1:
            raise NotImplementedError("batches come tomorrow")
        return embedding_matrix[ids]

    assert codes(answer) == ["ids.one_axis_only"]


def test_a_type_error_from_inside_is_not_taken_for_wrong_parameters() -> None:
    def one_hot(ids: np.ndarray, vocab_size: int) -> object:
        return np.eye(vocab_size)[ids]

    def embed(ids: np.ndarray, embedding_matrix: np.ndarray) -> object:
        return one_hot(ids)  # type: ignore[call-arg]

    assert codes(embed) == ["answer.raised"]


def test_numbers_in_a_list_are_enough_for_the_core() -> None:
    assert codes(lambda ids, embedding_matrix: embedding_matrix[ids].tolist()) == []


@pytest.mark.parametrize("name", ["one_hot", "embed"])
@pytest.mark.parametrize("part", ["core", "contract"])
def test_a_call_that_never_comes_back_ends_the_check(name: str, part: str) -> None:
    class Lost:
        calls = 0

        def __call__(self, *args: object, **kwargs: object) -> Outcome:
            self.calls += 1
            return Outcome(late=True)

    lost = Lost()
    check = {str(key): each for key, each in find_exercise(name).checks.items()}[part]
    assert [each.code for each in check(lost, Probes(np.random.default_rng(0)))] == ["answer.late"]
    assert lost.calls == 1


def test_a_call_that_is_lost_late_in_a_contract_ends_it_too() -> None:
    def subject(*args: object, **kwargs: object) -> Outcome:
        seen = SOLUTION(*args, **kwargs)
        return Outcome(late=True) if isinstance(args[0] if args else None, float) else seen

    found = list(find_exercise("embed").checks["contract"](subject, Probes(np.random.default_rng(0))))
    assert [each.code for each in found] == ["answer.late"]


def test_a_missing_function_and_a_value_in_its_place_are_named() -> None:
    assert missing("embed").message.format(**missing("embed").values).startswith("There is no function `embed` yet.")
    other = not_callable("embed", "ndarray")
    assert "`ndarray`" in other.message.format(**other.values)


def test_kinds_of_another_name_do_not_count_as_the_wanted_error() -> None:
    """An exception class of the learner's own that is only called IndexError is told with its module."""

    def subject(*args: object, **kwargs: object) -> Outcome:
        if np.asarray(args[0] if args else 0).dtype.kind in "iu":
            return SOLUTION(*args, **kwargs)
        return Outcome(raised=Raised(("__main__.TypeError", "Exception", "BaseException"), "no"))

    found = list(find_exercise("embed").checks["contract"](subject, Probes(np.random.default_rng(0))))
    assert [each.code for each in found] == ["ids.not_a_type_error"]
