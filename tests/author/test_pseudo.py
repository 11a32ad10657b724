from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.author.scratch import edit
from tiedbook.author.altered import altered_findings
from tiedbook.author.build import Order, check
from tiedbook.author.extract import merge_all, sources
from tiedbook.author.parity import unit_findings
from tiedbook.author.pseudo import TAG, is_pseudo, pseudo, write_pseudo
from tiedbook.author.status import catalogs_of, counters, incomplete
from tiedbook.author.units import Unit
from tiedbook.course import Course, course
from tiedbook.errors import TiedbookError

NEW = f'\n[{TAG}]\nname = "Pseudo"\n'


@pytest.fixture
def fourth(scratch: Course) -> Course:
    with (scratch.locales / "editions.toml").open("a", encoding="utf-8") as file:
        file.write(NEW)
    return scratch


@pytest.mark.parametrize(
    ("english", "wanted"),
    [
        ("row", "ŕôôw"),
        ("Add `x += 1` to $n$ of {name}.", "ÂÂďď `x += 1` ťôô $n$ ôôf {name}."),
        ("[the row](ch01.ipynb#a) <b>now</b>", "[ťhêê ŕôôw](ch01.ipynb#a) <b>ñôôw</b>"),
        ("Braces {{ and }}: 1,024 or 0.5", "Bŕââčêêš {{ ââñď }}: 1,024 ôôŕ 0.5"),
        ("Two\nlines", "Ťwôô\nĺîîñêêš"),
    ],
)
def test_words_get_accents_and_length_and_nothing_else_changes(english: str, wanted: str) -> None:
    assert pseudo(english) == wanted


def test_every_real_sentence_keeps_its_parts_and_has_no_english_left() -> None:
    for name, units in sources(course()).items():
        for unit in units:
            text = pseudo(unit.english)
            assert list(unit_findings(name, TAG, unit, text)) == []
            assert is_pseudo(text), text


@given(st.text(alphabet="abeo ñ1.{}`$<>[]()\\_*|", max_size=40))
def test_whatever_is_written_keeps_its_parts(english: str) -> None:
    unit = Unit("a/b", english, ())
    kinds = ("math", "code spans", "link targets", "HTML tags", "placeholders", "numbers")
    found = [str(finding) for finding in unit_findings("a.po", TAG, unit, pseudo(english))]
    assert [line for line in found if any(f"{kind} differ" in line for kind in kinds)] == []


def test_english_that_no_catalog_reached_is_seen() -> None:
    assert not is_pseudo(f"{pseudo('All of it')} and this")
    assert is_pseudo(pseudo("All of it, `and this`, {and} <code>this</code>."))


def test_a_fourth_edition_is_complete_builds_and_has_nothing_amiss(fourth: Course) -> None:
    written = write_pseudo(fourth)
    assert [Path(path).parent.name for path in written] == [TAG, TAG]
    assert write_pseudo(fourth) == ()
    catalogs = catalogs_of(fourth, TAG)
    assert list(incomplete(fourth, catalogs)) == []
    assert {(counters(item).fuzzy, counters(item).untranslated) for item in catalogs} == {(0, 0)}
    assert not [item for item in merge_all(fourth) if item.edition == TAG and item.altered]
    assert {finding.what for finding in check(fourth, Order((TAG,)))} == {"missing: run `tiedbook build`"}


def test_a_changed_source_is_followed(fourth: Course) -> None:
    write_pseudo(fourth)
    edit(fourth.chapters / "ch01_pairs.py", "# Addition.", "# Addition, twice.")
    assert write_pseudo(fourth) == (f"locales/{TAG}/ch01_pairs.po",)
    (item,) = (item for item in catalogs_of(fourth, TAG) if item.name != "runtime")
    assert list(altered_findings(item.where, item.catalog, sources(fourth)[item.name])) == []


@pytest.mark.parametrize(("tag", "said"), [("es", "a real language"), ("fr-XA", r"no \[fr-XA\]")])
def test_a_real_language_and_an_unlisted_tag_are_refused(fourth: Course, tag: str, said: str) -> None:
    with pytest.raises(TiedbookError, match=said):
        write_pseudo(fourth, tag)
