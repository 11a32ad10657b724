"""The environment table tells what is there, and loads nothing to find out."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

import tiedbook.session
import tiedbook.surroundings
from tiedbook import environment


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", "en")
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)


def found() -> dict[str, str]:
    return {row[0]: row[1] for row in environment().rows}


def test_versions_are_those_that_are_installed() -> None:
    assert found()["Python"] == platform.python_version()
    assert found()["NumPy"] == version("numpy")
    assert found()["JupyterLab"] == version("jupyterlab")
    assert found()["edition"] == "English (en)"


def test_a_missing_optional_program_is_called_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(package: str) -> str:
        raise PackageNotFoundError(package)

    monkeypatch.setattr(tiedbook.surroundings, "version", nothing)
    assert found()["PyTorch"] == found()["JAX"] == "not installed; optional"
    assert found()["Matplotlib"] == "not installed"


def test_an_optional_program_that_is_there_is_told_with_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.surroundings, "version", {"torch": "2.13.0"}.get)
    assert found()["PyTorch"] == "2.13.0"


def test_the_workspace_is_named_where_there_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert found()["workspace"] == "none: this notebook is not in a workspace"
    marker = tmp_path / tiedbook.session.MARKER
    marker.parent.mkdir()
    marker.write_text(json.dumps({"edition": "en"}), encoding="utf-8")
    assert found()["workspace"] == str(tmp_path)


def test_asking_for_versions_imports_none_of_the_programs() -> None:
    program = (
        "from tiedbook import environment; environment(); import sys\n"
        "print(*{'numpy', 'matplotlib', 'jupyterlab', 'torch', 'jax'} & set(sys.modules))"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert shown.split() == []
