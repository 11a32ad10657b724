"""Values on the wire: plain ones in the frame's header, the elements of arrays in its body.

The trusted process lays the arrays of arguments into an `Arena`, as they lie in its own memory, so that the sandboxed
call gets what the check made. Results come back in the frame: strides from a stranger could claim any amount of memory.
"""

from __future__ import annotations

import math
import mmap
import re
from functools import lru_cache
from typing import Any

import numpy as np

from autograde.judge.arena import Arena, placed
from autograde.judge.wire import Malformed
from tiedbook.observe import Packed, Strange, pack

TEXT = 10_000  # characters of a string that is sent whole
BITS = 2048  # of an integer that is sent whole
DEPTH = 8  # lists and tuples within one another
COUNT = 100_000  # values in one frame

_INTEGER = re.compile(r"-?[0-9]{1,620}")
_FLOAT = re.compile(r"-?0x[01]\.[0-9a-f]{1,13}p[+-][0-9]{1,4}|-?0x0\.0p\+0|-?inf|nan")
_DTYPE = re.compile(
    r"[<>|](?:b1|[iu][1248]|f(?:2|4|8|12|16)|c(?:8|16|24|32)|[SU][0-9]{1,6}|[mM]8(?:\[[0-9a-zA-Z]{1,12}\])?)"
)
_DIMENSIONS = 32
_LENGTH = 1 << 40


class Writer:
    """Turns values into what a header can hold, and collects the bytes of arrays for the body.

    Parameters
    ----------
    arena : Arena or None
        Where to lay arrays; None to put their elements into the body.

    Attributes
    ----------
    body : list of bytes
        Elements of arrays.
    laid : list of (ndarray, bytes)
        The arrays in the arena, and the elements that they were given.
    """

    def __init__(self, arena: Arena | None = None) -> None:
        self._arena = arena
        self.body: list[bytes] = []
        self.laid: list[tuple[np.ndarray, bytes]] = []

    def write(self, value: object) -> Any:
        """Describe one value.

        Raises
        ------
        TypeError
            If it is none of array of numbers, booleans or text, bool, int, float, str, None, list, tuple, `Strange`.
        """
        kind = type(value)
        if value is None or kind is bool:
            return value
        if isinstance(value, int | float | str) and kind in (int, float, str):
            return _scalar(value)
        if isinstance(value, Strange):
            return {"strange": [value.kind, value.text, self.write(value.array)]}
        if isinstance(value, np.ndarray) and kind is np.ndarray:
            return self._array(pack(value))
        if isinstance(value, list | tuple) and kind in (list, tuple):
            return {kind.__name__: [self.write(item) for item in value]}
        raise TypeError(f"checks pass arrays, plain values, lists and tuples of these, not {kind.__name__}")

    def _array(self, packed: Packed) -> Any:
        if self._arena is not None:
            said, array = self._arena.lay(packed)
            self.laid.append((array, packed.data))
            return {"array": said}
        self.body.append(packed.data)
        return {"array": [packed.dtype, list(packed.shape)]}


def _scalar(value: float | str) -> Any:
    if isinstance(value, str):
        return value if len(value) <= TEXT else {"strange": ["str", f"{value[:200]}… ({len(value)} characters)", None]}
    if isinstance(value, int):
        bits = value.bit_length()
        return {"int": str(value)} if bits <= BITS else {"strange": ["int", f"an integer of {bits} bits", None]}
    return {"float": value.hex()}


