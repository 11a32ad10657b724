"""Nbgrader's formgrader in a browser: the written answer that waits gets points and a comment, which then stay."""

from __future__ import annotations

import copy
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page

from autograde.assign import assign
from autograde.course import CourseFolder
from autograde.feedback import write_feedback
from autograde.grade import Choice, grade
from tests.autograde.classroom import cell, contents
from tests.browser.harness import TOKEN, Server, serve
from tiedbook.course import course as built
from tiedbook.notebook import read_notebook, write_notebook

STEM = "ch04_tied_logits"
CELL = "closest-written"
WORDS = "<script>document.title = 'caught'</script> A long row gets a bonus."
COMMENT = "Say <b>when</b> they agree."

pytestmark = pytest.mark.sandbox


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> CourseFolder:
    """A course in which one answer in words waits to be read, and nothing else was done."""
    course = CourseFolder(tmp_path_factory.mktemp("formgrader") / "course")
    assign(course, "en", [STEM])
    work = copy.deepcopy(read_notebook(built().built("es") / f"{STEM}.ipynb"))
    cell(work, CELL)["source"] = WORDS
    path = course.submission("ana", STEM).path
    path.parent.mkdir(parents=True)
    write_notebook(path, work)
    assert grade(course).lines[0].waiting == 1
    return course


@pytest.fixture(scope="module")
def instructors(course: CourseFolder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A Jupyter server in the course folder, as the guide says."""
    with serve(course.root, tmp_path_factory.mktemp("home") / "jupyter", nbgrader=True) as server:
        yield server


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """An empty page."""
    page = context.new_page()
    yield page
    page.close()


def row(course: CourseFolder) -> tuple[object, ...]:
    """Return what the gradebook says of the written answer: points by hand, whether it waits, the comment."""
    (grade_,) = [line for line in contents(course)["grades"] if line[2] == CELL]
    (comment,) = [line for line in contents(course)["comments"] if line[2] == CELL]
    return grade_[4], bool(grade_[6]), comment[4]


def open_submission(page: Page, server: Server, *, waiting: bool) -> None:
    """Go from the list of what waits to the one submission in it."""
    page.goto(f"{server.url}/tree?token={TOKEN}")  # formgrader's own pages set no cookie
    page.goto(f"{server.url}/formgrader/gradebook/{STEM}/{STEM}")
    line = page.locator("table tbody tr").filter(has_text="Submission #1")
    line.wait_for()
    marks = line.locator(".needs-manual-grade")
    assert (marks.get_attribute("data-search") == "needs manual grade") == waiting
    line.get_by_role("link", name="Submission #1").click()
    page.locator(f"#{CELL}").wait_for()


def fill(page: Page, selector: str, text: str) -> None:
    """Type into a field, leave it, and wait until the server has it."""
    with page.expect_response(lambda answer: "/api/" in answer.url and answer.request.method == "PUT") as saved:
        page.locator(selector).fill(text)
        page.locator(selector).blur()
    assert saved.value.ok


def test_points_and_a_comment_given_in_formgrader_are_on_the_page_and_survive_a_regrade(
    course: CourseFolder, instructors: Server, page: Page
) -> None:
    assert row(course) == (None, True, None)
    open_submission(page, instructors, waiting=True)
    assert "A long row gets a bonus." in page.locator("#notebook").first.inner_text()
    assert page.title() != "caught"
    assert "One point for each of these" in str(page.locator("#notebook").first.text_content())  # folded
    fill(page, f"#{CELL}", "3")
    fill(page, f"#{CELL}-comment", COMMENT)
    assert row(course) == (3.0, False, COMMENT)
    write_feedback(course)
    before = course.feedback("ana", STEM).read_text(encoding="utf-8")
    assert "3 de 4 puntos" in before
    assert "Say &lt;b&gt;when&lt;/b&gt; they agree." in before
    grade(course, Choice(regrade=True))
    assert row(course) == (3.0, False, COMMENT)
    assert write_feedback(course).changed == 0


def test_formgrader_shows_verdicts_below_the_checks_and_no_longer_lists_what_was_read(
    course: CourseFolder, instructors: Server, page: Page
) -> None:
    open_submission(page, instructors, waiting=False)
    assert "todavía te espera" in page.locator("#notebook").first.inner_text()
    page.goto(f"{instructors.url}/formgrader/manage_submissions/{STEM}")
    line = page.locator("tbody tr").filter(has_text="ana")
    line.wait_for()
    assert "graded" in line.inner_text()
