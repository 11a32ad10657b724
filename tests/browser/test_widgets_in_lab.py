"""Widgets where learners meet them: in JupyterLab, with a kernel behind them and the edition menu above."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import BrowserContext, Error, Locator, Page, Request, expect

from tests.browser.conftest import CHAPTER, Open, OpenFile
from tests.browser.harness import PATIENCE, Server, open_in_lab, open_in_notebook
from tests.browser.notebook import Notebook
from tests.running import CHAPTERS
from tests.test_chapters import cells
from tiedbook import widgets
from tiedbook.course import course

pytestmark = pytest.mark.browser
CELL = "table"  # a code cell of chapter 1 that these tests give another text
EXPLORER = "from tiedbook.widgets import dot_explorer\nw = dot_explorer([3, 2], [[3, 1], [1, 2]], ['a', 'b'])\nw"


def _show(notebook: Notebook, code: str) -> Locator:
    notebook.replace(CELL, code)
    shown = notebook.reveal(CELL)
    notebook.run(CELL)
    shown.locator(".tb").wait_for()
    return shown.locator(".tb")


def test_arrow_keys_move_the_state_and_not_the_notebook(open_chapter: Open) -> None:
    notebook = open_chapter()
    widget = _show(notebook, EXPLORER)
    knob = widget.get_by_role("slider", name="hidden state h")
    knob.focus()
    for key in ("ArrowRight", "ArrowUp", "ArrowUp"):  # at once, so that answers of the kernel come in between
        notebook.page.keyboard.press(key)
    first = widget.get_by_label("first number")
    first.focus()
    notebook.page.keyboard.press("ArrowRight")
    expect(knob).to_have_attribute("aria-valuetext", "(3.20, 2.20), length 3.88")
    assert notebook.evaluate("return panel.content.activeCell.model.id") == CELL
    notebook.wait_for_kernel()
    assert notebook.ask("w.h") == "[3.2, 2.2]"


def test_the_words_follow_the_edition_menu_at_once_and_the_state_stays(open_chapter: Open) -> None:
    notebook = open_chapter()
    widget = _show(notebook, EXPLORER)
    widget.get_by_role("slider", name="hidden state h").press("ArrowRight")
    notebook.choose("Español")
    expect(widget).to_have_attribute("lang", "es")
    expect(widget.locator("[aria-valuetext^='(3.10']")).to_have_count(1)
    label = json.loads(notebook.ask("__import__('json').dumps(w.labels['title'])"))
    expect(widget).to_have_attribute("aria-label", label)


def _changed(notebook: Notebook, expression: str, was: str) -> str:
    """Wait until an expression is something else in the kernel, which hears of it a little later; return what."""
    end = monotonic() + PATIENCE
    while (found := notebook.ask(expression)) == was:
        assert monotonic() < end
    return found


def _press_a_lamp(widget: Locator) -> None:
    widget.get_by_role("radio", checked=False).last.check()


def _move_a_point(widget: Locator) -> None:
    widget.get_by_role("slider").first.press("ArrowRight")


@pytest.mark.parametrize(
    ("stem", "before", "figure", "state", "move"),
    [
        (CHAPTER, ["table"], "lamp-row-figure", "_.lit", _press_a_lamp),
        ("ch04_tied_logits", [], "three-meanings-figure", "(_.h, _.rows)", _move_a_point),
    ],
    ids=["lamp row", "dot explorer"],
)
def test_a_widget_of_the_chapter_stays_displayed_with_its_state_and_speaks_the_new_edition(
    make_workspace: Callable[[str], str],
    open_file: OpenFile,
    stem: str,
    before: list[str],
    figure: str,
    state: str,
    move: Callable[[Locator], None],
) -> None:
    notebook = open_file(f"{make_workspace('en')}/{stem}.ipynb")
    notebook.wait_for_kernel()
    for id_ in before:
        notebook.run(id_)
    shown = notebook.reveal(figure)
    notebook.run(figure)
    widget = shown.locator(".tb")
    widget.wait_for()
    english, first = widget.get_attribute("aria-label"), notebook.ask(state)
    move(widget)
    moved = _changed(notebook, state, first)
    output = shown.locator(".jp-OutputArea-output").filter(has=notebook.page.locator(".tb"))
    output.evaluate("node => { node.isTheSame = true; }")

    notebook.choose("Español")
    expect(widget).to_have_attribute("lang", "es")
    expect(widget).not_to_have_attribute("aria-label", str(english))
    expect(widget).to_be_visible()
    assert output.evaluate("node => node.isTheSame")
    assert notebook.ask(state) == moved
    move(widget)  # it goes on from there
    assert _changed(notebook, state, moved) != first


def test_a_function_that_is_written_later_is_taken_up_by_the_widget_that_is_there(open_chapter: Open) -> None:
    notebook = open_chapter()
    widget = _show(notebook, EXPLORER)
    expect(widget.locator(".tb-theirs")).to_be_hidden()
    notebook.replace("embed", "def tied_lm_head(hidden, table):\n    return 2 * hidden @ table.T")
    notebook.run("embed")
    expect(widget.locator(".tb-theirs")).to_contain_text("gives other numbers")


def test_the_map_follows_a_check_and_its_links_open_chapters(open_chapter: Open) -> None:
    notebook = open_chapter()
    widget = _show(notebook, "from tiedbook import progress\nprogress()")
    expect(widget.locator(".tb-status")).to_have_text("You have 0 of 140 points.")
    notebook.ask("__import__('tiedbook.journal').journal.record('one_hot', 'core', True, None)")
    expect(widget.locator(".tb-status")).not_to_have_text("You have 0 of 140 points.", timeout=10_000)
    widget.locator("a[data-tiedbook-chapter=ch03_pooling_and_padding]").click()
    notebook.page.wait_for_function(
        "jupyterapp.shell.currentWidget?.context?.path.endsWith('ch03_pooling_and_padding.ipynb')"
    )


def test_hints_that_were_opened_are_noted_in_the_workspace(open_chapter: Open, chapter_file: Path) -> None:
    notebook = open_chapter()
    folds = notebook.reveal("embed-hints").locator("details")
    folds.nth(1).locator("summary").click()
    notebook.reveal("embed-solution").locator("summary").click()
    log = chapter_file.parent / ".tiedbook" / "study.jsonl"
    notebook.wait_for_kernel()
    for _ in range(50):
        if log.is_file() and len(log.read_text(encoding="utf-8").splitlines()) == 2:
            break
        notebook.page.wait_for_timeout(100)
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert [(line["exercise"], line["number"]) for line in lines] == [("embed", 2), ("embed", 4)]


def test_a_saved_widget_without_its_kernel_shows_its_picture_until_the_cell_runs_again(open_chapter: Open) -> None:
    notebook = open_chapter()
    _show(notebook, EXPLORER)
    notebook.save()
    path = str(notebook.evaluate("return panel.context.path"))
    notebook.close()
    again = open_in_lab(notebook.page, path)
    again.menu.wait_for()
    again.wait_for_kernel()
    shown = again.reveal(CELL)
    expect(shown.locator("img[alt^='A hidden state h']")).to_be_visible()
    expect(shown).to_contain_text("Run this cell to move it again.")
    assert again.evaluate("return panel.context.model.dirty") is False
    again.run(CELL)
    expect(shown.locator(".tb")).to_be_visible()
    expect(shown).not_to_contain_text("Run this cell")
    again.close()


def test_a_cell_that_takes_more_than_two_seconds_says_so_until_it_ends(open_chapter: Open) -> None:
    notebook = open_chapter()
    notebook.replace(CELL, "import time\nfor _ in range(600):\n    time.sleep(0.1)")
    shown = notebook.reveal(CELL)
    notebook.start(CELL)
    line = shown.locator(".tiedbook-Running")
    expect(line).to_have_text(
        re.compile(r"This cell is still running\. The ■ button in the toolbar stops it\. [2-9]\d* s")
    )
    notebook.choose("Español")
    notebook.evaluate("await kernel().interrupt()")
    expect(line).to_have_count(0)


def test_a_quick_cell_says_nothing(open_chapter: Open) -> None:
    notebook = open_chapter()
    notebook.replace(CELL, "1 + 1")
    shown = notebook.reveal(CELL)
    notebook.run(CELL)
    assert shown.locator(".tiedbook-Running").count() == 0


def _shown(stem: str) -> dict[str, str]:
    """Return the name of the widget that a cell of a chapter ends with, by the cell's id."""
    imported: set[str] = set()
    found: dict[str, str] = {}
    for id_, source in cells(CHAPTERS / f"{stem}.py", "code"):
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module in {"tiedbook", "tiedbook.widgets"}:
                imported |= {alias.name for alias in node.names} & set(widgets.__all__)
        match tree.body[-1]:
            case ast.Expr(ast.Call(ast.Name(name))) if name in imported:
                found[id_] = name
            case ast.Expr(ast.Call(ast.Attribute(ast.Name("widgets"), name))):
                found[id_] = name
    return found


