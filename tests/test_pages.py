"""What open pages tell the server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.small import SECOND
from tiedbook.course import Course
from tiedbook.errors import TiedbookError
from tiedbook.pages import unsaved_reply
from tiedbook.unsaved import REPEAT, Register, held
from tiedbook.workspace import start


def said(path: object, tab: object = "one", unsaved: object = True) -> bytes:
    return json.dumps({"path": path, "tab": tab, "unsaved": unsaved}).encode()


def test_what_a_page_says_is_unsaved_is_noted_in_the_workspace(small_course: Course, tmp_path: Path) -> None:
    start(tmp_path / "w", "en")
    register = Register()
    assert unsaved_reply(said(f"w/{SECOND}.ipynb"), tmp_path, register) == {"repeat": REPEAT}
    assert list(held(tmp_path / "w")) == [f"{SECOND}.ipynb"]
    unsaved_reply(said(f"w/{SECOND}.ipynb", unsaved=False), tmp_path, register)
    assert held(tmp_path / "w") == {}


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b"[" * 100_000, said(3), said("a", 3), said("a", "b", "yes"), said("a\0b")]
)
def test_odd_words_about_unsaved_changes_are_refused(tmp_path: Path, body: bytes) -> None:
    with pytest.raises(TiedbookError, match="not JSON with a path, a tab"):
        unsaved_reply(body, tmp_path, Register())
    assert list(tmp_path.iterdir()) == []
