"""``check`` as learners and stock nbgrader meet it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tiedbook.checking
from solutions.ch01_lookup_is_matmul import embed as solution
from tests.answers.ch01_lookup_is_matmul import embed_wrong
from tiedbook import check, session
from tiedbook.checking import CheckError, CheckFailed
from tiedbook.exercise import exercises

Recorded = list[tuple[str, str, bool, str | None]]


@pytest.fixture(autouse=True)
def recorded(monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorded]:
    """What was recorded; the process speaks English."""
    monkeypatch.setattr(session, "_told", "en")
    entries: Recorded = []
    monkeypatch.setattr(tiedbook.checking, "record", lambda *entry: entries.append(entry))
    return entries  # type: ignore[return-value]


def test_a_right_answer_is_told_so_and_recorded(recorded: Recorded, capsys: pytest.CaptureFixture[str]) -> None:
    assert check("embed", solution) is None  # type: ignore[func-returns-value]  # nbgrader would score a value
    assert capsys.readouterr().out.startswith("✓ `embed`: the core is right. 6 of 6 points.")
    assert recorded == [("embed", "core", True, None)]


def test_a_wrong_answer_is_shown_recorded_and_fails_the_cell(
    recorded: Recorded, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CheckFailed) as failed:
        check("embed", embed_wrong.upper_end_only, part="contract")
    assert str(failed.value).startswith("`embed`: the contract is not kept yet. The id -1 was accepted and read as 4")
    assert recorded == [("embed", "contract", False, "ids.negative_wraps")]
    shown = capsys.readouterr()
    assert "NumPy counts negative indices from the end" in shown.out
    assert shown.err == ""  # nbgrader takes all points for a word on stderr


def test_a_failure_leaves_one_line_in_the_notebook() -> None:
    for kind in (CheckFailed, CheckError):
        assert kind("It is not right yet.")._render_traceback_() == [f"{kind.__name__}: It is not right yet."]


def test_the_same_answer_gets_the_same_panel_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for _ in range(2):
        with pytest.raises(CheckFailed):
            check("embed", embed_wrong.transposed)
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]


def test_what_an_answer_prints_does_not_drown_the_panel(capsys: pytest.CaptureFixture[str]) -> None:
    def embed(ids: object, embedding_matrix: np.ndarray) -> np.ndarray:
        print("looking up", ids)  # noqa: T201
        return solution(ids, embedding_matrix)  # type: ignore[arg-type]

    check("embed", embed)
    assert "looking up" not in capsys.readouterr().out


def test_a_function_that_is_not_passed_is_found_where_check_is_called(
    recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "embed", solution)
    check("embed")
    monkeypatch.delitem(globals(), "embed")
    with pytest.raises(CheckFailed, match=r"`embed`: the core is not right yet\. "):
        check("embed")
    assert [entry[3] for entry in recorded] == [None, "answer.missing"]


def test_a_value_in_the_place_of_a_function_is_named() -> None:
    with pytest.raises(CheckFailed, match=r"`embed`: the core is not right yet\. "):
        check("embed", np.zeros(3))  # type: ignore[arg-type]


def test_an_unknown_exercise_or_part_is_told_what_there_is(recorded: Recorded) -> None:
    with pytest.raises(CheckError, match=r"no exercise 'embd'.*one_hot, embed"):
        check("embd", solution)
    with pytest.raises(CheckError, match=r"no part 'all'.*core, contract"):
        check("embed", solution, part="all")
    assert recorded == []


def test_progress_that_cannot_be_kept_does_not_break_a_check(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*entry: object) -> None:
        raise RuntimeError("no disk")

    monkeypatch.setattr(tiedbook.checking, "record", broken)
    check("embed", solution)


@pytest.mark.parametrize("part", ["core", "contract"])
@pytest.mark.parametrize("name", [*exercises()])
def test_an_interrupt_from_the_keyboard_ends_a_check_and_names_the_call(
    name: str, part: str, recorded: Recorded, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = []

    def endless(*args: object, **kwargs: object) -> None:
        calls.append(args)
        raise KeyboardInterrupt

    with pytest.raises(CheckFailed, match="You interrupted the check"):
        check(name, endless, part=part)
    assert len(calls) == 1
    assert recorded == []
    assert f"{name}(" in capsys.readouterr().out


def test_an_interrupt_in_a_later_call_is_told_as_well(recorded: Recorded) -> None:
    def one_hot(ids: np.ndarray, vocab_size: int) -> np.ndarray:
        if ids.ndim > 1:
            raise KeyboardInterrupt
        return np.zeros((len(ids), vocab_size))

    with pytest.raises(CheckFailed, match="You interrupted the check"):
        check("one_hot", one_hot)
    assert recorded == []


def test_it_works_in_plain_python(tmp_path: Path) -> None:
    program = "from tiedbook import check\ncheck('embed', lambda ids, embedding_matrix: embedding_matrix[ids])"
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("✓ `embed`: the core is right.")
    assert done.stderr == ""


def test_a_cell_with_a_check_shows_html_and_a_short_error() -> None:
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.utils.capture import capture_output

    cell = "from tiedbook import check\ncheck('embed', lambda ids, embedding_matrix: embedding_matrix.T[ids])"
    shell: Any = InteractiveShell.instance()
    try:
        with capture_output() as captured:
            shell.run_cell(cell)
    finally:
        InteractiveShell.clear_instance()
    (panel,) = captured.outputs
    assert panel.data["text/html"].startswith('<div lang="en"')
    assert panel.data["text/plain"].startswith("✗ ")
    assert captured.stdout.startswith("CheckFailed: `embed`: the core is not right yet. ")
    assert "embed.columns" not in captured.stdout
    assert captured.stderr == ""
