"""Whatever a process says, a check sees an outcome; whatever a cell says, it is a note or the end of its process."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autograde.judge.arena import new
from autograde.judge.limits import Limits
from autograde.judge.loading import Source, Submission
from autograde.judge.losses import TooLarge, TooMuchMemory
from autograde.judge.remote import Care, Remote
from autograde.judge.sandbox import Ending, Sandbox, ZygoteGone
from autograde.judge.sealing import Quota
from autograde.judge.wire import Gone, Late, Malformed, WireError
from tiedbook.outcome import Outcome, Raised

Reply = tuple[dict[str, Any], memoryview]
NOTHING = memoryview(b"")
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no fault


class Says:
    """A child, and the sandbox that forks it, of which only the words matter."""

    def __init__(self, say: Callable[[dict[str, Any]], Reply]) -> None:
        self._say = say
        self._asked: list[dict[str, Any]] = []
        self.arena, descriptor = new()
        os.close(descriptor)

    def ask(self, request: dict[str, Any], body: Sequence[bytes], deadline: float) -> Reply:
        return self._say(request)

    def tell(self, request: dict[str, Any], body: Sequence[bytes], deadline: float, *, more: bool = False) -> str:
        self._asked.append(request)
        return ""

    def hear(self, nonce: str, deadline: float) -> Reply:
        return self._say(self._asked.pop(0))

    def end(self) -> Ending:
        return Ending(0, alone=True)

    def load(self, name: str) -> None: ...

    def fork(self, quota: Quota) -> Says:
        return self


def remote(say: Callable[[dict[str, Any]], Reply]) -> Remote:
    return Remote("double", Says(say), Limits())  # type: ignore[arg-type]


def called(reply: dict[str, Any], body: bytes = b"") -> tuple[Outcome, WireError | None]:
    subject = remote(lambda _: (reply, memoryview(body)))
    return subject(np.zeros(2), scale=3), subject.fault


GOOD = {
    "value": {"int": "3"}, "raised": None, "warnings": ["W: w"], "changed": ["0"], "shared": ["scale", "earlier"],
    "writable": False, "printed": "hello",
}  # fmt: skip
RAISED = {**GOOD, "value": None, "raised": [["MyError", "ValueError", "Exception"], "no"]}


def test_a_proper_reply_is_an_outcome() -> None:
    assert called(GOOD) == (Outcome(3, None, ("W: w",), ("0",), ("scale", "earlier"), False, "hello"), None)
    assert called(RAISED)[0].raised == Raised(("MyError", "ValueError", "Exception"), "no")
    assert called({"unable": ["KeyboardInterrupt", "BaseException"]})[0].raised == Raised(
        ("KeyboardInterrupt", "BaseException"), ""
    )


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"value": {"array": ["<f8", [1]]}}, Malformed),
        ({"value": [1]}, Malformed),
        ({"raised": "ValueError"}, Malformed),
        ({"raised": [[], "no kind"]}, Malformed),
        ({"raised": [["ValueError"], 3]}, Malformed),
        ({"raised": [["ValueError"], "and a value"]}, Malformed),
        ({"value": None, "raised": [["MemoryError"], ""]}, TooMuchMemory),
        ({"unable": ["_ArrayMemoryError", "MemoryError"]}, TooMuchMemory),
        ({"unable": "MemoryError"}, Malformed),
        ({"large": 10}, TooLarge),
        ({"warnings": "W"}, Malformed),
        ({"warnings": [3]}, Malformed),
        ({"changed": ["another"]}, Malformed),
        ({"shared": ["1"]}, Malformed),
        ({"writable": 1}, Malformed),
        ({"printed": ["x"]}, Malformed),
    ],
)
def test_an_improper_reply_is_the_end_of_its_process(change: dict[str, Any], fault: type[WireError]) -> None:
    seen, found = called({**GOOD, **change})
    assert seen == Outcome(late=True)
    assert type(found) is fault


def test_bytes_that_belong_to_no_value_are_the_end_of_a_process() -> None:
    assert type(called(GOOD, b"more")[1]) is Malformed


def test_after_a_fault_no_call_is_made() -> None:
    calls: list[int] = []

    def die(request: dict[str, Any]) -> Reply:
        calls.append(1)
        raise Gone("dead")

    subject = remote(die)
    assert subject(1) == subject(2) == Outcome(late=True)
    assert subject.find() is None
    assert len(calls) == 2
    assert subject.last == ((1,), {})


NAMES = st.sampled_from(["array", "int", "tuple", "x"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(["0", "MemoryError", "<f8"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=2),
    max_leaves=12,
)
KEYS = [
    "value",
    "raised",
    "warnings",
    "changed",
    "shared",
    "writable",
    "printed",
    "unable",
    "large",
    "callable",
    "kind",
]


@PATIENT
@given(st.dictionaries(st.sampled_from(KEYS), JSON), st.binary(max_size=16))
def test_any_reply_is_an_outcome_or_a_fault(reply: dict[str, Any], body: bytes) -> None:
    seen, fault = called({**GOOD, **reply}, body)
    assert (fault is None) != seen.late
    subject = remote(lambda _: (reply, memoryview(body)))
    absent = subject.find()
    assert subject.fault is None or absent is None


@PATIENT
@given(
    st.dictionaries(st.sampled_from(["fault", "output"]), JSON),
    st.dictionaries(st.sampled_from(["late", "kind", "text", "line"]), JSON),
)
def test_any_word_of_a_cell_is_a_note_or_the_end_of_its_process(reply: dict[str, Any], fault: dict[str, Any]) -> None:
    sandbox = Says(
        lambda request: (
            {"output": "", "fault": fault, **reply} if request["cell"] == "first" else {"output": ""},
            NOTHING,
        )
    )
    submission = Submission((Source("first", ""), Source("second", "")))
    submission.load(sandbox, Limits())  # type: ignore[arg-type]
    for note in submission.notes.values():
        assert note.cell == "first"
        found = note.diagnosis()
        assert found is None or found.message.format(**found.values)


def test_a_process_that_is_late_with_every_cell_loads_what_is_left() -> None:
    def late(request: dict[str, Any]) -> Reply:
        if request["cell"] != "last":
            raise Late("late")
        return {"output": ""}, NOTHING

    submission = Submission(tuple(Source(name, "") for name in ("a", "b", "last")))
    submission.load(Says(late), Limits())  # type: ignore[arg-type]
    assert {name: note.fate for name, note in submission.notes.items()} == {"a": "late", "b": "late"}


def test_a_sandbox_that_was_never_started_forks_nothing() -> None:
    with pytest.raises(ZygoteGone):
        Sandbox(walled=False).fork(Quota(1, 100))


def counting(say: Callable[[dict[str, Any]], Reply], care: Care = "none") -> tuple[Remote, list[dict[str, Any]]]:
    asked: list[dict[str, Any]] = []

    def heard(request: dict[str, Any]) -> Reply:
        asked.append(request)
        return say(request)

    return Remote("double", Says(heard), Limits(), care=care), asked  # type: ignore[arg-type]


def told(request: dict[str, Any]) -> Reply:
    return {"value": request["args"][0]}, NOTHING


CALLS = tuple(((each,), {"scale": each}) for each in range(1000, 1004))


def test_announced_calls_are_made_once_and_told_when_they_are_asked_for() -> None:
    subject, asked = counting(told)
    subject.announce(CALLS)
    assert len(asked) == 4
    assert [subject(*args, **kwargs).value for args, kwargs in CALLS[:2]] == [1000, 1001]
    assert subject(7).value == 7  # of which nobody knew
    assert [subject(*args, **kwargs).value for args, kwargs in CALLS[2:]] == [1002, 1003]
    assert len(asked) == 5
    assert subject(*CALLS[3][0], **CALLS[3][1]).value == 1003
    assert len(asked) == 6


def test_a_process_lost_in_an_announced_call_is_lost_when_that_call_is_asked_for() -> None:
    def die(request: dict[str, Any]) -> Reply:
        if request["args"][0] == {"int": "1002"}:
            raise Gone("dead")
        return told(request)

    subject, _ = counting(die)
    subject.announce(CALLS)
    assert subject.spent
    assert [subject(*args, **kwargs).late for args, kwargs in CALLS] == [False, False, True, True]
    assert type(subject.fault) is Gone
    assert subject.last == ((1002,), {"scale": 1002})
    other, _ = counting(die)
    other.announce(CALLS)
    assert other(*CALLS[0][0], **CALLS[0][1]).value == 1000
    assert other.fault is None  # a check that stops here has seen nothing
    other.settle()
    assert (other.fault, other.spent) == (None, True)


@pytest.mark.parametrize(
    ("again", "doubt"),
    [
        (b"\1\2", False),
        (b"\1\3", True),
        (b"\1", True),
    ],
    ids=["as it was", "changed", "shorter"],
)
def test_a_result_that_changes_afterwards_is_in_doubt(again: bytes, doubt: bool) -> None:
    def say(request: dict[str, Any]) -> Reply:
        if "again" in request:
            return {"values": [{"array": ["|u1", [len(again)]]}] * request["again"]}, memoryview(again * 2)
        return {"value": {"array": ["|u1", [2]]}}, memoryview(b"\1\2")

    subject, asked = counting(say, "afterwards")
    for _ in range(2):
        subject(np.zeros(2))
    subject.settle()
    assert (subject.doubt, subject.fault) == (doubt, None)
    subject.settle()
    assert len(asked) == 3


def test_what_is_too_large_to_be_told_again_is_in_doubt() -> None:
    def say(request: dict[str, Any]) -> Reply:
        return ({"large": 9}, NOTHING) if "again" in request else ({"value": {"array": ["|u1", [1]]}}, memoryview(b"1"))

    subject, _ = counting(say, "afterwards")
    subject(np.zeros(2))
    subject.settle()
    assert (subject.doubt, subject.fault) == (True, None)
