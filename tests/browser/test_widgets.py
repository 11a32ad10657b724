"""What every widget keeps, whatever it shows: readable, reachable, in every edition, width and theme."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

import pytest
from playwright.sync_api import BrowserContext, Locator, Page

from tests.browser.mounting import Mounted, mount
from tests.browser.samples import SAMPLES
from tiedbook import quizzes, session, widgets
from tiedbook.author import pseudo
from tiedbook.editions import editions
from tiedbook.widgets.learners import LearnersWidget
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

# Text that is seen smaller than 12 pixels: a picture that is drawn smaller than it is shrinks its text too.
_SMALL = """() => [...document.querySelectorAll(".tb, .tb *")]
  .filter((node) => [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim()))
  .filter((node) => node.checkVisibility() && !(node instanceof HTMLOptionElement))
  .filter((node) => {
    const picture = node.ownerSVGElement;
    const scale = picture ? picture.getBoundingClientRect().width / picture.viewBox.baseVal.width : 1;
    return parseFloat(getComputedStyle(node).fontSize) * scale < 11.9;
  })
  .map((node) => node.outerHTML.slice(0, 120))"""

# Shapes that are too faint to be seen on their ground, and texts of pictures that are too faint on what is behind them.
_FAINT = """(behind) => {
  const probe = document.body.appendChild(document.createElement("div"));
  probe.style.forcedColorAdjust = "none";
  const read = (colour) => {
    probe.style.color = colour;
    const [red, green, blue, alpha = 1] = getComputedStyle(probe).color.match(/[\\d.]+/g).map(Number);
    return { alpha, parts: [red, green, blue] };
  };
  const part = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([red, green, blue]) => 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
  const contrast = (one, other) => {
    const [least, most] = [light(one), light(other)].sort((first, second) => first - second);
    return (most + 0.05) / (least + 0.05);
  };
  const ground = read(behind).parts;
  const over = (node, colour, under) => {
    if (colour === "none") return under;
    let { alpha, parts } = read(colour);
    for (let each = node; !each.matches(".tb"); each = each.parentElement) alpha *= getComputedStyle(each).opacity;
    return parts.map((value, index) => value * alpha + under[index] * (1 - alpha));
  };
  const painted = (node) => {
    const style = getComputedStyle(node);
    if (node instanceof SVGElement) return node.matches("line") ? [style.stroke] : [style.fill, style.stroke];
    return [style.backgroundColor, style.borderTopColor, style.outlineColor];
  };
  const all = [...document.querySelectorAll(".tb *")];
  const seen = all.filter((node) => node.checkVisibility({ opacityProperty: true }));
  const around = (text) => {
    const box = text.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return seen.slice(0, seen.indexOf(text)).reduce((under, node) => {
      if (node.ownerSVGElement !== text.ownerSVGElement || !node.isPointInFill) return under;
      const inside = node.isPointInFill(new DOMPoint(x, y).matrixTransform(node.getScreenCTM().inverse()));
      return inside ? over(node, getComputedStyle(node).fill, under) : under;
    }, ground);
  };
  const drawn = "svg :not(g, text), .tb-fill, .wt-bar, [class*=-piece], [class*=-block]";
  const shapes = seen.filter((node) => node.matches(drawn));
  const texts = seen.filter((node) => node.matches("svg text") && node.textContent.trim());
  const faint = [
    ...shapes.filter((node) => !painted(node).some((colour) => contrast(over(node, colour, ground), ground) >= 3)),
    ...texts.filter((node) => {
      const under = around(node);
      return contrast(over(node, getComputedStyle(node).fill, under), under) < 4.5;
    }),
  ].map((node) => node.outerHTML.slice(0, 120));
  probe.remove();
  return faint;
}"""

# Boxes that scroll and take no key or have no name, and captions that scroll out of sight.
_OUT_OF_REACH = """() => {
  const all = [...document.querySelectorAll(".tb *")];
  const scrolls = (node) => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflowX === "auto";
  const unreached = all.filter(scrolls).filter((node) => node.tabIndex !== 0 || !node.getAttribute("aria-label"));
  const captions = all.filter((node) => node.matches("caption") && node.checkVisibility());
  const unseen = captions.filter((node) => node.getBoundingClientRect().right > innerWidth);
  return [...unreached, ...unseen].map((node) => node.outerHTML.slice(0, 120));
}"""

# Keep what the summary says, and the timers that run: it speaks once nothing has changed for a moment.
_LISTEN = """() => {
  window.told = [];
  const status = document.querySelector(".tb-status");
  new MutationObserver(() => told.push(status.textContent))
    .observe(status, { childList: true, characterData: true, subtree: true });
  if (window.running) return;
  window.running = new Set();
  const [start, stop] = [window.setTimeout, window.clearTimeout];
  window.setTimeout = (call, delay) => {
    const timer = start(() => { running.delete(timer); call(); }, delay);
    running.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => { running.delete(timer); stop(timer); };
}"""

# Keep count of what begins to move.
_COUNT_MOVES = """() => {
  window.moves = 0;
  for (const name of ["transitionrun", "animationstart"]) document.addEventListener(name, () => { window.moves += 1; });
}"""

_FOCUS = """() => {
  const node = document.activeElement;
  const style = getComputedStyle(node);
  return {
    inside: Boolean(node.closest(".tb")),
    seen: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    node: node.outerHTML.slice(0, 120),
  };
}"""

_GROUND = "var(--jp-layout-color0)"  # of a notebook's cells in JupyterLab

EDITIONS = tuple(editions())
# Widgets with something of their own that can move.
_MOTION = re.compile(r"\b(tb-moves|transition|animation|animate)\b")
_OWN = [path for path in STATIC.iterdir() if path.suffix in {".js", ".css"} and path.stem != "shared"]
MOVING = sorted({path.stem for path in _OWN if _MOTION.search(path.read_text(encoding="utf-8"))})
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


_KEYS = {"range": "ArrowRight", "radio": "Space", "checkbox": "Space", "text": "1", "slider": "ArrowUp"}


def _controls(mounted: Mounted, *, once: bool = False) -> list[Locator]:
    """Return everything that takes keys; `once` takes one of each kind and class."""
    found = mounted.root.locator("button, input, select, summary, [role=slider]").locator("visible=true")
    kinds = found.evaluate_all(
        "nodes => nodes.map((node) => `${node.tagName} ${node.type} ${node.className.baseVal ?? node.className}`)"
    )
    enabled = found.evaluate_all("nodes => nodes.map((node) => !node.disabled)")
    wanted = [index for index, kind in enumerate(kinds) if enabled[index] and not (once and kind in kinds[:index])]
    return [found.nth(index) for index in wanted]


def _press(mounted: Mounted, control: Locator) -> None:
    """Give a control the focus as the Tab key does, and press the key that changes it."""
    control.focus()
    kind = control.evaluate("node => node.getAttribute('role') ?? node.type ?? node.tagName")
    default = "ArrowDown" if kind.startswith("select") else "Enter"
    mounted.page.keyboard.press(_KEYS.get(kind, default))
    mounted.settle()


def test_there_is_a_sample_of_every_widget() -> None:
    assert sorted(SAMPLES) == sorted(widgets.__all__)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", SAMPLES)
def test_axe_finds_nothing_and_no_shape_or_text_of_a_picture_is_faint(bare: Page, name: str, theme: str) -> None:
    mounted = mount(bare, SAMPLES[name](), theme=theme)
    assert bare.evaluate(_FAINT, _GROUND) == []
    if theme == "light":  # in the dark, axe looks once controls were used
        assert mounted.violations() == []


@pytest.mark.parametrize(("tag", "theme"), [("en", "dark"), ("es", "light")])
@pytest.mark.parametrize("name", SAMPLES)
def test_axe_finds_nothing_once_each_kind_of_control_was_used(
    bare: Page, monkeypatch: pytest.MonkeyPatch, name: str, tag: str, theme: str
) -> None:
    """A field then holds what it does not take, and the learner's function gives other numbers."""
    session.set_edition(tag)
    mounted = mount(bare, SAMPLES[name](), theme=theme)
    for control in _controls(mounted, once=True):
        _press(mounted, control)
    widget = mounted.widget
    if isinstance(widget, LearnersWidget):
        monkeypatch.setattr(sys.modules["__main__"], widget.exercise, lambda *_: widget.ours() + 1, raising=False)
        widget.look_again()
        assert widget.theirs["state"] == "differs"
        mounted.push()
    field = mounted.root.locator("input[type=text]:visible").first
    if field.count():
        field.fill("?")
        field.press("Enter")
    assert mounted.violations() == []
    assert bare.evaluate(_FAINT, _GROUND) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_a_quiz_that_was_answered_and_on_a_card_that_was_turned(bare: Page, theme: str) -> None:
    quiz = widgets.quiz("ch01_lookup_is_matmul")
    right = quizzes.quiz("ch01_lookup_is_matmul", "en")[0].right
    for letter in (right, "AB"[right == "A"]):
        quiz.answered = {quiz.items[0]["cell"]: letter}
        mounted = mount(bare, quiz, theme=theme)
        assert mounted.root.locator(".qz-why").is_visible()
        assert mounted.violations() == []
    mounted = mount(bare, widgets.flashcards("ch01_lookup_is_matmul"), theme=theme)
    mounted.root.get_by_role("button", name="Show the answer").press("Enter")
    assert mounted.root.locator(".fc-answer").is_visible()
    assert mounted.violations() == []


@pytest.mark.parametrize("tag", [*EDITIONS, pseudo.TAG])  # the last has longer words than any language is likely to
@pytest.mark.parametrize("name", SAMPLES)
def test_nothing_sticks_out_and_no_text_is_small_at_any_width_in_any_edition_and_keys_reach_what_scrolls(
    bare: Page, name: str, tag: str
) -> None:
    session.set_edition(tag if tag in EDITIONS else "en")
    widget = SAMPLES[name]()
    if tag not in EDITIONS:
        widget.labels = {key: pseudo.pseudo(text) for key, text in widget.labels.items()}
    mounted = mount(bare, widget, width=320)
    assert bare.evaluate(_OUT_OF_REACH) == []
    for width in (320, 500, 1000):  # 500 is what is left of 1000 at a zoom of 200 %; a widget is 960 at most
        bare.set_viewport_size({"width": width, "height": 900})
        assert mounted.overflow() == []
        assert bare.evaluate(_SMALL) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", SAMPLES)
def test_bars_and_lines_are_seen_where_the_system_forces_its_colours(
    bare: Page, name: str, scheme: Literal["light", "dark"]
) -> None:
    bare.emulate_media(forced_colors="active", color_scheme=scheme)
    mount(bare, SAMPLES[name](), theme=scheme)
    faint = bare.evaluate(_FAINT, "Canvas")
    bare.emulate_media(forced_colors="none", color_scheme="light")
    assert faint == []


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("name", MOVING)
def test_what_can_move_moves_only_for_those_who_want_motion(
    bare: Page, name: str, motion: Literal["reduce", "no-preference"]
) -> None:
    bare.emulate_media(reduced_motion=motion)
    mounted = mount(bare, SAMPLES[name]())
    bare.evaluate(_COUNT_MOVES)
    for control in _controls(mounted, once=True):
        _press(mounted, control)
        bare.evaluate("new Promise(requestAnimationFrame)")
    moves = bare.evaluate("window.moves + document.getAnimations().length")
    bare.emulate_media(reduced_motion="reduce")
    assert (moves > 0) == (motion == "no-preference")


@pytest.mark.parametrize("name", SAMPLES)
def test_a_widget_looks_the_same_when_others_come_after_it(bare: Page, name: str) -> None:
    bare.emulate_media(reduced_motion="reduce")
    mount(bare, SAMPLES[name]())
    again = (STATIC / "shared.css").read_text(encoding="utf-8")  # every later widget brings it once more
    assert bare.evaluate(_CHANGED, again) == []


@pytest.mark.parametrize("name", SAMPLES)
def test_another_edition_comes_in_at_once_with_the_same_numbers_and_the_state_stays(bare: Page, name: str) -> None:
    mounted = mount(bare, SAMPLES[name]())
    spoken = type(mounted.widget).spoken
    before = {key: value for key, value in mounted.widget.get_state().items() if key not in spoken}
    numbers = _numbers(mounted)
    for tag in EDITIONS[1:]:
        session.set_edition(tag)
        mounted.push()
        assert mounted.root.get_attribute("lang") == tag
        assert mounted.root.get_attribute("aria-label") == mounted.widget.labels["title"]
        assert _numbers(mounted) == numbers
        after = mounted.widget.get_state()
        assert {key: after[key] for key in before} == before


def _numbers(mounted: Mounted) -> Counter[str]:
    """Return every number that is seen or read aloud, as it is written, and how often."""
    return Counter(re.findall(r"\d(?:[\d.,]*\d)?", " ".join(mounted.page.evaluate(_TEXTS))))


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
def test_the_focus_is_seen_and_survives_every_key_and_a_change_of_edition(bare: Page, name: str) -> None:
    mounted = mount(bare, SAMPLES[name]())
    for index in range(len(_controls(mounted))):
        controls = _controls(mounted)  # anew: a quiz that has been answered shows others
        control = controls[min(index, len(controls) - 1)]
        what = control.evaluate("node => node.outerHTML.slice(0, 160)")
        for one in (control, mounted.root.locator(":focus")):  # then wherever that has left the focus
            _press(mounted, one)
            at = bare.evaluate(_FOCUS)
            assert at["inside"], f"the focus is lost after {what}"
            assert at["seen"], f"the focus is on {at['node']}, and is not seen"
    had = bare.evaluate("document.activeElement !== document.body")
    session.set_edition("es")
    mounted.push()
    assert bare.evaluate(_FOCUS)["inside"] == had


@pytest.mark.parametrize("name", SAMPLES)
def test_the_tab_key_leaves_a_widget_at_its_end_and_comes_back_into_it(bare: Page, name: str) -> None:
    mounted = mount(bare, SAMPLES[name]())
    bare.evaluate("document.body.append(Object.assign(document.createElement('button'), { id: 'after' }))")
    controls = _controls(mounted)
    if not controls:
        return
    controls[-1].focus()
    for _ in range(60):  # links and boxes that scroll come after the last control
        bare.keyboard.press("Tab")
        if bare.evaluate("document.activeElement.id") == "after":
            break
    assert bare.evaluate("document.activeElement.id") == "after"
    bare.keyboard.press("Shift+Tab")
    assert bare.evaluate("Boolean(document.activeElement.closest('.tb'))")


@pytest.mark.parametrize("name", SAMPLES)
def test_the_summary_is_whole_sentences_and_each_change_is_told_once(bare: Page, name: str) -> None:
    mounted = mount(bare, SAMPLES[name]())
    bare.evaluate(_LISTEN)
    first = mounted.root.locator(".tb-status").inner_text()
    for control in _controls(mounted, once=True):
        for _ in range(2):
            _press(mounted, control)
        bare.wait_for_function("!running.size")
    told = [first, *bare.evaluate("window.told")]
    assert all(re.search(r"[.?!]$", text) for text in told), told
    assert all(one != other for one, other in pairwise(told)), told


@pytest.mark.parametrize("name", SAMPLES)
def test_where_no_front_end_runs_there_is_a_table_a_picture_or_a_fold(name: str) -> None:
    data, _ = SAMPLES[name]()._repr_mimebundle_()
    assert re.search("<(table|svg|img|details)", data["text/html"])
    assert "<script" not in data["text/html"]
    assert data["text/plain"]


@pytest.mark.parametrize("at", [-1, 99])
def test_a_quiz_shows_the_nearest_item_wherever_a_cell_sends_it(bare: Page, at: int) -> None:
    quiz = widgets.quiz("ch01_lookup_is_matmul")
    quiz.at = at
    mounted = mount(bare, quiz)
    count = len(quiz.items)
    assert mounted.shown(".qz-count") == [f"Item {1 if at < 0 else count} of {count}"]
    mounted.root.get_by_role("button", name="Next item" if at < 0 else "Previous item").press("Enter")
    mounted.settle()
    assert mounted.shown(".qz-count") == [f"Item {2 if at < 0 else count - 1} of {count}"]
    quiz.at = at
    mounted.push()
    assert mounted.shown(".qz-count") == [f"Item {1 if at < 0 else count} of {count}"]


def test_a_quiz_without_items_shows_nothing_and_breaks_nothing(bare: Page) -> None:
    quiz = widgets.quiz("ch01_lookup_is_matmul")
    quiz.items = []
    assert mount(bare, quiz).root.get_attribute("lang") == "en"
