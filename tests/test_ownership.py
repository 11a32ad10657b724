"""`yours` hands out the learner's function once it is right, never a wrong one, and says whose it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from solutions.ch01_lookup_is_matmul import embed
from tiedbook import yours
from tiedbook.checking import CheckError
from tiedbook.notebook import Notebook, read_notebook, write_notebook
from tiedbook.session import set_edition
from tiedbook.workspace import start

STEM = "ch01_lookup_is_matmul"
MINE = """
def embed(ids, embedding_matrix):
    ids = np.asarray(ids)
    if ids.dtype.kind not in "iu":
        raise TypeError(f"{ids.dtype} is no type of ids")
    for i in ids.ravel().tolist():
        if not 0 <= i < len(embedding_matrix):
            raise IndexError(f"{i} is not below {len(embedding_matrix)}")
    return embedding_matrix.take(ids, axis=0)
"""
TABLE = np.arange(12, dtype=np.float32).reshape(4, 3)


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace in English, which is the working folder."""
    monkeypatch.setattr("tiedbook.session._told", "en")
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    start(tmp_path, "en")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(workspace: Path, answer: str, *, own: str = "", change: Callable[[Notebook], Any] | None = None) -> None:
    """Save an answer to `embed`, and a cell of the learner's own before it."""
    path = workspace / f"{STEM}.ipynb"
    notebook = read_notebook(path)
    place = next(at for at, cell in enumerate(notebook["cells"]) if cell["id"] == "embed")
    notebook["cells"][place]["source"] = answer
    if own:
        code: dict[str, Any] = {"cell_type": "code", "execution_count": None, "outputs": [], "metadata": {}}
        notebook["cells"].insert(place, {**code, "id": "mine", "source": own})
    if change:
        change(notebook)
    write_notebook(path, notebook)


