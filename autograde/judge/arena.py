"""Memory in which the arguments of calls lie: the submission's process has it, and the trusted one sees it.

What becomes of the arguments is so observed from outside. Code of a submission can change everything in its own
process, what tells about calls included, but not which bytes lie here; and where the trusted process changes them after
a call, a result that shares them changes too.
"""

from __future__ import annotations

import mmap
import os
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tiedbook.observe import ALIGNMENT, Packed, below

SIZE = 64 << 20  # bytes; touched ones alone take memory, which no limit of the child counts


@dataclass(slots=True)
class Arena:
    """The memory of one child.

    Parameters
    ----------
    memory : mmap
        Shared by both processes.

    Attributes
    ----------
    turns : int
        How often places were given anew.
    """

    memory: mmap.mmap
    turns: int = field(default=0, init=False)
    _end: int = field(default=0, init=False)

    def lay(self, packed: Packed) -> tuple[list[Any], np.ndarray]:
        """Put an array into a place that no array of this call or the ones before has.

        Returns
        -------
        said : list
            What `placed` needs, as JSON can hold it.
        array : ndarray
            The array there, for this process to look at.

        Raises
        ------
        TypeError
            If it is larger than the arena.
        """
        dtype = np.dtype(packed.dtype)
        flat = packed.strides == _flat(packed.shape, dtype.itemsize)
        under = 0 if flat else below(packed.shape, packed.strides)
        size = len(packed.data) or dtype.itemsize if flat else _above(packed) - under + dtype.itemsize
        start = -(-self._end // ALIGNMENT) * ALIGNMENT + packed.offset
        if start + size > SIZE:  # the calls before are over
            self.turns += 1
            start = packed.offset
        if start + size > SIZE:
            raise TypeError(f"checks pass arrays of {SIZE >> 20} MB at most")
        self._end = start + size
        said = [packed.dtype, list(packed.shape), list(packed.strides), start - under, packed.writable]
        array = np.ndarray(packed.shape, dtype, self.memory, start - under, packed.strides)
        if flat:
            self.memory[start : start + len(packed.data)] = packed.data
        else:
            array[...] = np.frombuffer(packed.data, dtype).reshape(packed.shape) if dtype.itemsize else b""
        return said, array


def _flat(shape: tuple[int, ...], step: int) -> tuple[int, ...]:
    """Return the strides of a contiguous array."""
    strides = []
    for length in reversed(shape):
        strides.append(step)
        step *= length
    return tuple(reversed(strides))


def _above(packed: Packed) -> int:
    """Return the distance of an array's highest element from its first."""
    return sum((n - 1) * step for n, step in zip(packed.shape, packed.strides, strict=True) if n > 1 and step > 0)


def placed(said: list[Any], memory: mmap.mmap) -> np.ndarray:
    """Return the array that lies in a place."""
    dtype, shape, strides, first, writable = said
    array = np.ndarray(tuple(shape), np.dtype(dtype), memory, first, tuple(strides))
    array.flags.writeable = writable
    return array


def disturb(array: np.ndarray) -> None:
    """Change every element to another valid one; doing it twice changes nothing."""
    size = array.dtype.itemsize
    if not size:
        return
    length = 4 if array.dtype.kind == "U" else size  # the first of several characters alone
    low = length - 1 if array.dtype.str.startswith(">") else 0
    field_ = np.dtype({"names": ["low"], "formats": ["u1"], "offsets": [low], "itemsize": size})
    bytes_ = array.view(field_)["low"]
    bytes_[...] = bytes_ ^ 1  # once, also where a row is repeated


def new() -> tuple[Arena, int]:
    """Make an arena, and the descriptor by which another process gets it; to be closed by the caller."""
    import fcntl  # which Windows lacks

    descriptor = os.memfd_create("arguments", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.ftruncate(descriptor, SIZE)
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL)
    return Arena(opened(descriptor)), descriptor


def opened(descriptor: int) -> mmap.mmap:
    """Return the memory of a descriptor, to be done before a process is sealed."""
    return mmap.mmap(descriptor, SIZE)
