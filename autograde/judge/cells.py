"""Code cells as plain Python: what only IPython understands is left out, line by line."""

from __future__ import annotations

import re
from types import CodeType

_LINE = re.compile(r"^([ \t]*)(?:[%!?].*|[^#'\"\n]*\?{1,2}[ \t]*)$", re.MULTILINE)  # %magic, !command, ?help, help?
_ASSIGNED = re.compile(r"^([ \t]*[\w, \t.\[\]]+=[ \t]*)[%!](?!=).*$", re.MULTILINE)  # files = !ls
_AROUND = re.compile(r"%%(?:capture|prun|time|timeit)\b.*")  # cell magics whose body is Python


def program(code: str, name: str) -> CodeType:
    """Compile the code of a cell, as much of it as is Python.

    Raises
    ------
    SyntaxError, ValueError
        If the rest is no Python either.
    """
    try:
        return compile(code, name, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return compile(runnable(code), name, "exec", dont_inherit=True)


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
        compile(code, "<cell>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True
