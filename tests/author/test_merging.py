from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiedbook.author.merging import merged
from tiedbook.author.po import CatalogFile, Entry
from tiedbook.author.units import Unit

LONG = "The table has five thousand rows of five hundred numbers."
LONGER = "The table has fifty thousand rows of five hundred numbers."


def unit(context: str, english: str) -> Unit:
    return Unit(context, english, ("chapters/ch01_a.py",))


def one(old: Entry, new: Unit) -> Entry:
    return merged(CatalogFile((old,)), [new]).entries[0]


def test_the_same_unit_keeps_its_translation() -> None:
    old = Entry(unit("a/text-x", LONG), "La tabla")
    assert one(old, old.unit) == old


def test_a_changed_text_keeps_its_translation_as_fuzzy_with_the_previous_text() -> None:
    new = unit("a/text-x", "Something else entirely?")
    assert one(Entry(unit("a/text-x", LONG), "La tabla"), new) == Entry(new, "La tabla", fuzzy=True, previous=LONG)


def test_a_changed_key_with_a_similar_text_keeps_its_translation_as_fuzzy() -> None:
    new = unit("a/text-y", LONGER)
    assert one(Entry(unit("a/text-x", LONG), "La tabla"), new) == Entry(new, "La tabla", fuzzy=True, previous=LONG)


def test_a_changed_key_with_the_same_text_keeps_its_translation_as_it_is() -> None:
    new = unit("a/text-longer-key", LONG)
    assert one(Entry(unit("a/text-x", LONG), "La tabla"), new) == Entry(new, "La tabla")


def test_the_same_text_in_another_cell_is_fuzzy() -> None:
    new = unit("b/text-x", LONG)
    assert one(Entry(unit("a/text-x", LONG), "La tabla"), new) == Entry(new, "La tabla", fuzzy=True, previous=LONG)


def test_a_similar_text_in_another_cell_is_not_taken() -> None:
    catalog = merged(CatalogFile((Entry(unit("a/text-x", LONG), "La tabla"),)), [unit("b/text-y", LONGER)])
    assert catalog.entries == (Entry(unit("b/text-y", LONGER)),)


def test_what_is_gone_is_kept_as_obsolete_and_comes_back() -> None:
    old = Entry(unit("a/text-x", LONG), "La tabla")
    gone = merged(CatalogFile((old,)), [])
    assert (gone.entries, gone.obsolete) == ((), (old,))
    assert merged(gone, [old.unit]) == CatalogFile((old,))


def test_what_is_gone_and_was_never_translated_is_dropped() -> None:
    assert merged(CatalogFile((Entry(unit("a/text-x", LONG)),)), []) == CatalogFile()


def test_a_stale_translation_that_goes_and_comes_back_is_never_shown_as_current() -> None:
    first, second = unit("a/text-x", LONG), unit("a/text-x", LONGER)
    stale = merged(CatalogFile((Entry(first, "La tabla"),)), [second])
    back = merged(merged(stale, []), [second])
    assert back.entries == (Entry(second, "La tabla", fuzzy=True, previous=LONG),)


def test_a_source_that_changes_twice_keeps_the_text_the_translation_was_made_for() -> None:
    first, second, third = (unit("a/text-x", text) for text in (LONG, LONGER, "The table is gone."))
    twice = merged(merged(CatalogFile((Entry(first, "La tabla"),)), [second]), [third])
    assert twice.entries == (Entry(third, "La tabla", fuzzy=True, previous=LONG),)


def test_a_source_that_changes_back_makes_its_translation_current_again() -> None:
    first, second = unit("a/text-x", LONG), unit("a/text-x", LONGER)
    catalog = CatalogFile((Entry(first, "La tabla"),))
    assert merged(merged(catalog, [second]), [first]) == catalog


def test_a_translators_own_doubt_stays() -> None:
    old = Entry(unit("a/text-x", LONG), "¿La tabla?", fuzzy=True)
    assert one(old, old.unit) == old


def test_the_most_similar_of_two_is_taken() -> None:
    near = Entry(unit("a/text-x", LONG), "cerca")
    far = Entry(unit("a/text-z", "The table has five rows of words, and that is all there is."), "lejos")
    catalog = merged(CatalogFile((far, near)), [unit("a/text-y", LONGER)])
    assert catalog.entries[0].text == "cerca"
    assert catalog.obsolete == (far,)


def test_two_wordings_of_one_code_keep_their_own_translations() -> None:
    here, there = Entry(unit("a.b", LONG), "aquí"), Entry(unit("a.b", LONGER), "allá")
    assert merged(CatalogFile((here, there)), [there.unit, here.unit]).entries == (there, here)


def test_an_insertion_moves_no_translation() -> None:
    old = [Entry(unit(f"a/text-{name}", f"Sentence {name}."), name.upper()) for name in "xyz"]
    new = unit("a/text-new", "Nothing of the kind was here before!")
    catalog = merged(CatalogFile(tuple(old)), [old[0].unit, new, *(entry.unit for entry in old[1:])])
    assert catalog.entries == (old[0], Entry(new), *old[1:])


units = st.builds(unit, st.sampled_from(["a/x", "a/y", "b/x", "c.z"]), st.sampled_from([LONG, LONGER, "One.", "Two."]))
sources = st.lists(units, max_size=4, unique_by=lambda item: item.context)


@given(st.lists(sources, min_size=1, max_size=4))
def test_no_translation_is_lost_or_shown_for_another_text(history: list[list[Unit]]) -> None:
    made = {english: f"<{english}>" for english in (LONG, LONGER, "One.", "Two.")}
    first = history[0]
    catalog = CatalogFile(tuple(Entry(item, made[item.english]) for item in first))
    for source in history[1:]:
        catalog = merged(catalog, source)
        for entry in catalog.entries:
            assert not entry.reviewed or entry.text == made[entry.unit.english]
        kept = [entry.text for entry in (*catalog.entries, *catalog.obsolete) if entry.text]
        assert sorted(kept) == sorted(made[item.english] for item in first)


@pytest.mark.parametrize("times", [1, 2])
def test_merging_the_same_source_again_changes_nothing(times: int) -> None:
    catalog = merged(CatalogFile((Entry(unit("a/text-x", LONG), "La tabla"),)), [unit("a/text-x", LONGER)])
    for _ in range(times):
        assert merged(catalog, [unit("a/text-x", LONGER)]) == catalog
