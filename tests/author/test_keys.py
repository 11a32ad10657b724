from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tiedbook.author.blocks import Block
from tiedbook.author.keys import keyed


def keys(*texts: str) -> list[str]:
    return [block.key for block in keyed([Block("text", text) for text in texts])]


def test_a_key_is_the_role_and_the_first_words() -> None:
    assert keys("A lookup is **a matrix** product.") == ["text-a-lookup-is-a"]


def test_blocks_that_begin_alike_take_more_words() -> None:
    assert keys("one two three four five", "one two three four six") == [
        "text-one-two-three-four-five",
        "text-one-two-three-four-six",
    ]


def test_blocks_that_stay_alike_take_a_hash_of_their_text() -> None:
    first, second = keys("one two: 1?", "one two, 1!")
    assert first != second
    assert first.startswith("text-one-two-1-")


def test_the_same_text_twice_is_one_key() -> None:
    first, second = keys("the same", "the same")
    assert first == second


def test_a_text_without_latin_letters_is_named_by_a_hash() -> None:
    assert keys("π ≈ é")[0].startswith("text-e")
    assert len(keys("π")[0]) == len("text-") + 6


texts = st.lists(st.text("abc ", min_size=1, max_size=12), max_size=6)


@given(texts, st.text("xyz", min_size=1, max_size=5), st.integers(0, 6))
def test_an_insertion_that_begins_otherwise_changes_no_other_key(old: list[str], new: str, at: int) -> None:
    at = min(at, len(old))
    assert [key for key in keys(*old[:at], new, *old[at:]) if key != f"text-{new}"] == keys(*old)
