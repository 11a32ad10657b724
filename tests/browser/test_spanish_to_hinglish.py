"""The whole way once: started in Spanish, solved in JupyterLab, switched to Hinglish, saved, graded, answered."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page

from autograde.course import CourseFolder
from tests.autograde.classroom import PARTS, STEM, half_right, right, scores, submit
from tests.browser.harness import Server, open_in_lab
from tests.browser.notebook import Notebook
from tiedbook.catalog import runtime
from tiedbook.diagnosis import Part, Verdict
from tiedbook.exercise import find_exercise
from tiedbook.notebook import answers, edition_of, read_notebook
from tiedbook.telling import tell

pytestmark = [pytest.mark.browser, pytest.mark.sandbox]

PROGRAMS = Path(sys.executable).parent
CHECKS: list[tuple[str, Part]] = [
    ("one_hot", "core"),
    ("one_hot", "contract"),
    ("embed", "core"),
    ("embed", "contract"),
]
REMARK = "\n    # itna hi kaafi hai"


def command(program: str, *arguments: str | Path, cwd: Path) -> str:
    """Run one of our commands as its user would; return what it prints."""
    path = os.pathsep.join([str(PROGRAMS), os.environ.get("PATH", "")])
    done = subprocess.run(
        [PROGRAMS / program, *arguments], cwd=cwd, env=os.environ | {"PATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def passed(exercise: str, part: Part, edition: str) -> str:
    """Return what a check says in an edition when it has found nothing, as the page shows it."""
    points = find_exercise(exercise).points[part]
    return tell(Verdict(exercise, part, points), runtime(edition)).title.replace("`", "")


def write(notebook: Notebook, id_: str, text: str) -> None:
    """Put the cursor into a cell, and write over what stands there."""
    notebook.reveal(id_).locator(".cm-content").click()
    notebook.page.keyboard.press("ControlOrMeta+A")
    notebook.page.keyboard.insert_text(text)


def solve_in_spanish(notebook: Notebook) -> None:
    """Write both answers, run them and see all checks pass, in Spanish words."""
    notebook.run("table")
    for exercise in ("one_hot", "embed"):
        write(notebook, exercise, right(exercise))
        notebook.run(exercise)
    for exercise, part in CHECKS:
        assert passed(exercise, part, "es") in notebook.run(f"{exercise}-{part}")


def switch_to_hinglish_and_save(notebook: Notebook) -> None:
    """Edit an answer, switch before saving, see a check pass in Hinglish words, and save."""
    notebook.reveal("embed").locator(".cm-content").click()
    notebook.page.keyboard.press("ControlOrMeta+End")
    notebook.page.keyboard.insert_text(REMARK)
    notebook.choose("Hinglish")
    notebook.run("embed")
    assert passed("embed", "core", "hi-Latn") in notebook.run("embed-core")
    notebook.page.keyboard.press("ControlOrMeta+s")
    notebook.wait("!panel.context.model.dirty")


def test_a_spanish_notebook_switched_to_hinglish_is_graded_beside_an_english_one(
    page: Page, server: Server, tmp_path: Path
) -> None:
    command("tiedbook", "start", "learner", "--edition", "es", cwd=server.root)
    notebook = open_in_lab(page, f"learner/{STEM}.ipynb")
    notebook.menu.wait_for()
    notebook.wait_for_kernel()
    solve_in_spanish(notebook)
    switch_to_hinglish_and_save(notebook)
    notebook.close()

    saved = read_notebook(server.root / "learner" / f"{STEM}.ipynb")
    assert edition_of(saved) == "hi-Latn"
    assert answers(saved) == {"one_hot": right("one_hot"), "embed": right("embed") + REMARK}

    command("autograde", "assign", cwd=tmp_path)
    course = CourseFolder(tmp_path / "course")
    handed_in = course.submission("asha", STEM).path
    handed_in.parent.mkdir(parents=True)
    shutil.copy(server.root / "learner" / f"{STEM}.ipynb", handed_in)
    submit(course, "ben", half_right())
    command("autograde", "grade", cwd=tmp_path)
    command("autograde", "feedback", cwd=tmp_path)

    assert scores(course, "asha") == PARTS
    assert scores(course, "ben") == {**dict.fromkeys(PARTS, 0.0), "embed-core": PARTS["embed-core"]}
    hinglish, english = (
        (course.root / "feedback" / learner / STEM / f"{STEM}.html").read_text(encoding="utf-8")
        for learner in ("asha", "ben")
    )
    assert '<html lang="hi-Latn">' in hinglish
    assert runtime("hi-Latn").text("feedback.answer", "Your answer") in hinglish
    assert '<html lang="en">' in english
