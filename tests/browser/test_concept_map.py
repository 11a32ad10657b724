"""The map of the course in a real browser: concepts, lines, links and the list say the same."""

from __future__ import annotations

import re
from html import unescape

import pytest
from playwright.sync_api import Page

from tests.browser.mounting import Mounted, mount
from tiedbook import session
from tiedbook.course import course
from tiedbook.editions import editions
from tiedbook.notebook import read_notebook
from tiedbook.widgets import concept_map
from tiedbook.widgets.concept_map import CONCEPTS

pytestmark = pytest.mark.usefixtures("english")

NEEDS = {concept.key: concept.needs for concept in CONCEPTS}
LEADS = {key: tuple(other for other, needs in NEEDS.items() if key in needs) for key in NEEDS}
keys = pytest.mark.parametrize("key", NEEDS)

# The concepts that a line runs through, but for the two that it joins.
_CROSSED = """() => {
  const boxes = [...document.querySelectorAll(".cm-concept")].map((node) => node.getBoundingClientRect());
  const inside = (box, { x, y }) => x > box.left + 1 && x < box.right - 1 && y > box.top + 1 && y < box.bottom - 1;
  return [...document.querySelectorAll(".cm-line")].map((path) => {
    const length = path.getTotalLength();
    const points = [...Array(61).keys()].map((step) =>
      path.getPointAtLength((step / 60) * length).matrixTransform(path.getScreenCTM()));
    return boxes.filter((box) => points.slice(3, -3).some((point) => inside(box, point)))
      .filter((box) => !inside(box, points[0]) && !inside(box, points[60])).length;
  });
}"""


def _map(bare: Page, chosen: str = "tying") -> Mounted:
    widget = concept_map()
    widget.chosen = chosen
    return mount(bare, widget)


def _named(mounted: Mounted, names: tuple[str, ...]) -> list[str]:
    return [mounted.widget.labels[name] for name in names]


def test_each_concept_stands_above_or_beside_what_needs_it() -> None:
    places = {concept.key: concept.place for concept in CONCEPTS}
    assert len(set(places.values())) == len(CONCEPTS)
    for concept in CONCEPTS:
        for need in concept.needs:
            (from_column, from_row), (column, row) = places[need], concept.place
            assert from_row < row or (from_row == row and from_column + 1 == column)


def test_every_chapter_is_on_the_map_and_each_link_names_a_cell_of_it() -> None:
    assert {concept.chapter for concept in CONCEPTS} == set(course().stems())
    for concept in CONCEPTS:
        for tag in editions():
            notebook = read_notebook(course().built(tag) / f"{concept.chapter}.ipynb")
            cells = {cell["id"] for cell in notebook["cells"]}
            assert concept.cell in cells


@keys
def test_a_concept_says_what_it_needs_and_what_it_leads_to(bare: Page, key: str) -> None:
    mounted = _map(bare, key)
    labels = mounted.widget.labels
    concept = next(concept for concept in CONCEPTS if concept.key == key)
    assert mounted.root.get_by_role("status").inner_text() == f"{labels[key]}: {labels[f'says.{key}']}"
    for name, others in ((labels["needs"], NEEDS[key]), (labels["leads"], LEADS[key])):
        row = mounted.root.get_by_role("group", name=name, exact=True)
        assert row.get_by_role("button").all_inner_texts() == _named(mounted, others)
        assert (row.get_by_text(labels["nothing"]).count() == 1) == (not others)
    link = mounted.root.locator(".cm-detail a")
    assert link.inner_text() == f"Chapter {concept.number}"
    assert link.get_attribute("href") == f"{concept.chapter}.ipynb#cell-id={concept.cell}"
    assert link.get_attribute("data-tiedbook-chapter") == concept.chapter
    assert link.get_attribute("data-tiedbook-cell") == concept.cell
    assert mounted.root.locator(".cm-needed").count() == len(NEEDS[key])
    assert mounted.root.locator(".cm-led").count() == len(LEADS[key])


def test_the_keyboard_chooses_on_the_map_and_goes_on_from_concept_to_concept(bare: Page) -> None:
    mounted = _map(bare, "ids")
    chosen = mounted.root.locator(".cm-concept[aria-pressed=true] .cm-name")
    mounted.root.locator(".cm-concept", has_text="Softmax").press("Enter")
    assert chosen.all_inner_texts() == ["Softmax"]
    mounted.root.get_by_role("group", name="It leads to").get_by_role("button").press("Enter")
    mounted.settle()
    assert mounted.widget.chosen == "loss"
    assert chosen.all_inner_texts() == ["Loss and its gradient"]
    assert bare.evaluate("document.activeElement.innerText").find("Loss and its gradient") >= 0


def test_the_list_holds_each_concept_under_the_first_that_it_needs(bare: Page) -> None:
    mounted = _map(bare)
    read_list = """nodes => nodes.map(node => [
        node.querySelector(":scope > p > strong").innerText,
        node.parentElement.closest("li")?.querySelector(":scope > p > strong").innerText ?? "",
        node.querySelector(":scope > p").innerText,
        node.querySelector(":scope > p > a").getAttribute("data-tiedbook-chapter"),
    ])"""
    found = {name: rest for name, *rest in mounted.root.locator(".cm-list li").evaluate_all(read_list)}
    labels = mounted.widget.labels
    assert set(found) == {labels[concept.key] for concept in CONCEPTS}
    for concept in CONCEPTS:
        parent, sentence, chapter = found[labels[concept.key]]
        assert parent == (labels[concept.needs[0]] if concept.needs else "")
        assert labels[f"says.{concept.key}"] in sentence
        assert all(labels[other] in sentence for other in concept.needs[1:])
        assert chapter == concept.chapter
    assert mounted.root.locator(".cm-list [aria-current=true] strong").all_inner_texts() == ["Weight tying"]


@pytest.mark.parametrize("width", [320, 1000])
def test_no_line_runs_behind_a_concept_that_it_does_not_join(bare: Page, width: int) -> None:
    crossed = mount(bare, concept_map(), width=width).page.evaluate(_CROSSED)
    assert crossed == [0] * sum(map(len, NEEDS.values()))


@pytest.mark.parametrize("tag", editions())
def test_no_name_is_cut_off_on_a_narrow_screen(bare: Page, tag: str) -> None:
    session.set_edition(tag)
    mounted = mount(bare, concept_map(), width=320)
    cut = mounted.root.locator(".cm-concept").evaluate_all(
        "nodes => nodes.filter(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>"
        "scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1).map(node => node.innerText)"
    )
    assert cut == []


def test_without_a_front_end_there_is_a_table_with_links_that_work_beside_the_notebook() -> None:
    shown = concept_map().stand_in()
    labels = concept_map().labels
    assert re.findall(r'href="([^"]+)"', shown) == [f"{concept.chapter}.ipynb" for concept in CONCEPTS]
    for concept in CONCEPTS:
        row = next(row for row in unescape(shown).split("<tr>") if f">{labels[concept.key]} (" in row)
        assert labels[f"says.{concept.key}"] in row
        assert all(labels[other] in row for other in (*NEEDS[concept.key], *LEADS[concept.key]))
