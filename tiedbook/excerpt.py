"""What one function needs of a notebook: its own definition, what that refers to, what this refers to, and so on.

The rest is left out. Trials and timings, plots and prints of a learner's notebook should not run a second time because
another chapter needs one function.
"""

from __future__ import annotations
import __future__

import ast
import linecache
import symtable
import warnings
from collections.abc import Container, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """What stopped a cell.

    Parameters
    ----------
    cell : str
        Its id.
    kind, text : str
        Class and message of the exception.
    """

    cell: str
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A function cut out of a notebook.

    Parameters
    ----------
    value : object
        What stands under its name in the end; None if nothing does.
    faults : tuple of Fault
        One for each cell that did not get to its end.
    """

    value: object
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement at the top of a cell.

    Parameters
    ----------
    cell : str
        Id of the cell.
    node : ast.stmt
        The statement.
    binds, needs : frozenset of str
        The names it binds or changes, and the global names it refers to.
    """

    cell: str
    node: ast.stmt
    binds: frozenset[str]
    needs: frozenset[str]


def excerpt(cells: Mapping[str, str], name: str) -> Excerpt:
    """Run what a name needs, in the order of the notebook and in a namespace of its own, and return what it stands for.

    A statement that fails ends its cell, and the others go on, as in the judge. What is printed is lost.

    Parameters
    ----------
    cells : mapping of str to str
        Source of each code cell by its id, in order.
    name : str
        The name.
    """
    faults: list[Fault] = []
    found: list[Statement] = []
    for cell, source in cells.items():
        try:
            found += statements(cell, _python(source))
        except (SyntaxError, ValueError) as unreadable:
            faults.append(_fault(cell, unreadable))
    flags = reduce(or_, (_future(each.node) for each in found), 0)
    namespace: dict[str, Any] = {"__name__": "__main__", "display": _no_display}
    wanted = needed(found, {name})
    for cell in cells:
        nodes = [each.node for each in wanted if each.cell == cell and not _future(each.node)]
        if nodes and (fault := _run(f"<{name}: {cell}>", cells[cell], nodes, flags, namespace)):
            faults.append(_fault(cell, fault))
    return Excerpt(namespace.get(name), tuple(faults))


def needed(found: Sequence[Statement], names: Set[str], there: Container[str] = ()) -> list[Statement]:
    """Return the statements that names need, in the order they stand in.

    All that bind a name count, also below the function: whoever calls it finds the last.

    Parameters
    ----------
    found : sequence of Statement
        Where to look.
    names : set of str
        The names.
    there : container of str
        Names that need nothing, since they are defined already.
    """
    wanted = {*names, "*"}
    kept: set[int] = set()
    while True:
        more = {place for place, each in enumerate(found) if each.binds & wanted} - kept
        if not more:
            return [found[place] for place in sorted(kept)]
        kept |= more
        wanted |= {name for place in more for name in found[place].needs if name not in there}


def _python(source: str) -> str:
    """Return a cell as plain Python: what only IPython understands becomes calls."""
    try:
        ast.parse(source)
    except SyntaxError:
        from IPython.core.inputtransformer2 import TransformerManager

        return str(TransformerManager().transform_cell(source))  # type: ignore[no-untyped-call]
    return source


def statements(cell: str, source: str) -> Iterator[Statement]:
    """Yield the statements of a cell.

    Raises
    ------
    SyntaxError, ValueError
        If it is no Python.
    """
    for node in ast.parse(source).body:
        table = symtable.symtable(ast.unparse(node), cell, "exec")
        own = table.get_symbols()
        binds = {symbol.get_name() for symbol in own if symbol.is_assigned() or symbol.is_imported()}
        needs = {symbol.get_name() for symbol in own if symbol.is_referenced()}
        for inner in _inside(table):
            for symbol in inner.get_symbols():
                if symbol.is_global():
                    (binds if symbol.is_assigned() else needs).add(symbol.get_name())
        yield Statement(cell, node, frozenset(binds | set(_changed(node))), frozenset(needs))


def _inside(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    for child in table.get_children():
        yield child
        yield from _inside(child)


def _changed(node: ast.stmt) -> Iterator[str]:
    """Yield the names whose items or attributes a statement sets, and a star where nobody knows what it binds."""
    if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
        yield "*"
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    for part in ast.walk(node):
        if isinstance(part, ast.Subscript | ast.Attribute) and isinstance(part.ctx, ast.Store):
            root: ast.expr = part
            while isinstance(root, ast.Subscript | ast.Attribute):
                root = root.value
            if isinstance(root, ast.Name):
                yield root.id


def _future(node: ast.stmt) -> int:
    """Return the compiler's flags that a ``from __future__ import`` sets; 0 for other statements."""
    if not isinstance(node, ast.ImportFrom) or node.module != "__future__":
        return 0
    found = (getattr(__future__, alias.name, None) for alias in node.names)
    return reduce(or_, (feature.compiler_flag for feature in found if feature), 0)


def _run(
    file: str, source: str, nodes: list[ast.stmt], flags: int, namespace: dict[str, Any]
) -> Exception | SystemExit | None:
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)  # for tracebacks
    from IPython.utils.capture import capture_output  # loads IPython, which a kernel has loaded

    with capture_output(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            program = compile(ast.Module(nodes, []), file, "exec", flags, dont_inherit=True)
            exec(program, namespace)  # noqa: S102  # the learner's own code, in the learner's own process
        except (Exception, SystemExit) as fault:
            return fault
    return None


def _fault(cell: str, fault: BaseException) -> Fault:
    text = fault.msg if isinstance(fault, SyntaxError) else str(fault)
    return Fault(cell, type(fault).__name__, text)


def _no_display(*_: object, **__: object) -> None: ...
