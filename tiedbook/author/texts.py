"""Text files of the course, read so that a file which is no text is a finding and not a traceback."""

from __future__ import annotations

import ast
import csv
from collections.abc import Mapping
from pathlib import Path

from tiedbook.author.findings import Finding, refuse


def read_text(path: Path, where: str) -> tuple[str, tuple[Finding, ...]]:
    """Read a UTF-8 text file; where that is impossible, the text is empty and a finding says why.

    Parameters
    ----------
    path : Path
        The file.
    where : str
        How findings name it.
    """
    if path.exists() and not path.is_file():  # a pipe would be waited for without end
        return "", (Finding(where, "not a file but a folder or a device: remove it, or put the file in its place"),)
    try:
        return path.read_text(encoding="utf-8-sig"), ()
    except UnicodeDecodeError as fault:
        return "", (Finding(where, f"not UTF-8 ({fault.reason} at byte {fault.start}): save it as UTF-8"),)
    except OSError as fault:
        reason = fault.strerror or fault
        return "", (Finding(where, f"cannot be read ({reason}): restore it, or make it readable"),)


def read_python(path: Path, where: str) -> tuple[ast.Module, tuple[Finding, ...]]:
    """Read a Python file as a syntax tree; where that is impossible, the tree is empty and a finding says why."""
    text, faults = read_text(path, where)
    tree, wrong = python_tree(text, where)
    return tree, (*faults, *wrong)


def python_tree(text: str, where: str) -> tuple[ast.Module, tuple[Finding, ...]]:
    """Return Python code as a syntax tree; where that is impossible, the tree is empty and a finding says why."""
    try:
        return ast.parse(text, filename=where), ()
    except SyntaxError as fault:
        found = Finding(f"{where}:{fault.lineno or 1}", f"not Python ({fault.msg}): mend the line")
    except (ValueError, RecursionError) as fault:  # a zero byte; brackets without end
        found = Finding(where, f"not Python ({fault}): mend the file")
    return ast.Module(body=[], type_ignores=[]), (found,)


def read_rows(path: Path, where: str, *columns: str) -> tuple[Mapping[str, str], ...]:
    """Read a table with a header, a cell that is not there as empty; no rows where there is no file.

    Raises
    ------
    TiedbookError
        If it is no such table, or lacks one of the columns.
    """
    if not path.exists():
        return ()
    text, faults = read_text(path, where)
    refuse(faults)
    table = csv.DictReader(text.splitlines(keepends=True), restval="", strict=True)
    try:
        rows = tuple(table)
    except csv.Error as fault:
        refuse((Finding(f"{where}:{table.line_num}", f"not a table of CSV ({fault}): mend the line"),))
    refuse(Finding(where, f"no column {name!r} in the first line: add it") for name in _lacking(table, columns))
    refuse(
        Finding(where, f"a row of too many columns, {', '.join(row.values())}: put text with commas into quotes")
        for row in rows
        if row.pop(None, None)  # DictReader's own key for what is left over
    )
    return rows


def _lacking(table: csv.DictReader[str], columns: tuple[str, ...]) -> list[str]:
    return [name for name in columns if name not in (table.fieldnames or ())]
