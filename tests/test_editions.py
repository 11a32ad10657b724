"""The editions there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tiedbook.course import Course, course
from tiedbook.editions import SOURCE, edition, editions, editions_of, tag_of
from tiedbook.errors import LearnerError, TiedbookError


def test_english_comes_first_and_every_edition_names_itself() -> None:
    assert next(iter(editions())) == SOURCE
    assert {tag: item.name for tag, item in editions().items()} == {
        "en": "English",
        "hi-Latn": "Hinglish",
        "es": "Español",
    }


def test_every_edition_but_the_source_has_catalogs_and_every_one_has_notebooks() -> None:
    for tag in editions():
        assert course().stems(tag) == course().stems(SOURCE)
        if tag != SOURCE:
            catalogs = {path.stem for path in (course().locales / tag).glob("*.po")}
            assert catalogs == {*course().stems(SOURCE), "runtime"}


def test_an_unknown_edition_is_told_which_there_are() -> None:
    with pytest.raises(LearnerError, match=r"no edition 'hing'\. The editions are: en, hi-Latn, es\.") as caught:
        edition("hing")
    assert caught.value.status == 2


@pytest.mark.parametrize(
    ("text", "tag"),
    [("es", "es"), ("ES", "es"), ("español", "es"), ("hi-latn", "hi-Latn"), ("HINGLISH", "hi-Latn"), ("fr", "fr")],
)
def test_people_name_an_edition_by_tag_or_name_in_any_case(text: str, tag: str) -> None:
    assert tag_of(text) == tag


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[pt]\n", r"\[pt\] has no name"),
        ('pt = "Português"\n', r"\[pt\] has no name"),
        ('[portugues]\nname = "Português"\n', r"\[portugues\] is no language tag"),
        ('[pt]\nname = "Português"\nunfinished = "ch02"\n', r"\[pt\] needs"),
        ("[pt\n", "not TOML .*line 1"),
    ],
)
def test_a_table_that_describes_no_edition_is_named(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "locales").mkdir()
    (tmp_path / "locales" / "editions.toml").write_text(text, encoding="utf-8")
    with pytest.raises(TiedbookError, match=said):
        editions_of(Course(tmp_path))


def test_a_script_and_a_region_are_part_of_a_tag(tmp_path: Path) -> None:
    (tmp_path / "locales").mkdir()
    tables = "".join(f'[{tag}]\nname = "x"\n' for tag in ("en", "pt-BR", "sr-Latn", "es-419", "en-XA"))
    (tmp_path / "locales" / "editions.toml").write_text(tables, encoding="utf-8")
    assert list(editions_of(Course(tmp_path))) == ["en", "pt-BR", "sr-Latn", "es-419", "en-XA"]
