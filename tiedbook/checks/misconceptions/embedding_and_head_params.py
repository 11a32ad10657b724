"""How `embedding_and_head_params` is misunderstood."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from tiedbook.checks.oracle import Misconception
from tiedbook.diagnosis import Diagnosis


@dataclass(frozen=True, slots=True)
class _Ends:
    """The arguments of a call, and what is counted with them."""

    v: int
    d: int
    tied: bool
    biased: bool

    @property
    def table(self) -> int:
        return self.v * self.d

    @property
    def tables(self) -> int:
        return 1 if self.tied else 2

    @property
    def bias(self) -> int:
        return self.v if self.biased else 0

    @property
    def right(self) -> int:
        return self.tables * self.table + self.bias


def _misunderstood(diagnosis: Diagnosis, *forms: Callable[[_Ends], int]) -> tuple[Misconception, ...]:
    """Make a misconception of each form: a function that counts in one way counts every call in that way."""
    return tuple(Misconception(diagnosis, _results(form)) for form in forms)


def _results(form: Callable[[_Ends], int]) -> Callable[..., Iterable[np.ndarray]]:
    return lambda v, d, tied, bias: [np.array(form(_Ends(v, d, tied, bias)))]


MISCONCEPTIONS = (
    *_misunderstood(
        Diagnosis(
            "embedding_and_head_params.always_two",
            "There are always two tables in this count. A tied head uses the token table, so that there is only one.",
            {"see": "two-ends"},
        ),
        lambda e: 2 * e.table + e.bias,
        lambda e: 2 * e.table,
    ),
    *_misunderstood(
        Diagnosis(
            "embedding_and_head_params.always_one",
            "There is always one table in this count. A head that is not tied has a table of its own, as large as the "
            "first.",
            {"see": "two-ends"},
        ),
        lambda e: e.table + e.bias,
        lambda e: e.table,
    ),
    *_misunderstood(
        Diagnosis(
            "embedding_and_head_params.swapped",
            "Tied and untied are exchanged. Tied means one table for both jobs: the smaller count belongs to it.",
            {"see": "two-ends"},
        ),
        lambda e: (3 - e.tables) * e.table + e.bias,
    ),
    *_misunderstood(
        Diagnosis(
            "embedding_and_head_params.no_bias",
            "The bias is missing where there is one. It adds one number for each token, V of them.",
            {"see": "head-bias"},
        ),
        lambda e: e.tables * e.table,
    ),
    *_misunderstood(
        Diagnosis(
            "embedding_and_head_params.always_bias",
            "A bias is counted although `bias` is False.",
            {"see": "head-bias"},
        ),
        lambda e: e.tables * e.table + e.v,
    ),
    *_misunderstood(
        Diagnosis(
            "embedding_and_head_params.bias_on_one_side",
            "The bias is counted with one kind of head only. It is a switch of its own: a tied head may have a bias or "
            "none, and so may an untied one.",
            {"see": "saving"},
        ),
        lambda e: e.tables * e.table + e.bias * e.tied,
        lambda e: e.tables * e.table + e.bias * (not e.tied),
        lambda e: e.tables * e.table + e.v * e.tied,
        lambda e: e.tables * e.table + e.v * (not e.tied),
    ),
    *_misunderstood(
        Diagnosis(
            "embedding_and_head_params.bias_per_column",
            "The bias has d numbers in this count. It is added to the scores, and there are V of those.",
            {"see": "head-bias"},
        ),
        lambda e: e.tables * e.table + e.d * e.biased,
    ),
    *_misunderstood(
        Diagnosis(
            "embedding_and_head_params.bias_per_table",
            "The bias is counted once for each table. The lookup adds nothing; only the head can have a bias.",
            {"see": "head-bias"},
        ),
        lambda e: e.tables * (e.table + e.bias),
        lambda e: e.tables * e.table + 2 * e.bias,
    ),
    *_misunderstood(
        Diagnosis(
            "embedding_and_head_params.bias_matrix",
            "The bias is as large as a table in this count. It is a single number for each token.",
            {"see": "head-bias"},
        ),
        lambda e: (e.tables + e.biased) * e.table,
    ),
    *_misunderstood(
        Diagnosis(
            "embedding_and_head_params.added",
            "V and d are added where they should be multiplied. A table has V rows with d numbers in each.",
            {"see": "counting-rule"},
        ),
        lambda e: e.tables * (e.v + e.d) + e.bias,
        lambda e: e.tables * (e.v + e.d),
    ),
    *_misunderstood(
        Diagnosis(
            "embedding_and_head_params.square",
            "A table has V rows with d numbers in each; here it was counted with d × d, or V × V.",
            {"see": "counting-rule"},
        ),
        lambda e: e.tables * e.d**2 + e.bias,
        lambda e: e.tables * e.v**2 + e.bias,
        lambda e: e.table + (not e.tied) * e.d**2 + e.bias,
    ),
    *_misunderstood(
        Diagnosis(
            "embedding_and_head_params.halved",
            "The count is half of what it should be. Tying halves two tables to one: V × d is one whole table.",
            {"see": "two-ends"},
        ),
        lambda e: e.tables * e.table // 2 + e.bias,
        lambda e: e.right // 2,
    ),
    *_misunderstood(
        Diagnosis(
            "embedding_and_head_params.bytes",
            "These are bytes. A parameter is one number, however many bytes it takes.",
            {"see": "counting-rule"},
        ),
        lambda e: 2 * e.right,
        lambda e: 4 * e.right,
        lambda e: 8 * e.right,
    ),
    *_misunderstood(
        Diagnosis(
            "embedding_and_head_params.saving",
            "This is what tying saves, and not what is left. Return how many parameters table and head have.",
            {"see": "embedding-and-head-params-exercise"},
        ),
        lambda e: e.table * e.tied,
        lambda e: e.table * e.tied + e.bias,
    ),
)
