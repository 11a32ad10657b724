"""What a running server answers to requests that do not come from the menu."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable

import pytest

from tests.browser.conftest import CHAPTER
from tests.browser.harness import Server
from tiedbook.renewal import switch
from tiedbook.unsaved import REPEAT, held


@pytest.mark.parametrize("path", ["tiedbook/editions", "tiedbook/switch", "tiedbook/unsaved", "tiedbook/workspace"])
def test_without_the_token_it_answers_nothing(server: Server, path: str) -> None:
    data = None if path.endswith("editions") else b"{}"
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(f"{server.url}/{path}", data)
    with caught.value as answer:
        assert answer.code == 403
        assert b"texts" not in answer.read()


def test_the_editions_are_served(server: Server) -> None:
    status, reply = server.request("tiedbook/editions")
    assert status == 200
    assert [item["tag"] for item in reply["editions"]] == ["en", "hi-Latn", "es"]


def test_a_request_that_is_not_a_notebook_gets_a_sentence(server: Server) -> None:
    status, reply = server.request("tiedbook/switch", "POST", b"not JSON")
    assert status == 400
    assert "not JSON" in reply["message"]


def test_a_page_that_says_what_is_unsaved_keeps_the_command_line_from_it(
    server: Server, make_workspace: Callable[[str], str]
) -> None:
    name = make_workspace("en")
    folder = server.root / name
    before = (folder / f"{CHAPTER}.ipynb").read_bytes()

    def say(*, unsaved: bool) -> tuple[int, object]:
        words = {"path": f"{name}/{CHAPTER}.ipynb", "tab": "one", "unsaved": unsaved}
        return server.request("tiedbook/unsaved", "POST", json.dumps(words).encode())

    assert say(unsaved=True) == (200, {"repeat": REPEAT})
    faults = [file.fault.code for file in switch(folder, "es").files if file.fault]
    assert faults == ["workspace.unsaved"]
    assert (folder / f"{CHAPTER}.ipynb").read_bytes() == before
    assert say(unsaved=False) == (200, {"repeat": REPEAT})
    assert held(folder) == {}
    assert not [file for file in switch(folder, "es").files if file.fault]


def test_words_about_unsaved_changes_that_are_none_get_a_sentence(server: Server) -> None:
    status, reply = server.request("tiedbook/unsaved", "POST", b"[]")
    assert status == 400
    assert "not JSON with a path" in reply["message"]
