"""What the learner's own function says to the state that a widget shows, beside what the course says."""

from __future__ import annotations

import math
import sys
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar
from weakref import WeakSet

import numpy as np
from numpy.typing import NDArray

from tiedbook.session import say
from tiedbook.widgets.patience import TooLongError, within
from tiedbook.widgets.silence import silence
from tiedbook.widgets.widget import Widget

SECONDS = 2.0  # that a call may take; the widget and the kernel wait for it
_LONGEST = 160  # characters of an error's message
_given_up: dict[str, Callable[..., Any]] = {}  # by exercise, the function that was too slow


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a function that the learner writes.

    Parameters
    ----------
    exercise : str
        Its name.
    arguments : callable
        Returns what it is called with.
    ours : callable
        Returns what it should return.
    answered : callable
        Takes what it returned, and returns what is compared of that.
    """

    exercise: str
    arguments: Callable[[], tuple[Any, ...]]
    ours: Callable[[], NDArray[Any]]
    answered: Callable[[Any], NDArray[Any]]

    def said(self, function: Callable[..., Any] | None) -> dict[str, Any]:
        """Return the ``state``, ``text`` and ``values`` of a function; see `LearnersWidget`."""
        if function is None:
            return {"state": "none", "text": "", "values": None}
        if _given_up.get(self.exercise) is function:
            return self._late()
        with silence():
            try:
                return self._compared(self._called(function))
            except NotImplementedError:
                return {"state": "none", "text": "", "values": None}
            except (TooLongError, KeyboardInterrupt):
                _given_up[self.exercise] = function  # each move of a slider would wait for it again
                return self._late()
            except BaseException as fault:  # an exit is the function's too: it must not end the kernel
                return self._raised(fault)

    def _called(self, function: Callable[..., Any]) -> Any:
        arguments = self.arguments()
        return within(SECONDS, lambda: function(*arguments))

    def _late(self) -> dict[str, Any]:
        text = say(
            "widget.theirs.late",
            "Your `{name}` took too long, so its call was ended. Once you have mended it, run its cell again.",
            name=self.exercise,
        )
        return {"state": "late", "text": text, "values": None}

    def _raised(self, fault: BaseException) -> dict[str, Any]:
        text = say(
            "widget.theirs.raised",
            "Your `{name}` raised {kind}: {message}",
            name=self.exercise,
            kind=type(fault).__name__,
            message=_message(fault),
        )
        return {"state": "raised", "text": text, "values": None}

    def _compared(self, returned: Any) -> dict[str, Any]:
        ours = self.ours()
        try:
            values = within(SECONDS, lambda: self.answered(returned))  # its objects may answer slowly, too
        except (TypeError, ValueError, OverflowError, RuntimeError):
            values = None
        if values is None or values.shape != ours.shape:
            return {"state": "differs", "text": self._misshapen(returned, ours.shape), "values": None}
        if _alike(values, ours):
            text = say("widget.theirs.same", "Your `{name}` gives the same numbers.", name=self.exercise)
            return {"state": "same", "text": text, "values": _plain(values.tolist())}
        text = say(
            "widget.theirs.differs", "Your `{name}` gives other numbers; they stand beside ours.", name=self.exercise
        )
        return {"state": "differs", "text": text, "values": _plain(values.tolist())}

    def _misshapen(self, returned: Any, wanted: tuple[int, ...]) -> str:
        shape = getattr(returned, "shape", None)
        if shape is None and wanted == ():
            return say(
                "widget.theirs.number",
                "Your `{name}` returned a value of type {kind}, not a single number.",
                name=self.exercise,
                kind=type(returned).__name__,
            )
        if shape is None:
            return say(
                "widget.theirs.type",
                "Your `{name}` returned a value of type {kind}, not an array of shape {wanted}.",
                name=self.exercise,
                kind=type(returned).__name__,
                wanted=wanted,
            )
        return say(
            "widget.theirs.shape",
            "Your `{name}` returned an array of shape {got}, not of shape {wanted}.",
            name=self.exercise,
            got=shape,
            wanted=wanted,
        )


class LearnersWidget(Widget):
    """A widget that can run on a function which the learner has written.

    The function is looked up by the exercise's name in the notebook, each time anew: so the widget takes up what has
    just been written, once its cell has run. `theirs` then holds

    - ``state``: ``"none"`` (there is no such function yet), ``"same"``, ``"differs"``, ``"raised"`` or ``"late"``;
    - ``text``: that in a sentence;
    - ``values``: what it returned, as nested lists; None unless it is an array of the right shape; what JSON has no
      number for is a text, such as ``"NaN"``;
    - ``given``: the state that it was asked about, by the names in `inputs`.
    """

    exercise: ClassVar[str]
    inputs: ClassVar[tuple[str, ...]]

    def __init__(self, **state: Any) -> None:
        self._answered: dict[str, object] = {}
        super().__init__(**state)
        self.observe(self._ask, names=list(self.inputs))
        self._ask()
        _watch(self)

    @abstractmethod
    def arguments(self) -> tuple[Any, ...]:
        """Return what the function is called with in the state that is shown."""

    @abstractmethod
    def ours(self) -> NDArray[Any]:
        """Return what it should return."""

    def calls(self) -> dict[str, Call]:
        """Return what is asked, by the trait that takes the answer; here one call, for `theirs`."""
        return {"theirs": Call(self.exercise, self.arguments, self.ours, self.answered)}

    def answered(self, returned: Any) -> NDArray[Any]:
        """Return what is compared of that which the function returned."""
        return np.asarray(returned, dtype=np.float64)

    def edition_changed(self) -> None:
        """Speak the edition that has been chosen meanwhile, about the learner's function too."""
        super().edition_changed()
        self._ask()

    def look_again(self) -> None:
        """Ask again if a cell has redefined a function."""
        if any(written(name) is not function for name, function in self._answered.items()):
            self._ask()

    def _ask(self, _change: object = None) -> None:
        given = {name: getattr(self, name) for name in self.inputs}
        for trait, call in self.calls().items():
            function = self._answered[call.exercise] = written(call.exercise)
            self.set_trait(trait, {"given": given, **call.said(function)})


