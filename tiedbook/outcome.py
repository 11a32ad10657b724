"""What one call of a learner's function did, told the same way in the notebook and in the judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np  # not where a page of feedback is made, which has no use for it


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception that left the call.

    Parameters
    ----------
    kinds : tuple of str
        Class names of the exception and its bases, most derived first: ``("IndexError", "LookupError", "Exception")``.
    message : str
        Its text, cut to 300 characters.
    """

    kinds: tuple[str, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Foreign:
    """A result that is not plain: a list, a subclass of ndarray, a tensor, an object.

    Parameters
    ----------
    kind : str
        Name of its type.
    text : str
        A short text of it, cut to 300 characters.
    array : ndarray or None
        The numbers in it as NumPy reads them, where it does: a core check asks for these, a contract check for more.
    """

    kind: str
    text: str
    array: np.ndarray | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """One call and everything a contract says about it.

    Parameters
    ----------
    value : object
        What came back, if plain: exactly ``ndarray`` (NumPy scalars arrive as 0-d arrays), bool, int, float, str, None,
        or a tuple of these. Anything else, in a tuple too, is a `Foreign`. None when `raised` is set.
    raised : Raised or None
        The exception that left the call instead.
    warnings : tuple of str
        Warnings given during the call, as ``"RuntimeWarning: divide by zero"``.
    changed : tuple of str
        Names of arguments (``"0"``, ``"1"`` for positional ones) whose contents the call modified.
    shared : tuple of str
        Names of arguments whose memory the result shares; ``"earlier"`` if it shares that of an earlier call's result.
    writable : bool
        Whether every array in the result can be written to.
    printed : str
        Beginning of what the call wrote to standard output, cut to 300 characters.
    late : bool
        Whether the call ran out of time, memory or ended its process; `raised` is None then and `value` too.
    """

    value: object = None
    raised: Raised | None = None
    warnings: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    writable: bool = True
    printed: str = ""
    late: bool = False

    @property
    def refused(self) -> Raised | None:
        """The exception that the function itself raised; what a driver found about its result is none."""
        return None if self.raised is None or "DriverFinding" in self.raised.kinds else self.raised


class Subject(Protocol):
    """A learner's function as a check sees it: called on fresh copies of its arguments, it never raises."""

    def __call__(self, *args: object, **kwargs: object) -> Outcome:
        """Call the learner's function and tell what it did."""
        ...


Arguments = tuple[tuple[object, ...], Mapping[str, object]]
