"""What a running server answers to requests that do not come from the menu."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest

from tests.browser.harness import Server


@pytest.mark.parametrize("path", ["tiedbook/editions", "tiedbook/switch"])
def test_without_the_token_it_answers_nothing(server: Server, path: str) -> None:
    data = b"{}" if path.endswith("switch") else None
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
