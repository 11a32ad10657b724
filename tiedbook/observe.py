"""Call a function on arguments of its own, and tell what it did.

The notebook uses this module in its own process; the judge ships this one file into its sandbox, where the package is
not to be had. So it needs nothing but NumPy and the standard library.
"""

from __future__ import annotations

import builtins
import io
import re
import reprlib
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

CUT = 300  # characters of any text that is told
DEPTH = 2  # how deep a tuple that came back is looked into
WIDTH = 16  # and how many items of it
LEVELS = 16  # how deep nested lists may be that are read as numbers
MOST = 10**6  # and how many items they may have
MOST_KEPT = 128  # results that can be asked for again
KEPT = 8  # arrays of earlier results that a new one is compared with
PLAIN = (bool, int, float, str, type(None))
_SCALARS = frozenset(np.sctypeDict.values())
ALIGNMENT = 64  # bytes; at least that of any dtype


@dataclass(frozen=True, slots=True)
class Packed:
    """An array as plain values: what it holds and how it lies in memory.

    Parameters
    ----------
    dtype : str
        As in ``array.dtype.str``; never of objects or fields.
    shape, strides : tuple of int
        As in the array; strides in bytes.
    offset : int
        Distance of the lowest byte from a multiple of 64, in bytes; a contiguous array keeps only its alignment.
    writable : bool
        Whether the array can be written to.
    data : bytes
        The elements in C order.
    """

    dtype: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int
    writable: bool
    data: bytes


def pack(array: np.ndarray) -> Packed:
    """Describe an array completely.

    Raises
    ------
    TypeError
        If it holds objects or fields, which have no plain bytes.
    """
    if array.dtype.hasobject or array.dtype.names is not None:
        raise TypeError(f"arguments hold numbers, booleans or text, not {array.dtype}")
    strides = array.strides if array.size else (0,) * array.ndim  # a copy of an empty array has other ones
    flags = array.flags
    lowest = array.__array_interface__["data"][0] + (0 if flags.c_contiguous else below(array.shape, strides))
    return Packed(array.dtype.str, array.shape, strides, lowest % ALIGNMENT, flags.writeable, array.tobytes())


def unpack(packed: Packed) -> np.ndarray:
    """Make a new array that holds the same and lies in memory in the same way."""
    dtype = np.dtype(packed.dtype)
    values = np.frombuffer(packed.data, dtype).reshape(packed.shape)
    if values.strides == packed.strides and packed.offset % dtype.alignment == 0:
        array = values.copy()
    else:
        array = _laid_out(packed, dtype)
        array[...] = values
    array.flags.writeable = packed.writable
    return array


def _laid_out(packed: Packed, dtype: np.dtype) -> np.ndarray:
    under = below(packed.shape, packed.strides)
    above = sum((n - 1) * step for n, step in zip(packed.shape, packed.strides, strict=True) if n > 1 and step > 0)
    room = np.zeros(above - under + dtype.itemsize + 2 * ALIGNMENT, np.uint8)
    start = (packed.offset - room.__array_interface__["data"][0]) % ALIGNMENT
    return np.ndarray(packed.shape, dtype, room, start - under, packed.strides)


def below(shape: tuple[int, ...], strides: tuple[int, ...]) -> int:
    """Return the distance of an array's lowest byte from its first element: negative where a stride is."""
    return sum((n - 1) * step for n, step in zip(shape, strides, strict=True) if n > 1 and step < 0)


@dataclass(frozen=True, slots=True)
class Strange:
    """Something in a result that is not plain: a list, a subclass, a tensor, an array of objects.

    Parameters
    ----------
    kind : str
        Name of its type.
    text : str
        A short text of it.
    array : ndarray or None
        The numbers in it as NumPy reads them, where it does: a core check asks for these, a contract check for more.
    """

    kind: str
    text: str
    array: np.ndarray | None = None


@dataclass(frozen=True, slots=True)
class Observed:
    """One call and what it did; ``tiedbook.outcome.Outcome`` with nothing but plain values in it.

    Parameters
    ----------
    value : object
        What came back, copied: exactly ndarray (a NumPy scalar as 0-d array), bool, int, float, str, None, or a tuple
        of these; `Strange` in the place of anything else.
    raised : tuple of (tuple of str, str) or None
        Kinds and message of the exception that left the call.
    warnings : tuple of str
        Such as ``"RuntimeWarning: divide by zero encountered in divide"``.
    changed : tuple of str
        Arguments that the call modified: ``"0"`` for the first, its name for one passed by keyword.
    shared : tuple of str
        Arguments whose memory a result shares; ``"earlier"`` if it shares that of an earlier call's result.
    writable : bool
        Whether every array that came back can be written to.
    printed : str
        Beginning of what the call wrote to standard output.
    """

    value: object = None
    raised: tuple[tuple[str, ...], str] | None = None
    warnings: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    writable: bool = True
    printed: str = ""


