"""The flashcards of an edition become an Anki deck whose cards keep their identity."""

from __future__ import annotations

import sqlite3
import sys
import zipfile
from pathlib import Path

import pytest

from tests.small import SECOND, built
from tiedbook.cards import cards, write_deck
from tiedbook.cli import main
from tiedbook.course import Course
from tiedbook.errors import LearnerError, TiedbookError
from tiedbook.notebook import write_notebook


def notes(path: Path, folder: Path) -> list[tuple[str, str, str]]:
    """Return guid, fields and tags of every note in a deck, as Anki stores them."""
    with zipfile.ZipFile(path) as deck:
        deck.extract("collection.anki2", folder)
    connection = sqlite3.connect(folder / "collection.anki2")
    try:
        return connection.execute("select guid, flds, tags from notes order by id").fetchall()
    finally:
        connection.close()


def change_cards(course: Course, old: str, new: str, *tags: str) -> None:
    for tag in tags:
        notebook = built(SECOND, tag)
        for cell in notebook["cells"]:
            cell["source"] = cell["source"].replace(old, new)
        write_notebook(course.built(tag) / f"{SECOND}.ipynb", notebook)


def test_cards_are_read_from_the_built_notebooks(small_course: Course) -> None:
    found = cards("es")
    assert [(card.chapter, card.question) for card in found] == [(SECOND, "¿Qué es $E[i]$?"), (SECOND, "¿Por qué?")]
    assert found[0].answer == "La fila $i$ of `E`: *one* row."


def test_a_card_is_known_by_its_id_in_every_edition(small_course: Course) -> None:
    assert [card.key for card in cards("en")] == ["row", "why"] == [card.key for card in cards("es")]


def test_a_card_that_is_reworded_or_moved_keeps_its_key(small_course: Course) -> None:
    change_cards(small_course, "What is $E[i]$?", "Which row is $E[i]$?", "en")
    first = '<details id="new"><summary>New?</summary>\n\nYes.\n\n</details>\n\n'
    change_cards(small_course, '<details id="row"', f'{first}<details id="row"', "en")
    assert [card.key for card in cards("en")] == ["new", "row", "why"]


def test_a_card_without_an_id_is_refused(small_course: Course) -> None:
    change_cards(small_course, ' id="why"', "", "es")
    with pytest.raises(TiedbookError, match=rf"{SECOND}: the card '¿Por qué\?' has no id"):
        cards("es")


def test_the_deck_has_math_as_anki_wants_it_and_markdown_as_html(small_course: Course, tmp_path: Path) -> None:
    assert write_deck("en", tmp_path / "deck.apkg") == 2
    (known_as, fields, tags), (_, second, _) = notes(tmp_path / "deck.apkg", tmp_path)
    question, answer = fields.split("\x1f")
    assert known_as == f"tiedbook {cards('en')[0].key}"
    assert r"\(E[i]\)" in question
    assert r"\(i\)" in answer
    assert "<code>E</code>" in answer
    assert "<em>one</em>" in answer
    assert r"\[\sum_j x_j E_{jk}\]" in second.replace("\n", "")
    assert tags.strip() == SECOND


def test_less_than_signs_in_math_are_not_taken_for_tags(small_course: Course, tmp_path: Path) -> None:
    change_cards(small_course, "Why?", "Is $a<b$?", "en")
    write_deck("en", tmp_path / "deck.apkg")
    assert r"\(a&lt;b\)" in notes(tmp_path / "deck.apkg", tmp_path)[1][1]


def test_the_command_names_the_file_and_counts(
    small_course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["cards", "--edition", "es"]) == 0
    assert (tmp_path / "one-table-two-jobs-es.apkg").is_file()
    assert capsys.readouterr().out == "one-table-two-jobs-es.apkg: 2 cards.\n"


def test_without_the_extra_the_message_names_it(
    small_course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "genanki", None)
    with pytest.raises(LearnerError, match=r"tiedbook\[cards\]"):
        write_deck("en", tmp_path / "deck.apkg")
    assert not (tmp_path / "deck.apkg").exists()


def test_a_place_that_cannot_be_written_is_told(small_course: Course, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(LearnerError, match="cannot be written"):
        write_deck("en", tmp_path / "file" / "deck.apkg")


def test_an_unknown_edition_has_no_cards(small_course: Course) -> None:
    with pytest.raises(LearnerError, match="no edition 'fr'"):
        cards("fr")
