"""What a submission returns is quoted, but not at length."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from autograde.examine import Work, examine
from autograde.judge.brevity import ELLIPSIS, LONGEST, brief
from autograde.judge.judge import Judge, Source
from tests.autograde.classroom import STEM, notebook, right
from tests.judge.doubles import RIGHT, SEED
from tiedbook.course import course
from tiedbook.diagnosis import Diagnosis
from tiedbook.exercise import exercise
from tiedbook.notebook import read_notebook
from tiedbook.outcome import Subject
from tiedbook.probes import Probes

HUGE = {
    "an array of long texts": "np.array(['x' * 200_000] * 15)",
    "an array of long bytes": "np.array([b'\\xff' * 999_999] * 15)",
    "a long text": "'x' * 999_999",
    "many long texts": "tuple('x' * 200_000 for _ in range(15))",
    "an exception": "exec('raise ValueError(\"x\" * 9_000_000)')",
    "an exception of a long name": "exec('raise type(\"x\" * 9_000_000, (Exception,), {})')",
}


@pytest.mark.parametrize(("length", "kept"), [(LONGEST, LONGEST), (LONGEST + 1, LONGEST)])
def test_a_text_is_cut_to_the_limit_with_an_ellipsis(length: int, kept: int) -> None:
    got = brief(Diagnosis("a.b", "{got}", {"got": "x" * length, "size": 10**9})).values
    assert len(str(got["got"])) == kept
    assert str(got["got"]).endswith(ELLIPSIS) == (length > kept)
    assert got["size"] == 10**9


@pytest.mark.sandbox
def test_a_check_that_quotes_at_length_is_cut_by_the_judge(judge: Judge) -> None:
    def quote(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
        yield Diagnosis("double.wrong", "Not twice the numbers.", {"got": "x" * 9_000_000})

    judged = judge.grade([Source("double", RIGHT)], [exercise("double", core=(1, quote), contract=(1, quote))], SEED)
    assert [len(str(verdict.diagnoses[0].values["got"])) for verdict in judged.verdicts] == [LONGEST, LONGEST]


@pytest.mark.sandbox
@pytest.mark.parametrize("name", HUGE)
def test_a_huge_result_leaves_a_small_graded_notebook(judge: Judge, name: str) -> None:
    release = read_notebook(course().built("en") / f"{STEM}.ipynb")
    answer = f"import numpy as np\ndef embed(ids, embedding_matrix):\n    return {HUGE[name]}"
    work = notebook("en", {"one_hot": right("one_hot"), "embed": answer})
    done = examine(Work("ana", STEM, json.dumps(work).encode(), b"seed", "f"), {STEM: release}, judge)
    assert done.graded.earned == 6
    assert len(json.dumps(done.notebook)) < 250_000