class Observer:
    """A function under observation. Calling it never raises, but for an interrupt from the keyboard.

    Parameters
    ----------
    function : callable
        What to call. It never sees the arguments themselves, but copies of the same layout.
    """

    def __init__(self, function: Callable[..., object]) -> None:
        self._function = function
        self._earlier: list[np.ndarray] = []
        self._results: list[object] = []

    def __call__(self, *args: object, **kwargs: object) -> Observed:
        """Call the function once, on copies of the arguments.

        Parameters
        ----------
        *args, **kwargs : object
            Arrays of numbers, booleans or text; bool, int, float, str, None; lists and tuples of these.
        """
        copied = [thawed(frozen(value)) for value in args]
        return self.watch(copied, {name: thawed(frozen(value)) for name, value in kwargs.items()})

    def again(self, count: int) -> tuple[object, ...]:
        """Return what the last kept calls returned, the earliest first, copied as it is now; keep none but the last."""
        results, self._results = self._results[-count:], self._results[-1:]
        return tuple(map(plain, results))

    def watch(
        self, args: Sequence[object], kwargs: Mapping[str, object], *, keep: bool = False, elements: bool = True
    ) -> Observed:
        """Call the function once, on these very arguments.

        Parameters
        ----------
        args, kwargs : sequence and mapping of object
            As in a call.
        keep : bool
            Whether to keep what comes back, for `again`.
        elements : bool
            Whether to look for changed elements of arrays too; not where somebody else sees them, as the judge does.
        """
        passed: dict[str, object] = {**{str(i): value for i, value in enumerate(args)}, **kwargs}
        form = frozen if elements else _outline
        before = {name: form(value) for name, value in passed.items()}
        with _Attention() as attention:
            try:
                value = self._function(*args, **kwargs)
                raised = None
            except KeyboardInterrupt:
                raise
            except BaseException as fault:
                value, raised = None, (kinds(fault), _safely(str, fault))
            result = None if raised else plain(value)
        self._results = [*self._results[1 - MOST_KEPT :], value] if keep else []
        arrays = list(_arrays(value))
        shared = tuple(name for name, argument in passed.items() if _overlap(arrays, list(_arrays(argument))))
        if _overlap(arrays, self._earlier):
            shared += ("earlier",)
        self._earlier = [*self._earlier, *arrays][-KEPT:]
        return Observed(
            value=result,
            raised=raised,
            warnings=attention.warnings,
            changed=tuple(name for name, value in passed.items() if not _unchanged(value, before[name], form)),
            shared=shared,
            writable=all(array.flags.writeable for array in arrays),
            printed=attention.paper.text,
        )


def frozen(value: object) -> object:
    """Put a plain argument into a form that nothing can change: arrays packed, lists as ``("list", ...)``.

    Raises
    ------
    TypeError
        If it is of a kind that checks do not pass.
    """
    if type(value) is np.ndarray:
        return pack(value)
    if type(value) in PLAIN:
        return value
    if isinstance(value, list | tuple):
        return (type(value).__name__, *map(frozen, value))
    raise TypeError(f"checks pass arrays, plain values, lists and tuples of these, not {type(value).__name__}")


def thawed(value: object) -> object:
    """Make a new argument from its frozen form."""
    if isinstance(value, Packed):
        return unpack(value)
    if isinstance(value, tuple):
        items = map(thawed, value[1:])
        return list(items) if value[0] == "list" else tuple(items)
    return value


def plain(value: Any, depth: int = DEPTH) -> object:
    """Copy what is plain in a result, and put `Strange` in the place of the rest."""
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind in _SCALARS:
        value = np.asarray(value)
    if type(value) is np.ndarray:
        if value.dtype.kind in "biufcSUmM":
            return value.copy(order="K")
        return Strange(f"ndarray of {value.dtype}"[:CUT], text(value))
    if issubclass(kind, tuple) and depth and tuple.__len__(value) <= WIDTH:
        return tuple(plain(item, depth - 1) for item in tuple.__iter__(value))
    return Strange(_name(kind), text(value), _numbers(value))


def _numbers(value: Any) -> np.ndarray | None:
    kind = type(value)
    if issubclass(kind, list | tuple):
        if not _is_small(value):
            return None
    elif not issubclass(kind, np.ndarray) and not hasattr(kind, "__array__"):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            array = np.array(value)
        except KeyboardInterrupt:
            raise
        except BaseException:  # __array__ is anybody's code
            return None
    return array if type(array) is np.ndarray and array.dtype.kind in "biufc" else None


