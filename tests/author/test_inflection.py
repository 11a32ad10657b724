from __future__ import annotations

import pytest

from tiedbook.author.inflection import inflected


@pytest.mark.parametrize(
    ("edition", "form", "plural"),
    [
        ("es", "ficha", "fichas"),
        ("es", "Ficha", "Fichas"),
        ("es", "incrustación", "incrustaciones"),
        ("es", "renglón", "renglones"),
        ("es", "matriz", "matrices"),
        ("es", "ordenador", "ordenadores"),
        ("es", "rubí", "rubíes"),
        ("es", "quiz", "quices"),
        ("es", "warning", "warnings"),
        ("es", "símbolo léxico", "símbolos léxicos"),
        ("es", "estado escondido", "estados escondidos"),
        ("es", "consulta de tabla", "consultas de tablas"),
        ("es", "compartición de pesos", "comparticiones de pesos"),
        ("hi-Latn", "aakaar", "aakaaron"),
        ("hi-Latn", "parat", "paratein"),
        ("hi-Latn", "pankti", "panktiyan"),
        ("hi-Latn", "mukhauta", "mukhaute"),
        ("hi-Latn", "sambhavna", "sambhavnaein"),
        ("hi-Latn", "antahsthapan vyuh", "antahsthapan vyuhon"),
    ],
)
def test_the_plural_of_a_form_is_among_its_forms_after_itself(edition: str, form: str, plural: str) -> None:
    found = inflected(form, edition)
    assert found[0] == form
    assert plural in found


@pytest.mark.parametrize(("edition", "form"), [("es", "incrustaciones"), ("pt", "ficha"), ("hi-Latn", "tokeno")])
def test_what_is_a_plural_or_of_an_edition_unknown_here_stays_alone(edition: str, form: str) -> None:
    assert inflected(form, edition) == (form,)
