"""Diagnoses send a learner to cells that are there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import tiedbook.checks
from tests.test_chapters import ROOT, cells
from tiedbook.checks.oracle import Oracle
from tiedbook.exercise import exercises_of

FOLDER = Path(tiedbook.checks.__file__).parent
EXERCISES = [
    (path.stem, exercise.name)
    for path in sorted((ROOT / "chapters").glob("ch*.py"))
    for exercise in exercises_of(path.stem)
]


def oracles(name: str) -> list[Oracle]:
    module = import_module(f"tiedbook.checks.{name}")
    found = vars(module).get("ORACLES") or {"": vars(module).get("ORACLE")}
    return [oracle for oracle in found.values() if isinstance(oracle, Oracle)]


def places(name: str) -> Iterator[str]:
    """Yield every cell that the check of an exercise names: in its oracles, and as ``see`` in its modules."""
    for oracle in oracles(name):
        yield from (oracle.see, *oracle.places.values())
    for path in (FOLDER / f"{name}.py", FOLDER / "misconceptions" / f"{name}.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")) if path.is_file() else ast.Module([], [])):
            if isinstance(node, ast.Dict):
                pairs = zip(node.keys, node.values, strict=True)
                for key, value in pairs:
                    if isinstance(key, ast.Constant) and key.value == "see" and isinstance(value, ast.Constant):
                        yield str(value.value)


@pytest.mark.parametrize(("stem", "name"), EXERCISES)
def test_every_place_that_a_check_names_is_a_cell_of_its_chapter(stem: str, name: str) -> None:
    path = ROOT / "chapters" / f"{stem}.py"
    there = {id_ for kind in ("markdown", "code") for id_, _ in cells(path, kind)}
    named = set(places(name))
    assert named
    assert named <= there, sorted(named - there)
