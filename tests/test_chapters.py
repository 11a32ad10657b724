"""Every source chapter runs from top to bottom, and says what the numbers say."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import jupytext
import numpy as np
import pytest

from tiedbook.course import course
from tiedbook.editions import editions
from tiedbook.notebook import mark, read_notebook

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted((ROOT / "chapters").glob("ch*.py"))
_STEMS = [path.stem for path in SOURCES]
_NEIGHBOURS = list(zip([None, *_STEMS[:-1]], _STEMS, [*_STEMS[1:], None], strict=True))


def cells(path: Path, kind: str) -> list[tuple[str, str]]:
    """Return the id and source of each cell of a kind."""
    notebook = jupytext.read(path, fmt="py:percent")
    return [(cell.metadata["id"], cell.source) for cell in notebook.cells if cell.cell_type == kind]


def prose(stem: str, cell: str) -> str:
    (text,) = [source for name, source in cells(ROOT / "chapters" / f"{stem}.py", "markdown") if name == cell]
    return " ".join(text.split())


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_a_chapter_runs_from_top_to_bottom_without_a_warning(path: Path, tmp_path: Path) -> None:
    script = tmp_path / "chapter.py"
    script.write_text("\n\n".join(source for _, source in cells(path, "code")), encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(ROOT), "MPLBACKEND": "Agg", "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run(
        [sys.executable, "-W", "error", str(script)], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr[-3000:]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_the_data_cells_of_a_chapter_run_without_its_other_cells(path: Path) -> None:
    notebook = jupytext.read(path, fmt="py:percent")
    data = [cell.source for cell in notebook.cells if cell.metadata.get("role") == "data"]
    exec("\n\n".join(data), {})


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_code_cells_show_values_not_sentences(path: Path) -> None:
    sentences = [
        (name, node.value)
        for name, source in cells(path, "code")
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip()
    ]
    assert sentences == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_fold_has_its_blank_lines_and_its_end(path: Path) -> None:
    for name, source in cells(path, "markdown"):
        assert len(re.findall(r"<details\b", source)) == source.count("</details>"), name
        for fold in re.findall(r"<details\b.*?</details>", source, re.DOTALL):
            form = r'<details(?: id="[^"]+")?><summary>[^\n]+</summary>\n\n.+\n\n</details>'
            assert re.fullmatch(form, fold, re.DOTALL), (name, fold)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_link_between_chapters_leads_to_one_that_exists(path: Path) -> None:
    stems = {source.stem for source in SOURCES}
    links = [link for _, source in cells(path, "markdown") for link in re.findall(r"\]\(([^)]+)\.ipynb\)", source)]
    assert set(links) <= stems


def quiz(path: Path) -> list[tuple[str, str]]:
    notebook = jupytext.read(path, fmt="py:percent")
    return [(cell.metadata["id"], cell.source) for cell in notebook.cells if cell.metadata.get("kind") == "quiz"]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_option_of_every_quiz_item_is_explained(path: Path) -> None:
    items = quiz(path)
    assert 4 <= len(items) <= 6
    for name, source in items:
        offered, explained = source.split("<details>")
        options = re.findall(r"^- \*\*([A-D])\.\*\*", offered, re.MULTILINE)
        assert set(options) == set(re.findall(r"\*\*([A-D])\b", explained)), name


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_exercise_has_three_hints_and_a_solution(path: Path) -> None:
    notebook = jupytext.read(path, fmt="py:percent")
    around: dict[str, dict[str, str]] = {}
    for cell in notebook.cells:
        if "exercise" in cell.metadata and cell.metadata.get("kind"):
            around.setdefault(cell.metadata["exercise"], {})[cell.metadata["kind"]] = cell.source
    assert set(around) == {cell.metadata["exercise"] for cell in notebook.cells if "part" in cell.metadata}
    for texts in around.values():
        assert texts["hints"].count("<details>") == 3
        assert "{solution}" in texts["reveal"]


def test_right_options_are_not_always_the_same_letter() -> None:
    for path in SOURCES:
        right = re.findall(r"</summary>\s+\*\*([A-D])\.\*\*", "\n".join(source for _, source in quiz(path)))
        assert len(right) == len(quiz(path))
        assert max(right.count(letter) for letter in right) <= len(right) * 3 / 5, (path.stem, right)


def test_chapter_0_states_the_size_of_gpt2_as_it_is() -> None:
    table, tied = 50_257 * 768, 124_439_808
    text = prose("ch00_start_here", "diagnostic-counting")
    for number in (table, tied, tied + table, 2 * tied, tied - table):
        assert f"{number:,}" in text


def test_chapter_0_states_the_scores_of_the_story_as_they_are() -> None:
    hidden, dog, fast = np.array([6, -1, 7]), np.array([5, -2, 8]), np.array([6, -1.5, 7.2])
    assert (hidden @ dog, round(hidden @ fast, 9)) == (88, 87.9)
    assert np.linalg.norm(hidden - fast) < np.linalg.norm(hidden - dog)
    assert np.linalg.norm(dog) > np.linalg.norm(fast)
    assert "88 and 87.9" in prose("ch00_start_here", "diagnostic-scores")


def test_chapter_0_states_the_softmax_as_it_is() -> None:
    shares = np.exp([-0.24, -0.14, -0.49, 0.51])
    right = ", ".join(f"{share:.3f}" for share in shares / shares.sum())
    assert f"[{right}]" in prose("ch00_start_here", "diagnostic-softmax")


def test_chapter_0_states_the_largest_array_as_it_is() -> None:
    assert 8 * 1024 * 50_257 > 10 * 50_257 * 768
    assert "more than ten times the size of the table" in prose("ch00_start_here", "ladder-read")
    assert f"{50_257 * 768 * 4 / 1e6:.0f} million bytes" in prose("ch00_start_here", "ladder-predict")


def test_chapter_1_states_the_cost_of_the_product_as_it_is() -> None:
    text = prose("ch01_lookup_is_matmul", "cost")
    for number in (5000 * 512, 4999 * 512):
        assert f"{number:,}" in text
    sizes = prose("ch01_lookup_is_matmul", "cost-read")
    assert f"{32 * 1024 * 50_257 * 4 / 1e9:.1f} GB" in sizes
    assert f"{32 * 1024 * 8 / 1e6:.2f} MB" in sizes


def test_chapter_1_states_the_cost_of_an_identity_matrix_as_it_is() -> None:
    assert f"{50_257**2 * 4 / 1e9:.0f} GB" in prose("ch01_lookup_is_matmul", "one-hot-solution")


@pytest.mark.parametrize("tag", editions())
@pytest.mark.parametrize(("before", "stem", "after"), _NEIGHBOURS)
def test_a_chapter_begins_with_the_way_back_and_ends_with_the_way_on(
    before: str | None, stem: str, after: str | None, tag: str
) -> None:
    built = read_notebook(course().built(tag) / f"{stem}.ipynb")["cells"]
    first = next(cell["source"] for cell in built if cell["id"] == "title")
    last = built[-1]["source"]
    assert before is None or f"]({before}.ipynb)" in first
    assert f"]({after or 'ch00_start_here'}.ipynb)" in last


@pytest.mark.parametrize("stem", _STEMS)
def test_a_chapter_plays_its_own_quiz_and_its_own_cards_and_folds_what_it_shows_twice(stem: str) -> None:
    built = read_notebook(course().built("en") / f"{stem}.ipynb")["cells"]
    played = [cell["source"] for cell in built if cell["id"].endswith("-widget")]
    assert f'quiz("{stem}")' in "".join(played)
    assert f'flashcards("{stem}")' in "".join(played)
    ids = [cell["id"] for cell in built]
    folded = next(cell for cell in built if cell["metadata"].get("jp-MarkdownHeadingCollapsed"))
    quiz = [index for index, cell in enumerate(built) if mark(cell).get("kind") == "quiz"]
    assert quiz == list(range(ids.index(folded["id"]) + 1, ids.index(folded["id"]) + 1 + len(quiz)))
    assert built[quiz[-1] + 1]["source"].startswith("## ")  # which ends what is folded
