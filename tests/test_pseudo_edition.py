"""A fourth edition, added for real in a scratch copy of the course: what is not accented in it is in no catalog."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

import pytest

from tests.test_chapters import cells
from tiedbook.author.pseudo import TAG, is_pseudo
from tiedbook.course import course
from tiedbook.editions import editions
from tiedbook.exercise import exercises
from tiedbook.notebook import read_notebook

ROOT = course().root
COPIED = ("autograde", "chapters", "locales", "solutions", "tests", "tiedbook", "pyproject.toml")
CHAPTER = "ch01_lookup_is_matmul"
NAMES = {TAG, "Pseudo", *editions(), *(item.name for item in editions().values()), *exercises(), "core", "contract"}
NAMES |= {"One", "Table", "Two", "Jobs", "Adam", "Adagrad", "Matplotlib", "Python", "Press", "Wolf", "small", "medium"}
NAMES |= {"large", "ln", "ns", "ms", "kB", "wte", "wpe", "cpu", "transformers"}
CODE = re.compile(r"\w*[_/.=(\[]\w*|\b(?:GPT-2|float|int|uint|bool)\w*|--?[\w-]+|\b[A-Z]{2,}\b")
# Gemma-7B, Mistral-v1, T5Config, PyTorch
MODEL = re.compile(r"\b[A-Z][A-Za-z]*-?\d[\w.-]*|\b[A-Z][a-z]+-[\w.-]+|\b[A-Z]\w*[a-z][A-Z]\w*")
NEIGHBOUR = re.compile(r"[a-z]+ \(\d\.\d{3}\)")  # a word of the data


@pytest.fixture(scope="module")
def fourth(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy, with the edition listed, its catalogs filled and its notebooks built."""
    root = tmp_path_factory.mktemp("course")
    for name in COPIED:
        source = ROOT / name
        ignored = shutil.ignore_patterns("__pycache__", ".*", "browser", "*.npz.bak")
        shutil.copytree(source, root / name, ignore=ignored) if source.is_dir() else shutil.copy2(source, root / name)
    with (root / "locales" / "editions.toml").open("a", encoding="utf-8") as file:
        file.write(f'\n[{TAG}]\nname = "Pseudo"\n')
    run(root, "extract", "--pseudo")
    run(root, "build", "--edition", TAG)
    return root


def process(root: Path, *words: str, cwd: Path | None = None, tag: str = TAG) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(root), "TIEDBOOK_EDITION": tag, "MPLBACKEND": "Agg"}
    return subprocess.run(
        [sys.executable, *words],
        cwd=cwd or root,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def run(root: Path, *words: str, cwd: Path | None = None) -> str:
    done = process(root, "-m", "tiedbook", *words, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def english(text: str, known: Collection[str] = ()) -> bool:
    """Say whether English words are left in a text, but for names, code, and words of the data."""
    if NEIGHBOUR.fullmatch(text):
        return False
    text = MODEL.sub(" ", re.sub(r"`[^`]*`|\{\w+\}", " ", text))
    words = (word for word in text.split() if word.strip(".,:;()“”[]") not in NAMES)
    left = re.findall(r"[^\W\d_]{2,}", CODE.sub(" ", " ".join(words)))
    return not is_pseudo(" ".join(word for word in left if word not in NAMES and word not in known))


def code_words(stem: str) -> set[str]:
    """Return the words in a chapter's code, where its data are."""
    path = ROOT / "chapters" / f"{stem}.py"
    sources = (source for _, source in cells(path, "code")) if path.is_file() else ()
    return {word for source in sources for word in re.findall(r"[^\W\d_]{2,}", source)}


def test_the_catalogs_are_complete_and_no_command_finds_a_fault(fourth: Path) -> None:
    assert run(fourth, "status", TAG, "--require-complete") == ""
    assert [line.split()[2:] for line in run(fourth, "status", TAG).splitlines()[1:]] == [["0", "0", "0"]] * 10
    assert run(fourth, "build", "--edition", TAG, "--check") == ""
    told = process(fourth, "-m", "tiedbook", "doctor").stdout.splitlines()
    assert [line for line in told if f"/{TAG}" in line] == []


def test_a_chapter_has_no_mark_of_what_is_untranslated(fourth: Path) -> None:
    text = (fourth / "chapters" / TAG / f"{CHAPTER}.ipynb").read_text(encoding="utf-8")
    assert "[en]" not in text
    assert read_notebook(fourth / "chapters" / TAG / f"{CHAPTER}.ipynb")["cells"][1]["source"].startswith("# 1. A ĺôô")


def test_a_workspace_starts_in_it_switches_to_it_and_checks_in_it(fourth: Path, tmp_path: Path) -> None:
    run(fourth, "start", "new", "--edition", TAG, cwd=tmp_path)
    run(fourth, "start", "mine", "--edition", "en", cwd=tmp_path)
    run(fourth, "switch", TAG, "mine", cwd=tmp_path)
    first, second = (read_notebook(tmp_path / name / f"{CHAPTER}.ipynb") for name in ("new", "mine"))
    assert first == second
    run(fourth, "switch", TAG, "mine", "--beside", "es", cwd=tmp_path)
    assert read_notebook(tmp_path / "mine" / f"{CHAPTER}.ipynb")["metadata"]["tiedbook"]["beside"] == "es"
    code = "from tiedbook import check\ncheck('embed', lambda ids, embedding_matrix: embedding_matrix[0])"
    done = process(fourth, "-c", code, cwd=tmp_path / "new", tag="")
    assert "CheckFailed: `embed`: " in done.stderr
    assert not english(done.stderr.splitlines()[-1].partition("CheckFailed: ")[2]), done.stderr


@pytest.mark.parametrize("part", ["checks", "chapters", "widgets", pytest.param("feedback", marks=pytest.mark.sandbox)])
def test_nothing_that_code_shows_is_english(fourth: Path, tmp_path: Path, part: str) -> None:
    done = process(fourth, "-m", "tests.pseudo_texts", part, str(tmp_path / "texts.json"))
    assert done.returncode == 0, done.stderr
    texts = json.loads((tmp_path / "texts.json").read_text(encoding="utf-8"))
    assert len(texts) > 20
    known = {stem: code_words(stem) for stem in {where.split()[0] for where, _ in texts}}
    assert [(where, text) for where, text in texts if english(text, known[where.split()[0]])] == []


LINES = ("{} --help", "{} --none", "{} a b c d e")
COMMANDS = ("lab", "start", "switch", "update", "restore", "progress", "cards")


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_of_a_learners_speaks_english(fourth: Path, tmp_path: Path, command: str) -> None:
    run(fourth, "start", "workspace", "--edition", TAG, cwd=tmp_path)
    runs = [line.format(command).split() for line in LINES]
    runs += {
        "switch": [["switch", TAG], ["switch", "fr"], ["switch", "workspace", TAG]],
        "restore": [["restore"], ["restore", "last"]],
    }.get(command, [])
    runs += [[command]] if command in ("update", "progress") else []
    for words in runs:
        done = process(fourth, "-m", "tiedbook", *words, cwd=tmp_path, tag="")
        assert "Traceback" not in done.stderr
        told = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("  tiedbook ")]
        left = [line for line in told if english(re.sub(r"\btiedbook\b|'[^']*'|`[^`]*`|\b(?:lab|start|switch|update|restore|progress|cards|workspace|last|ch\d\d)\b", " ", line))]  # fmt: skip  # noqa: E501
        assert (words, left) == (words, [])
