"""Frames between the trusted process and the sandbox: a length prefix, a JSON header, raw bytes.

Both ends use this module; the sandbox has it as a copy. Nothing here runs or builds what a peer names: no pickle, no
npy headers, and no allocation before a claim has been held against the cap.
"""

from __future__ import annotations

import json
import os
import select
import struct
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Header = dict[str, Any]

_PREFIX = struct.Struct(">II")  # bytes of the header, bytes of the body
_CHUNK = 1 << 20
_AHEAD = 1 << 16  # bytes that hold most frames whole


class WireError(Exception):
    """A frame did not come, or did not go."""


class Gone(WireError):  # noqa: N818  # what became of the peer, as a word
    """The peer has closed its end."""


class Late(WireError):  # noqa: N818
    """The deadline has passed."""


class Malformed(WireError):  # noqa: N818
    """The bytes are no frame of ours, or one that a peer of ours would not send."""


class Large(WireError):  # noqa: N818
    """The frame would be larger than the other end takes."""


@dataclass(frozen=True, slots=True)
class Caps:
    """The most that one frame may hold.

    Parameters
    ----------
    header : int
        Bytes of JSON.
    body : int
        Raw bytes after it.
    """

    header: int = 1 << 20
    body: int = 1 << 24


@dataclass(slots=True)
class Wire:
    """One end of a connected stream socket.

    Parameters
    ----------
    descriptor : int
        File descriptor of the socket. Plain reads and writes are used, so that the sandbox needs no socket calls.
        It must not block where deadlines are to be kept.
    taken : Caps
        The largest frame that this end takes.
    sent : Caps
        The largest frame that the other end takes.
    ahead : bool
        Whether to read what has come of the next frames too, which saves calls of the kernel; not where anything but
        frames comes.
    """

    descriptor: int
    taken: Caps = Caps()
    sent: Caps = Caps()
    ahead: bool = False
    _held: bytearray = field(default_factory=bytearray, init=False)  # read already
    _unsent: bytearray = field(default_factory=bytearray, init=False)
    _poll: select.poll | None = field(default=None, init=False)

    def send(
        self, header: Header, body: Sequence[bytes] = (), deadline: float | None = None, *, more: bool = False
    ) -> None:
        """Send one frame.

        Parameters
        ----------
        header : dict
            What JSON can hold.
        body : sequence of bytes
            Raw bytes, sent one after the other.
        deadline : float or None
            Time of the monotonic clock until which the peer may take the frame; None waits for ever.
        more : bool
            Whether another frame follows at once, so that this one may go with it: a call of the kernel wakes the peer.
            What is left of them goes before a frame is received.

        Raises
        ------
        Large
            If the frame is over the cap; nothing of it has been sent then.
        Gone, Late
            If the peer has left, or does not take the frame in time.
        """
        text = _ENCODER.encode(header).encode("ascii")
        length = sum(map(len, body))
        if len(text) > self.sent.header or length > self.sent.body:
            raise Large(f"a frame of {len(text)} + {length} bytes")
        self._unsent += b"".join([_PREFIX.pack(len(text), length), text, *body])
        if not more or len(self._unsent) > _CHUNK:
            self._flush(deadline)

    def _flush(self, deadline: float | None) -> None:
        unsent, self._unsent = self._unsent, bytearray()
        left = memoryview(unsent)
        while left:
            try:
                left = left[os.write(self.descriptor, left[:_CHUNK]) :]
            except BlockingIOError:
                self._wait(select.POLLOUT, deadline)
            except OSError as fault:
                raise Gone(str(fault)) from None

    def receive(self, deadline: float | None = None) -> tuple[Header, memoryview]:
        """Receive one frame.

        Parameters
        ----------
        deadline : float or None
            Time of the monotonic clock until which the whole frame must be here; None waits for ever.

        Returns
        -------
        header : dict
            With string keys; its values are not checked yet.
        body : memoryview
            The raw bytes.

        Raises
        ------
        Gone, Late, Malformed
            If the peer has left, the frame is not complete in time, or is no frame.
        """
        if self._unsent:
            self._flush(deadline)
        self._fill(_PREFIX.size, deadline)
        size, length = _PREFIX.unpack_from(self._held)
        if size > self.taken.header or length > self.taken.body:
            raise Malformed(f"a frame that claims {size} + {length} bytes")
        self._fill(_PREFIX.size + size + length, deadline)
        frame = self._held[: _PREFIX.size + size + length]
        del self._held[: len(frame)]
        return _parse(frame[_PREFIX.size : _PREFIX.size + size]), memoryview(frame)[_PREFIX.size + size :]

    def _fill(self, size: int, deadline: float | None) -> None:
        """Read until so many bytes are held; what has come stays held where the rest is late."""
        while (missing := size - len(self._held)) > 0:
            if deadline is not None:
                self._wait(select.POLLIN, deadline)
            try:
                chunk = os.read(self.descriptor, min(_CHUNK, max(missing, _AHEAD if self.ahead else 0)))
            except BlockingIOError:
                continue
            except OSError as fault:
                raise Gone(str(fault)) from None
            if not chunk:
                raise Gone("the peer closed the connection")
            self._held += chunk

    def _wait(self, event: int, deadline: float | None) -> None:
        if deadline is None:
            return
        if self._poll is None:
            self._poll = select.poll()
        self._poll.register(self.descriptor, event)
        left = deadline - time.monotonic()
        if left <= 0 or not self._poll.poll(left * 1000):
            raise Late("the deadline has passed")


def _parse(text: bytearray) -> Header:
    try:
        header = _DECODER.decode(text.decode("utf-8"))
    except (ValueError, RecursionError) as fault:
        raise Malformed(f"a header that is not JSON: {type(fault).__name__}") from None
    if type(header) is not dict:
        raise Malformed("a header that is not an object")
    return header


def _refuse(constant: str) -> None:
    raise ValueError(constant)


_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False)
_DECODER = json.JSONDecoder(parse_constant=_refuse)