def said(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the one line that was shown."""
    (line,) = capsys.readouterr().out.splitlines()
    return line


def is_mine(function: Callable[..., Any]) -> bool:
    """Say whether a function is the learner's: the course's own would not call the method `take` of a table."""
    return function.__code__.co_filename == "<embed: embed>"


def test_a_right_answer_is_handed_out_as_the_learners_own(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(workspace, MINE)
    function = yours("embed")
    np.testing.assert_array_equal(function([2, 0], TABLE), TABLE[[2, 0]])
    assert is_mine(function)
    assert said(capsys) == "embed: your own function, from “1. A lookup is a matrix product you never compute”."


def test_it_comes_with_the_courses_data_and_the_learners_helpers(workspace: Path) -> None:
    write(
        workspace,
        MINE.replace("ids.dtype.kind not in", "is_bad(ids)  #"),
        own="def is_bad(ids):\n    return ids.dtype.kind not in 'iu'",
    )
    assert not is_mine(yours("embed"))  # a syntax error
    write(workspace, MINE.replace('ids.dtype.kind not in "iu"', "is_bad(ids)"))
    assert is_mine(yours("embed"))
    np.testing.assert_array_equal(yours("embed")([1], TABLE), TABLE[[1]])


def test_a_cell_that_checks_plots_or_never_ends_is_not_run(workspace: Path) -> None:
    write(workspace, MINE + "\nwhile True: pass", own="check('embed')\nwhile True:\n    pass")
    assert is_mine(yours("embed"))


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("def embed(ids, embedding_matrix):\n    return embedding_matrix", "does not pass the check of its part core."),
        (
            "def embed(ids, embedding_matrix):\n    return embedding_matrix[ids]",
            "does not pass the check of its part contract.",
        ),
        ("def embed(ids, embedding_matrix):\n    raise NotImplementedError", "yours is not written yet."),
        ("", "yours is not written yet."),
        ("embed = 3", "yours is not written yet."),
        ("def embed(ids, embedding_matrix):\n    return no_such_name", "does not pass the check of its part core."),
        ("def embed(ids, embedding_matrix)\n    return 1", "stops with SyntaxError: expected ':'"),
        ("embed = functools.partial(int)", "stops with NameError: name 'functools' is not defined"),
    ],
    ids=str,
)
def test_any_other_answer_is_replaced_by_the_courses_function_with_the_reason(
    workspace: Path, capsys: pytest.CaptureFixture[str], answer: str, sentence: str
) -> None:
    write(workspace, answer)
    function = yours("embed")
    np.testing.assert_array_equal(function([2, 0], TABLE), TABLE[[2, 0]])
    assert not is_mine(function)
    line = said(capsys)
    assert line.startswith("embed: the course's function.")
    assert line.endswith(sentence)


def test_an_untouched_workspace_gives_the_courses_function(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not is_mine(yours("embed"))
    assert said(capsys).endswith("yours is not written yet.")


def test_an_answer_that_passed_once_and_was_spoilt_since_is_not_handed_out(workspace: Path) -> None:
    write(workspace, MINE)
    assert is_mine(yours("embed"))
    write(workspace, MINE.replace("return", "return 2 *"))
    assert not is_mine(yours("embed"))


def test_outside_a_workspace_there_is_only_the_courses_function(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tiedbook.session._told", "en")
    monkeypatch.chdir(tmp_path)
    assert not is_mine(yours("embed"))
    assert "not in a workspace" in said(capsys)


@pytest.mark.parametrize("content", ["", "{", '{"nbformat": 4}', None], ids=repr)
def test_a_notebook_that_cannot_be_read_is_told(
    workspace: Path, capsys: pytest.CaptureFixture[str], content: str | None
) -> None:
    path = workspace / f"{STEM}.ipynb"
    path.unlink()
    if content is not None:
        path.write_text(content, encoding="utf-8")
    assert not is_mine(yours("embed"))
    assert "cannot be read" in said(capsys)


def test_a_notebook_that_another_editor_has_stripped_is_understood(workspace: Path) -> None:
    def strip(notebook: Notebook) -> None:
        for number, cell in enumerate(notebook["cells"]):
            cell |= {"id": f"cell{number}", "metadata": {}}

    write(workspace, MINE, change=strip)
    assert is_mine(yours("embed"))


def test_an_answer_that_asks_for_itself_does_not_ask_for_ever(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(workspace, "from tiedbook import yours\nembed = yours('embed')")
    assert not is_mine(yours("embed"))
    assert said(capsys).endswith("stops with RecursionError: embed is made of itself")
    write(workspace, MINE)
    assert is_mine(yours("embed"))


def test_what_an_answer_is_made_of_is_not_told_as_well(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asks = "from tiedbook import yours\none_hot = yours('one_hot')\n"
    write(workspace, MINE.replace("ids = np", "one_hot; ids = np"), own=asks)
    assert is_mine(yours("embed"))
    assert said(capsys).startswith("embed: your own function")


def test_an_exercise_that_does_not_exist_is_an_error_that_lists_those_that_do(workspace: Path) -> None:
    with pytest.raises(CheckError, match=r"There is no exercise 'embde'.*embed"):
        yours("embde")


def test_the_line_is_in_the_edition_that_is_spoken(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tiedbook.ownership import Line

    set_edition("es")
    assert Line("a < b")._repr_html_() == '<p lang="es">a &lt; b</p>'
    assert repr(Line("a < b")) == "a < b"


def test_the_courses_function_is_the_solution(workspace: Path) -> None:
    function = yours("embed")
    assert function.__doc__ == embed.__doc__
    assert function is not embed


def test_the_workspace_stays_as_it_is(workspace: Path) -> None:
    write(workspace, MINE)
    before = {path: path.read_bytes() for path in workspace.rglob("*") if path.is_file()}
    yours("embed")
    assert {path: path.read_bytes() for path in workspace.rglob("*") if path.is_file()} == before
