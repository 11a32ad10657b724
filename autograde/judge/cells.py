"""Code cells as plain Python: what only IPython understands is left out, line by line."""

from __future__ import annotations

import ast
import inspect
import re
from types import CodeType
from typing import Any

from autograde.judge.loop import complete

_LINE = re.compile(r"^([ \t]*)(?:[%!?].*|[^#'\"\n]*\?{1,2}[ \t]*)$", re.MULTILINE)  # %magic, !command, ?help, help?
_ASSIGNED = re.compile(r"^([ \t]*[\w, \t.\[\]]+=[ \t]*)[%!](?!=).*$", re.MULTILINE)  # files = !ls
_FLAGS = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
_AROUND = re.compile(r"%%(?:capture|prun|time|timeit)\b.*")  # cell magics whose body is Python


def program(code: str, name: str) -> CodeType:
    """Compile the code of a cell, as much of it as is Python.

    Raises
    ------
    SyntaxError, ValueError
        If the rest is no Python either.
    """
    try:
        return _compiled(code, name)
    except (SyntaxError, ValueError):
        return _compiled(runnable(code), name)


def _compiled(code: str, name: str) -> CodeType:
    compiled: CodeType = compile(code, name, "exec", _FLAGS, dont_inherit=True)
    return compiled


def run(code: CodeType, namespace: dict[str, Any]) -> None:
    """Run a compiled cell; one that awaits runs in a loop of its own, as in a notebook."""
    if not code.co_flags & inspect.CO_COROUTINE:
        exec(code, namespace)  # noqa: S102  # what this process is for
        return
    complete(eval(code, namespace))  # noqa: S307  # the same


def runnable(code: str) -> str:
    """Return the code of a cell without the lines that only IPython understands; line numbers stay.

    Code that is Python already comes back as it is: ``%`` may begin a line there, inside brackets or a string.
    """
    if _compiles(code):
        return code
    if code.lstrip().startswith("%%"):
        first, _, rest = code.lstrip().partition("\n")
        blank = "\n" * (code.count("\n") - rest.count("\n"))
        return blank + runnable(rest) if _AROUND.fullmatch(first) else ""
    return _ASSIGNED.sub(r"\1None", _LINE.sub(r"\1pass", code))


def _compiles(code: str) -> bool:
    try:
        _compiled(code, "<cell>")
    except (SyntaxError, ValueError):
        return False
    return True
