from __future__ import annotations

import pytest

from tiedbook.author.parity import catalog_findings, unit_findings
from tiedbook.author.po import CatalogFile, Entry
from tiedbook.author.units import Unit


def found(english: str, text: str, edition: str = "es", flags: tuple[str, ...] = ()) -> list[str]:
    unit = Unit("cell/text-a", english, (), flags=flags)
    return [finding.what for finding in unit_findings("locales/es/ch01_a.po", edition, unit, text)]


FAITHFUL = [
    ("Row $i$ of `E` is 3 wide.", "La fila $i$ de `E` mide 3 de ancho."),
    ("First `a`, then `b`.", "Primero `b`, después `a`."),
    ("What is 1 + 2?", "¿Cuánto es 1 + 2?"),
    ("Run it!", "¡Ejecútala!"),
    ("See [the proof](#proof).", "Consulta [la prueba](#proof)."),
    ("![A lamp](lamp.svg)", "![Una lámpara](lamp.svg)"),
    ("H<sub>2</sub>O", "H<sub>2</sub>O"),
    ("| a | `b \\| c` |", "| uno | `b \\| c` |"),
    ("one\\\ntwo", "uno\\\ndos"),
    ("- 3 is a number", "- 3 es un número"),
    ("Is `a != b` true?", "¿Es cierto que `a != b`?"),
]


@pytest.mark.parametrize(("english", "text"), FAITHFUL)
def test_a_faithful_translation_has_no_finding(english: str, text: str) -> None:
    assert found(english, text) == []


UNFAITHFUL = {
    "math changed": ("The sum $x + y$.", "La suma $x - y$.", "math differ"),
    "code lost": ("Run `embed`.", "Ejecuta embed.", "lacks `embed`"),
    "code added": ("Run it.", "Ejecuta `embed`.", "has `embed`, which the English does not"),
    "link changed": ("[a](b.ipynb)", "[a](c.ipynb)", "link targets differ"),
    "tag lost": ("a<br>b", "a b", "HTML tags differ"),
    "placeholder translated": ("Got {got}.", "Llegó {llego}.", "placeholders differ"),
    "number in Spanish format": ("124,439,808 numbers", "124.439.808 números", "numbers differ"),
    "number once of twice": ("2 and 2", "2", "lacks 2"),
    "question not opened": ("Why?", "Por qué?", "as many ¿ as ?"),
    "exclamation not opened": ("Stop!", "Alto!", "as many ¡ as !"),
    "space at the end": ("Stop", "Alto ", "at an end"),
    "begins a list": ("First, a row.", "- Primero una fila.", "structure in Markdown"),
    "begins a heading": ("Number one", "# uno", "structure in Markdown"),
    "line broken": ("one two", "uno\ndos", "line breaks"),
    "column lost": ("| a | b |", "| a b |", "columns"),
}


@pytest.mark.parametrize(("english", "text", "said"), UNFAITHFUL.values(), ids=UNFAITHFUL.keys())
def test_an_unfaithful_translation_is_named(english: str, text: str, said: str) -> None:
    assert [said in what for what in found(english, text)] == [True]


def test_hinglish_may_use_typographic_and_mathematical_signs() -> None:
    assert found("See “row” – 1 × 2 ≤ 3.", "“Row” dekhein – 1 × 2 ≤ 3 → √, ∞.", "hi-Latn") == []


@pytest.mark.parametrize("text", ["पंक्ति", "ā", "é", "n\u0303", "ж"])
def test_hinglish_has_latin_letters_without_diacritics_only(text: str) -> None:
    [what] = found("A row.", f"Ek {text}.", "hi-Latn")
    assert "letters outside a–z" in what


def test_hinglish_may_keep_a_letter_of_the_english_text() -> None:
    assert found("Choose *Español*.", "*Español* chunein.", "hi-Latn") == []


def test_other_editions_do_not_open_questions() -> None:
    assert found("Why?", "Kyun?", "hi-Latn") == []


def test_a_brace_that_is_no_placeholder_is_named() -> None:
    assert found("Got {got}.", "Llegó {got} {", flags=("python-brace-format",)) != []


def test_a_finding_names_catalog_unit_and_remedy() -> None:
    unit = Unit("proof/text-a", "Run `a`.", ())
    [finding] = unit_findings("locales/es/ch01_a.po", "es", unit, "Ejecuta `b`.")
    assert str(finding) == (
        "locales/es/ch01_a.po: [proof/text-a]: code spans differ: the translation lacks `a` and has `b`, which the "
        "English does not; take them over unchanged"
    )


def test_a_backslash_that_a_po_file_swallowed_is_explained() -> None:
    what = found("So $4 \\ne 3$.", "Así $4 \ne 3$.")
    assert "a PO file writes each \\ as \\\\" in what[0]


def test_only_reviewed_translations_are_compared() -> None:
    unit = Unit("a/text-b", "One 1.", ())
    catalog = CatalogFile((Entry(unit), Entry(unit, "Dos 2.", fuzzy=True)), (Entry(unit, "Tres 3."),))
    assert list(catalog_findings("x.po", "es", catalog)) == []
