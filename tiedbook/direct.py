"""Call a learner's function in this process, as the notebook does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tiedbook.drivers import DRIVERS
from tiedbook.observe import Observer, Strange
from tiedbook.outcome import Foreign, Outcome, Raised


class Direct:
    """A `Subject` that calls a function right here, on fresh copies of the arguments.

    Parameters
    ----------
    function : callable
        The learner's function.
    driver : str
        Function of `tiedbook.drivers` that calls it, where it deals in objects; empty where it deals in arrays.

    Attributes
    ----------
    calls : int
        How often it has been called.
    interrupted : bool
        Whether somebody interrupted a call from the keyboard. That call, and every later one, comes back as late.
    """

    def __init__(self, function: Callable[..., object], driver: str = "") -> None:
        self._observe = Observer(partial(DRIVERS[driver], function) if driver else function)
        self.calls = 0
        self.interrupted = False

    def __call__(self, *args: object, **kwargs: object) -> Outcome:
        """Call the function and tell what it did."""
        if self.interrupted:
            return Outcome(late=True)
        self.calls += 1
        try:
            seen = self._observe(*args, **kwargs)
        except KeyboardInterrupt:
            self.interrupted = True
            return Outcome(late=True)
        return Outcome(
            value=_told(seen.value),
            raised=Raised(*seen.raised) if seen.raised else None,
            warnings=seen.warnings,
            changed=seen.changed,
            shared=seen.shared,
            writable=seen.writable,
            printed=seen.printed,
        )


def _told(value: object) -> object:
    if isinstance(value, Strange):
        return Foreign(value.kind, value.text, value.array)
    return tuple(map(_told, value)) if isinstance(value, tuple) else value
