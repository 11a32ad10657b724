"""Run a source chapter, and keep what its cells show."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Any

from tests.test_chapters import cells

CHAPTERS = Path(__file__).resolve().parents[1] / "chapters"


@cache
def shown(stem: str, *leave_out: str) -> dict[str, Any]:
    """Run the code cells of a chapter in order, and return the value that each shows, by the cell's id.

    Parameters
    ----------
    stem : str
        Name of the chapter.
    *leave_out : str
        Ids of cells that are not run: those that take long, or need a library.
    """
    names: dict[str, Any] = {"display": lambda *_: None}
    values = {}
    for name, source in cells(CHAPTERS / f"{stem}.py", "code"):
        if name in leave_out:
            continue
        *body, last = ast.parse(source).body
        exec(compile(ast.Module(body, []), name, "exec"), names)
        if isinstance(last, ast.Expr):
            values[name] = eval(compile(ast.Expression(last.value), name, "eval"), names)
        else:
            exec(compile(ast.Module([last], []), name, "exec"), names)
    return values
