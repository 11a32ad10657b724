from __future__ import annotations

import pytest

from tiedbook.author.extract import merge_all
from tiedbook.author.po import CatalogFile, Entry
from tiedbook.author.terms import Terms, term_findings, terms
from tiedbook.author.units import Unit
from tiedbook.course import Course, course

GLOSSARY = """\
term,note,hi-Latn,es
score,one number for one token,score,puntuación
embedding,a row,embedding,embedding
embedding matrix,the table,embedding matrix,matriz de embeddings
entry,of a table,,entrada
axis,a direction,axis,eje
LM head,scores all tokens,LM head,cabeza de lenguaje (LM head)
finding better; worse,of a model,behtar; zyada kharaab,mejor; peor
time,what a call takes,time,tiempo
"""


@pytest.fixture
def known(bare: Course) -> Terms:
    (bare.locales / "glossary.csv").write_text(GLOSSARY, encoding="utf-8")
    (bare.locales / "es").mkdir()
    (bare.locales / "es" / "terms.csv").write_text("term,unit\ntime,*\nscore,a/b\n", encoding="utf-8")
    return terms(bare, "es")


def told(known: Terms, english: str, text: str, context: str = "cell/text") -> list[str]:
    catalog = CatalogFile((Entry(Unit(context, english, ()), text),))
    return [finding.what for finding in term_findings("es.po", catalog, "es", known) if finding.warns]


@pytest.mark.parametrize(
    ("english", "text"),
    [
        ("Every score.", "Toda puntuación."),
        ("Every token is scored.", "Todo token."),
        ("The row scores it.", "La fila lo puntúa."),
        ("Two AXES.", "Dos ejes."),
        ("The entries.", "Las entradas."),
        ("The embedding matrix.", "La matriz."),
        ("The LM head.", "La cabeza."),
        ("The LM head.", "La *LM head*."),
        ("It is worse.", "Es peor."),
        ("Three times.", "Tres veces."),
        ("The `score` and $score$ of a subscore.", "Nada."),
        ("Nothing of ours.", "Nada nuestro."),
    ],
)
def test_a_translation_with_the_term_is_left_alone(known: Terms, english: str, text: str) -> None:
    assert told(known, english, text) == []


@pytest.mark.parametrize(
    ("english", "text", "said"),
    [
        ("Every score.", "Toda nota.", "has 'score', the glossary 'puntuación'"),
        ("**Scores** count.", "Las notas cuentan.", "has 'Scores', the glossary 'puntuación'"),
        ("The embedding matrix.", "La tabla de embeddings.", "has 'embedding matrix', the glossary 'matriz de"),
        ("All axes.", "Todos.", "has 'axes', the glossary 'eje'"),
        ("It is worse.", "Va mal.", "list 'worse,cell/text' in locales/es/terms.csv"),
    ],
)
def test_a_translation_without_the_term_is_a_warning(known: Terms, english: str, text: str, said: str) -> None:
    (what,) = told(known, english, text)
    assert said in what


def test_a_unit_is_excused_for_one_term_only(known: Terms) -> None:
    assert told(known, "The score.", "La nota.", "a/b") == []
    assert len(told(known, "The score of an axis.", "La nota de él.", "a/b")) == 1


def test_a_doubtful_translation_is_not_looked_at(known: Terms) -> None:
    catalog = CatalogFile((Entry(Unit("a/c", "The score.", ()), "La nota.", fuzzy=True),))
    assert not list(term_findings("es.po", catalog, "es", known))


def test_every_excuse_of_the_real_course_is_for_a_unit_and_a_term_that_are_there() -> None:
    units = {item.edition: set[str]() for item in merge_all(course())}
    for item in merge_all(course()):
        units[item.edition] |= {entry.unit.context for entry in item.catalog.entries} | {"*"}
    for edition, contexts in units.items():
        for term in set(terms(course(), edition).by_form.values()):
            assert term.excused <= contexts, f"locales/{edition}/terms.csv: {term.english}"
