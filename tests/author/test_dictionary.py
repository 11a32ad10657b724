from __future__ import annotations

import shutil
import subprocess

import pytest

from tiedbook.author import dictionary
from tiedbook.author.dictionary import allowed, misspelt, spelling_findings, words_of
from tiedbook.author.extract import merge_all
from tiedbook.author.findings import Finding
from tiedbook.author.po import CatalogFile, Entry
from tiedbook.author.units import Unit
from tiedbook.course import Course, course
from tiedbook.editions import editions

LIST = """\
# what the edition may write
softmax      # a loan
Adagrad
On the State of the Art
nn.Embedding
"""

needs_hunspell = pytest.mark.skipif(
    misspelt(["casa"], "es_ES") is None, reason="no hunspell with es_ES: apt install hunspell hunspell-es"
)


@pytest.fixture
def listed(bare: Course) -> Course:
    (bare.locales / "es").mkdir()
    (bare.locales / "es" / "words.txt").write_text(LIST, encoding="utf-8")
    return bare


def catalog(text: str, *, fuzzy: bool = False) -> CatalogFile:
    return CatalogFile((Entry(Unit("cell/text", "English.", ()), text, fuzzy=fuzzy),))


def told(course: Course, text: str) -> list[Finding]:
    return list(spelling_findings(course, "es", "es_ES", [("es.po", catalog(text))]))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("El **Softmax** y *softmax*", ["El"]),
        ("adagrad, Adagrad", ["adagrad"]),
        ("De *On the State of\nthe Art*, the", ["De", "the"]),
        ("`codigo` $x$ {got} <code>one_hot</code> grad_output y a", []),
        ("nn.Embedding, nn", ["nn"]),
        ("pérdida, pe\u0301rdida", ["pérdida"]),
    ],
)
def test_words_are_what_no_markup_and_no_list_takes_away(listed: Course, text: str, words: list[str]) -> None:
    assert [word for _, word in words_of(catalog(text), allowed(listed, "es"))] == words


def test_a_doubtful_translation_is_not_looked_at(listed: Course) -> None:
    assert not list(words_of(catalog("Palavra", fuzzy=True), allowed(listed, "es")))


@needs_hunspell
def test_a_misspelling_is_a_warning_with_its_place(listed: Course) -> None:
    (finding,) = told(listed, "La perdída del softmax.")
    assert finding.warns
    assert str(finding).startswith("es.po: [cell/text]: warning: 'perdída' is in no dictionary (es_ES): mend it")


@needs_hunspell
def test_right_words_are_no_finding(listed: Course) -> None:
    assert told(listed, "Las pérdidas de dos matrices: ¿cuáles se multiplican?") == []


@pytest.mark.parametrize("lacking", ["program", "dictionary"])
def test_what_is_not_installed_is_named_once(listed: Course, monkeypatch: pytest.MonkeyPatch, lacking: str) -> None:
    if lacking == "program":
        monkeypatch.setattr(shutil, "which", lambda _: None)
    else:
        monkeypatch.setattr(shutil, "which", lambda _: "/bin/hunspell")
        failed = subprocess.CompletedProcess[str]([], 1, "", "Can't open affix or dictionary files")
        monkeypatch.setattr(dictionary.subprocess, "run", lambda *_, **__: failed)  # type: ignore[attr-defined]
    (finding,) = told(listed, "Palavra uno, palavra dos.")
    assert finding.warns
    assert "the spelling is not checked" in finding.what
    assert "apt install hunspell hunspell-es" in finding.what


@needs_hunspell
def test_the_real_spanish_has_no_word_that_is_unknown() -> None:
    name = editions()["es"].dictionary
    assert name == "es_ES"
    catalogs = [(item.where, item.catalog) for item in merge_all(course()) if item.edition == "es"]
    assert [str(finding) for finding in spelling_findings(course(), "es", name, catalogs)] == []


@needs_hunspell
def test_the_real_list_allows_nothing_that_the_dictionary_knows() -> None:
    words = allowed(course(), "es").words
    assert words - (misspelt(words, "es_ES") or frozenset()) == set()
