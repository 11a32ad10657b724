"""The table of models in a real browser: sorted by every column, both ways, and filtered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.mounting import Mounted, mount
from tiedbook.who_ties import MODELS, Model
from tiedbook.widgets import who_ties

pytestmark = pytest.mark.usefixtures("english")

HEADS = {
    "model": lambda model: model.name.lower(),
    "tied": lambda model: model.tied,
    "bias of the scores": lambda model: model.bias,
    "tokens V": lambda model: model.vocab_size,
    "width d": lambda model: model.width,
    "parameters": lambda model: model.parameters,
    "share of the table or tables": lambda model: model.share,
    "if it were the other way": lambda model: model.change,
}


def _names(mounted: Mounted) -> list[str]:
    return [row[0] for row in mounted.rows(".wt-table")]


def _row(model: Model) -> list[str]:
    return [
        model.name,
        "● yes" if model.tied else "○ no",
        "yes" if model.bias else "no",
        *(f"{size:,}" for size in (model.vocab_size, model.width, model.parameters)),
        f"{model.share:.1%}",
        f"{model.change:+.1%}".replace("-", "−"),
    ]


def test_every_row_says_what_python_says(bare: Page) -> None:
    mounted = mount(bare, who_ties())
    wanted = [_row(model) for model in sorted(MODELS, key=lambda model: model.parameters)]
    assert [row[:8] for row in mounted.rows(".wt-table")] == wanted
    assert all(row[8] for row in mounted.rows(".wt-table"))


@pytest.mark.parametrize("head", HEADS)
def test_a_button_sorts_by_its_column_and_then_the_other_way(bare: Page, head: str) -> None:
    mounted = mount(bare, who_ties())
    mounted.widget.column = "share" if head == "parameters" else "parameters"
    mounted.push()
    ascending = sorted(MODELS, key=lambda model: (HEADS[head](model), model.parameters))
    by_size = sorted(MODELS, key=lambda model: model.parameters)
    descending = sorted(by_size, key=HEADS[head], reverse=True)
    button = mounted.root.get_by_role("button", name=head)
    column = mounted.root.get_by_role("columnheader", name=head)
    for wanted, order in ((ascending, "ascending"), (descending, "descending"), (ascending, "ascending")):
        button.press("Enter")
        assert _names(mounted) == [model.name for model in wanted]
        assert column.get_attribute("aria-sort") == order
        assert mounted.root.locator("[aria-sort=ascending], [aria-sort=descending]").count() == 1
        assert button.evaluate("node => node === document.activeElement")
    mounted.settle()
    assert mounted.widget.descending is False


@pytest.mark.parametrize(("label", "wanted"), [("those that tie", True), ("those that do not", False)])
def test_one_kind_can_be_shown_alone(bare: Page, label: str, wanted: bool) -> None:
    mounted = mount(bare, who_ties())
    mounted.root.get_by_label(label).check()
    mounted.settle()
    some = sorted((model for model in MODELS if model.tied is wanted), key=lambda model: model.parameters)
    assert _names(mounted) == [model.name for model in some]
    assert mounted.widget.kind == ("tied" if wanted else "untied")
    said = f"{len(some)} of {len(MODELS)} models"
    bare.wait_for_function(f"document.querySelector('.tb-status').textContent.startsWith('{said}')")


def test_names_are_searched_in_any_case_and_nothing_found_is_said(bare: Page) -> None:
    mounted = mount(bare, who_ties())
    field = mounted.root.get_by_label("Name contains")
    field.fill("LLAMA")
    assert _names(mounted) == ["Llama-3.2-1B", "Llama-3.2-3B", "Llama-3-8B"]
    field.fill("no such model")
    assert _names(mounted) == []
    bare.wait_for_function("document.querySelector('.tb-status').textContent === 'No model fits.'")


def test_the_summary_shows_that_size_goes_with_tying_and_the_vocabulary_does_not(bare: Page) -> None:
    mounted = mount(bare, who_ties())
    halves = {}
    for key, column in (("parameters", "parameters"), ("vocab_size", "V")):
        order = [model.tied for model in sorted(MODELS, key=lambda model: (getattr(model, key), model.parameters))]
        halves[column] = sum(order[:7]), sum(order[7:])
        mounted.widget.column = column
        mounted.push()
        upper, lower = halves[column]
        said = f"Of the first 7 models {upper} tie, of the last 6 models {lower}."
        bare.wait_for_function(f"document.querySelector('.tb-status').textContent.endsWith('{said}')")
    assert halves["parameters"][0] - halves["parameters"][1] >= 4
    assert abs(halves["V"][0] - halves["V"][1]) <= 2


def test_links_lead_outside_and_name_what_they_lead_to(bare: Page) -> None:
    links = mount(bare, who_ties()).root.locator("a")
    found = {(link.inner_text(), link.get_attribute("href")) for link in links.all()}
    assert found == {
        ("OpenAI’s code", "https://github.com/openai/gpt-2/blob/master/src/model.py"),
        ("pull request 803 of llm.c", "https://github.com/karpathy/llm.c/pull/803"),
    }
