from __future__ import annotations

import pytest

from tiedbook.author.extract import merge_all
from tiedbook.author.lengths import is_label, length_findings
from tiedbook.author.po import CatalogFile, Entry
from tiedbook.author.units import Unit
from tiedbook.course import course

LABEL = ("message or label",)


def told(english: str, text: str, notes: tuple[str, ...] = LABEL) -> list[str]:
    catalog = CatalogFile((Entry(Unit("figure.x", english, (), notes), text),))
    return [finding.what for finding in length_findings("es.po", catalog) if finding.warns]


@pytest.mark.parametrize(
    ("english", "text"),
    [
        ("not yet tried", "todavía no lo has intentado"),
        ("no", "todavía no, no"),
        ("one\nof two lines", "una\nde dos líneas que son más"),
        ("A sentence that is short.", "Una frase que no es corta y que aquí ocupa más del doble de lo que ocupaba."),
    ],
)
def test_a_label_that_has_room_is_left_alone(english: str, text: str) -> None:
    assert told(english, text) == []


def test_a_label_that_grows_too_much_says_how_much_room_there_is() -> None:
    (what,) = told("not yet tried", "no lo has intentado todavía ni una sola vez")
    assert what.startswith("a label of 43 characters where 'not yet tried' has room for 32:")


def test_a_diagnosis_is_no_label() -> None:
    assert told("Too short", "Demasiado corto para lo que se necesitaba aquí", ("diagnosis",)) == []


def test_the_real_labels_have_room_in_every_edition() -> None:
    runtime = [item for item in merge_all(course()) if item.name == "runtime"]
    assert sum(is_label(entry.unit) for item in runtime for entry in item.catalog.entries) > 100
    assert [str(each) for item in runtime for each in length_findings(item.where, item.catalog)] == []
