"""The words of the edition menu."""

from __future__ import annotations

import pytest

from tests.small import NAMES, TAGS
from tiedbook.course import Course
from tiedbook.menu import editions_reply


def test_the_editions_come_with_their_names_and_words(small_course: Course) -> None:
    found = editions_reply()["editions"]
    assert [item["tag"] for item in found] == list(TAGS)
    assert [item["name"] for item in found] == [NAMES[tag] for tag in TAGS]
    assert found[0]["texts"]["lab.edition"] == "Edition: {edition}"


def test_words_are_those_of_the_edition(small_course: Course) -> None:
    catalog = small_course.locales / "es" / "runtime.po"
    entry = 'msgctxt "lab.edition"\nmsgid "Edition: {edition}"\nmsgstr "Edición: {edition}"\n'
    catalog.write_text(catalog.read_text(encoding="utf-8") + entry, encoding="utf-8")
    texts = {item["tag"]: item["texts"] for item in editions_reply()["editions"]}
    assert texts["es"]["lab.edition"] == "Edición: {edition}"


@pytest.mark.parametrize("damage", ["missing", "malformed"])
def test_an_edition_without_a_catalog_speaks_english_in_the_menu(
    small_course: Course, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    catalog = small_course.locales / "es" / "runtime.po"
    catalog.unlink() if damage == "missing" else catalog.write_text("msgid", encoding="utf-8")
    texts = {item["tag"]: item["texts"] for item in editions_reply()["editions"]}
    assert texts["es"] == texts["en"]
    assert str(catalog) in caplog.text
