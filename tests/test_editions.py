"""The editions there are."""

from __future__ import annotations

import pytest

from tiedbook.course import course
from tiedbook.editions import SOURCE, edition, editions
from tiedbook.errors import LearnerError


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
