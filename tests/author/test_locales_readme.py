"""Every command that the translators' guide shows does what the guide says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.author.scratch import edit
from tests.test_readme import checkout, free_port, page, run, running, settled  # noqa: F401  # two are fixtures
from tiedbook.course import course
from tiedbook.notebook import read_notebook

GUIDE = (course().locales / "README.md").read_text(encoding="utf-8")
STEM = "ch01_lookup_is_matmul"
PREVIEW = ".venv/bin/tiedbook build --edition es --preview ch01"
BESIDE = ".venv/bin/tiedbook build --edition es --beside en"
LABS = {".venv/bin/jupyter lab build/preview/es": PREVIEW, ".venv/bin/jupyter lab build/beside-en/es": BESIDE}
STATUS = ".venv/bin/tiedbook status es"
CHECK = [
    ".venv/bin/tiedbook build",
    ".venv/bin/tiedbook doctor",
    ".venv/bin/tiedbook status es --require-complete",
]
PSEUDO = [".venv/bin/tiedbook extract --pseudo", ".venv/bin/tiedbook build --edition en-XA --preview ch01"]
ELSEWHERE = {"git clone <this repository> && cd <its folder>", "make lint"}  # every test here begins with a clone


def here(command: str, clone: Path) -> str:
    """Run a command on the clone: the environment's own `tiedbook` is the checkout's, and so is the course it finds."""
    return run(command.replace(".venv/bin/tiedbook", ".venv/bin/python -m tiedbook"), clone)


def commands() -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line]


def test_every_command_is_run_by_a_test_of_this_file() -> None:
    assert set(commands()) == {STATUS, PREVIEW, BESIDE, *LABS, *CHECK, *PSEUDO, *ELSEWHERE}


def test_every_file_that_the_guide_names_is_there() -> None:
    for name in re.findall(r"^\| `([\w<>./-]+)`", GUIDE, re.MULTILINE):
        pattern = name.replace("<edition>", "*").replace("….po", "*.po")
        assert list(course().locales.glob(pattern)), name


def changed(root: Path) -> Path:
    """Change the English of one paragraph, and return the Spanish catalog that has it."""
    edit(root / "chapters" / f"{STEM}.py", "and where the two part company.", "and where the two part ways.")
    return root / "locales" / "es" / f"{STEM}.po"


def test_a_changed_source_is_followed_and_a_stale_translation_is_never_shown(settled: Path) -> None:  # noqa: F811
    catalog = changed(settled)
    here(".venv/bin/tiedbook extract", settled)
    text = catalog.read_text(encoding="utf-8")
    assert "#, fuzzy" in text
    assert "part company" in " ".join(text.replace('"\n#| "', "").split())
    assert re.search(rf"{STEM}\.po +\d+ +1 +0 ", here(STATUS, settled))
    told = here(PREVIEW, settled)
    assert f"build/preview/es/{STEM}.ipynb" in told
    assert "To look at them: jupyter lab build/preview/es" in told
    title = next(
        cell for cell in read_notebook(settled / f"build/preview/es/{STEM}.ipynb")["cells"] if cell["id"] == "title"
    )
    assert "<small>[en]</small> A model fetches" in title["source"]
    assert "where the two part ways" in title["source"]
    assert not (settled / "chapters" / "es" / f"{STEM}.ipynb").read_text(encoding="utf-8").count("[en]")
    here(CHECK[0], settled)  # shown in English, so it is no fault; but it is not complete
    with pytest.raises(AssertionError, match="fuzzy, the English has changed"):
        here(CHECK[2], settled)


def test_a_clean_checkout_passes_all_checks(settled: Path) -> None:  # noqa: F811
    for command in CHECK:
        here(command, settled)


def test_the_pseudo_language_shows_a_whole_edition(settled: Path) -> None:  # noqa: F811
    with (settled / "locales" / "editions.toml").open("a", encoding="utf-8") as file:
        file.write('\n[en-XA]\nname = "Pseudo"\n')
    for command in PSEUDO:
        here(command, settled)
    title = read_notebook(settled / f"build/preview/en-XA/{STEM}.ipynb")["cells"][1]
    assert title["source"].startswith("# 1. A ĺôôôôķûûp")


@pytest.mark.parametrize("command", LABS)
def test_jupyterlab_opens_on_what_was_built(settled: Path, command: str) -> None:  # noqa: F811
    here(LABS[command], settled)
    port = free_port()
    flags = ["--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"]
    with running([*shlex.split(command), *flags], settled) as process:
        assert "jupyter-config-data" in page(process, settled / "command.log", port)
