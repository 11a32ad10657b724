"""Names that a learner's code takes from cells which do not run here: figures, timings, edited data.

In the notebook they ran, so a function that uses one of their names is right there, and must be right here. Nothing of
them runs but the statements that such a name needs, and these only when it is missing.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
from collections.abc import Iterable, Sequence
from types import CodeType
from typing import Any

from autograde.judge.cells import program, run, runnable
from tiedbook.excerpt import Statement, needed, statements

_KNOWN = frozenset(vars(builtins)) | {"__file__", "__name__"}


class Library:
    """Cells to take from.

    Parameters
    ----------
    cells : sequence of (str, str, sequence of str or None)
        Id and source of each, and the names that it binds where they are known: it is read only for one of these.
    """

    def __init__(self, cells: Sequence[tuple[str, str, Sequence[str] | None]] = ()) -> None:
        self._cells = cells
        self._names = {name for *_, names in cells for name in names or ()}
        self._all_known = all(names is not None for *_, names in cells)
        self._found: list[Statement] | None = None
        self._ran: set[int] = set()

    def lend(self, code: CodeType, source: str, namespace: dict[str, Any]) -> None:
        """Bring what a cell refers to and `namespace` lacks; a statement that fails brings nothing."""
        missing = _words(code) - namespace.keys() - _KNOWN
        if not self._cells or (self._all_known and not missing & self._names):
            return
        own = list(_read("cell", source))
        missing &= {name for each in own for name in each.needs} - {name for each in own for name in each.binds}
        if self._found is None:
            self._found = [each for cell, text, _ in self._cells for each in _read(cell, text)]
        for each in needed(self._found, missing, namespace.keys() | _KNOWN):
            if id(each) not in self._ran and (each.binds & missing or not each.binds <= namespace.keys()):
                self._ran.add(id(each))
                _try(each, namespace)


def _words(code: CodeType) -> set[str]:
    """Return the names in a cell and in every function of it, attributes included."""
    inner = (_words(each) for each in code.co_consts if isinstance(each, CodeType))
    return set(code.co_names).union(*inner)


def _read(cell: str, source: str) -> Iterable[Statement]:
    try:
        return tuple(statements(cell, runnable(source)))
    except (SyntaxError, ValueError):
        return ()


def _try(statement: Statement, namespace: dict[str, Any]) -> None:
    with contextlib.suppress(Exception):  # the learner's own cell will say what it lacks
        run(program(ast.unparse(statement.node), f"<{statement.cell}>"), namespace)


def bound(cell: str, source: str) -> tuple[str, ...]:
    """Return the names that a cell of the course binds. Not for a stranger's: reading one can crash the reader."""
    return tuple(sorted({name for each in statements(cell, runnable(source)) for name in each.binds}))
