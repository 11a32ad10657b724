from __future__ import annotations

import json
import os
import socket
import struct
import threading
import time
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autograde.judge.wire import Caps, Gone, Header, Large, Late, Malformed, Wire, WireError

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no fault
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    ours.settimeout(0)
    with ours, theirs:
        yield ours, theirs


def soon() -> float:
    return time.monotonic() + 20


def received(content: bytes, caps: Caps | None = None) -> tuple[Header, memoryview]:
    """What our end makes of these bytes, after which the peer leaves."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.settimeout(0)
        theirs.sendall(content)
        theirs.close()
        return Wire(ours.fileno(), taken=caps or Caps(1000, 1000)).receive(soon())


def frame(header: bytes, body: bytes = b"") -> bytes:
    return struct.pack(">II", len(header), len(body)) + header + body


@PATIENT
@given(st.dictionaries(st.text(), JSON, max_size=5), st.lists(st.binary(max_size=100), max_size=3))
def test_a_frame_arrives_as_it_was_sent(header: dict[str, object], body: list[bytes]) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        Wire(ours.fileno()).send(header, body)
        got, rest = Wire(theirs.fileno()).receive()
    assert got == header
    assert bytes(rest) == b"".join(body)


@PATIENT
@given(st.binary(max_size=300))
def test_any_bytes_are_a_frame_or_an_error_of_ours(content: bytes) -> None:
    try:
        header, _ = received(content)
    except WireError:
        return
    assert isinstance(header, dict)


@PATIENT
@given(st.binary(max_size=120), st.binary(max_size=20))
def test_any_header_is_an_object_or_malformed(header: bytes, body: bytes) -> None:
    try:
        got, rest = received(frame(header, body))
    except Malformed:
        return
    assert isinstance(got, dict)
    assert bytes(rest) == body


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(struct.pack(">II", 2**32 - 1, 0) + b"x" * 50, id="4 GB of header"),
        pytest.param(struct.pack(">II", 2, 2**32 - 1) + b"{}", id="4 GB of body"),
        pytest.param(frame(b"[" * 900), id="deep nesting"),
        pytest.param(frame(b'{"a": NaN}'), id="not a number"),
        pytest.param(frame(b'{"a": ' + b"9" * 5000 + b"}"), id="an endless integer"),
        pytest.param(frame(b"\xff\xfe{}"), id="not UTF-8"),
        pytest.param(frame(b"[]"), id="a list"),
        pytest.param(frame(b""), id="nothing"),
    ],
)
def test_a_frame_that_is_none_is_malformed(content: bytes) -> None:
    with pytest.raises(Malformed):
        received(content, Caps(10_000, 1000))


@pytest.mark.parametrize("length", [0, 3, 8, 9, 11])
def test_a_peer_that_leaves_in_the_middle_is_gone(length: int) -> None:
    with pytest.raises(Gone):
        received(frame(b'{"a": 1}', b"body")[:length])


def test_a_slow_drip_of_bytes_does_not_move_the_deadline(ends: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = ends
    stop = threading.Event()

    def drip() -> None:
        for byte in frame(b'{"a": 1}' + b" " * 900):
            if stop.wait(0.01):
                return
            theirs.send(bytes([byte]))

    dripping = threading.Thread(target=drip)
    dripping.start()
    with pytest.raises(Late):
        Wire(ours.fileno()).receive(time.monotonic() + 0.2)
    stop.set()
    dripping.join()


def test_a_peer_that_takes_nothing_is_late(ends: tuple[socket.socket, socket.socket]) -> None:
    ours, _ = ends
    with pytest.raises(Late):
        Wire(ours.fileno(), sent=Caps(1000, 1 << 27)).send({}, [bytes(1 << 26)], time.monotonic() + 0.1)


def test_a_peer_that_has_left_before_is_gone(ends: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = ends
    theirs.close()
    with pytest.raises(Gone):
        Wire(ours.fileno()).send({}, [bytes(1 << 20)], soon())


def test_a_frame_that_the_other_end_would_refuse_is_not_begun(ends: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = ends
    wire = Wire(ours.fileno(), sent=Caps(10, 10))
    for header, body in (({"a": "x" * 10}, []), ({}, [bytes(11)])):
        with pytest.raises(Large):
            wire.send(header, body)
    theirs.settimeout(0)
    with pytest.raises(BlockingIOError):
        theirs.recv(1)


def test_the_header_is_plain_json_whatever_is_in_it(ends: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = ends
    Wire(ours.fileno()).send({"text": "½ \ud800"})
    size, _ = struct.unpack(">II", os.read(theirs.fileno(), 8))
    assert json.loads(os.read(theirs.fileno(), size).decode("ascii")) == {"text": "½ \ud800"}


@PATIENT
@given(st.dictionaries(st.text(max_size=5), JSON, max_size=3), st.binary(max_size=30), st.data())
def test_every_prefix_of_a_frame_is_a_peer_that_left(
    header: dict[str, object], body: bytes, data: st.DataObject
) -> None:
    whole = frame(json.dumps(header).encode(), body)
    length = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(Gone):
        received(whole[:length], Caps(100_000, 1000))


@PATIENT
@given(st.dictionaries(st.text(max_size=5), JSON, max_size=3), st.binary(max_size=30), st.data())
def test_any_bits_may_flip(header: dict[str, object], body: bytes, data: st.DataObject) -> None:
    whole = bytearray(frame(json.dumps(header).encode(), body))
    for place in data.draw(st.lists(st.integers(0, 8 * len(whole) - 1), min_size=1, max_size=4)):
        whole[place // 8] ^= 1 << place % 8
    try:
        got, rest = received(bytes(whole), Caps(100_000, 1000))
    except WireError:
        return
    assert isinstance(got, dict)
    assert len(rest) <= 1000


@PATIENT
@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.binary(max_size=40))
def test_any_claim_is_held_against_the_caps_before_memory_is_taken(size: int, length: int, content: bytes) -> None:
    tracemalloc.start()
    try:
        received(struct.pack(">II", size, length) + content)
    except WireError:
        pass
    finally:
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert most < 1 << 20


@PATIENT
@given(st.lists(st.integers(1, 7), max_size=40))
def test_a_frame_in_pieces_is_the_same_frame(pieces: list[int]) -> None:
    whole = frame(b'{"a": [1, 2, 3]}', b"some bytes")
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.settimeout(0)
        found: list[object] = []
        reading = threading.Thread(target=lambda: found.append(Wire(ours.fileno()).receive(soon())))
        reading.start()
        for piece in [*pieces, len(whole)]:
            theirs.sendall(whole[:piece])
            whole = whole[piece:]
        reading.join()
    assert found == [({"a": [1, 2, 3]}, memoryview(b"some bytes"))]


def test_frames_that_others_follow_go_together_and_before_one_is_waited_for(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    near, far = Wire(ends[0].fileno()), Wire(ends[1].fileno(), ahead=True)
    near.send({"a": 1}, more=True)
    with pytest.raises(BlockingIOError):
        ends[1].recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    near.send({"b": 2}, [b"xy"])
    near.send({"c": 3}, more=True)
    with pytest.raises(Late):
        near.receive(time.monotonic() + 0.05)
    assert [(header, bytes(body)) for header, body in (far.receive(soon()) for _ in "abc")] == [
        ({"a": 1}, b""),
        ({"b": 2}, b"xy"),
        ({"c": 3}, b""),
    ]
