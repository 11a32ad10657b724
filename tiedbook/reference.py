"""The course's own functions, made from the text of the solutions: that is read, and never imported."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import ModuleType
from typing import Any, cast

from tiedbook.course import course
from tiedbook.exercise import exercises, stem_of

Function = Callable[..., Any]


def reference(name: str) -> Function:
    """Return the course's own function for an exercise.

    Raises
    ------
    TiedbookError
        If there is no such exercise.
    """
    return cast(Function, vars(_module(stem_of(name)))[name])


def offered(names: Iterable[str]) -> Mapping[str, str]:
    """Return what `yours` has to offer while some exercises are graded: for each name the text that defines it.

    That is every exercise of the chapters before them, and no other: those of the same chapter may be graded as well,
    and a later one may hold the whole of an earlier one, as `tied_grad` does of `embed_backward`.

    Parameters
    ----------
    names : iterable of str
        The exercises that are graded. Where none of them is the course's, nothing is offered.
    """
    stems = [stem_of(name) for name in names if name in exercises()]
    if not stems:
        return {}
    return {name: _text(stem_of(name)) for name in exercises() if stem_of(name) < min(stems)}


@cache
def _module(stem: str) -> ModuleType:
    """Run a module of solutions; what it imports from another one is made in the same way."""
    module = ModuleType(stem)
    tree = ast.parse(_text(stem))
    for statement in list(tree.body):
        package, _, other = (getattr(statement, "module", None) or "").partition(".")
        if isinstance(statement, ast.ImportFrom) and package == "solutions":
            found = vars(_module(other))
            vars(module).update({alias.asname or alias.name: found[alias.name] for alias in statement.names})
            tree.body.remove(statement)
    program = compile(tree, str(course().solutions / f"{stem}.py"), "exec", dont_inherit=True)
    exec(program, vars(module))  # noqa: S102  # the course's own
    return module


@cache
def _text(stem: str) -> str:
    return (course().solutions / f"{stem}.py").read_text(encoding="utf-8")
