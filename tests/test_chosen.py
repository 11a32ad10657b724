"""The edition last chosen in a workspace: noted there, and told to the chapters that open in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.small import FIRST, SECOND
from tiedbook.chosen import choose, chosen
from tiedbook.course import Course
from tiedbook.errors import LearnerError, TiedbookError
from tiedbook.pages import choose_reply, chosen_reply
from tiedbook.session import MARKER
from tiedbook.workspace import find, start

NOWHERE = {"edition": None, "beside": None}


@pytest.fixture
def root(small_course: Course, tmp_path: Path) -> Path:
    """A server's root folder with a workspace in it."""
    start(tmp_path / "root" / "w", "en")
    return tmp_path / "root"


def test_what_is_chosen_in_one_chapter_is_told_to_the_others(root: Path) -> None:
    assert chosen_reply(root, f"w/{FIRST}.ipynb") == {"edition": "en", "beside": None}
    choose(root / "w", "es", "en")
    assert chosen_reply(root, f"w/{FIRST}.ipynb") == {"edition": "es", "beside": "en"}
    choose(root / "w", "hi-Latn")
    assert chosen_reply(root, f"w/{SECOND}.ipynb") == {"edition": "hi-Latn", "beside": None}


def test_the_release_and_every_notebook_stay_as_they_are(root: Path) -> None:
    before = {path: path.read_bytes() for path in (root / "w").glob("*.ipynb")}
    release = find(root / "w").release
    choose(root / "w", "es")
    assert find(root / "w").release == release
    assert {path: path.read_bytes() for path in (root / "w").glob("*.ipynb")} == before


@pytest.mark.parametrize("path", [f"{FIRST}.ipynb", "", "elsewhere/x.ipynb", f"../root/../w/{FIRST}.ipynb", "w\0x"])
def test_outside_a_workspace_nothing_is_noted(root: Path, path: str) -> None:
    if "\0" not in path:  # a request with that is refused
        choose_reply(json.dumps({"path": path, "edition": "es"}).encode(), root)
    assert chosen_reply(root, path) == NOWHERE
    assert find(root / "w").edition == "en"


def test_a_workspace_that_is_damaged_keeps_no_chapter_from_opening(root: Path) -> None:
    (root / "w" / MARKER).write_text("{", encoding="utf-8")
    assert chosen(root / "w") is None
    choose(root / "w", "es")
    assert (root / "w" / MARKER).read_text(encoding="utf-8") == "{"


def test_an_edition_that_is_not_there_is_refused(root: Path) -> None:
    with pytest.raises(LearnerError):
        choose(root / "w", "tlh")
    assert find(root / "w").edition == "en"


WRONG = (
    "",
    "[]",
    "3",
    '{"path": "w/x.ipynb"}',
    '{"path": 3, "edition": "es"}',
    '{"path": "w", "edition": "es", "beside": 1}',
)


@pytest.mark.parametrize("body", WRONG)
def test_a_request_of_another_form_gets_a_sentence(root: Path, body: str) -> None:
    with pytest.raises(TiedbookError, match="not JSON with a path and an edition"):
        choose_reply(body.encode(), root)


def test_a_request_is_answered_with_what_is_now_noted(root: Path) -> None:
    body = json.dumps({"path": f"w/{FIRST}.ipynb", "edition": "es", "beside": None}).encode()
    assert choose_reply(body, root) == {"edition": "es", "beside": None}
