"""What every widget keeps, whatever it shows: readable, reachable, in every edition, width and theme."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.mounting import mount
from tests.browser.samples import SAMPLES
from tiedbook import session, widgets
from tiedbook.editions import editions
from tiedbook.widgets.module import STATIC

# Every text that is seen or read aloud, but for code.
_TEXTS = """() => {
  const root = document.querySelector(".tb");
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest("code, [translate=no]")) texts.push(walker.currentNode.data);
  }
  for (const node of [root, ...root.querySelectorAll("*")]) {
    for (const name of ["aria-label", "aria-valuetext", "aria-roledescription", "title", "placeholder", "alt"]) {
      if (node.hasAttribute(name)) texts.push(node.getAttribute(name));
    }
  }
  return texts;
}"""

# What looks different once a sheet is added: element and property.
_CHANGED = """(sheet) => {
  const nodes = [...document.querySelectorAll(".tb, .tb *")];
  const looks = () => nodes.map((node) => {
    const style = getComputedStyle(node);
    return Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)]));
  });
  const before = looks();
  const style = document.createElement("style");
  style.textContent = sheet;
  document.head.append(style);
  return looks().flatMap((look, index) => Object.keys(look).filter((name) => look[name] !== before[index][name])
    .map((name) => `${nodes[index].outerHTML.slice(0, 60)} ${name}`));
}"""

EDITIONS = tuple(editions())
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def bare(context: BrowserContext) -> Iterator[Page]:
    """A page for one widget after the other; an uncaught error on it fails the module."""
    faults: list[str] = []
    asked: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda fault: faults.append(f"{fault}\n{fault.stack}"))
    page.on("request", lambda request: asked.append(request.url))
    yield page
    page.close()
    assert faults == []
    assert [url for url in asked if not url.startswith(("blob:", "data:", "about:"))] == []


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "_told", "en")


def test_there_is_a_sample_of_every_widget() -> None:
    assert sorted(SAMPLES) == sorted(widgets.__all__)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", SAMPLES)
def test_axe_finds_nothing(bare: Page, name: str, theme: str) -> None:
    assert mount(bare, SAMPLES[name](), theme=theme).violations() == []


@pytest.mark.parametrize("tag", EDITIONS)
@pytest.mark.parametrize("name", SAMPLES)
def test_nothing_sticks_out_at_320_pixels_in_any_edition(bare: Page, name: str, tag: str) -> None:
    session.set_edition(tag)
    assert mount(bare, SAMPLES[name](), width=320).overflow() == []


@pytest.mark.parametrize("name", SAMPLES)
def test_a_widget_looks_the_same_when_others_come_after_it(bare: Page, name: str) -> None:
    bare.emulate_media(reduced_motion="reduce")
    mount(bare, SAMPLES[name]())
    again = (STATIC / "shared.css").read_text(encoding="utf-8")  # every later widget brings it once more
    assert bare.evaluate(_CHANGED, again) == []


@pytest.mark.parametrize("name", SAMPLES)
def test_another_edition_comes_in_at_once_and_the_state_stays(bare: Page, name: str) -> None:
    mounted = mount(bare, SAMPLES[name]())
    spoken = type(mounted.widget).spoken
    before = {key: value for key, value in mounted.widget.get_state().items() if key not in spoken}
    session.set_edition("es")
    mounted.push()
    assert mounted.root.get_attribute("lang") == "es"
    assert mounted.root.get_attribute("aria-label") == mounted.widget.labels["title"]
    after = mounted.widget.get_state()
    assert {key: after[key] for key in before} == before


@pytest.mark.parametrize("name", SAMPLES)
def test_every_word_on_it_comes_from_the_catalog(bare: Page, name: str) -> None:
    """Once the letters of all labels are replaced, no word is left but code and what the state itself holds."""
    mounted = mount(bare, SAMPLES[name]())
    state = {key: value for key, value in mounted.widget.get_state().items() if key not in {"labels", "lang"}}
    holes = r"(\{\w+\}|`[^`]*`)"
    mounted.widget.labels = {
        key: "".join(
            part if index % 2 else re.sub(r"\w", "ẋ", part) for index, part in enumerate(re.split(holes, text))
        )
        for key, text in mounted.widget.labels.items()
    }
    mounted.push()
    texts = bare.evaluate(_TEXTS)
    assert texts
    own = json.dumps(state, default=str, ensure_ascii=False)
    assert {word for text in texts for word in re.findall(r"[A-Za-z]{3,}", text) if word not in own} <= {"nan"}


@pytest.mark.parametrize("name", SAMPLES)
def test_everything_that_can_be_moved_can_be_reached_with_the_tab_key(bare: Page, name: str) -> None:
    mounted = mount(bare, SAMPLES[name]())
    movable = mounted.root.locator(
        "button:visible:enabled, input:visible, select:visible, summary:visible, [role=slider]:visible"
    )
    radios = mounted.root.locator("input[type=radio]:visible")
    groups = len({radio.get_attribute("name") for radio in radios.all()})
    wanted = movable.count() - radios.count() + groups
    bare.locator("body").evaluate("body => { body.tabIndex = -1; body.focus(); }")
    reached = set()
    for _ in range(wanted + 2):
        bare.keyboard.press("Tab")
        reached.add(bare.evaluate("[...document.querySelectorAll('.tb *')].indexOf(document.activeElement)"))
    assert len(reached - {-1}) >= wanted


@pytest.mark.parametrize("name", SAMPLES)
def test_where_no_front_end_runs_there_is_a_table_a_picture_or_a_fold(name: str) -> None:
    data, _ = SAMPLES[name]()._repr_mimebundle_()
    assert re.search("<(table|svg|img|details)", data["text/html"])
    assert "<script" not in data["text/html"]
    assert data["text/plain"]