def _message(fault: BaseException) -> str:
    try:
        return str(fault).replace("`", "'")[:_LONGEST]
    except BaseException:  # an exception of the learner's own that cannot say what it is
        return "…"


def written(exercise: str) -> Callable[..., Any] | None:
    """Return the function of that name which the open notebook defines now; None where there is none."""
    found = getattr(sys.modules.get("__main__"), exercise, None)
    return found if callable(found) else None


def _alike(values: NDArray[Any], ours: NDArray[Any]) -> bool:
    """Whether two arrays agree: to the last digit if ours are counts or ids, else within rounding."""
    if np.issubdtype(ours.dtype, np.integer):
        return np.array_equal(values, ours)
    return np.allclose(values, ours, rtol=1e-5, atol=1e-7, equal_nan=True)


def _plain(values: Any) -> Any:
    """Return numbers as JSON can say them; JavaScript's ``Number`` reads the texts back."""
    if isinstance(values, list):
        return [_plain(value) for value in values]
    if math.isfinite(values):
        return values
    return "NaN" if math.isnan(values) else "Infinity" if values > 0 else "-Infinity"


_watching: WeakSet[LearnersWidget] = WeakSet()


def _watch(widget: LearnersWidget) -> None:
    """Have a widget look again after each cell that runs, where cells run."""
    _watching.add(widget)
    if "IPython" in sys.modules:
        _follow_cells()


@cache
def _follow_cells() -> None:
    from IPython import get_ipython

    shell = get_ipython()
    if shell is not None:
        shell.events.register("post_run_cell", _look_again)


def _look_again(_result: object) -> None:
    for widget in list(_watching):
        widget.look_again()
