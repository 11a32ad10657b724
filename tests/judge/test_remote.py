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
from autograde.judge.remote import Remote
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
        self.arena, descriptor = new()
        os.close(descriptor)

    def ask(self, request: dict[str, Any], body: Sequence[bytes], deadline: float) -> Reply:
        return self._say(request)

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
