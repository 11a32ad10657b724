"""Notebooks are read with clear errors and written as Jupyter writes them."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.small import SECOND, built, own
from tiedbook.errors import LearnerError
from tiedbook.notebook import (
    answers,
    as_notebook,
    chapter_of,
    digest,
    edition_of,
    fresh_id,
    is_pristine,
    notebook_text,
    parse_notebook,
    read_notebook,
    role,
    write_notebook,
)


def test_a_notebook_comes_back_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "a.ipynb"
    assert write_notebook(path, built(SECOND, "es"))
    assert read_notebook(path) == built(SECOND, "es")
    assert not write_notebook(path, built(SECOND, "es"))


def test_the_file_is_what_jupyter_would_save(tmp_path: Path) -> None:
    path = tmp_path / "a.ipynb"
    write_notebook(path, built(SECOND, "es"))
    read: Any = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(read)
    assert path.read_text(encoding="utf-8") == nbformat.writes(read) + "\n"  # type: ignore[no-untyped-call]


@given(st.text(), st.dictionaries(st.text(), st.none() | st.floats(allow_nan=False) | st.text() | st.lists(st.text())))
def test_sources_outputs_and_foreign_metadata_survive_exactly(source: str, foreign: dict[str, Any]) -> None:
    notebook = built(SECOND, "en")
    output = {"output_type": "stream", "name": "stdout", "text": ["a\r\n", "\x0b\u2028"]}
    notebook["cells"].append({**own(source), "outputs": [output], "metadata": foreign})
    notebook["metadata"]["other"] = foreign
    assert parse_notebook(notebook_text(notebook).encode("utf-8"), "a.ipynb") == notebook


def test_half_an_emoji_in_an_output_is_written_all_the_same() -> None:
    notebook = built(SECOND, "en")
    notebook["cells"].append(own("print('\ud83d')"))
    assert parse_notebook(notebook_text(notebook).encode("utf-8"), "a.ipynb") == notebook


def test_a_byte_order_mark_is_tolerated() -> None:
    content = b"\xef\xbb\xbf" + notebook_text(built(SECOND, "en")).encode("utf-8")
    assert parse_notebook(content, "a.ipynb") == built(SECOND, "en")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "notebook.empty"),
        (b" \n", "notebook.empty"),
        (b'{"cells": [', "notebook.not_json"),
        (b"\xff\xfe{\x00", "notebook.not_json"),
        (b"[" * 100_000, "notebook.not_json"),
        (b"[]", "notebook.not_a_notebook"),
        (b"{}", "notebook.not_a_notebook"),
        (b'{"nbformat": "4", "cells": []}', "notebook.not_a_notebook"),
        (b'{"nbformat": 5, "cells": []}', "notebook.not_a_notebook"),
        (b'{"nbformat": 4}', "notebook.not_a_notebook"),
        (b'{"nbformat": 3, "worksheets": 1}', "notebook.not_a_notebook"),
        (b'{"nbformat": 4, "cells": [1]}', "notebook.not_a_notebook"),
        (b'{"nbformat": 4, "cells": [{"cell_type": "code", "source": [1]}]}', "notebook.not_a_notebook"),
    ],
)
def test_what_is_no_notebook_is_told_apart(content: bytes, code: str) -> None:
    with pytest.raises(LearnerError) as caught:
        parse_notebook(content, "a.ipynb")
    assert caught.value.code == code
    assert caught.value.message.startswith("a.ipynb: ")


def test_a_missing_notebook_and_a_folder_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(LearnerError, match="no such notebook"):
        read_notebook(tmp_path / "none.ipynb")
    with pytest.raises(LearnerError, match="cannot be read"):
        read_notebook(tmp_path)


def test_every_cell_gets_an_id_of_its_own_and_the_same_one_each_time() -> None:
    cells = [{"cell_type": "code", "source": "x", "id": id_} for id_ in ("same", "same", "not valid!", 7)]
    raw = {"nbformat": 4, "nbformat_minor": 4, "cells": [*cells, {"cell_type": "raw"}], "metadata": None}
    first, second = as_notebook(raw, "a.ipynb"), as_notebook(raw, "a.ipynb")
    ids = [cell["id"] for cell in first["cells"]]
    assert ids[0] == "same"
    assert len(set(ids)) == 5
    assert first == second
    assert (first["nbformat"], first["nbformat_minor"], first["metadata"]) == (4, 5, {})


def test_a_notebook_from_before_nbformat_4_is_upgraded() -> None:
    cells = [
        {"cell_type": "code", "input": ["x = 1"], "language": "python", "metadata": {}, "outputs": []},
        {"cell_type": "markdown", "source": ["Hi"], "metadata": {}},
    ]
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": cells, "metadata": {}}]}
    notebook = as_notebook(old, "old.ipynb")
    assert [(cell["cell_type"], cell["source"]) for cell in notebook["cells"]] == [
        ("code", "x = 1"),
        ("markdown", "Hi"),
    ]
    assert notebook == as_notebook(old, "old.ipynb")


def test_a_notebook_says_what_it_is() -> None:
    notebook = built(SECOND, "es")
    assert (chapter_of(notebook), edition_of(notebook)) == (SECOND, "es")
    assert [role(cell) for cell in notebook["cells"][3:6]] == ["data", "answer", "check"]
    assert all(is_pristine(cell) for cell in notebook["cells"])
    assert role(own("x")) is None
    assert not is_pristine(own("x"))
    assert chapter_of({"metadata": {"tiedbook": []}, "cells": []}) is None


def test_of_a_copied_answer_the_one_with_the_courses_id_counts() -> None:
    notebook = built(SECOND, "en")
    answer = notebook["cells"][4]
    notebook["cells"].insert(1, {**answer, "id": "copy", "source": "copied"})
    assert answers(notebook) == {"embed": answer["source"]}
    notebook["cells"].remove(answer)
    assert answers(notebook) == {"embed": "copied"}


def test_fresh_ids_do_not_collide() -> None:
    taken: set[str] = set()
    assert fresh_id("x", taken) != fresh_id("x", taken)
    assert len(taken) == 2


def test_the_digest_is_16_hex_digits_of_sha_256() -> None:
    assert digest("") == "e3b0c44298fc1c14"


def test_equal_cells_without_ids_get_ids_of_their_own_in_few_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = 0
    original = hashlib.sha256

    def counted(text: bytes) -> object:
        nonlocal tries
        tries += 1
        return original(text)

    taken: set[str] = set()
    monkeypatch.setattr("tiedbook.notebook.hashlib.sha256", counted)
    ids = [fresh_id("", taken) for _ in range(500)]
    assert len(set(ids)) == 500
    assert tries <= 6 * 500  # two digests a try, and two tries for all but the first
