"""What `docs/where-it-works.md` says about places where notebooks are opened."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from jupyter_client.manager import start_new_kernel

from tiedbook.built import chapter
from tiedbook.course import course
from tiedbook.editions import editions
from tiedbook.notebook import read_notebook
from tiedbook.workspace import start

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "where-it-works.md"
STEMS = course().stems()
_TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
_LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")


def rows() -> list[list[str]]:
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    return [[part.strip() for part in line.strip("|").split("|")] for line in lines[2:]]


def functions(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_line_names_a_test_or_says_that_there_is_none() -> None:
    assert len(rows()) > 20
    for where, what, shown in rows():
        plain = shown == "not tested" or shown.startswith(("there is none", "it does not"))
        assert plain or _TEST.fullmatch(shown), f"{where}: {what}"


def test_every_test_that_is_named_exists() -> None:
    for file, name in _TEST.findall(PAGE.read_text(encoding="utf-8")):
        assert name in functions(ROOT / file), f"{file}::{name}"


@pytest.mark.parametrize("place", ["JupyterLab", "Notebook 7", "VS Code", "Colab", "Binder", "GitHub", "nbviewer"])
def test_every_place_has_a_line(place: str) -> None:
    assert place in {row[0] for row in rows()}
    assert "JupyterHub" in {row[0] for row in rows()}


@pytest.mark.parametrize("tag", editions())
@pytest.mark.parametrize("stem", STEMS)
def test_built_notebooks_link_to_the_same_chapter_in_the_other_editions(stem: str, tag: str) -> None:
    path = course().built(tag) / f"{stem}.ipynb"
    links = dict(_LINK.findall(read_notebook(path)["cells"][0]["source"]))
    assert set(links) == {edition.name for edition in editions().values() if edition.tag != tag}
    for edition in editions().values():
        if edition.tag != tag:
            assert (path.parent / links[edition.name]).resolve() == course().built(edition.tag) / f"{stem}.ipynb"
            assert (path.parent / links[edition.name]).is_file()


@pytest.mark.parametrize("tag", editions())
@pytest.mark.parametrize("stem", STEMS)
def test_in_a_workspace_the_first_cell_names_the_command(stem: str, tag: str) -> None:
    first = chapter(stem, tag)["cells"][0]["source"]
    assert "`tiedbook switch" in first
    assert _LINK.findall(first) == []


@pytest.mark.parametrize(("stem", "tag"), [*zip(STEMS, editions(), strict=False)])
def test_nbconvert_draws_a_chapter_of_each_edition(stem: str, tag: str) -> None:
    from nbconvert.exporters import HTMLExporter

    exporter = HTMLExporter()  # type: ignore[no-untyped-call]
    page, _ = exporter.from_filename(str(course().built(tag) / f"{stem}.ipynb"))
    for edition in editions().values():
        assert edition.tag == tag or f'href="../{edition.tag}/{stem}.ipynb"' in page
    assert "<h1" in page


@pytest.mark.parametrize("tag", editions())
def test_a_kernel_of_vs_code_speaks_the_edition_of_its_notebook(
    tmp_path: Path, tag: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("JPY_SESSION_NAME", "TIEDBOOK_EDITION"):
        monkeypatch.delenv(name, raising=False)
    start(tmp_path / "w", tag)
    manager, client = start_new_kernel(cwd=str(tmp_path))
    said: list[str] = []
    try:
        # VS Code sets this name in each kernel before it runs a cell
        path = str(tmp_path / "w" / f"{STEMS[0]}.ipynb")
        client.execute_interactive(f"__vsc_ipynb_file__ = {path!r}", timeout=60)
        client.execute_interactive(
            "from tiedbook.session import current_edition; print(current_edition().tag)",
            timeout=60,
            output_hook=lambda message: said.append(message["content"].get("text", "")),
        )
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    assert "".join(said).strip() == tag
