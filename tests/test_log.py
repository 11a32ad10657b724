"""A log is read whole, whoever appends to it, and no line of it is decoded twice by one process."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tiedbook import log
from tiedbook.log import Log, append


def number(line: Mapping[str, object]) -> int | None:
    found = line.get("number")
    return found if isinstance(found, int) else None


def numbers() -> Log[int]:
    return Log(number)


def line(value: int, at: str = "2026-11-30T12:00:00+00:00") -> str:
    return json.dumps({"at": at, "number": value})


def count_decoded(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Return a list that gets each line that is decoded from now on."""
    decoded: list[bytes] = []
    real = log._object

    def counted(text: bytes) -> log.Line | None:
        decoded.append(text)
        return real(text)

    monkeypatch.setattr(log, "_object", counted)
    return decoded


@settings(deadline=None)
@given(st.lists(st.lists(st.integers() | st.binary(max_size=12), max_size=4), max_size=6))
def test_reading_piece_by_piece_finds_what_reading_at_once_finds(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[list[int | bytes]]
) -> None:
    path = tmp_path_factory.mktemp("log") / "log.jsonl"
    watching = numbers()
    for piece in pieces:
        with path.open("ab") as file:
            for item in piece:  # bytes are what a killed kernel, or an editor, may have left, with or without an end
                file.write(line(item).encode() + b"\n" if isinstance(item, int) else item)
        assert watching.events(path) == numbers().events(path)


def test_what_was_read_is_not_decoded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log.jsonl"
    for value in range(3):
        append(path, line(value))
    watching = numbers()
    assert watching.events(path) == (0, 1, 2)
    append(path, line(3))
    decoded = count_decoded(monkeypatch)
    assert watching.events(path) == (0, 1, 2, 3)
    assert [json.loads(text) for text in decoded if text] == [{"number": 3}]


def test_lines_that_differ_in_time_only_are_decoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    decoded = count_decoded(monkeypatch)
    content = "\n".join(line(7, f"2026-11-30T12:00:{second:02}+00:00") for second in range(60))
    assert list(numbers().decoded(content.encode())) == [7] * 60
    assert len(decoded) == 1


@pytest.mark.parametrize("now", ["", line(5) + "\n", line(5) + "\n" + line(6) + "\n" + line(7) + "\n"])
def test_a_log_that_was_replaced_is_read_anew(tmp_path: Path, now: str) -> None:
    path = tmp_path / "log.jsonl"
    watching = numbers()
    append(path, line(1))
    append(path, line(2))
    assert watching.events(path) == (1, 2)
    path.write_text(now, encoding="utf-8")
    assert watching.events(path) == numbers().events(path) != (1, 2)


def test_a_line_on_its_way_is_taken_once_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    watching = numbers()
    text = line(41)
    path.write_text(text[:-2], encoding="utf-8")
    assert watching.events(path) == ()
    path.write_text(text + "\n", encoding="utf-8")
    assert watching.events(path) == (41,)


def test_an_event_is_given_the_time_of_its_own_line() -> None:
    dated: Log[tuple[int, str]] = Log(
        lambda found: (value, "") if (value := number(found)) is not None else None, lambda event, at: (event[0], at)
    )
    times = ["2026-11-30T12:00:00+00:00", "2026-12-01T12:00:00+00:00"]
    content = "\n".join(line(7, at) for at in times)
    assert list(dated.decoded(content.encode())) == [(7, at) for at in times]
