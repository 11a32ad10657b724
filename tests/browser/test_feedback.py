"""Feedback and class report as they are seen: nothing cut off, nobody kept out, nothing asked of a network."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from markupsafe import Markup, escape
from playwright.sync_api import BrowserContext
from playwright.sync_api import Page as Tab

from autograde.assign import assign
from autograde.classreport import class_report, write_report
from autograde.course import CourseFolder
from autograde.feedback import render, write_feedback
from autograde.grade import grade
from autograde.listing import listing
from autograde.page import CellView, ExerciseView, Finding, Page, PartView, labels
from autograde.written import WrittenView
from tests.autograde.classroom import SIZED_BY_IDS, STEM, VIEW, notebook, own, submit
from tests.autograde.test_feedback import HOSTILE
from tiedbook.catalog import runtime

LONG = "table = np.array([" + "1234.5, " * 60 + "])"
SOLID = "x" * 500
CODE = f'def embed(ids):\n    """Return rows.\n\n    {SOLID}\n\n    {LONG}\n    """\n    {LONG}\n    return {SOLID}\n'


@pytest.fixture
def address(tmp_path: Path) -> str:
    """A page with the longest of everything."""
    shown = tuple((label, text) for label in ("call", "got", "wanted") for text in (LONG,))
    finding = Finding(Markup("{} <code>{}</code>").format(LONG, SOLID), shown, escape(LONG))
    part = PartView("Core", "0 of 6 points", "none", "not yet", (finding,), "")
    cell = CellView(listing(CODE, "embed"), f"{LONG}\n{SOLID}", Markup("Stopped."))
    exercise = ExerciseView("embed", "0 of 6 points", (part,), Markup("Open the hints."), cell, LONG)
    written = WrittenView("answer", escape(LONG), "0 of 4 points", "waiting", "not read yet", f"{LONG}\n{SOLID}", LONG)
    page = Page("en", escape(LONG), SOLID, "0 of 6 points", "", (exercise,), (written,), (cell,), labels(runtime("en")))
    path = tmp_path / "page.html"
    path.write_text(render(page), encoding="utf-8")
    return path.as_uri()


@pytest.mark.parametrize("width", [320, 1000, 1600])
def test_nothing_on_a_page_is_cut_off(context: BrowserContext, address: str, width: int) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(address)
    for fold in page.locator("summary").all():
        fold.click()
    cut = "element => element.scrollWidth > element.clientWidth && getComputedStyle(element).display !== 'inline'"
    assert page.evaluate(f"[...document.querySelectorAll('*')].filter({cut}).map(element => element.outerHTML)") == []
    page.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Real pages: right, half right with a comment and points by hand, in each edition; hostile; the class report."""
    folder = tmp_path_factory.mktemp("feedback")
    course = CourseFolder(folder / "course")
    assign(course, "en", [STEM])
    for edition in ("en", "es", "hi-Latn"):
        submit(course, f"right-{edition}", notebook(edition))
        submit(course, f"half-{edition}", notebook(edition, {"one_hot": SIZED_BY_IDS, "embed": VIEW}))
    hostile = notebook("en", {"one_hot": HOSTILE, "embed": HOSTILE})
    hostile["cells"].append(own(HOSTILE))
    submit(course, "mallory", hostile)
    grade(course)
    with closing(sqlite3.connect(course.gradebook)) as database:
        database.execute("UPDATE grade SET manual_score = 1 WHERE auto_score = 0")
        database.execute("UPDATE comment SET manual_comment = '<script>document.title = 1</script>'")
        database.execute("UPDATE submitted_notebook SET late_submission_penalty = 0.5")
        database.commit()
    write_feedback(course)
    report, *_ = write_report(folder / "report", class_report(course))
    return {path.parts[-3]: path for path in sorted(course.root.glob("feedback/*/*/*.html"))} | {"report": report}


@pytest.fixture
def tab(context: BrowserContext) -> Iterator[Tab]:
    """An empty page of the browser, its colours and medium as usual."""
    tab = context.new_page()
    yield tab
    tab.close()


NAMES = [f"{kind}-{edition}" for edition in ("en", "es", "hi-Latn") for kind in ("right", "half")] + [
    "mallory",
    "report",
]


@pytest.mark.sandbox
@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_a_page_keeps_nobody_out_and_asks_nothing_of_a_network(
    tab: Tab, pages: dict[str, Path], name: str, colours: Literal["light", "dark"]
) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.emulate_media(color_scheme=colours)
    tab.goto(pages[name].as_uri())
    title = tab.title()
    for fold in tab.locator("summary").all():
        fold.click()
    found = Axe().run(tab)
    assert found.violations_count == 0, found.generate_report()
    assert asked == [pages[name].as_uri()]
    assert tab.title() == title != "1"


@pytest.mark.sandbox
@pytest.mark.parametrize("name", ["half-es", "mallory", "report"])
@pytest.mark.parametrize("width", [320, 1600])
def test_words_in_a_table_are_whole_and_nothing_is_cut_off(
    tab: Tab, pages: dict[str, Path], name: str, width: int
) -> None:
    tab.set_viewport_size({"width": width, "height": 900})
    tab.goto(pages[name].as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth") == width
    broken = """[...document.querySelectorAll('th:not(:has(a)):not(:has(code)), td')].filter(cell => {
        const range = document.createRange(); range.selectNodeContents(cell);
        const word = Math.max(...cell.innerText.split(/\\s+/).map(text => text.length));
        const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top))).size;
        return lines > cell.innerText.split(/\\s+/).length && word > 1;
    }).map(cell => cell.innerText)"""
    assert tab.evaluate(broken) == []


@pytest.mark.sandbox
def test_on_paper_it_is_dark_on_light_and_no_finding_is_torn_apart(tab: Tab, pages: dict[str, Path]) -> None:
    tab.emulate_media(media="print", color_scheme="dark")
    tab.goto(pages["half-en"].as_uri())
    colours = "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
    back, text = (sum(map(int, found[4:-1].split(","))) for found in tab.evaluate(colours))
    assert back > 700
    assert text < 200
    whole = "[...document.querySelectorAll('.finding, .listing, .comment, tr')]"
    kept = f"{whole}.map(it => getComputedStyle(it).breakInside)"
    assert set(tab.evaluate(kept)) == {"avoid"}
    assert tab.pdf().startswith(b"%PDF")