class Reader:
    """Turns the described values of one frame back, and believes nothing.

    Parameters
    ----------
    body : memoryview
        The frame's raw bytes; `close` makes sure that all of them were wanted.
    memory : mmap or None
        Where arrays lie, which only the trusted process may say; None if they are in the body.
    """

    def __init__(self, body: memoryview, memory: mmap.mmap | None = None) -> None:
        self._body = body
        self._memory = memory
        self._read = 0
        self._count = 0

    def read(self, said: Any, depth: int = DEPTH) -> object:
        """Make one value from its description.

        Raises
        ------
        Malformed
            If it is not one that a `Writer` makes.
        """
        self._count += 1
        if self._count > COUNT:
            raise Malformed("too many values")
        if said is None or type(said) is bool:
            return said
        if type(said) is str:
            return text(said, TEXT)
        if type(said) is not dict or len(said) != 1:
            raise Malformed("a value that is not described")
        ((kind, content),) = said.items()
        if kind in ("list", "tuple") and type(content) is list and depth:
            items = [self.read(item, depth - 1) for item in content]
            return items if kind == "list" else tuple(items)
        return self._leaf(kind, content)

    def close(self) -> None:
        """Make sure that every byte belonged to a value.

        Raises
        ------
        Malformed
            If some are left over.
        """
        if self._read != len(self._body):
            raise Malformed("bytes that belong to no value")

    def _leaf(self, kind: str, content: Any) -> object:
        if kind == "array" and type(content) is list:
            return self._array(content)
        if kind == "strange" and type(content) is list and len(content) == 3:
            return Strange(text(content[0]), text(content[1]), self._numbers(content[2]))
        if type(content) is str:
            if kind == "int" and _INTEGER.fullmatch(content):
                return int(content)
            if kind == "float" and _FLOAT.fullmatch(content):
                return _float(content)
        raise Malformed("a value of no known kind")

    def _numbers(self, said: Any) -> np.ndarray | None:
        array = self.read(said)
        if array is None or (type(array) is np.ndarray and array.dtype.kind in "biufc"):
            return array
        raise Malformed("numbers that are none")

    def _array(self, said: list[Any]) -> object:
        if self._memory is not None:
            return placed(said, self._memory)
        if len(said) != 2:
            raise Malformed("an array that is not described")
        dtype, shape = _dtype(said[0]), _shape(said[1])
        size = math.prod(shape) * dtype.itemsize
        data = bytes(self._body[self._read : self._read + size])
        if len(data) != size:
            raise Malformed("an array that is longer than its frame")
        self._read += size
        _valid(dtype, data)
        try:
            return np.ndarray(shape, dtype, data).copy()
        except ValueError as fault:
            raise Malformed(f"an array that cannot be: {fault}") from None


def text(said: Any, longest: int = 1000) -> str:
    """Take a text from a stranger: of bounded length, and such that it can be written to any file.

    Raises
    ------
    Malformed
        If it is no text, or too long.
    """
    if type(said) is not str or len(said) > longest:
        raise Malformed("a text that is none, or too long")
    if said.isprintable():
        return said
    return said.encode("utf-8", "replace").decode("utf-8").replace("\0", "\N{REPLACEMENT CHARACTER}")


def texts(said: Any, most: int = 64) -> tuple[str, ...]:
    """Take a list of texts from a stranger.

    Raises
    ------
    Malformed
        If it is no list, too long, or holds anything else.
    """
    if type(said) is not list or len(said) > most:
        raise Malformed("a list that is none, or too long")
    return tuple(map(text, said))


def _float(said: str) -> float:
    try:
        return float.fromhex(said)
    except OverflowError:
        raise Malformed("a number that is too large") from None


def _dtype(said: Any) -> np.dtype[Any]:
    if type(said) is not str:
        raise Malformed("a dtype that is not allowed")
    return _known_dtype(said)


@lru_cache(maxsize=256)
def _known_dtype(said: str) -> np.dtype[Any]:
    if not _DTYPE.fullmatch(said):
        raise Malformed("a dtype that is not allowed")
    try:
        return np.dtype(said)
    except TypeError:
        raise Malformed("a dtype that does not exist") from None


def _shape(said: Any) -> tuple[int, ...]:
    if type(said) is not list or len(said) > _DIMENSIONS:
        raise Malformed("a shape that is none")
    if not all(type(length) is int and 0 <= length <= _LENGTH for length in said):
        raise Malformed("a shape of impossible lengths")
    return tuple(said)


def _valid(dtype: np.dtype[Any], data: bytes) -> None:
    """Refuse bytes that no array of this dtype holds, since NumPy and printing go wrong on them."""
    if dtype.kind == "b" and data.strip(b"\0\1"):
        raise Malformed("a boolean that is neither")
    if dtype.kind == "U" and dtype.itemsize:
        points = np.frombuffer(data, np.dtype("u4").newbyteorder(dtype.byteorder))
        if bool(((points > 0x10FFFF) | ((points >= 0xD800) & (points < 0xE000))).any()):
            raise Malformed("a text that is no Unicode")
