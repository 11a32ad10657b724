"""Answers as learners write them: wrong ones with the diagnoses they must get, right ones that must pass."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

Function = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong answer: the codes of all diagnoses it gets in each part, in order; a part without any is kept.

    A code with a question mark depends on what is drawn.
    """

    function: Function
    core: tuple[str, ...]
    contract: tuple[str, ...]

    def forget(self) -> None:
        """Clear what calls have left behind, as a new process would."""
        self.function.__globals__["KEPT"].clear()

    def codes(self, part: str) -> set[str]:
        """Return the codes that a part may get."""
        return {code.rstrip("?") for code in (self.core if part == "core" else self.contract)}

    def agrees(self, part: str, codes: tuple[str, ...]) -> bool:
        """Say whether these are the codes that a part should get."""
        wanted = self.core if part == "core" else self.contract
        sure = [code for code in wanted if not code.endswith("?")]
        every = [code.rstrip("?") for code in wanted]
        return [code for code in every if code in codes] == list(codes) and set(sure) <= set(codes)


def fails(name: str, *, core: str = "", contract: str = "") -> Callable[[Function], Function]:
    """Mark a wrong answer to the exercise `name`. If it fails the core, the contract says to mend that first."""

    def mark(function: Function) -> Function:
        function.__qualname__ = name  # what Python's own messages call it
        found = contract or ("contract.core_first" if core else "")
        function.wrong = Wrong(function, tuple(core.split()), tuple(found.split()))  # type: ignore[attr-defined]
        return function

    return mark


def wrong_ones(module: ModuleType) -> dict[str, Wrong]:
    """Return the marked answers of a module by name."""
    return {name: thing.wrong for name, thing in vars(module).items() if hasattr(thing, "wrong")}


def right_ones(module: ModuleType) -> dict[str, Function]:
    """Return the public functions that a module defines."""
    own = {name: thing for name, thing in vars(module).items() if getattr(thing, "__module__", "") == module.__name__}
    return {name: thing for name, thing in own.items() if callable(thing) and not name.startswith("_")}