def _needed(stem: str, last: str) -> list[str]:
    """Return the ids of the cells before `last` whose names it uses, itself or through one of them."""
    sources = dict(cells(CHAPTERS / f"{stem}.py", "code"))
    earlier = list(sources)[: list(sources).index(last)]
    wanted = _names(sources[last])[1]
    needed: list[str] = []
    for id_ in reversed(earlier):
        made, used = _names(sources[id_])
        if made & wanted:
            needed.insert(0, id_)
            wanted |= used
    return needed


def _names(source: str) -> tuple[set[str], set[str]]:
    """Return the names that a cell makes, and those that it uses."""
    made: set[str] = set()
    used: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name):
            (made if isinstance(node.ctx, ast.Store) else used).add(node.id)
        elif isinstance(node, ast.ImportFrom | ast.Import):
            made |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.FunctionDef):
            made.add(node.name)
    return made, used


def test_the_chapters_show_every_widget() -> None:
    assert {name for stem in course().stems() for name in _shown(stem).values()} == set(widgets.__all__)


def _first_shown() -> dict[str, list[str]]:
    """Return, by chapter, the ids of the cells that show a widget which no cell before them shows."""
    seen: set[str] = set()
    found: dict[str, list[str]] = {}
    for stem in course().stems():
        for id_, name in _shown(stem).items():
            if name not in seen:
                seen.add(name)
                found.setdefault(stem, []).append(id_)
    return found


