"""The sentences that code shows, in the words of one edition."""

from __future__ import annotations

from pathlib import Path

import pytest

from tiedbook.catalog import Catalog, read_catalog, runtime
from tiedbook.diagnosis import Diagnosis
from tiedbook.errors import TiedbookError

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
ENTRIES = """
msgctxt "a.full"
msgid "Row {row}"
msgstr "Fila {row}"

#, fuzzy
msgctxt "a.fuzzy"
msgid "One"
msgstr "Uno"

msgctxt "a.empty"
msgid "Two"
msgstr ""

msgctxt "a.misspelt"
msgid "Row {row}"
msgstr "Fila {fila}"

#~ msgctxt "a.gone"
#~ msgid "Three"
#~ msgstr "Tres"
"""


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    path = tmp_path / "runtime.po"
    path.write_text(HEADER + ENTRIES, encoding="utf-8")
    return read_catalog(path, "es")


def test_a_reviewed_sentence_is_shown_with_its_holes_filled(catalog: Catalog) -> None:
    assert catalog.text("a.full", "Row {row}", row=3) == "Fila 3"


@pytest.mark.parametrize(
    ("code", "english"),
    [("a.fuzzy", "One"), ("a.empty", "Two"), ("a.gone", "Three"), ("a.full", "Another wording"), ("a.unknown", "Four")],
)
def test_what_is_not_reviewed_is_shown_in_english(catalog: Catalog, code: str, english: str) -> None:
    assert catalog.text(code, english) == english


def test_a_misspelt_hole_falls_back_to_english_instead_of_failing(catalog: Catalog) -> None:
    assert catalog.text("a.misspelt", "Row {row}", row=3) == "Row 3"


def test_a_diagnosis_is_put_into_the_words_of_the_edition(catalog: Catalog) -> None:
    assert catalog.render(Diagnosis("a.full", "Row {row}", {"row": 3})) == "Fila 3"


def test_a_missing_catalog_says_how_to_make_it(tmp_path: Path) -> None:
    with pytest.raises(TiedbookError, match=r"runtime\.po: the catalog is missing\. `tiedbook extract` makes it"):
        read_catalog(tmp_path / "runtime.po", "es")


def test_a_malformed_catalog_names_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "runtime.po"
    path.write_text(HEADER + "garbage\n", encoding="utf-8")
    with pytest.raises(TiedbookError, match=r"runtime\.po: not a PO file .*line"):
        read_catalog(path, "es")


def test_english_needs_no_catalog() -> None:
    assert runtime("en").text("any.code", "As it {verb}", verb="stands") == "As it stands"