def _is_small(value: Any) -> bool:
    """Say whether nested lists end soon: NumPy would follow one that holds itself for ever."""
    level, total = [value], 0
    for _ in range(LEVELS):
        lists = [each for each in level if issubclass(type(each), list)]
        tuples = [each for each in level if issubclass(type(each), tuple)]
        total += sum(map(list.__len__, lists)) + sum(map(tuple.__len__, tuples))  # whatever a subclass says
        if not (lists or tuples) or total > MOST:
            return total <= MOST
        level = [*chain.from_iterable(map(list.__iter__, lists)), *chain.from_iterable(map(tuple.__iter__, tuples))]
    return False


def text(value: object) -> str:
    """Say a value in a line, whatever its ``__repr__`` does, and the same in every run."""
    said = _safely(_SHORT.repr, value) or f"<{_name(type(value))}>"
    return re.sub(r" at 0x[0-9a-fA-F]+", "", said)


def kinds(fault: BaseException) -> tuple[str, ...]:
    """Name the classes of an exception, most derived first; one that borrows a builtin's name gets its module's too."""
    classes = [cls for cls in type(fault).__mro__ if cls is not object]
    return tuple(
        name if getattr(builtins, name, cls) is cls else f"{cls.__module__}.{name}"
        for cls, name in zip(classes, map(_name, classes), strict=True)
    )


def _name(cls: type) -> str:
    return str(type.__dict__["__name__"].__get__(cls))[:CUT]  # whatever a metaclass makes of it


class _Short(reprlib.Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 4
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = self.maxdict = self.maxdeque = 8
        self.maxstring = self.maxlong = 80
        self.maxother = CUT

    def repr_instance(self, x: object, level: int) -> str:  # noqa: ARG002  # reprlib's signature
        """Say an object on one line; the inherited method would tell an address where that fails."""
        return " ".join(repr(x).split())[:CUT]


_SHORT = _Short()


class _Paper(io.TextIOBase):
    """Takes everything, keeps the beginning."""

    def __init__(self) -> None:
        self.text = ""

    def writable(self) -> bool:
        return True

    def write(self, s: str, /) -> int:
        self.text += s[: CUT - len(self.text)]
        return len(s)


# these speak of the versions of libraries, not of a call
_OF_VERSIONS = (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)


class _Attention:
    """Catches warnings and prints of a call made under NumPy's default error state."""

    __slots__ = ("_catching", "_caught", "_errors", "_streams", "paper", "warnings")

    def __enter__(self) -> _Attention:
        self.warnings: tuple[str, ...] = ()
        self.paper = _Paper()
        self._catching = warnings.catch_warnings(record=True)
        self._caught: Any = self._catching.__enter__()
        warnings.simplefilter("always")
        self._errors = np.errstate(divide="warn", over="warn", under="ignore", invalid="warn")
        self._errors.__enter__()
        self._streams = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = self.paper, _Paper()
        return self

    def __exit__(self, *fault: object) -> None:
        sys.stdout, sys.stderr = self._streams
        self._errors.__exit__(None, None, None)
        caught = [each for each in self._caught if not issubclass(each.category, _OF_VERSIONS)]
        self.warnings = tuple(f"{_name(each.category)}: {_safely(str, each.message)}"[:CUT] for each in caught)
        self._catching.__exit__(None, None, None)


def _safely(say: Callable[[object], str], value: object) -> str:
    """Say a value, or nothing where its own methods fail."""
    try:
        return "".join([say(value)])[:CUT]  # join makes an exact str of a subclass
    except KeyboardInterrupt:
        raise
    except BaseException:  # a __repr__ may raise anything, SystemExit included
        return ""


def _arrays(value: Any, depth: int = DEPTH) -> Iterator[np.ndarray]:
    """Give every array in a value: itself, or those in a tuple."""
    kind = type(value)
    if issubclass(kind, np.ndarray):
        yield value
    elif issubclass(kind, tuple) and depth and tuple.__len__(value) <= WIDTH:
        for item in tuple.__iter__(value):
            yield from _arrays(item, depth - 1)


def _overlap(some: list[np.ndarray], others: list[np.ndarray]) -> bool:
    return any(np.may_share_memory(one, other) for one in some for other in others if one.size and other.size)


def _outline(value: object) -> object:
    """As `frozen`, but for the elements of an array."""
    if type(value) is np.ndarray:
        return ("ndarray", value.dtype.str, *value.shape, *value.strides)
    return frozen(value)


def _unchanged(value: object, before: object, form: Callable[[object], object]) -> bool:
    try:
        now = form(value)
    except TypeError:
        return False
    return _alike(now, before)


def _alike(now: object, before: object) -> bool:
    """Compare two frozen values, types included; flags do not count, contents do."""
    if isinstance(now, Packed) and isinstance(before, Packed):
        return (now.dtype, now.shape, now.strides, now.data) == (
            before.dtype,
            before.shape,
            before.strides,
            before.data,
        )
    if isinstance(now, tuple) and isinstance(before, tuple):
        return len(now) == len(before) and all(map(_alike, now, before))
    return type(now) is type(before) and (now == before or now != now)  # NaN
