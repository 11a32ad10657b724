"""What a learner is given and what a reveal shows: cut out of a solution module's text, which is never imported."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable
from functools import lru_cache


class SolutionError(LookupError):
    """A solution module lacks what a starter or a reveal is cut from."""


def starter(solutions: str, exercise: str, bound: Collection[str] = ()) -> str:
    """Cut a starter: signature with decorators, docstring, ``raise NotImplementedError``.

    Parameters
    ----------
    solutions : str
        Text of a module in ``solutions/``.
    exercise : str
        Name of the function.
    bound : collection of str
        Names that the chapter's cells before this one define. Other names in the signature, such as ``NDArray``, get
        the import or alias that the module has for them.

    Raises
    ------
    SolutionError
        If there is no such function, or it has no docstring or nothing after it.
    """
    function = _function(solutions, exercise)
    signature: list[ast.AST] = [*function.decorator_list, function.args]
    if function.returns:
        signature.append(function.returns)
    head = _needed(solutions, exercise, signature, bound)
    first = min([function.lineno, *(item.lineno for item in function.decorator_list)])
    kept = solutions.splitlines()[first - 1 : function.body[0].end_lineno]
    return _joined(head, "\n".join([*kept, "    raise NotImplementedError"]))


def solution(solutions: str, exercise: str, bound: Collection[str] = ()) -> str:
    """Cut a solution that works when pasted into the answer cell: the function, and the helpers and imports it needs.

    Raises
    ------
    SolutionError
        As `starter` does.
    """
    function = _function(solutions, exercise)
    head = _needed(solutions, exercise, [function], bound)
    return _joined(head, _text(solutions, function))


def bound_names(sources: Iterable[str]) -> set[str]:
    """Return the names that these cells define at their top level."""
    return {name for source in sources for statement in ast.parse(source).body for name in _defines(statement)}


def _function(solutions: str, exercise: str) -> ast.FunctionDef:
    for statement in _statements(solutions):
        if isinstance(statement, ast.FunctionDef) and statement.name == exercise:
            if ast.get_docstring(statement) is None or len(statement.body) < 2:
                raise SolutionError(f"{exercise!r} needs a docstring and a body: the starter is cut between them")
            return statement
    raise SolutionError(f"there is no function {exercise!r}: write it, or mend the name in the chapter")


def _needed(solutions: str, exercise: str, roots: list[ast.AST], bound: Collection[str]) -> list[str]:
    """Return the module's statements that `roots` need and the notebook lacks, in the module's order."""
    homes = {name: statement for statement in _statements(solutions) for name in _defines(statement)}
    wanted: dict[str, ast.stmt] = {}
    queue = [name for root in roots for name in _uses(root)]
    while queue:
        name = queue.pop()
        if name in homes and name not in wanted and name not in bound and name != exercise:
            wanted[name] = homes[name]
            if not isinstance(homes[name], ast.Import | ast.ImportFrom):
                queue += _uses(homes[name])
    kept = []
    for statement in sorted(set(wanted.values()), key=lambda statement: statement.lineno):
        names = {name for name, home in wanted.items() if home is statement}
        kept.append(_import(statement, names) or _text(solutions, statement))
    return kept


def _import(statement: ast.stmt, names: set[str]) -> str | None:
    """Return an import cut down to the names that are needed; None for other statements."""
    if not isinstance(statement, ast.Import | ast.ImportFrom):
        return None
    statement = type(statement)(**{field: getattr(statement, field) for field in statement._fields})
    statement.names = [alias for alias in statement.names if _bound_by(alias) in names]
    return ast.unparse(statement)


def _joined(head: list[str], body: str) -> str:
    imports = [text for text in head if text.startswith(("import ", "from "))]
    rest = [text for text in head if text not in imports]
    return "\n\n\n".join([*(["\n".join(imports)] if imports else []), *rest, body])


def _text(solutions: str, statement: ast.stmt) -> str:
    decorators = statement.decorator_list if isinstance(statement, ast.FunctionDef | ast.ClassDef) else []
    first = min([statement.lineno, *(item.lineno for item in decorators)])
    return "\n".join(solutions.splitlines()[first - 1 : statement.end_lineno])


@lru_cache(maxsize=32)
def _statements(solutions: str) -> tuple[ast.stmt, ...]:
    return tuple(ast.parse(solutions).body)


def _uses(node: ast.AST) -> set[str]:
    return {item.id for item in ast.walk(node) if isinstance(item, ast.Name)}


def _defines(statement: ast.stmt) -> set[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {statement.name}
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {_bound_by(alias) for alias in statement.names if getattr(statement, "module", None) != "__future__"}
    stored = (item for item in ast.walk(statement) if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store))
    return {item.id for item in stored}


def _bound_by(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]
