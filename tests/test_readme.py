"""Every command that README shows does what README says."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.autograde.classroom import STEM, half_right, notebook
from tiedbook.notebook import read_notebook, write_notebook

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
PATIENCE = 400  # seconds, of which installing takes most


def commands(name: str = "README.md") -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line]


# These three need a test run, a linted checkout or minutes of measuring. `.ci/run` runs the first two on every change.
ELSEWHERE = {"make test", "make lint", "make bench"}
LAB = {"make lab", ".venv/bin/tiedbook lab --edition es --dir mi-curso --port 8899 --no-browser"}
INSTALL = {f".venv/bin/python -m pip install -e '.[{extra}]'" for extra in ("cards", "instructor")}
LEARNER = [
    ".venv/bin/tiedbook progress workspace",
    ".venv/bin/tiedbook cards --edition es -o deck.apkg",
    ".venv/bin/tiedbook switch es workspace",
    ".venv/bin/tiedbook switch es workspace --beside en",
    ".venv/bin/tiedbook restore --dir workspace",
    ".venv/bin/tiedbook update workspace",
]
INSTRUCTOR = [
    ".venv/bin/autograde assign --course course",
    ".venv/bin/autograde doctor --course course",
    ".venv/bin/autograde collect submissions --course course",
    ".venv/bin/autograde grade --course course",
    ".venv/bin/autograde feedback --course course",
    ".venv/bin/autograde export --course course -o grades.csv",
]


def test_every_command_is_run_by_a_test_of_this_file() -> None:
    covered = ELSEWHERE | LAB | INSTALL | {*LEARNER, *INSTRUCTOR, "make build"}
    assert set(commands()) == covered


def test_continuous_integration_runs_the_commands_that_are_not_run_here() -> None:
    steps = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert {"make lint", "make test"} <= set(steps)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A fresh clone of what is committed, with what is changed since, and no .venv."""
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, clone / name)
        else:
            (clone / name).unlink(missing_ok=True)
    return clone


@pytest.fixture
def settled(checkout: Path) -> Path:
    """The clone with this environment standing in for its .venv."""
    (checkout / ".venv").symlink_to(BIN.parent)
    return checkout


def run(command: str, cwd: Path) -> str:
    done = subprocess.run(
        shlex.split(command), cwd=cwd, env=surroundings(), capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def surroundings() -> dict[str, str]:
    path = os.pathsep.join([str(BIN), os.environ.get("PATH", "")])
    return {name: value for name, value in os.environ.items() if name != "TIEDBOOK_EDITION"} | {"PATH": path}


def test_a_learner_follows_the_readme(settled: Path) -> None:
    run(".venv/bin/tiedbook start workspace", settled)
    progress, cards, switch, beside, restore, update = LEARNER
    assert "embed" in run(progress, settled)
    run(cards, settled)
    assert (settled / "deck.apkg").stat().st_size > 10_000
    for command in (switch, beside):
        run(command, settled)
        switched = read_notebook(settled / "workspace" / f"{STEM}.ipynb")
        assert switched["metadata"]["tiedbook"]["edition"] == "es"
    assert switched["metadata"]["tiedbook"]["beside"] == "en"
    assert len(run(restore, settled).splitlines()) == 2  # a snapshot for each of the two
    run(update, settled)
    assert read_notebook(settled / "workspace" / f"{STEM}.ipynb") == switched


@pytest.mark.parametrize("name", ["README.es.md", "README.hi-Latn.md"])
def test_the_other_readmes_show_the_same_commands(name: str) -> None:
    assert commands(name) == commands()


@pytest.mark.sandbox
def test_an_instructor_follows_the_readme(settled: Path) -> None:
    for learner, work in (("ana", notebook("es")), ("bob", half_right())):
        (settled / "submissions" / learner).mkdir(parents=True)
        write_notebook(settled / "submissions" / learner / f"{STEM}.ipynb", work)
    for command in INSTRUCTOR:
        run(command, settled)
    grades = (settled / "grades.csv").read_text(encoding="utf-8")
    assert "ana" in grades
    assert "bob" in grades
    assert 'lang="es"' in (settled / "course/feedback/ana" / STEM / f"{STEM}.html").read_text(encoding="utf-8")


def test_make_build_leaves_alone_what_is_up_to_date(settled: Path) -> None:
    built = settled / "chapters" / "es" / f"{STEM}.ipynb"
    (settled / ".venv").unlink()
    (settled / ".venv").mkdir()
    for name in (".made-venv", ".made-test"):
        (settled / ".venv" / name).touch()
    (settled / ".venv" / "bin").symlink_to(BIN)
    before = built.stat().st_mtime_ns
    run("make build", settled)
    assert built.stat().st_mtime_ns == before


@contextmanager
def running(command: list[str], cwd: Path) -> Iterator[subprocess.Popen[bytes]]:
    with (cwd / "command.log").open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=surroundings(),
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(30)


def page(process: subprocess.Popen[bytes], log: Path, port: int) -> str:
    """Return JupyterLab's page once it answers, with the token that it printed."""
    end = monotonic() + PATIENCE
    while monotonic() < end and process.poll() is None:
        told = re.search(rf"http://(?:localhost|127\.0\.0\.1):{port}/lab\S*", log.read_text(encoding="utf-8"))
        if told:
            with urllib.request.urlopen(told.group(), timeout=30) as answer:
                return str(answer.read().decode())
        sleep(0.2)  # nothing tells when a server has started
    raise AssertionError(log.read_text(encoding="utf-8"))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_make_lab_sets_everything_up_and_opens_chapter_0_in_a_fresh_clone(checkout: Path) -> None:
    port = free_port()
    with running(["make", "lab", f"LAB_FLAGS=--no-browser --port {port}"], checkout) as process:
        assert "jupyter-config-data" in page(process, checkout / "command.log", port)
    assert "ch00_start_here.ipynb" in (checkout / "command.log").read_text(encoding="utf-8")
    assert read_notebook(checkout / "workspace" / f"{STEM}.ipynb")["metadata"]["tiedbook"]["edition"] == "en"
    installed = {path.name.split("-")[0] for path in checkout.glob(".venv/lib/*/site-packages/*.dist-info")}
    assert {"jupyterlab", "ipywidgets", "anywidget", "numpy", "matplotlib"} <= installed
    assert not {"nbgrader", "notebook", "pyseccomp", "jupytext", "playwright"} & installed


def test_tiedbook_lab_opens_the_edition_folder_and_port_that_it_is_told(settled: Path) -> None:
    port = free_port()
    words = [word.replace("8899", str(port)) for word in shlex.split(max(LAB, key=len))]
    with running(words, settled) as process:
        assert "jupyter-config-data" in page(process, settled / "command.log", port)
    assert read_notebook(settled / "mi-curso" / f"{STEM}.ipynb")["metadata"]["tiedbook"]["edition"] == "es"


def test_the_pictures_and_pages_that_the_readme_links_to_are_there() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    missing = [target for target in targets if "://" not in target and not (ROOT / target).exists()]
    assert missing == []