@pytest.mark.parametrize(("stem", "figures"), _first_shown().items())
def test_each_widget_is_seen_in_its_chapter_without_an_error_and_asks_no_network(
    page: Page, server: Server, make_workspace: Callable[[str], str], open_file: OpenFile, stem: str, figures: list[str]
) -> None:
    faults: list[str] = []
    asked: list[str] = []

    def fail(fault: Error) -> None:
        faults.append(f"{fault}\n{fault.stack}")

    def ask(request: Request) -> None:
        asked.append(request.url)

    notebook = open_file(f"{make_workspace('en')}/{stem}.ipynb")
    notebook.wait_for_kernel()
    page.on("pageerror", fail)
    page.on("request", ask)
    run: set[str] = set()
    for id_ in figures:
        for each in [*_needed(stem, id_), id_]:
            if each not in run:
                notebook.run(each)
                run.add(each)
        widget = notebook.reveal(id_).locator(".jp-OutputArea-output .tb")
        expect(widget).to_be_visible()
        expect(widget).to_have_attribute("aria-label", re.compile(r"\w"))
    page.remove_listener("pageerror", fail)
    page.remove_listener("request", ask)
    assert faults == []
    assert [url for url in asked if not url.startswith((server.url, "blob:", "data:"))] == []


def test_in_notebook_7_a_widget_is_moved_by_keys_and_follows_the_menu(
    context: BrowserContext, server: Server, make_workspace: Callable[[str], str]
) -> None:
    notebook = open_in_notebook(context, server, f"{make_workspace('en')}/ch04_tied_logits.ipynb")
    notebook.menu.wait_for()
    notebook.wait_for_kernel()
    notebook.run("three-meanings-figure")
    widget = notebook.reveal("three-meanings-figure").locator(".jp-OutputArea-output .tb")
    before = notebook.ask("(_.h, _.rows)")
    _move_a_point(widget)
    moved = _changed(notebook, "(_.h, _.rows)", before)
    notebook.choose("Español")
    expect(widget).to_have_attribute("lang", "es")
    assert notebook.ask("(_.h, _.rows)") == moved
    notebook.close()
    notebook.page.close()
