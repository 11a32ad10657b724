"""What is open with unsaved changes is known to commands, and forgotten when nobody says so any more."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.small import FIRST, SECOND
from tests.test_workspace import files
from tiedbook.course import Course
from tiedbook.errors import LearnerError
from tiedbook.unsaved import FOLDER, HOLDS, REPEAT, Register, held, place_of, require_saved
from tiedbook.workspace import start

NAME = f"{SECOND}.ipynb"


@pytest.fixture
def folder(small_course: Course, tmp_path: Path) -> Path:
    start(tmp_path / "w", "en")
    return tmp_path / "w"


def test_a_page_is_heard_until_it_says_that_all_is_saved(folder: Path) -> None:
    before = files(folder)
    register = Register()
    register.note(folder, NAME, "tab", unsaved=True)
    assert list(held(folder)) == [NAME]
    assert REPEAT < held(folder)[NAME] <= HOLDS
    with pytest.raises(LearnerError, match=f"{NAME}: open in JupyterLab .* not saved"):
        require_saved(folder / NAME, folder)
    require_saved(folder / f"{FIRST}.ipynb", folder)
    register.note(folder, NAME, "tab", unsaved=False)
    require_saved(folder / NAME, folder)
    assert files(folder) == before


def test_two_tabs_do_not_speak_for_each_other(folder: Path) -> None:
    register = Register()
    register.note(folder, NAME, "one", unsaved=True)
    register.note(folder, NAME, "two", unsaved=True)
    register.note(folder, NAME, "one", unsaved=False)
    assert list(held(folder)) == [NAME]
    register.note(folder, NAME, "two", unsaved=False)
    assert held(folder) == {}


def test_two_servers_do_not_speak_for_each_other(folder: Path) -> None:
    one, two = Register(), Register()
    one.note(folder, NAME, "tab", unsaved=True)
    two.note(folder, NAME, "tab", unsaved=True)
    one.note(folder, NAME, "tab", unsaved=False)
    assert list(held(folder)) == [NAME]


def test_a_page_that_falls_silent_is_forgotten(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register = Register()
    register.note(folder, NAME, "tab", unsaved=True)
    now = time.time()
    monkeypatch.setattr("tiedbook.unsaved.time.time", lambda: now + HOLDS + 1)
    assert held(folder) == {}
    assert list((folder / FOLDER).iterdir()) == []
    register.note(folder, f"{FIRST}.ipynb", "tab", unsaved=True)
    assert list(held(folder)) == [f"{FIRST}.ipynb"]


def test_a_clock_that_was_set_back_keeps_nobody_waiting_for_long(folder: Path) -> None:
    (folder / FOLDER).mkdir()
    (folder / FOLDER / "1-2.json").write_text(json.dumps({NAME: time.time() + 1e9}), encoding="utf-8")
    assert held(folder)[NAME] == HOLDS


def test_a_server_that_stops_takes_its_words_back(folder: Path) -> None:
    before = files(folder)
    register = Register()
    register.note(folder, NAME, "tab", unsaved=True)
    register.close()
    assert files(folder) == before


@pytest.mark.parametrize("root", ["w", ".", ".."])
def test_a_workspace_is_found_from_any_root_of_the_server(folder: Path, root: str) -> None:
    top = (folder.parent / root).resolve()
    path = (folder / NAME).relative_to(top).as_posix()
    assert place_of(top, f"/{path}") == (folder.resolve(), NAME)


def test_a_chapter_in_a_folder_of_the_workspace_is_known_by_its_path(folder: Path) -> None:
    (folder / "deep").mkdir()
    assert place_of(folder.parent, f"w/deep/{NAME}") == (folder.resolve(), f"deep/{NAME}")
    Register().note(folder, f"deep/{NAME}", "tab", unsaved=True)
    assert list(held(folder)) == [f"deep/{NAME}"]
    require_saved(folder / NAME, folder)


@pytest.mark.parametrize("path", ["../w/" + NAME, "", "/", "../../etc/passwd", "no/such/folder.ipynb"])
def test_what_is_outside_the_servers_root_or_in_no_workspace_has_no_place(tmp_path: Path, path: str) -> None:
    (tmp_path / "root").mkdir()
    assert place_of(tmp_path / "root", path) is None


@pytest.mark.parametrize("content", ["", "{", "[1]", '{"a": "b"}', '{"a": NaN}', '{"a": null}'])
def test_a_damaged_word_is_none(folder: Path, content: str) -> None:
    (folder / FOLDER).mkdir()
    (folder / FOLDER / "1-2.json").write_text(content, encoding="utf-8")
    assert held(folder) == {}


def test_hidden_tabs_of_a_browser_speak_often_enough() -> None:
    browsers_least = 60.0  # seconds between the timers of a tab that is not shown
    assert max(REPEAT, browsers_least) * 2 < HOLDS
