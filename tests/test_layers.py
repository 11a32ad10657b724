"""Who may import whom, read from the import statements themselves."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# The learner's side never loads these: they are the instructor's, an author's, or an optional extra.
NOT_FOR_LEARNERS = {"autograde", "solutions", "nbgrader", "dask", "distributed", "torch", "jax", "jupytext", "babel"}
NUMPY_ONLY = {"tiedbook", "numpy"} | set(sys.stdlib_module_names)


def imports(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import; name the package"
            yield node.lineno, node.module or ""


def offences(folder: Path, forbidden: set[str], *, skip: str = "") -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{line}: imports {module}"
        for path in sorted(folder.rglob("*.py"))
        if not skip or not path.is_relative_to(ROOT / skip)
        for line, module in imports(path)
        if module.split(".")[0] in forbidden
    ]


def test_the_learner_side_imports_no_solutions_no_grader_and_no_extras() -> None:
    assert offences(ROOT / "tiedbook", NOT_FOR_LEARNERS, skip="tiedbook/author") == []


def test_the_author_side_reads_solutions_as_text_and_knows_no_grader() -> None:
    assert offences(ROOT / "tiedbook/author", {"solutions", "autograde", "nbgrader"}) == []


def test_only_the_command_line_reaches_into_the_author_side() -> None:
    found = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "tiedbook").glob("*.py"))
        for _, module in imports(path)
        if module.startswith("tiedbook.author")
    ]
    assert set(found) <= {"tiedbook/cli.py"}


def test_checks_take_numpy_only() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: imports {module}"
        for path in sorted((ROOT / "tiedbook/checks").rglob("*.py"))
        for line, module in imports(path)
        if module.split(".")[0] not in NUMPY_ONLY
    ]
    assert found == []


def test_solutions_take_numpy_the_courses_autograd_and_earlier_solutions_only() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: imports {module}"
        for path in sorted((ROOT / "solutions").glob("ch*.py"))
        for line, module in imports(path)
        if module != "tiedbook.autograd"
        and module.split(".")[0] not in NUMPY_ONLY - {"tiedbook"}
        and not "solutions.ch" < module < f"solutions.{path.stem}"
    ]
    assert found == []


def test_the_tests_of_these_rules_see_a_forbidden_import(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text("def f():\n    from nbgrader.api import Gradebook\n", encoding="utf-8")
    assert [module for _, module in imports(tmp_path / "module.py")] == ["nbgrader.api"]


@pytest.mark.parametrize("statement", ["import tiedbook", "from tiedbook import check, progress, environment, yours"])
def test_a_learners_import_loads_nothing_heavy(statement: str) -> None:
    heavy = NOT_FOR_LEARNERS | {"matplotlib", "nbformat", "jupyterlab", "jupyter_server", "ipywidgets"}
    shown = subprocess.run(
        [
            sys.executable,
            "-c",
            f"{statement}\nimport sys\nprint(*sorted({{name.split('.')[0] for name in sys.modules}}))",
        ],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    assert set(shown) & heavy == set()
